// Waits by steps: whatever the turn between arriving and leaving, they fit the time and the room that
// planners count on.

#include <numbers>

#include <gtest/gtest.h>

#include "wend/locomotion/ride.hpp"
#include "wend/motion/rotation.hpp"

#include "locomotion/stepping_wait.hpp"

namespace wend::locomotion::test {
namespace {

const Skills& skills() {
    static const Skills made = stepping_skills({}, 7);
    return made;
}

/// In its room, at no more than a walk, and never turned in a jerk.
void expect_steps(const std::vector<WaitPoint>& points, Tick ticks) {
    ASSERT_EQ(points.size(), static_cast<std::size_t>(ticks) + 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_LE(length(points[i].offset), skills().prepare_radius() + 1e-9) << "tick " << i;
        if (i == 0) continue;
        EXPECT_LE(distance(points[i].offset, points[i - 1].offset) * ticks_per_second, 2.0) << "tick " << i;
        EXPECT_LE(std::abs(motion::wrapped(*points[i].heading - *points[i - 1].heading)) * ticks_per_second,
                  4.5)
            << "tick " << i;
    }
}

TEST(Waits, EveryTurnFitsTimeAndRoom) {
    constexpr double degree = std::numbers::pi / 180;
    Tick longest = 0;
    for (double turn = -180; turn < 180; turn += 0.5) {
        const double in = 0.3 * turn * degree, out = in + turn * degree;
        const Tick needed = fewest_wait_ticks(skills(), {in, out});
        ASSERT_GT(needed, 0) << turn;
        longest = std::max(longest, needed);
        for (const Tick ticks : {skills().prepare_ticks(), skills().prepare_ticks() + 77}) {
            const auto points = stepped_wait(skills(), ticks, {in, out});
            expect_steps(points, ticks);
            if (HasFatalFailure()) return;
            EXPECT_LT(length(points.front().offset), 1e-9);
            EXPECT_LT(length(points.back().offset), 1e-9);
            EXPECT_LT(std::abs(motion::wrapped(*points.front().heading - in)), 1e-9);
            EXPECT_LT(std::abs(motion::wrapped(*points.back().heading - out)), 1e-9);
            // Passed at a walk, in both directions.
            const Vec2 first = (points[1].offset - points[0].offset) * ticks_per_second;
            const Vec2 last = (points.back().offset - points[points.size() - 2].offset) * ticks_per_second;
            EXPECT_LT(length(first - unit_vector(in) * skills().passing_speed), 0.25) << turn;
            EXPECT_LT(length(last - unit_vector(out) * skills().passing_speed), 0.25) << turn;
        }
    }
    EXPECT_LE(longest, skills().prepare_ticks());
    RecordProperty("longest", longest);
}

TEST(Waits, StopsAndStartsAreOnTheLandmark) {
    for (double heading = -3; heading < 3; heading += 0.5) {
        EXPECT_LE(fewest_wait_ticks(skills(), {heading, {}}), skills().rest_ticks());
        const auto stop = stepped_wait(skills(), skills().rest_ticks(), {heading, {}});
        expect_steps(stop, skills().rest_ticks());
        EXPECT_LT(length(stop.back().offset), 1e-9);
        const Tick start = skills().prepare_ticks() - skills().stop_ticks();
        EXPECT_LE(fewest_wait_ticks(skills(), {{}, heading}), start);
        const auto leave = stepped_wait(skills(), start, {{}, heading});
        expect_steps(leave, start);
        EXPECT_LT(length(leave.front().offset), 1e-9);
        // Too short to step back.
        const auto halt = stepped_wait(skills(), 40, {heading, {}});
        expect_steps(halt, 40);
        EXPECT_GT(length(halt.back().offset), 0.3);
    }
    for (const WaitPoint& point : stepped_wait(skills(), 30, {})) EXPECT_EQ(point.offset, Vec2{});
}

}  // namespace
}  // namespace wend::locomotion::test
