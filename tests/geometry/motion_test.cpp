#include "wend/geometry/motion.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/geometry/interval_set.hpp"

#include "support/effort.hpp"

namespace wend {
namespace {

/// Signed gap between two bodies over time, metres.
using Gap = std::function<double(double)>;

/// Where a convex gap is smallest: plain ternary search.
double lowest(const Gap& gap, Interval span) {
    for (int i = 0; i < 200; ++i) {
        const double a = span.low + span.length() / 3, b = span.high - span.length() / 3;
        (gap(a) < gap(b) ? span.high : span.low) = gap(a) < gap(b) ? b : a;
    }
    return (span.low + span.high) / 2;
}

/// Where a gap changes sign between an open and an overlapping moment: plain bisection.
double crossing(const Gap& gap, double apart, double overlapping) {
    for (int i = 0; i < 200; ++i) {
        const double middle = (apart + overlapping) / 2;
        (gap(middle) < 0 ? overlapping : apart) = middle;
    }
    return overlapping;
}

/// The one interval during which a convex gap is negative must be `answer`.
void expect_negative_part(const Gap& gap, Interval span, std::optional<Interval> answer) {
    const double low = lowest(gap, span);
    const double deepest = std::min({gap(low), gap(span.low), gap(span.high)});
    if (deepest > 1e-7) {
        EXPECT_FALSE(answer) << "apart by " << deepest;
        return;
    }
    if (deepest > -1e-7) return;  // touching: either answer is right
    ASSERT_TRUE(answer) << "overlap of " << -deepest;
    const double begin = gap(span.low) < 0 ? span.low : crossing(gap, span.low, low);
    const double end = gap(span.high) < 0 ? span.high : crossing(gap, span.high, low);
    // Near touching the ends are as uncertain as the square root of the slack.
    const double tolerance = deepest > -1e-3 ? 1e-4 : 1e-6;
    EXPECT_NEAR(answer->low, begin, tolerance);
    EXPECT_NEAR(answer->high, end, tolerance);
}

Vec2 random_vector(Rng& rng, double size) {
    const double x = rng.uniform(-size, size);
    return {x, rng.uniform(-size, size)};
}

MovingDisc random_disc(Rng& rng, bool grows) {
    MovingDisc disc;
    disc.span.low = rng.uniform(-3, 3);
    disc.span.high = disc.span.low + rng.uniform(0.1, 8);
    disc.start = random_vector(rng, 4);
    disc.velocity = rng.below(5) == 0 ? Vec2{} : random_vector(rng, 2);
    disc.radius = rng.uniform(0.05, 1);
    if (grows) disc.growth = rng.uniform(0, 1.5);
    return disc;
}

Interval common(Interval a, Interval b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

TEST(Motion, DiscsOverlapExactlyWhenMinimisationSaysSo) {
    Rng rng(21);
    int overlaps = 0;
    for (int round = 0; round < test::rounds(20'000, 1'000'000); ++round) {
        const MovingDisc a = random_disc(rng, round % 3 == 0), b = random_disc(rng, round % 2 == 0);
        const Interval span = common(a.span, b.span);
        const auto answer = overlap_time(a, b);
        overlaps += answer.has_value();
        if (span.is_empty()) {
            EXPECT_FALSE(answer);
            continue;
        }
        expect_negative_part(
            [&](double t) { return distance(a.at(t), b.at(t)) - a.radius_at(t) - b.radius_at(t); }, span,
            answer);
        if (HasFailure()) FAIL() << "round " << round;
    }
    EXPECT_GT(overlaps, 2000);
}

TEST(Motion, DiscAndSegmentOverlapExactlyWhenMinimisationSaysSo) {
    Rng rng(22);
    int overlaps = 0;
    for (int round = 0; round < test::rounds(20'000, 1'000'000); ++round) {
        const MovingDisc disc = random_disc(rng, round % 3 == 0);
        const Vec2 a = random_vector(rng, 3), b = round % 17 == 0 ? a : random_vector(rng, 3);
        const auto answer = overlap_time(disc, a, b);
        overlaps += answer.has_value();
        const Gap gap = [&](double t) {
            return distance(disc.at(t), nearest_point(a, b, disc.at(t))) - disc.radius_at(t);
        };
        expect_negative_part(gap, disc.span, answer);
        if (HasFailure()) FAIL() << "round " << round;
    }
    EXPECT_GT(overlaps, 4000);
}

Ring random_ring(Rng& rng, double radius) {
    const auto corners = 3 + rng.below(6);
    Ring ring;
    for (std::uint64_t i = 0; i < corners; ++i)
        ring.push_back(
            unit_vector(6.283185307179586 * static_cast<double>(i) / static_cast<double>(corners)) *
            rng.uniform(0.2 * radius, radius));
    return ring;
}

MovingRing random_moving_ring(Rng& rng, const Ring& outline, bool turns) {
    MovingRing ring;
    ring.span.low = rng.uniform(-3, 3);
    ring.span.high = ring.span.low + rng.uniform(0.1, 6);
    ring.outline = &outline;
    ring.start = random_vector(rng, 2);
    ring.velocity = random_vector(rng, 2);
    ring.angle = rng.uniform(-4, 4);
    ring.spin = turns ? rng.uniform(-3, 3) : 0;
    ring.reach = reach_of(outline);
    return ring;
}

/// Distance from the disc to the ring's body at a time; minus its depth when it overlaps.
double gap_at(const MovingDisc& disc, const MovingRing& ring, double t) {
    const double along = t - ring.span.low;
    const Vec2 own =
        rotated(disc.at(t) - (ring.start + ring.velocity * along), -(ring.angle + ring.spin * along));
    const double edge = boundary_distance(*ring.outline, own);
    return (contains(*ring.outline, own) ? -edge : edge) - disc.radius_at(t);
}

bool covers(const std::vector<Interval>& times, double t) {
    return std::any_of(times.begin(), times.end(), [&](Interval i) { return i.contains(t); });
}

TEST(Motion, RingsThatDoNotTurnAreExact) {
    Rng rng(23);
    int overlaps = 0;
    for (int round = 0; round < test::rounds(1500, 100'000); ++round) {
        const Ring outline = random_ring(rng, 2.5);
        const MovingRing ring = random_moving_ring(rng, outline, false);
        const MovingDisc disc = random_disc(rng, round % 3 == 0);
        const Interval span = common(disc.span, ring.span);
        std::vector<Interval> times;
        append_overlap_times(disc, ring, times);
        overlaps += static_cast<int>(times.size());
        if (span.is_empty()) {
            EXPECT_TRUE(times.empty());
            continue;
        }
        for (int i = 0; i <= 400; ++i) {
            const double t = std::min(span.high, span.low + span.length() * i / 400);
            const double gap = gap_at(disc, ring, t);
            if (gap > 1e-7) {
                EXPECT_FALSE(covers(times, t)) << "round " << round << ", apart by " << gap;
            } else if (gap < -1e-7) {
                EXPECT_TRUE(covers(times, t)) << "round " << round << ", overlap of " << -gap;
            }
        }
        for (const Interval time : times) {
            if (time.low > span.low) {
                EXPECT_NEAR(gap_at(disc, ring, time.low), 0, 1e-6) << "round " << round;
            }
            if (time.high < span.high) {
                EXPECT_NEAR(gap_at(disc, ring, time.high), 0, 1e-6) << "round " << round;
            }
        }
    }
    EXPECT_GT(overlaps, 200);
}

TEST(Motion, TurningRingsMissNothingAndStayWithinTheTolerance) {
    Rng rng(24);
    int overlaps = 0;
    for (int round = 0; round < test::rounds(400, 20'000); ++round) {
        const Ring outline = random_ring(rng, 2.5);
        const MovingRing ring = random_moving_ring(rng, outline, true);
        const MovingDisc disc = random_disc(rng, round % 3 == 0);
        const Interval span = common(disc.span, ring.span);
        if (span.is_empty()) continue;
        std::vector<Interval> times;
        append_overlap_times(disc, ring, times);
        overlaps += static_cast<int>(times.size());
        for (int i = 0; i <= 2000; ++i) {
            const double t = std::min(span.high, span.low + span.length() * i / 2000);
            const double gap = gap_at(disc, ring, t);
            if (gap < 0) {
                EXPECT_TRUE(covers(times, t)) << "round " << round << ", overlap of " << -gap;
            } else if (gap > 2 * turning_tolerance + 1e-9) {
                EXPECT_FALSE(covers(times, t)) << "round " << round << ", apart by " << gap;
            }
        }
    }
    EXPECT_GT(overlaps, 80);
}

TEST(Motion, TouchingIsFreeAndAMillimetreIsNot) {
    const MovingDisc still{{0, 10}, {0, 0}, {}, 0.3, 0};
    const auto passing = [](double off) { return MovingDisc{{0, 10}, {-5, off}, {1, 0}, 0.2, 0}; };
    EXPECT_FALSE(overlap_time(still, passing(0.5)));
    EXPECT_TRUE(overlap_time(still, passing(0.499)));
    EXPECT_FALSE(overlap_time(passing(0.2), {-1, 0}, {1, 0}));
    EXPECT_TRUE(overlap_time(passing(0.199), {-1, 0}, {1, 0}));
    const Ring square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const MovingRing ring{{0, 10}, &square, {}, {}, 0, 0, reach_of(square)};
    std::vector<Interval> times;
    append_overlap_times(passing(1.2), ring, times);
    EXPECT_TRUE(times.empty());
    append_overlap_times(passing(1.199), ring, times);
    EXPECT_EQ(times.size(), 1u);
}

TEST(Motion, NothingSlipsThroughAtAnySpeed) {
    for (const double speed : {1.0, 1e2, 1e4, 1e6}) {
        const MovingDisc bullet{{0, 2 / speed}, {-1, 0.1}, {speed, 0}, 0.01, 0};
        EXPECT_TRUE(overlap_time(bullet, MovingDisc{{0, 10}, {}, {}, 0.1, 0})) << speed;
        EXPECT_TRUE(overlap_time(bullet, {0, -1}, {0, 1})) << speed;
    }
}

TEST(Motion, StandingWithoutEnd) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    const MovingDisc a{{1, forever}, {0, 0}, {}, 0.5, 0}, b{{3, forever}, {0.9, 0}, {}, 0.5, 0};
    EXPECT_EQ(overlap_time(a, b), (Interval{3, forever}));
    const MovingDisc grower{{0, forever}, {10, 0}, {}, 0.5, 0.5};
    const auto reached = overlap_time(a, grower);
    ASSERT_TRUE(reached);
    EXPECT_NEAR(reached->low, 18, 1e-6);
    EXPECT_EQ(reached->high, forever);
}

TEST(Motion, InsideARingIsOverlapWithoutTouchingItsEdges) {
    const Ring square{{-5, -5}, {5, -5}, {5, 5}, {-5, 5}};
    const MovingRing ring{{0, 10}, &square, {}, {}, 0, 0, reach_of(square)};
    std::vector<Interval> times;
    append_overlap_times({{2, 4}, {0, 0}, {0.1, 0}, 0.2, 0}, ring, times);
    EXPECT_EQ(times, (std::vector<Interval>{{2, 4}}));
}

RC_GTEST_PROP(IntervalSet, ComplementCoversExactlyTheRest, (std::vector<std::pair<int, int>> raw)) {
    std::vector<Interval> taken;
    for (const auto& [low, size] : raw)
        taken.push_back({low % 100 / 4.0, low % 100 / 4.0 + std::abs(size % 40) / 4.0});
    std::vector<Interval> joined = taken;
    join(joined);
    std::vector<Interval> rest = joined;
    const Interval window{-5, 20};
    complement(rest, window);
    for (double t = window.low + 0.01; t < window.high; t += 0.125) {
        RC_ASSERT(covers(taken, t) == covers(joined, t));
        RC_ASSERT(covers(taken, t) != covers(rest, t));
    }
}

}  // namespace
}  // namespace wend
