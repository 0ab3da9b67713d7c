#include "wend/planning/planner.hpp"

#include <gtest/gtest.h>

#include "planning/toy_domains.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using namespace test;
using planning::Chain;
using planning::Planner;
using planning::Relation;
using planning::Stage;
using Course = domains::Course;

Stage stage(const std::string& domain, Relation relation = Relation::tunnel) {
    Stage made;
    made.domain = domain;
    made.from_above = relation;
    made.settings.tunnel = {1.5, 6};
    made.settings.widest = 20;
    made.waypoint_spacing = 6;
    made.legs = 50;
    return made;
}

void settle(Planner& planner, const View& view, std::uint64_t slice = 0) {
    constexpr int watchdog = 20'000;
    planner.set_trace(nullptr);
    for (int frame = 0;; ++frame) {
        Budget budget = slice == 0 ? Budget::unlimited() : Budget::expansions(slice);
        planner.plan(view, budget);
        ASSERT_TRUE(slice == 0 || budget.spent() <= slice);
        if (!planner.has_work()) return;
        ASSERT_LT(frame, watchdog) << "the planner never settles";
    }
}

/// Steps are legal in space and time, from the start to the goal.
void expect_legal(const ToyWorld& world, const Course& course, const Place& from, const Place& to,
                  bool in_time) {
    ASSERT_FALSE(course.empty());
    EXPECT_EQ(course.front().position, from.position);
    EXPECT_EQ(course.back().position, to.position);
    for (std::size_t i = 0; i < course.size(); ++i) {
        const StateId cell = world.cell_at(course[i].position);
        ASSERT_NE(cell, search::no_state);
        if (in_time) {
            EXPECT_FALSE(world.busy.contains({cell, static_cast<int>(course[i].time)}));
        }
        if (i == 0) continue;
        const Vec2 step = course[i].position - course[i - 1].position;
        EXPECT_LE(std::max(std::abs(step.x), std::abs(step.y)), 1);
        if (in_time) {
            EXPECT_EQ(course[i].time, course[i - 1].time + 1);
        }
    }
}

/// However much of the way is planned, it has no gap: legs whose beginning has moved are left out.
void expect_joined(const Course& course, const std::string& name) {
    for (std::size_t i = 1; i < course.size(); ++i) {
        const Vec2 step = course[i].position - course[i - 1].position;
        ASSERT_LE(std::max(std::abs(step.x), std::abs(step.y)), 1) << name << ", place " << i;
        ASSERT_EQ(course[i].time, course[i - 1].time + 1) << name << ", place " << i;
    }
}

struct Case {
    const char* name;
    Chain chain;
};
std::vector<Case> chains() {
    return {{"time alone", {{stage("time")}}},
            {"tunnel", {{stage("grid"), stage("time")}}},
            {"three stages", {{stage("grid"), stage("grid"), stage("time")}}},
            {"waypoints", {{stage("grid"), stage("grid", Relation::waypoints), stage("time")}}},
            {"waypoints at once", {{stage("grid"), stage("time", Relation::waypoints)}}}};
}

TEST(Planner, AnyChainFindsAWayWheneverThereIsOne) {
    std::uint32_t solved = 0, unsolved = 0;
    for (int i = 0; i < rounds(40, 600); ++i) {
        Rng rng(static_cast<std::uint64_t>(i));
        const auto world = ToyWorld::random(rng.next(), 20, 0.25, 0.05);
        const auto domains = toy_domains(world);
        const Start start{world->place(1, 1)};
        const Aim goal{world->place(18, 18)};
        world->grid.set_blocked(world->grid.state(1, 1), false);
        world->grid.set_blocked(world->grid.state(18, 18), false);
        std::optional<StatusCode> plain;
        for (const auto& [name, chain] : chains()) {
            ASSERT_TRUE(check(chain, domains).is_ok());
            Planner planner(chain, domains, {});
            planner.set_start(start);
            planner.set_goal(goal);
            settle(planner, world->view(), rng.below(2) == 0 ? 0 : 1 + rng.below(100));
            if (!plain) plain = planner.status();
            EXPECT_EQ(planner.status(), *plain) << name << ", world " << i;
            if (planner.status() != StatusCode::ok) continue;
            EXPECT_TRUE(planner.reaches_goal()) << name << ", world " << i;
            expect_legal(*world, planner.course(), start.at, goal.at, true);
        }
        (plain == StatusCode::ok ? solved : unsolved)++;
    }
    EXPECT_GT(solved, 10u);
    EXPECT_GT(unsolved, 3u);
}

/// The agent walks; things are put in its way; it arrives, and never stands in a taken cell.
TEST(Planner, AgentsArriveWhileTheWorldChanges) {
    for (const auto& [name, chain] : chains()) {
        int arrived = 0;
        const int walks = rounds(8, 100);
        for (int i = 0; i < walks; ++i) {
            Rng rng(static_cast<std::uint64_t>(i));
            const auto world = ToyWorld::random(rng.next(), 20, 0.1, 0);
            const auto domains = toy_domains(world);
            world->horizon = 200;
            Place at = world->place(1, 1);
            const Aim goal{world->place(18, 18)};
            world->grid.set_blocked(world->grid.state(1, 1), false);
            world->grid.set_blocked(world->grid.state(18, 18), false);
            Planner planner(chain, domains, {});
            planner.set_start({at});
            planner.set_goal(goal);
            for (int now = 0; now < 150 && !(at.position == goal.at.position); ++now) {
                at.time = now;
                if (planner.status() == StatusCode::ok && planner.start().at.time == now)
                    at = planner.start().at;
                ASSERT_NE(world->cell_at(at.position), search::no_state) << name << ", walk " << i;
                if (planner.status() == StatusCode::ok)
                    planner.advance(now + 1);
                else
                    planner.set_start({{0, at.position, now + 1.0}});
                const auto x = static_cast<std::uint32_t>(rng.below(20)),
                           y = static_cast<std::uint32_t>(rng.below(20));
                const StateId cell = world->grid.state(x, y);
                const bool is_ours = world->centre(cell) == at.position ||
                                     world->centre(cell) == goal.at.position ||
                                     world->centre(cell) == planner.start().at.position;
                if (!is_ours) world->set_blocked(cell, rng.below(3) == 0);
                Budget budget = Budget::expansions(3000);
                planner.plan(world->view(now), budget);
                expect_joined(planner.course(), name);
            }
            arrived += at.position == goal.at.position;
        }
        EXPECT_GE(arrived, walks - 1) << name;
    }
}

TEST(Planner, ChainsThatCannotBeAreNamed) {
    const auto domains = toy_domains(std::make_shared<ToyWorld>(4, 4));
    EXPECT_EQ(check(Chain{}, domains).message, "planner: expected at least one stage, found none");
    EXPECT_EQ(check(Chain{{stage("hexagons")}}, domains).message,
              "planner stage 0: there is no domain 'hexagons'; there are: grid, time");
    EXPECT_EQ(check(Chain{{stage("grid", Relation::waypoints)}}, domains).message,
              "planner stage 0: the first stage has nothing above it to take waypoints from");
    Chain narrow{{stage("grid")}};
    narrow.stages[0].settings.tunnel.space = 0;
    EXPECT_FALSE(check(narrow, domains).is_ok());
    const Chain twice{
        {stage("grid"), stage("grid", Relation::waypoints), stage("time", Relation::waypoints)}};
    EXPECT_EQ(check(twice, domains).message, "planner stage 2: waypoints are taken only once in a chain");
}

TEST(Planner, FailedLegsLoseTheirWaypoints) {
    // The grid's way leads over a place that is always taken when anybody could be there.
    const auto world = std::make_shared<ToyWorld>(21, 21);
    for (int t = 0; t <= world->horizon; ++t) world->busy.insert({world->grid.state(12, 10), t});
    const auto domains = toy_domains(world);
    const Chain chain{{stage("grid"), stage("time", Relation::waypoints)}};
    Planner planner(chain, domains, {});
    planner.set_start({world->place(2, 10)});
    planner.set_goal({world->place(18, 10)});
    settle(planner, world->view(), 500);
    EXPECT_EQ(planner.status(), StatusCode::ok);
    EXPECT_TRUE(planner.reaches_goal());
    EXPECT_GT(planner.totals().merges, 0u);
    expect_legal(*world, planner.course(), world->place(2, 10), world->place(18, 10), true);
}

TEST(Planner, EverythingCanBeShown) {
    const auto world = ToyWorld::random(5, 20, 0.1, 0.02);
    world->grid.set_blocked(world->grid.state(1, 1), false);
    world->grid.set_blocked(world->grid.state(18, 18), false);
    const auto domains = toy_domains(world);
    const Chain chain{{stage("grid"), stage("time")}};
    Planner planner(chain, domains, {});
    planning::Trace trace;
    planner.set_trace(&trace);
    planner.set_start({world->place(1, 1)});
    planner.set_goal({world->place(18, 18)});
    Budget budget = Budget::unlimited();
    planner.plan(world->view(), budget);
    const planning::PlannerView view = planner.inspect(50);
    ASSERT_EQ(view.tasks.size(), 2u);
    EXPECT_EQ(view.tasks[0].domain, "grid");
    EXPECT_EQ(view.tasks[1].tunnel_course, view.tasks[0].course);
    const planning::TaskPicture& picture = view.tasks[1].picture;
    EXPECT_GT(picture.asked, 50u);
    EXPECT_LE(picture.expanded.size(), 50u);
    EXPECT_GT(picture.expanded.size(), 25u);
    EXPECT_EQ(planner.inspect(100000).tasks[1].picture.expanded.size(), picture.asked);
    EXPECT_TRUE(planner.inspect().tasks[1].picture.expanded.empty()) << "nothing is collected unasked";
    EXPECT_GT(view.tasks[1].picture.width.space, 0);
    EXPECT_EQ(view.course, view.tasks[1].course);
    EXPECT_GT(view.tasks[1].status.seconds, 0);
    std::uint64_t expansions = 0;
    for (const planning::ExecutionRecord& record : trace.executions) expansions += record.expansions;
    EXPECT_EQ(expansions, budget.spent());
    const auto count = [&](planning::EventKind kind) {
        return std::count_if(trace.events.begin(), trace.events.end(),
                             [&](const planning::EventRecord& event) { return event.kind == kind; });
    };
    EXPECT_EQ(count(planning::EventKind::start_changed), 2);
    EXPECT_EQ(count(planning::EventKind::goal_changed), 2);
    EXPECT_GE(count(planning::EventKind::tunnel_changed), 1);
    EXPECT_GE(count(planning::EventKind::plan_status_changed), 2);
    EXPECT_GT(view.bytes, 1000u);
}

}  // namespace
}  // namespace wend
