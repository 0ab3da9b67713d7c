#include "wend/domains/grid_to_space_time.hpp"

#include <gtest/gtest.h>

namespace wend::domains {
namespace {

const Course corner = {{0, {0, 0}, 0}, {0, {3, 0}, 0}, {0, {3, 6}, 0}};

TEST(GridToSpaceTime, TimesFollowTheLengthAtConstantSpeed) {
    const Course timed = grid_to_space_time(corner, 10, 1.5);
    EXPECT_DOUBLE_EQ(timed[0].time, 10);
    EXPECT_DOUBLE_EQ(timed[1].time, 12);
    EXPECT_DOUBLE_EQ(timed[2].time, 16);
}

TEST(GridToSpaceTime, ADemandedWindowSetsTheSpeed) {
    const auto arrival = [](Interval window) {
        return grid_to_space_time(corner, 0, 1.5, window).back().time;
    };
    EXPECT_DOUBLE_EQ(arrival({18, 20}), 18);
    EXPECT_DOUBLE_EQ(arrival({2, 3}), 3);
    EXPECT_DOUBLE_EQ(arrival({2, 8}), 6);
    EXPECT_DOUBLE_EQ(arrival({-5, -1}), 6) << "a window that is over says nothing about the speed";
}

}  // namespace
}  // namespace wend::domains
