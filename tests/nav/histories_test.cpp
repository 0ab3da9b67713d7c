// Everything that a host can do, in any order and any state: every call is answered, the columns stay whole,
// and where only the library moves bodies the verifier finds nothing.

#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <span>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

#include "support/effort.hpp"

namespace wend::nav {
namespace {

/// Two storeys with stairs, a jump through a wall, and maybe a raft that goes to and fro where people walk.
Scene busy_scene(bool has_raft) {
    Scene scene = empty_scene({0, 0}, {20, 12});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 8}, {9, 8}}, {}}};
    scene.layers.push_back({"above", 3, {{{{0, 0}, {8, 0}, {8, 12}, {0, 12}}, {}}}, {}});
    scene.portals = {{"stairs", 0, 1, {{2, 11}, {4, 11}}, {{2, 11}, {4, 11}}, 4}};
    Link jump;
    jump.name = "jump";
    jump.from = {8.4, 4};
    jump.to = {10.6, 4};
    jump.two_way = true;
    scene.links = {jump};
    if (!has_raft) return scene;
    PlatformSpec raft{"raft", 0, {{-1.2, -1}, {1.2, -1}, {1.2, 1}, {-1.2, 1}}, {}};
    raft.motion = {{{0, {{12, 10}, 0}}, {6, {{17, 10}, 0}}, {12, {{12, 10}, 0}}}, true};
    scene.platforms = {raft};
    return scene;
}

/// In which state agents were when something was asked of them; none: they had gone.
using States = std::map<std::optional<Mode>, int>;

class History {
  public:
    History(std::uint64_t seed, bool moves_bodies, bool has_raft = false)
        : scene_(busy_scene(has_raft)),
          rng_(seed),
          moves_bodies_(moves_bodies),
          world_(World::create(scene_).value()) {
        world_.simulation().set_recording(true);
        groups_ = {world_.add_group(), GroupId{}};
        verifier_.emplace(scene_, std::span<const AgentSpec>{});
        verifier_->add(world_.simulation().frame());
    }

    void run(int calls) {
        for (int i = 0; i < calls; ++i) {
            if (rng_.uniform() < 0.6)
                step();
            else
                call();
        }
    }
    [[nodiscard]] verify::Report report() { return verifier_->finish(); }
    [[nodiscard]] const States& states() const { return states_; }

  private:
    AgentId some() { return agents_.empty() ? AgentId{} : agents_[rng_.next() % agents_.size()]; }
    Place place() {
        const auto free = world_.paths().random_place(0.35, rng_.next());
        return free ? *free : Place{};
    }

    void step() {
        world_.step();
        verifier_->add(world_.simulation().frame());
        ASSERT_EQ(world_.positions().size(), world_.agents().size());
        ASSERT_EQ(world_.modes().size(), world_.agents().size());
        ASSERT_LE(world_.agents().size(), world_.agent_count());
        for (std::size_t row = 0; row < world_.agents().size(); ++row) {
            ASSERT_TRUE(world_.contains(world_.agents()[row]));
            ASSERT_TRUE(std::isfinite(world_.positions()[row].x + world_.positions()[row].y));
        }
        for (const Event& event : world_.events())
            ASSERT_EQ(event.kind != EventKind::removed, world_.contains(event.agent));
    }

    void call() {
        const AgentId agent = some();
        const auto state = world_.state(agent);
        ++states_[state ? std::optional(state.value().mode) : std::nullopt];
        switch (rng_.next() % (moves_bodies_ ? 13 : 11)) {
            case 0:
            case 1:
            case 2: {
                AgentDef def;
                def.place = place();
                def.goal = goal_at(place(), 0.5);
                def.goal->leaves = rng_.uniform() < 0.2;
                def.group = rng_.uniform() < 0.3 ? groups_[0] : GroupId{};
                if (agents_.size() < 25)
                    if (const auto added = world_.add_agent(def)) agents_.push_back(added.value());
                break;
            }
            case 3:
                (void)world_.remove(agent);
                break;
            case 4:
                (void)world_.set_goal(agent, goal_at(place(), 0.5));
                break;
            case 5:
                (void)world_.set_paused(agent, rng_.uniform() < 0.5);
                break;
            case 6: {
                AgentLimits limits;
                limits.max_speed = rng_.uniform(0.3, 3);
                limits.radius = rng_.uniform(0.2, 0.3);
                (void)world_.set_limits(agent, limits);
                break;
            }
            case 7:
                (void)world_.set_goal(groups_[rng_.next() % 2], goal_at(place(), 1));
                break;
            case 8:
                (void)world_.set_paused(groups_[0], rng_.uniform() < 0.3);
                break;
            case 9:
                (void)world_.way(agent);
                (void)world_.plan(agent);
                break;
            case 10:
                (void)world_.set_user(agent, rng_.next());
                break;
            default:
                (void)world_.set_position(agent, place(), {rng_.uniform(-1, 1), rng_.uniform(-1, 1)});
        }
    }

    Scene scene_;
    Rng rng_;
    bool moves_bodies_;
    World world_;
    std::vector<AgentId> agents_;
    std::vector<GroupId> groups_;
    States states_;
    std::optional<verify::Verifier> verifier_;
};

TEST(Histories, WhatTheLibraryMovesVerifies) {
    for (int seed = 1; seed <= test::rounds(12, 400); ++seed) {
        SCOPED_TRACE(seed);
        History history(static_cast<std::uint64_t>(seed), false);
        history.run(500);
        const verify::Report report = history.report();
        EXPECT_EQ(report.overlaps, 0u) << verify::to_text(report);
        EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
        EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
        if (HasFailure()) return;
    }
}

/// Whatever somebody is doing - on stairs, in a jump, gone - it can be told something else, rafts or not.
TEST(Histories, EverybodyIsAskedInEveryState) {
    States states;
    for (int seed = 1; seed <= test::rounds(12, 400); ++seed) {
        SCOPED_TRACE(seed);
        History history(static_cast<std::uint64_t>(seed), false, true);
        history.run(500);
        const verify::Report report = history.report();
        EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
        if (HasFailure()) return;
        for (const verify::Finding& finding : report.findings)
            if (finding.kind == verify::FindingKind::agent_overlap)
                std::printf("seed %d: %s and %s overlap at %.2f s\n", seed, finding.who.c_str(),
                            finding.whom.c_str(), finding.begin);
        for (const auto& [state, times] : history.states()) states[state] += times;
    }
    using enum Mode;
    for (const Mode mode : {outside, walking, standing, airborne, arrived})
        EXPECT_GT(states[mode], 0) << "nobody was asked anything in state " << static_cast<int>(mode);
    EXPECT_GT(states[std::nullopt], 0);
}

TEST(Histories, BodiesThatAreMovedHarmNothing) {
    for (int seed = 1; seed <= test::rounds(12, 400); ++seed) {
        SCOPED_TRACE(seed);
        History history(static_cast<std::uint64_t>(seed), true);
        history.run(500);
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace wend::nav
