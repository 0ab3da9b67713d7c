// A run in which something changes in every frame: agents come, go and change their minds, obstacles appear
// and go. Nothing is ever wrong.

#include <gtest/gtest.h>
#include <malloc.h>

#include "wend/base/rng.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "random_world.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

class Soak {
  public:
    Soak() : scene_(empty_world()), crowd_(made(scene_)), verifier_(scene_, crowd_.agents()) {
        verifier_.add(crowd_.frame());
    }

    void step() {
        change_something();
        crowd_.step();
        verifier_.add(crowd_.frame());
    }
    [[nodiscard]] verify::Report report() { return verifier_.finish(); }
    [[nodiscard]] std::size_t present() const { return crowd_.frame().agents.size(); }

  private:
    static Scene empty_world() {
        Scene scene = test::hall({}, 1e9, 0.1);
        test::add_wall(scene, 9.8, 0.4, 2, 1.5);
        return scene;
    }
    static Simulation made(const Scene& scene) {
        auto simulation = Simulation::create(scene, {1, 2, {}});
        EXPECT_TRUE(simulation) << simulation.status().message;
        return std::move(simulation).value();
    }

    Vec2 somewhere() { return {rng_.uniform(0.5, 19.5), rng_.uniform(0.5, 9.5)}; }

    void change_something() {
        switch (rng_.below(6)) {
            case 0:
            case 1:
                if (present() < 25) enter();
                break;
            case 2:
                if (!names_.empty()) give_goal(names_[rng_.below(names_.size())]);
                break;
            case 3:
                if (names_.size() > 15) leave();
                break;
            case 4:
                drop();
                break;
            default:
                pick_up();
        }
    }
    /// Where somebody stands there is no room: that is not an error of the run.
    void enter() {
        const Vec2 from = somewhere(), to = somewhere();
        AgentSpec agent = test::walker("agent-" + std::to_string(next_++), from, to);
        agent.goal.leaves = rng_.below(2) == 0;
        if (crowd_.apply({0, EnterEvent{agent}}).is_ok()) names_.push_back(agent.name);
    }
    void give_goal(const std::string& name) {
        Goal goal;
        goal.region = DiscRegion{somewhere(), 0.4};
        goal.leaves = rng_.below(3) == 0;
        (void)crowd_.apply({0, GoalEvent{name, goal}});
    }
    void leave() {
        (void)crowd_.apply({0, LeaveEvent{names_.front()}});
        names_.erase(names_.begin());
    }
    /// Far enough from everybody that it can be braked for.
    void drop() {
        const Vec2 at = somewhere();
        if (crates_.size() > 4) return;
        for (const auto& agent : crowd_.frame().agents)
            if (distance(agent.position.xy(), at) < 1.5) return;
        const std::string name = "crate-" + std::to_string(next_++);
        if (crowd_.apply({0, AppearEvent{test::crate(name, at, 0.3)}}).is_ok()) crates_.push_back(name);
    }
    void pick_up() {
        if (crates_.empty()) return;
        EXPECT_TRUE(crowd_.apply({0, DisappearEvent{crates_.front()}}).is_ok());
        crates_.erase(crates_.begin());
    }

    Rng rng_{7};
    Scene scene_;
    Simulation crowd_;
    verify::Verifier verifier_;
    std::vector<std::string> names_, crates_;
    std::uint64_t next_ = 0;
};

TEST(Soak, ChangesInEveryFrameBreakNothing) {
    Soak soak;
    for (int frame = 0; frame < test::rounds(2'000, 100'000); ++frame) soak.step();
    const verify::Report report = soak.report();
    EXPECT_EQ(0u, report.overlaps) << verify::to_text(report);
    EXPECT_EQ(0u, report.wall_crossings) << verify::to_text(report);
    EXPECT_EQ(0u, report.limit_violations) << verify::to_text(report);
    EXPECT_EQ(0u, report.inconsistencies) << verify::to_text(report);
    EXPECT_GT(report.arrived, 50u);
}

/// Somebody comes, something is dropped, and both are gone a second later.
void come_and_go(Simulation& crowd, int round) {
    const std::string number = std::to_string(round);
    const Vec2 place{1 + 0.7 * (round % 25), 2};
    ASSERT_TRUE(crowd.apply({0, EnterEvent{test::walker("agent-" + number, place, {10, 8})}}).is_ok());
    ASSERT_TRUE(crowd.apply({0, AppearEvent{test::crate("crate-" + number, {10, 5}, 0.3)}}).is_ok());
    for (int frame = 0; frame < 10; ++frame) crowd.step();
    ASSERT_TRUE(crowd.apply({0, LeaveEvent{"agent-" + number}}).is_ok());
    ASSERT_TRUE(crowd.apply({0, DisappearEvent{"crate-" + number}}).is_ok());
}

/// Recordings number everybody who ever came: that list is all that may grow. (Sanitizers bring allocators of
/// their own, which tell nothing here; the leaks they find are their own proof.)
TEST(Soak, WhoHasLeftLeavesLittleBehind) {
    auto made = Simulation::create(test::hall({}, 1e9, 0.1), {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    constexpr int warm_up = 512, rounds = 1024;
    constexpr std::size_t bytes_of_one = 3000;
    for (int round = 0; round < warm_up; ++round) come_and_go(made.value(), round);
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int round = warm_up; round < warm_up + rounds; ++round) come_and_go(made.value(), round);
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    EXPECT_LT(after, before + rounds * bytes_of_one);
}

}  // namespace
}  // namespace wend
