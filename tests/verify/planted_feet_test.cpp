// Missteps put into a recording by hand: the verifier must see each, and nothing in the one without.

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
#include "wend/verify/verify.hpp"

namespace wend::verify {
namespace {

/// Somebody stands on both feet beside a ditch for a second.
struct Standing {
    Scene scene;
    io::Recording recording;

    Standing() {
        scene.bounds = {{0, 0}, {4, 4}};
        scene.layers = {Layer{"ground", 0, {}, {}}};
        scene.gaps = {{0, {rectangle(Box2{{2, 0}, {3, 4}}), {}}}};
        AgentSpec agent;
        agent.name = "ann";
        agent.position = {1, 2};
        agent.goal = {0, DiscRegion{{1, 2}, 0.5}, std::nullopt};
        scene.agents = {agent};
        recording.header = {"standing", "{}", 0, scene.time_step, "{}"};
        for (std::uint32_t i = 0; i < 30; ++i) {
            io::Frame frame;
            frame.index = i;
            frame.time = i * scene.time_step;
            frame.agents = {{0, 0, io::AgentMode::walking, {1, 2, 0}, 0}};
            recording.frames.push_back(frame);
        }
        say(0, "foot_down", "left 0 0 1 2.1 0 0");
        say(0, "foot_down", "right 0 0 1 1.9 0 0");
    }
    void say(std::size_t frame, const char* kind, const char* detail) {
        recording.frames[frame].events.push_back({kind, "ann", detail});
    }
    [[nodiscard]] Report report() const { return verify(scene, scene.agents, recording); }
    [[nodiscard]] std::size_t count(FindingKind kind) const {
        std::size_t found = 0;
        for (const Finding& finding : report().findings) found += finding.kind == kind;
        return found;
    }
};

TEST(PlantedFeet, StandingIsFine) {
    const Report report = Standing().report();
    EXPECT_TRUE(report.passed) << to_text(report);
    EXPECT_EQ(report.missteps, 0u);
}

TEST(PlantedFeet, AFootOverTheDitch) {
    for (const char* where : {"right 0.1 0 1.88 1.9 0 0", "right 0.1 0 2.5 1.9 0 0"}) {
        Standing walk;
        walk.say(3, "foot_up", "right 0.05");
        walk.say(4, "foot_down", where);
        EXPECT_EQ(walk.count(FindingKind::bad_footing), 1u) << where;
        EXPECT_FALSE(walk.report().passed);
    }
    Standing stone;
    stone.scene.footholds = {{0, {rectangle(Box2{{1.7, 1.7}, {2.1, 2.1}}), {}}, 0, {}}};
    stone.say(3, "foot_up", "right 0.05");
    stone.say(4, "foot_down", "right 0.1 0 1.88 1.9 0 0");
    EXPECT_EQ(stone.count(FindingKind::bad_footing), 0u);
}

TEST(PlantedFeet, AFootTooFarOnTheOtherOrOutOfTurn) {
    Standing far;
    far.say(3, "foot_up", "right 0.05");
    far.say(4, "foot_down", "right 0.1 0 1.7 1.9 0 0");
    EXPECT_GT(far.count(FindingKind::bad_step), 0u);
    Standing trodden;
    trodden.say(3, "foot_up", "right 0.05");
    trodden.say(4, "foot_down", "right 0.1 0 1 2.04 0 0");
    EXPECT_GT(trodden.count(FindingKind::bad_step), 0u);
    Standing twice;
    twice.say(4, "foot_down", "right 0.1 0 1.1 1.9 0 0");
    EXPECT_GT(twice.count(FindingKind::bad_step), 0u);
    Standing flying;
    flying.say(3, "foot_up", "right 0.05");
    flying.say(3, "foot_up", "left 0.05");
    flying.say(5, "foot_down", "right 0.15 0 1 1.9 0 0");
    EXPECT_GT(flying.count(FindingKind::bad_step), 0u);
}

TEST(PlantedFeet, AMassThatNoPendulumCarries) {
    Standing pushed;
    for (std::size_t i = 0; i < pushed.recording.frames.size(); ++i) {
        const double t = static_cast<double>(i) / 30;
        pushed.recording.frames[i].agents[0].position.x = 1 - 0.5 * 2.5 * t * t * 0.2;
    }
    EXPECT_EQ(pushed.count(FindingKind::off_balance), 0u);  // 0.5 m/s^2: a foot point 5 cm off
    for (std::size_t i = 0; i < pushed.recording.frames.size(); ++i) {
        const double t = static_cast<double>(i) / 30;
        pushed.recording.frames[i].agents[0].position.x = 1 - 0.5 * 4 * t * t * (t < 0.4 ? 1 : 0);
    }
    EXPECT_GT(pushed.count(FindingKind::off_balance), 0u);
}

TEST(PlantedFeet, ShouldersCountInsteadOfTheDisc) {
    Standing narrow;
    narrow.scene.layers[0].blocked = {{rectangle(Box2{{0.5, 2.2}, {1.5, 2.4}}), {}}};
    EXPECT_GT(narrow.count(FindingKind::wall_crossing), 0u);  // the left shoulder
    for (io::Frame& frame : narrow.recording.frames) frame.agents[0].heading = 1.5707963267948966;
    narrow.recording.frames[0].events.clear();
    narrow.say(0, "foot_down", "left 0 0 0.9 2 1.5707963267948966 0");
    narrow.say(0, "foot_down", "right 0 0 1.1 2 1.5707963267948966 0");
    EXPECT_EQ(narrow.count(FindingKind::wall_crossing), 0u);
}

TEST(PlantedFeet, WordsThatAreNoFootstep) {
    Standing odd;
    odd.say(3, "foot_down", "middle 0.1");
    odd.say(4, "foot_down", "left nowhere");
    EXPECT_GT(odd.count(FindingKind::bad_step), 0u);
}

}  // namespace
}  // namespace wend::verify
