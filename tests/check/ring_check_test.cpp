// The sweep against every pair of edges, on rings that are often, but not always, simple.

#include "check/ring_check.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "support/effort.hpp"

namespace wend::check {
namespace {

/// On a segment, in whole numbers.
bool is_on(Vec2 a, Vec2 b, Vec2 p) {
    return cross(b - a, p - a) == 0 && dot(p - a, p - b) <= 0;
}

bool touch(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const double c_side = cross(b - a, c - a), d_side = cross(b - a, d - a);
    const double a_side = cross(d - c, a - c), b_side = cross(d - c, b - c);
    return (c_side * d_side < 0 && a_side * b_side < 0) || is_on(a, b, c) || is_on(a, b, d) ||
           is_on(c, d, a) || is_on(c, d, b);
}

bool is_simple(const Ring& ring) {
    const std::size_t n = ring.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const Vec2 a = ring[i], b = ring[(i + 1) % n], c = ring[j], d = ring[(j + 1) % n];
            if (a == b || c == d) return false;
            if (b == c && j == i + 1) {
                if (is_on(a, b, d) || is_on(c, d, a)) return false;
            } else if (d == a && (j + 1) % n == i) {
                if (is_on(c, d, b) || is_on(a, b, c)) return false;
            } else if (touch(a, b, c, d)) {
                return false;
            }
        }
    return true;
}

TEST(RingCheck, SweepFindsWhatPairsFind) {
    Rng rng(7);
    int simple = 0, crossing = 0;
    for (int round = 0; round < test::rounds(4'000, 200'000); ++round) {
        // A star of whole coordinates, with one corner moved somewhere else: sometimes still simple.
        const auto corners = 25 + rng.below(30);
        Ring ring;
        for (std::uint64_t i = 0; i < corners; ++i) {
            const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(corners);
            const Vec2 p = unit_vector(angle) * rng.uniform(40, 120);
            ring.push_back({std::round(p.x), std::round(p.y)});
        }
        Vec2& moved = ring[rng.below(corners)];
        moved = {std::round(moved.x + rng.uniform(-40, 40)), std::round(moved.y + rng.uniform(-40, 40))};
        const bool expected = is_simple(ring);
        ASSERT_EQ(!ring_problem(ring), expected) << "round " << round;
        ++(expected ? simple : crossing);
    }
    EXPECT_GT(simple, 100);
    EXPECT_GT(crossing, 100);
}

TEST(RingCheck, LongRingsAreFast) {
    // A comb of long thin teeth: every edge is beside thousands of others.
    Ring comb{{0, -1}};
    const int teeth = 100'000;
    for (int i = 0; i < teeth; ++i) {
        comb.push_back({i * 0.1, 0});
        comb.push_back({i * 0.1 + 1000, 1000});
        comb.push_back({i * 0.1 + 1000.05, 1000});
        comb.push_back({i * 0.1 + 0.05, 0});
    }
    comb.push_back({teeth * 0.1, -1});
    EXPECT_EQ(ring_problem(comb), std::nullopt);
    comb[comb.size() / 2] = {3000, -5};
    EXPECT_NE(ring_problem(comb), std::nullopt);
}

TEST(RingCheck, Holes) {
    const Ring square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    EXPECT_EQ(polygon_problem({square, {{{1, 1}, {2, 1}, {2, 2}}}}), std::nullopt);
    EXPECT_EQ(polygon_problem({square, {{{0, 0}, {2, 1}, {2, 2}}}}), std::nullopt);
    EXPECT_EQ(polygon_problem({square, {{{1, 1}, {2, 1}, {2, 2}}, {{3, 1}, {5, 1}, {3, 2}}}}),
              "hole 1: found the point [5, 1] outside the outline, expected holes inside it");
}

}  // namespace
}  // namespace wend::check
