#include "wend/world/body_path.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "world/random_bodies.hpp"

namespace wend {
namespace {

// The reference asks the body's own trajectory at many moments; it knows nothing of pieces.

bool is_there(const Body& body, double t) {
    return body.present.contains(t);
}

/// Distance from p to the body, negative inside.
double signed_distance(const Body& body, Vec2 p, double t) {
    const Pose pose = body.motion.at(t);
    const Vec2 own = rotated(p - pose.position, -pose.angle);
    const double grown = body.growth * (t - body.present.low);
    if (const auto* disc = std::get_if<DiscShape>(&body.shape)) return length(own) - disc->radius - grown;
    const Ring& outline = std::get<PolygonShape>(body.shape).outline;
    const double edge = boundary_distance(outline, own);
    return (contains(outline, own) ? -edge : edge) - grown;
}

bool covers(const std::vector<Interval>& times, double t) {
    return std::any_of(times.begin(), times.end(), [&](Interval i) { return i.contains(t); });
}

Body body_near_the_middle(Rng& rng) {
    return test::random_body(rng, ObstacleId{0, 1}, {.size = 6});
}

MovingDisc random_disc(Rng& rng) {
    const double begin = rng.uniform(-5, 20);
    return {{begin, begin + rng.uniform(0, 10)},
            test::random_point(rng, {{0, 0}, {6, 6}}),
            unit_vector(rng.uniform(0, 6.28)) * rng.uniform(0, 2),
            rng.uniform(0.1, 0.5),
            0};
}

TEST(BodyPath, DistanceIsThatOfTheTrajectory) {
    Rng rng(31);
    for (int round = 0; round < test::rounds(4000, 100'000); ++round) {
        const Body body = body_near_the_middle(rng);
        const BodyPath path(std::make_shared<const Body>(body));
        for (int i = 0; i < 20; ++i) {
            const Vec2 p = test::random_point(rng, {{-5, -5}, {11, 11}});
            const double t = rng.uniform(-12, 60);
            if (is_there(body, t))
                ASSERT_NEAR(path.distance_at(p, t), std::max(0.0, signed_distance(body, p, t)), 1e-9);
            else
                ASSERT_TRUE(std::isinf(path.distance_at(p, t)));
        }
    }
}

TEST(BodyPath, OverlapsAreThoseOfTheTrajectory) {
    Rng rng(32);
    int overlaps = 0;
    for (int round = 0; round < test::rounds(3000, 100'000); ++round) {
        const Body body = body_near_the_middle(rng);
        const BodyPath path(std::make_shared<const Body>(body));
        const MovingDisc disc = random_disc(rng);
        std::vector<Interval> times;
        path.append_overlaps(disc, times);
        overlaps += static_cast<int>(times.size());
        double first = std::numeric_limits<double>::infinity();
        for (const Interval time : times) first = std::min(first, time.low);
        ASSERT_EQ(path.first_overlap(disc).value_or(std::numeric_limits<double>::infinity()), first);
        for (int i = 1; i < 300; ++i) {
            const double t = disc.span.low + disc.span.length() * i / 300;
            const bool is_covered = covers(times, t);
            if (!is_there(body, t)) {
                ASSERT_FALSE(is_covered) << "round " << round;
                continue;
            }
            const double gap = signed_distance(body, disc.at(t), t) - disc.radius;
            if (gap < -1e-7) {
                ASSERT_TRUE(is_covered) << "round " << round << ", overlap of " << -gap;
            } else if (gap > 2 * turning_tolerance + 1e-7) {
                ASSERT_FALSE(is_covered) << "round " << round << ", apart by " << gap;
            }
        }
    }
    EXPECT_GT(overlaps, 500);
}

TEST(BodyPath, ManyLapsLaterItIsStillExact) {
    Body body;
    body.who = ObstacleId{0, 1};
    body.shape = DiscShape{0.5};
    body.motion = {{{1, {{0, 0}, 0}}, {3, {{4, 0}, 0}}, {5, {{0, 0}, 0}}}, true};
    const BodyPath path(std::make_shared<const Body>(body));
    std::vector<Interval> times;
    path.append_overlaps({{401, 405}, {2, 0}, {}, 0.5, 0}, times);
    ASSERT_EQ(times.size(), 2u);
    EXPECT_NEAR(times[0].low, 401.5, 1e-6);
    EXPECT_NEAR(times[0].high, 402.5, 1e-6);
    EXPECT_NEAR(times[1].low, 403.5, 1e-6);
}

}  // namespace
}  // namespace wend
