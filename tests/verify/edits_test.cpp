// People who come, go, pause and go on: by the scene's events and by a recording's edits.

#include <limits>

#include <gtest/gtest.h>

#include "faults.hpp"

namespace wend::verify {
namespace {

using test::check;
using test::of_kind;

const Goal far_away{0, DiscRegion{{1, 1}, 0.3}, {}};

/// Walker 3 stands from 4 s on, ten seconds in all, short of its goal.
test::Walkers one_is_stuck() {
    auto run = test::make_walkers(8, {.count = 4, .frames = 300, .walk_until = 0.4});
    run.agents[3].goal = far_away;
    return run;
}

TEST(Pauses, WhoIsPausedAtTheEndIsExcused) {
    auto run = one_is_stuck();
    EXPECT_EQ(check(run).deadlocked, 1u);
    run.scene.events = {{3, PauseEvent{"walker3"}}};
    const Report report = check(run);
    EXPECT_EQ(report.excused, 1u);
    EXPECT_EQ(report.deadlocked + report.missed_goals, 0u);
    EXPECT_EQ(report.arrived, 3u);
    EXPECT_TRUE(report.passed);
}

TEST(Pauses, WhoWasResumedIsNot) {
    auto run = one_is_stuck();
    run.scene.events = {{3, PauseEvent{"walker3"}}, {6, ResumeEvent{"walker3"}}};
    const Report report = check(run);
    EXPECT_EQ(report.excused, 0u);
    EXPECT_EQ(report.missed_goals, 1u);
    EXPECT_EQ(report.deadlocked, 0u) << "it had less than five seconds to move on";
    EXPECT_FALSE(report.passed);
    run.scene.events[1].time = 3.5;
    EXPECT_EQ(check(run).deadlocked, 1u);
}

TEST(Pauses, ExcuseFromTheWindow) {
    auto run = test::make_walkers(9);
    run.agents[4].goal.window = Interval{50, 60};
    EXPECT_EQ(check(run).missed_windows, 1u);
    run.scene.events = {{0.2, PauseEvent{"walker4"}}, {0.4, ResumeEvent{"walker4"}}};
    EXPECT_EQ(check(run).missed_windows, 0u);
    run.agents[4].goal.window = Interval{0, 0.1};
    run.agents[4].goal.region = far_away.region;
    EXPECT_EQ(check(run).missed_windows, 1u) << "the window was over before the pause";
}

TEST(Leaving, ExcusesWhoHasNotArrivedAndCountsWhoHas) {
    auto run = test::make_walkers(10);
    run.agents[3].goal = far_away;
    run.scene.events = {{0.5, LeaveEvent{"walker3"}}, {0.5, LeaveEvent{"walker5"}}};
    test::keep_only(run, 3, 0, 14);
    test::keep_only(run, 5, 0, 14);
    const Report report = check(run);
    EXPECT_EQ(report.excused, 1u);
    EXPECT_EQ(report.arrived, 8u);
    EXPECT_EQ(report.missed_goals, 0u);
    EXPECT_TRUE(report.passed) << to_text(report);
}

TEST(Leaving, WhoStaysIsFound) {
    auto run = test::make_walkers(10);
    run.scene.events = {{0.5, LeaveEvent{"walker5"}}};
    const auto found = of_kind(check(run), FindingKind::not_gone);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].who, "walker5");
    EXPECT_FALSE(check(run).passed);
}

/// The same run, with walker 8 known only by an edit in frame 6.
test::Walkers one_comes_later() {
    auto run = test::make_walkers(11);
    test::keep_only(run, 8, 6, 1000);
    AgentSpec late = run.agents.back();
    run.agents.pop_back();
    late.enters = run.recording.frames[5].time;
    const auto& first = run.recording.frames[6].agents.back();
    late.position = first.position.xy();
    run.recording.frames[6].edits = {{{late.enters, EnterEvent{late}}, 8}};
    return run;
}

TEST(Entering, ByAnEditIsLikeBeingInTheScene) {
    auto run = one_comes_later();
    Report report = check(run);
    EXPECT_EQ(report.agents, 9u);
    EXPECT_EQ(report.arrived, 9u);
    EXPECT_EQ(report.inconsistencies, 0u) << to_text(report);
    run.recording.frames[6].edits.clear();
    report = check(run);
    EXPECT_FALSE(of_kind(report, FindingKind::unknown_agent).empty());
    EXPECT_FALSE(report.passed);
}

TEST(Entering, ElsewhereOrUnderAWrongNumberIsFound) {
    auto run = one_comes_later();
    auto& edit = run.recording.frames[6].edits[0];
    std::get<EnterEvent>(edit.event.what).agent.position.x += 1;
    EXPECT_EQ(of_kind(check(run), FindingKind::wrong_start).size(), 1u);
    edit.agent = 7;
    EXPECT_EQ(of_kind(check(run), FindingKind::bad_frame).size(), 1u);
    edit.agent = 8;
    std::get<EnterEvent>(edit.event.what).agent.limits.radius = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(of_kind(check(run), FindingKind::bad_frame).size(), 1u);
}

TEST(Entering, TheBodyCountsInOverlaps) {
    auto run = one_comes_later();
    std::get<EnterEvent>(run.recording.frames[6].edits[0].event.what).agent.limits.radius = 30;
    EXPECT_GT(check(run).overlaps, 0u);
}

TEST(Edits, GiveGoals) {
    auto run = test::make_walkers(12);
    run.recording.frames[3].edits = {{{run.recording.frames[2].time, GoalEvent{"walker2", far_away}}, {}}};
    EXPECT_EQ(check(run).arrived, 8u);
    EXPECT_EQ(of_kind(check(run), FindingKind::missed_goal)[0].who, "walker2");
}

/// A crate that stands where nobody walks, and is put elsewhere after frame 20.
TEST(Edits, MoveAndRemoveTheScenesObstacles) {
    auto run = test::make_walkers(13);
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = DiscShape{0.5};
    crate.motion.keyframes = {{0, {{1, 1}, 0}}};
    run.scene.obstacles = {crate};
    run.recording.frames[0].identities = {{0, io::RecordedKind::obstacle, "crate", 0, DiscShape{0.5}}};
    for (io::Frame& frame : run.recording.frames)
        if (frame.index <= 40) frame.obstacles = {{0, {frame.index <= 20 ? Vec2{1, 1} : Vec2{2, 1}, 0}}};
    EXPECT_GT(check(run).inconsistencies, 0u);
    const double moved = run.recording.frames[20].time, removed = run.recording.frames[40].time;
    run.recording.frames[21].edits = {{{moved, MoveEvent{"crate", {{{0, {{2, 1}, 0}}}, false}}}, {}}};
    run.recording.frames[41].edits = {{{removed, DisappearEvent{"crate"}}, {}}};
    EXPECT_EQ(check(run).inconsistencies, 0u) << to_text(check(run));
}

}  // namespace
}  // namespace wend::verify
