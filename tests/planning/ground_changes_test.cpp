// What stands comes and goes on the plan of an agent: the domains that kept their searches repair them, and
// come to what a planner finds that sees the world for the first time.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/planning/navigation.hpp"
#include "wend/planning/scheduler.hpp"
#include "wend/sim/scene_mesh.hpp"
#include "wend/world/world.hpp"

#include "support/effort.hpp"

namespace wend {
namespace {

using planning::Chain;
using planning::Planner;

constexpr double side = 24;

Scene boxes(Rng& rng) {
    Scene scene;
    scene.name = "boxes";
    scene.bounds = {{0, 0}, {side, side}};
    scene.layers.resize(1);
    for (int i = 0; i < 6; ++i) {
        const Vec2 low{rng.uniform(3, side - 6), rng.uniform(3, side - 6)};
        const Vec2 high = low + Vec2{rng.uniform(0.5, 3), rng.uniform(0.5, 3)};
        scene.layers[0].blocked.push_back({{low, {high.x, low.y}, high, {low.x, high.y}}, {}});
    }
    AgentSpec agent;
    agent.name = "walker";
    agent.position = {1, 1};
    agent.goal = {0, DiscRegion{{side - 1, side - 1}, 0.5}, {}};
    scene.agents = {agent};
    return scene;
}

/// Tunnels as wide as the world, so that in the end every plan is the best there is, and meshes and grid
/// only: what walks the plan decides about space and time (docs/architecture.md).
Chain wide_chain() {
    Chain chain = planning::tunnel_chain();
    chain.stages.pop_back();
    for (planning::Stage& stage : chain.stages) stage.settings.tunnel.space = 1000;
    return chain;
}

/// One mesh, kept by the test as a simulation keeps it, and a planner that is told by a scheduler.
class Living {
  public:
    explicit Living(const Scene& scene)
        : scene_(scene),
          world_(scene_),
          mesh_(mesh_of(scene_).value()),
          domains_(planning::navigation_domains(ground())),
          chain_(wide_chain()),
          id_(world_.add_agent(scene_.agents[0])) {
        planner_ = fresh_planner();
        scheduler_.add(id_, *planner_);
        settle();
    }
    void drop(Vec2 at, double half) {
        ObstacleSpec crate;
        crate.name = "crate";
        crate.shape = PolygonShape{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}};
        crate.motion.keyframes = {{0, {at, 0}}};
        who_ = world_.add_obstacle(crate);
        region_ = mesh_.mesh.insert(0, outline_of(crate.shape, {at, 0})).value();
        note_edit();
    }
    void take_away() {
        world_.remove_obstacle(who_);
        ASSERT_TRUE(mesh_.mesh.remove(0, region_).is_ok());
        note_edit();
    }
    void settle() {
        scheduler_.run(view(), {.expansions = 200'000, .seconds = {}});
        ASSERT_FALSE(planner_->has_work());
    }
    void work(std::uint64_t expansions) { scheduler_.run(view(), {.expansions = expansions, .seconds = {}}); }
    [[nodiscard]] const Planner& planner() const { return *planner_; }
    [[nodiscard]] std::unique_ptr<Planner> from_scratch() {
        auto planner = fresh_planner();
        Budget budget = Budget::expansions(200'000);
        while (planner->has_work() && !budget.exhausted()) planner->plan(view(), budget);
        return planner;
    }
    void wait(double seconds) { world_.advance(world_.time() + seconds); }

  private:
    planning::Ground ground() {
        planning::Ground ground;
        ground.scene = &scene_;
        ground.walls = &world_.walls();
        ground.mesh = &mesh_.mesh;
        ground.filter = mesh_.filter;
        return ground;
    }
    std::unique_ptr<Planner> fresh_planner() {
        auto planner =
            std::make_unique<Planner>(chain_, domains_, planning::Traveller{id_, scene_.agents[0].limits});
        planner->set_start({{0, scene_.agents[0].position, 0}});
        planner->set_goal({{0, {side - 1, side - 1}, 0}, 0.4});
        return planner;
    }
    void note_edit() {
        edits_.note(mesh_.mesh, mesh_.filter, 0, who_);
        mesh_.mesh.update();
        world_.note_ground_change(who_, 0, edits_.find(edits_.count() - 1)->box, edits_.count() - 1);
    }
    planning::View view() { return {world_.snapshot(), &world_.changes(), world_.time(), &edits_}; }

    Scene scene_;
    World world_;
    SceneMesh mesh_;
    domains::MeshEdits edits_;
    planning::DomainSet domains_;
    Chain chain_;
    AgentId id_;
    planning::Scheduler scheduler_{{.threads = 1}};
    std::unique_ptr<Planner> planner_;
    ObstacleId who_;
    mesh::RegionId region_;
};

/// Somewhere in the middle of the plan, far enough from its ends that there is another way.
Vec2 on_the_plan(const domains::Course& course, Rng& rng) {
    const double wanted = rng.uniform(0.3, 0.7) * domains::length_of(course);
    double walked = 0;
    for (std::size_t i = 1; i < course.size(); ++i) {
        const double leg = distance(course[i - 1].position, course[i].position);
        if (walked + leg >= wanted)
            return lerp(course[i - 1].position, course[i].position, (wanted - walked) / leg);
        walked += leg;
    }
    return course.back().position;
}

void expect_as_from_scratch(Living& world, int round) {
    const auto fresh = world.from_scratch();
    for (std::size_t stage = 0; stage < world.planner().stage_count(); ++stage) {
        const planning::TaskStatus &repaired = world.planner().task(stage).status(),
                                   &scratch = fresh->task(stage).status();
        ASSERT_EQ(repaired.has_plan, scratch.has_plan) << "round " << round << ", stage " << stage;
        if (!repaired.has_plan) continue;
        EXPECT_EQ(repaired.cost, scratch.cost) << "round " << round << ", stage " << stage;
    }
}

TEST(GroundChanges, PlansAreRepairedAndAsGoodAsFromScratch) {
    int worlds = 0, mesh_news = 0, grid_news = 0;
    for (int round = 0; round < test::rounds(10, 300); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        Living world(boxes(rng));
        if (!world.planner().task(0).status().has_plan) continue;
        ++worlds;
        for (int event = 0; event < 3; ++event) {
            const Vec2 at = on_the_plan(world.planner().task(0).course(), rng);
            std::vector<std::uint32_t> repairs, restarts;
            for (std::size_t stage = 0; stage < 3; ++stage) {
                repairs.push_back(world.planner().task(stage).status().repairs);
                restarts.push_back(world.planner().task(stage).status().restarts);
            }
            world.drop(at, rng.uniform(0.3, 0.8));
            world.wait(1);
            world.settle();
            for (std::size_t stage = 0; stage < 3; ++stage) {
                const planning::TaskStatus& status = world.planner().task(stage).status();
                // The grid does not see so far as the meshes.
                (stage < 2 ? mesh_news : grid_news) += status.repairs > repairs[stage];
                if (!status.has_plan) continue;
                EXPECT_EQ(status.restarts, restarts[stage]) << "round " << round << ", stage " << stage;
            }
            expect_as_from_scratch(world, round);
            world.take_away();
            world.wait(1);
            world.settle();
            expect_as_from_scratch(world, round);
        }
    }
    EXPECT_GT(worlds, 6);
    EXPECT_EQ(mesh_news, 2 * 3 * worlds);
    EXPECT_GT(grid_news, worlds);
}

/// Several edits at once, and more of them before the ones before are worked through.
TEST(GroundChanges, EditsMayComeFasterThanTheyAreTakenIn) {
    for (int round = 0; round < test::rounds(12, 300); ++round) {
        Rng rng(static_cast<std::uint64_t>(500 + round));
        Living world(boxes(rng));
        for (int event = 0; event < 12; ++event) {
            const domains::Course& course = world.planner().task(0).course();
            const Vec2 at = course.empty() ? Vec2{12, 12} : on_the_plan(course, rng);
            world.drop(at, rng.uniform(0.3, 1.5));
            if (rng.below(2) == 0) world.work(rng.below(30));
            if (rng.below(4) == 0) world.wait(1);
            world.take_away();
            if (rng.below(2) == 0) world.work(rng.below(30));
        }
        world.wait(1);
        world.settle();
        expect_as_from_scratch(world, round);
    }
}

}  // namespace
}  // namespace wend
