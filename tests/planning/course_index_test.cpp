#include "wend/planning/course_index.hpp"

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "support/effort.hpp"

namespace wend {
namespace {

using domains::Course;
using domains::Place;
using planning::CourseIndex;
using planning::Deviation;

/// Every piece, finely sampled.
double sampled(const Course& course, const Place& place, double pace) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < course.size(); ++i)
        for (int k = 0; k <= 1000; ++k) {
            const double share = k / 1000.0;
            const Place& a = course[i - 1];
            const Place& b = course[i];
            const Vec2 at = lerp(a.position, b.position, share);
            const double late = (a.time + (b.time - a.time) * share - place.time) * pace;
            if (a.layer == place.layer && b.layer == place.layer)
                best = std::min(best, std::hypot(distance(at, place.position), late));
        }
    return best;
}

TEST(CourseIndex, FindsTheNearestPointOfRandomCourses) {
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        const double pace = round % 2 == 0 ? 0 : rng.uniform(0.1, 2);
        Course course;
        Place at{0, {0, 0}, 0};
        for (std::uint64_t i = 0, n = 2 + rng.below(40); i < n; ++i) {
            course.push_back(at);
            const bool is_straight = rng.below(2) == 0 && i > 0 && course.size() > 1;
            const Vec2 step = is_straight ? at.position - course[course.size() - 2].position
                                          : Vec2{rng.uniform(-3, 3), rng.uniform(-3, 3)};
            at.position += step;
            at.time += is_straight ? at.time - course[course.size() - 2].time : rng.uniform(0, 4);
        }
        const CourseIndex index(course, pace);
        for (int i = 0; i < 20; ++i) {
            const Place place{0, {rng.uniform(-20, 20), rng.uniform(-20, 20)}, rng.uniform(0, 100)};
            const Deviation found = index.nearest(place);
            EXPECT_NEAR(std::hypot(found.space, found.time * pace), sampled(course, place, pace), 0.02)
                << "course " << round;
        }
    }
}

TEST(CourseIndex, StraightRunsAreOnePiece) {
    Course course;
    for (int i = 0; i <= 50; ++i) course.push_back({0, {i * 0.5, 0}, i * 0.25});
    EXPECT_EQ(CourseIndex(course, 1).pieces(), 1u);
    course.push_back({0, {25, 1}, 13});
    EXPECT_EQ(CourseIndex(course, 1).pieces(), 2u);
}

TEST(CourseIndex, KnowsTheRestOfTheCourse) {
    const Course course{{0, {0, 0}, 0}, {0, {4, 0}, 4}, {0, {4, 3}, 7}, {1, {9, 9}, 8}, {1, {9, 11}, 10}};
    const CourseIndex index(course);
    EXPECT_NEAR(index.nearest({0, {1, 2}, 0}).rest, 3 + 3 + 2, 1e-5);
    EXPECT_NEAR(index.nearest({0, {5, 1}, 0}).rest, 2 + 2, 1e-5);
    EXPECT_NEAR(index.nearest({1, {0, 10}, 0}).rest, 1, 1e-5);
}

TEST(CourseIndex, ComingBackIsNotMerged) {
    const Course course{{0, {0, 0}, 0}, {0, {10, 0}, 10}, {0, {4, 0}, 16}};
    const CourseIndex index(course, 1);
    EXPECT_NEAR(index.nearest({0, {9, 0}, 9}).time, 0, 1e-9);
    EXPECT_NEAR(index.nearest({0, {10, 0}, 10}).space, 0, 1e-9);
}

TEST(CourseIndex, OtherLayersAreInfinitelyFar) {
    const Course course{{0, {0, 0}, 0}, {0, {10, 0}, 10}, {3, {12, 0}, 12}, {3, {20, 0}, 20}};
    const CourseIndex index(course);
    EXPECT_EQ(index.nearest({1, {5, 0}, 0}).space, std::numeric_limits<double>::infinity());
    EXPECT_NEAR(index.nearest({0, {11, 0}, 0}).space, 1, 1e-9);
    EXPECT_NEAR(index.nearest({3, {11, 0}, 0}).space, 1, 1e-9);
    EXPECT_EQ(CourseIndex().nearest({0, {0, 0}, 0}).space, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace wend
