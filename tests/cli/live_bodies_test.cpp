// Bodies of a world that goes on, of somebody who flies from platform to platform: there at all times, and in
// the air when the agent is.

#include "live_bodies.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/motion/rotation.hpp"
#include "wend/sim/simulation.hpp"

#include "domains/ride_worlds.hpp"

namespace wend::cli {
namespace {

Scene one_rider() {
    Scene scene = test::yard(1, 50);
    AgentSpec rider;
    rider.name = "rider";
    rider.position = {4.5, -2};
    rider.limits = test::rider_limits();
    rider.goal.region = DiscRegion{{6.5, 11.5}, 0.4};
    scene.agents.push_back(rider);
    FocusSpec focus;
    focus.target = rider.name;
    focus.chain = PlannerChain::rides;
    scene.planner.focus.push_back(focus);
    return scene;
}

/// Of the lower foot above the ground.
double lowest_toe(const motion::Pose& pose) {
    motion::PlacedPose placed;
    motion::place(pose, placed);
    const auto height = [&](motion::Part part) { return placed.positions[motion::index_of(part)].z; };
    return std::min(height(motion::Part::left_toe), height(motion::Part::right_toe));
}

TEST(LiveBodies, FlyBetweenPlatforms) {
    const Scene scene = one_rider();
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    LiveBodies bodies;
    int flights = 0;
    double seconds = 0, highest = 0;
    while (!simulation.is_finished()) {
        simulation.step();
        const io::Frame& frame = simulation.frame();
        const auto poses =
            bodies.follow(frame, [&](std::uint32_t agent) { return simulation.published(agent); });
        ASSERT_EQ(poses.size(), 1u) << "at " << frame.time;
        const io::RecordedAgent& agent = frame.agents[0];
        ASSERT_LT(distance(poses[0].pose.hips.xy(), agent.position.xy()), 1e-3) << "at " << frame.time;
        const double toe = lowest_toe(poses[0].pose);
        const bool flies = agent.mode == io::AgentMode::airborne;
        ASSERT_LT(toe, flies ? 1.0 : 0.2) << "at " << frame.time;
        if (flies) {
            seconds += scene.time_step;
            highest = std::max(highest, toe);
        } else if (seconds > 0) {
            // Both feet were up in every flight, though not as high as what is thrown for as long.
            EXPECT_GT(highest, std::min(0.05, 9.81 * seconds * seconds / 8 / 3))
                << seconds << " s before " << frame.time;
            ++flights;
            seconds = 0, highest = 0;
        }
    }
    EXPECT_GE(flights, 3);
}

}  // namespace
}  // namespace wend::cli
