// Agents that are called in, sent away, stopped and let go on while a run lasts; each run is held to the
// verifier's judgement.

#include <filesystem>

#include <gtest/gtest.h>

#include "wend/io/frame_source.hpp"
#include "wend/io/recording_file.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/io/sqlite_trajectory.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/world/populate.hpp"

#include "halls.hpp"
#include "support/scratch.hpp"

namespace wend {
namespace {

using test::hall;
using test::walker;

Scene two_walk() {
    return hall({walker("ann", {2, 5}, {18, 5}), walker("bob", {18, 4}, {2, 4})});
}

struct Session {
    explicit Session(const Scene& made) : scene(made) {
        auto created = Simulation::create(scene, {});
        EXPECT_TRUE(created) << created.status().message;
        crowd.emplace(std::move(created).value());
        started_with = crowd->agents();
        record();
    }
    void step(int count = 1) {
        for (int i = 0; i < count; ++i) {
            crowd->step();
            record();
        }
    }
    void finish() {
        while (!crowd->is_finished()) step();
    }
    void record() { recording.frames.push_back(crowd->frame()); }
    Status apply(decltype(TimedEvent::what) what) { return crowd->apply({0, std::move(what)}); }
    [[nodiscard]] const io::RecordedAgent* find(std::uint32_t agent) const {
        for (const io::RecordedAgent& recorded : crowd->frame().agents)
            if (recorded.agent == agent) return &recorded;
        return nullptr;
    }
    [[nodiscard]] Vec2 place_of(std::uint32_t agent) const { return find(agent)->position.xy(); }
    [[nodiscard]] verify::Report report() const { return verify::verify(scene, started_with, recording); }

    Scene scene;
    std::optional<Simulation> crowd;
    std::vector<AgentSpec> started_with;
    io::Recording recording;
};

TEST(People, SomebodyEntersAndArrives) {
    Session run(two_walk());
    run.step(30);
    ASSERT_TRUE(run.apply(EnterEvent{walker("guest", {10, 9}, {10, 1})}).is_ok());
    EXPECT_EQ(run.crowd->agents().size(), 3u);
    run.step();
    ASSERT_NE(run.find(2), nullptr);
    ASSERT_EQ(run.crowd->frame().edits.size(), 1u);
    EXPECT_EQ(run.crowd->frame().edits[0].agent, 2u);
    EXPECT_EQ(run.crowd->frame().edits[0].event.time, 1);
    run.finish();
    const verify::Report report = run.report();
    EXPECT_EQ(report.arrived, 3u);
    EXPECT_TRUE(report.passed) << verify::to_text(report);
}

TEST(People, NobodyEntersInFrontOfAWalker) {
    Session run(two_walk());
    run.step(60);
    const Vec2 ahead = run.place_of(0) + Vec2{0.6, 0};
    ASSERT_TRUE(run.apply(EnterEvent{walker("guest", ahead, {10, 1})}).is_ok());
    run.step();
    EXPECT_EQ(run.find(2), nullptr) << "the place is promised to ann";
    run.finish();
    const verify::Report report = run.report();
    EXPECT_EQ(report.arrived, 3u) << "the guest came in later";
    EXPECT_TRUE(report.passed) << verify::to_text(report);
}

TEST(People, NobodyEntersWhereSomethingHasBeenDropped) {
    Session session(two_walk());
    ASSERT_TRUE(session.apply(EnterEvent{walker("eve", {4, 5}, {10, 8})}).is_ok());
    ASSERT_TRUE(session.apply(AppearEvent{test::crate("crate", {4, 5.4}, 0.2)}).is_ok());
    session.step(150);
    EXPECT_EQ(nullptr, session.find(2));
    ASSERT_TRUE(session.apply(DisappearEvent{"crate"}).is_ok());
    session.step(2);
    EXPECT_NE(nullptr, session.find(2));
    session.finish();
    const verify::Report report = session.report();
    EXPECT_EQ(0u, report.overlaps) << verify::to_text(report);
    EXPECT_EQ(3u, report.arrived) << verify::to_text(report);
}

TEST(People, WrongNewcomersAreRefused) {
    Scene scene = two_walk();
    scene.layers[0].blocked = {{{{4, 0}, {6, 0}, {6, 3}, {4, 3}}, {}}};
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = DiscShape{1};
    crate.motion.keyframes = {{0, {{10, 8}, 0}}};
    scene.obstacles = {crate};
    Session run(scene);
    AgentSpec flat = walker("flat", {10, 1}, {1, 1}), deep = walker("deep", {10, 1}, {1, 1});
    flat.limits.radius = 0;
    deep.layer = 4;
    for (const AgentSpec& agent :
         {walker("ann", {10, 1}, {1, 1}), walker("", {10, 1}, {1, 1}), walker("wall", {5, 1}, {1, 1}),
          walker("edge", {6.1, 1}, {1, 1}), walker("crate", {10, 7.5}, {1, 1}),
          walker("out", {30, 1}, {1, 1}), flat, deep})
        EXPECT_FALSE(run.apply(EnterEvent{agent}).is_ok()) << agent.name;
    run.step();
    EXPECT_EQ(run.crowd->agents().size(), 2u);
    EXPECT_TRUE(run.crowd->frame().edits.empty());
    EXPECT_EQ(run.crowd->frame().events.size(), 8u);
}

TEST(People, WhoIsSentAwayIsGoneAndOthersGoOn) {
    Session run(two_walk());
    run.step(40);
    ASSERT_TRUE(run.apply(LeaveEvent{"bob"}).is_ok());
    EXPECT_FALSE(run.apply(LeaveEvent{"bob"}).is_ok()) << "only once";
    EXPECT_FALSE(run.apply(LeaveEvent{""}).is_ok());
    run.step();
    EXPECT_EQ(run.find(1), nullptr);
    EXPECT_TRUE(run.crowd->published(1).empty());
    EXPECT_EQ(run.crowd->view(1).mode, io::AgentMode::absent);
    run.finish();
    const verify::Report report = run.report();
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.excused, 1u);
    EXPECT_TRUE(report.passed) << verify::to_text(report);
}

TEST(People, AGoalForSomebodyWhoLeavesAtOnceHarmsNobody) {
    Session run(two_walk());
    run.step(10);
    ASSERT_TRUE(run.apply(GoalEvent{"bob", {0, DiscRegion{{5, 5}, 0.3}, {}}}).is_ok());
    ASSERT_TRUE(run.apply(LeaveEvent{"bob"}).is_ok());
    run.step(10);
    EXPECT_EQ(run.find(1), nullptr);
}

TEST(People, WhoIsPausedComesToRestAndIsWalkedAround) {
    Scene scene = two_walk();
    scene.agents[1] = walker("bob", {18, 5}, {2, 5});
    Session run(scene);
    run.step(45);
    ASSERT_TRUE(run.apply(PauseEvent{"ann"}).is_ok());
    EXPECT_TRUE(run.crowd->view(0).is_paused);
    run.step(150);
    const Vec2 rest = run.place_of(0);
    EXPECT_EQ(run.find(0)->mode, io::AgentMode::standing);
    run.step(120);
    EXPECT_EQ(run.place_of(0), rest);
    run.step(300);
    EXPECT_EQ(run.find(1)->mode, io::AgentMode::arrived) << "bob goes around her";
    ASSERT_TRUE(run.apply(ResumeEvent{"ann"}).is_ok());
    run.finish();
    EXPECT_EQ(run.find(0)->mode, io::AgentMode::arrived);
    EXPECT_TRUE(run.report().passed) << verify::to_text(run.report());
}

TEST(People, APausedWalkerStillBrakesForWhatAppears) {
    Session run(two_walk());
    run.step(60);
    ASSERT_TRUE(run.apply(PauseEvent{"ann"}).is_ok());
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = DiscShape{0.5};
    crate.motion.keyframes = {{0, {run.place_of(0) + Vec2{1.2, 0}, 0}}};
    ASSERT_TRUE(run.apply(AppearEvent{crate}).is_ok());
    run.step(240);
    EXPECT_EQ(run.find(0)->mode, io::AgentMode::standing);
    EXPECT_EQ(run.report().overlaps, 0u) << verify::to_text(run.report());
}

TEST(People, TheBudgetCanBeChanged) {
    Session run(two_walk());
    run.step(5);
    ASSERT_TRUE(run.apply(BudgetEvent{{{}, 0}}).is_ok());
    EXPECT_EQ(run.crowd->budget(), (BudgetSpec{{}, 0}));
    run.step(200);
    EXPECT_EQ(run.crowd->cost().expansions, 0u);
    const Vec2 rest = run.place_of(0);
    EXPECT_LT(rest.x, 10) << "without a budget nobody gets further than was promised";
    ASSERT_TRUE(run.apply(BudgetEvent{}).is_ok());
    run.finish();
    EXPECT_EQ(run.find(0)->mode, io::AgentMode::arrived);
}

/// The same things by a scene's events.
Scene eventful() {
    Scene scene = two_walk();
    scene.events = {{1, EnterEvent{walker("guest", {10, 9}, {10, 1})}},
                    {1.5, PauseEvent{"ann"}},
                    {2, BudgetEvent{{{}, 500}}},
                    {3, LeaveEvent{"bob"}},
                    {5, ResumeEvent{"ann"}}};
    return scene;
}

TEST(People, AScenesEventsDoTheSame) {
    Session run(eventful());
    ASSERT_EQ(run.started_with.size(), 3u);
    EXPECT_EQ(run.started_with[2].enters, 1);
    EXPECT_EQ(run.find(2), nullptr);
    run.finish();
    for (const io::Frame& frame : run.recording.frames) EXPECT_TRUE(frame.edits.empty());
    const verify::Report report = run.report();
    EXPECT_EQ(report.arrived, 2u);
    EXPECT_EQ(report.excused, 1u);
    EXPECT_TRUE(report.passed) << verify::to_text(report);
}

template <class Writer>
void write(Writer& writer, const io::Recording& recording) {
    for (const io::Frame& frame : recording.frames) ASSERT_TRUE(writer.append(frame).is_ok());
    ASSERT_TRUE(writer.close().is_ok());
}

TEST(People, RecordingsOfALiveRunVerifyFromTheFile) {
    Session run(two_walk());
    run.step(30);
    ASSERT_TRUE(run.apply(EnterEvent{walker("guest", {10, 9}, {10, 1})}).is_ok());
    ASSERT_TRUE(run.apply(PauseEvent{"ann"}).is_ok());
    ASSERT_TRUE(run.apply(BudgetEvent{{{}, 800}}).is_ok());
    run.step(90);
    ASSERT_TRUE(run.apply(LeaveEvent{"bob"}).is_ok());
    ASSERT_TRUE(run.apply(GoalEvent{"guest", {0, DiscRegion{{15, 1}, 0.3}, {}}}).is_ok());
    run.finish();
    const test::Scratch scratch;
    const io::RecordingHeader header{run.scene.name, "", 1, run.scene.time_step, ""};
    auto wend = io::RecordingWriter::open(scratch / "run.wend", header);
    auto sqlite = io::SqliteTrajectoryWriter::open(scratch / "run.sqlite", header, run.scene);
    ASSERT_TRUE(wend && sqlite);
    write(wend.value(), run.recording);
    write(sqlite.value(), run.recording);
    const auto agents = populate(run.scene, 1);
    ASSERT_TRUE(agents);
    for (const char* name : {"run.wend", "run.sqlite"}) {
        const auto report = verify::verify_file(scratch / name, run.scene, agents.value());
        ASSERT_TRUE(report) << report.status().message;
        EXPECT_EQ(report.value().agents, 3u);
        EXPECT_EQ(report.value().arrived, 1u);
        EXPECT_EQ(report.value().excused, 2u);
        EXPECT_TRUE(report.value().passed) << name << "\n" << verify::to_text(report.value());
    }
}

TEST(People, TheSameEditsGiveTheSameRun) {
    std::vector<std::uint64_t> hashes;
    for (int round = 0; round < 2; ++round) {
        Session run(two_walk());
        run.step(20);
        EXPECT_TRUE(run.apply(EnterEvent{walker("guest", {10, 5}, {2, 5})}).is_ok());
        run.step(20);
        EXPECT_TRUE(run.apply(PauseEvent{"bob"}).is_ok());
        run.step(200);
        io::RecordingHash hash;
        for (const io::Frame& frame : run.recording.frames) hash.add(frame);
        hashes.push_back(hash.value());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace wend
