#include "wend/domains/grid_to_space_time.hpp"

#include <gtest/gtest.h>

namespace wend::domains {
namespace {

const Course corner = {{0, {0, 0}, 0}, {0, {3, 0}, 0}, {0, {3, 6}, 0}};

TEST(GridToSpaceTime, TimesFollowTheLengthAtConstantSpeed) {
    const TimedCourse timed = grid_to_space_time(corner, 10, 1.5, std::nullopt, {1, 4});
    EXPECT_DOUBLE_EQ(timed.length, 9);
    EXPECT_DOUBLE_EQ(timed.course[0].time, 10);
    EXPECT_DOUBLE_EQ(timed.course[1].time, 12);
    EXPECT_DOUBLE_EQ(timed.course[2].time, 16);
    EXPECT_EQ(timed.arrival, (Interval{12, 20}));
}

TEST(GridToSpaceTime, ADemandedWindowSetsTheSpeed) {
    const TimedCourse late = grid_to_space_time(corner, 0, 1.5, Interval{18, 20}, {1, 4});
    EXPECT_DOUBLE_EQ(late.course.back().time, 18);
    EXPECT_DOUBLE_EQ(late.speed, 0.5);
    EXPECT_EQ(late.arrival, (Interval{18, 20}));
    const TimedCourse early = grid_to_space_time(corner, 0, 1.5, Interval{2, 3}, {1, 4});
    EXPECT_DOUBLE_EQ(early.course.back().time, 3);
    const TimedCourse within = grid_to_space_time(corner, 0, 1.5, Interval{2, 8}, {1, 4});
    EXPECT_DOUBLE_EQ(within.course.back().time, 6);
}

TEST(GridToSpaceTime, WindowsAreClosedBothWays) {
    const Place on{0, {1, 1}, 5};
    EXPECT_TRUE(is_equivalent(on, {0, {2, 1}, 7}, {1, 2}));
    EXPECT_FALSE(is_equivalent(on, {0, {2.1, 1}, 5}, {1, 2}));
    EXPECT_FALSE(is_equivalent(on, {0, {1, 1}, 2.9}, {1, 2}));
    EXPECT_FALSE(is_equivalent(on, {1, {1, 1}, 5}, {1, 2}));
}

}  // namespace
}  // namespace wend::domains
