// The verifier's own geometry against dense sampling, and its trajectories against the library's.

#include "verify/sweep.hpp"

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "support/effort.hpp"
#include "verify/contacts.hpp"
#include "verify/ground.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {
namespace {

Vec2 random_point(Rng& rng, double size) {
    return {rng.uniform(-size, size), rng.uniform(-size, size)};
}

/// A star around the origin: simple, mostly concave.
Ring random_star(Rng& rng, double size, Vec2 at = {}) {
    Ring ring;
    const auto corners = 3 + rng.below(6);
    for (std::uint64_t i = 0; i < corners; ++i)
        ring.push_back(at +
                       rng.uniform(0.2, 1) * size *
                           unit_vector(6.2831853 * static_cast<double>(i) / static_cast<double>(corners)));
    return ring;
}

/// How deep a disc is in the ring, or how far from it if negative.
double depth_in(const Ring& ring, Vec2 p, double radius) {
    return is_inside(ring, p) ? radius + ring_distance(ring, p) : radius - ring_distance(ring, p);
}

TEST(Sweep, AgreesWithDenseSampling) {
    int hits = 0;
    for (int seed = 0; seed < test::rounds(400, 20000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Leg leg;
        leg.begin = 0;
        leg.end = 1;
        leg.path = {random_point(rng, 3), random_point(rng, 3)};
        leg.radius = rng.uniform(0.1, 0.5);
        const Ring ring = random_star(rng, 1);
        const double turn = seed % 3 == 0 ? 0 : rng.uniform(-3, 3);
        const double angle = rng.uniform(-3, 3);
        const Stretch motion{0, 1, {random_point(rng, 2), angle}, {random_point(rng, 2), angle + turn}};
        const Contact contact = sweep_shape(leg, PolygonShape{ring}, motion, 1e-7);

        constexpr int samples = 2000;
        double deepest = -1e9, first = 2, last = -1;
        for (int i = 0; i <= samples; ++i) {
            const double s = static_cast<double>(i) / samples;
            const Vec2 origin = lerp(motion.from.position, motion.to.position, s);
            const double depth =
                depth_in(ring, rotated(leg.path.at(s) - origin, -(angle + s * turn)), leg.radius);
            deepest = std::max(deepest, depth);
            if (depth > 1.1e-4) {
                first = std::min(first, s);
                last = std::max(last, s);
            }
        }
        if (deepest > 1.1e-4) {
            ++hits;
            ASSERT_TRUE(contact.found) << seed << " deepest " << deepest;
            ASSERT_GE(contact.depth, std::min(deepest, leg.radius) - 1e-4) << seed;
            ASSERT_LE(contact.begin, first + 1e-3) << seed;
            ASSERT_GE(contact.end, last - 1e-3) << seed;
        }
        if (contact.found) {
            ASSERT_GT(deepest, -0.01) << seed << " found where nothing is near";
        }
    }
    EXPECT_GT(hits, 50);
}

TEST(Sweep, SegmentsAgreeWithDenseSampling) {
    for (int seed = 0; seed < test::rounds(2000, 50000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const Path path{random_point(rng, 1), seed % 10 ? random_point(rng, 1) : Vec2{}};
        const Vec2 a = random_point(rng, 1), b = seed % 7 ? random_point(rng, 1) : a;
        double least = 1e9;
        for (int i = 0; i <= 500; ++i) least = std::min(least, segment_distance(path.at(i / 500.0), a, b));
        const Contact contact = sweep_segment(path, a, b, 0.3, 0);
        if (least < 0.3) {
            ASSERT_TRUE(contact.found) << seed;
            ASSERT_NEAR(0.3 - contact.depth, least, 0.01) << seed;
            ASSERT_LE(0.3 - contact.depth, least + 1e-12) << seed;
        } else if (least > 0.31) {
            ASSERT_FALSE(contact.found) << seed;
        }
    }
}

/// Walls are where free ground ends: a straight way from free to not free crosses one, and a way that crosses
/// none is free or not free all along.
TEST(Ground, WallsSeparateWhatIsFreeFromWhatIsNot) {
    for (int seed = 0; seed < test::rounds(60, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Scene scene;
        scene.bounds = {{-10, -10}, {10, 10}};
        scene.layers.resize(1);
        const auto some = [&](std::uint64_t most) {
            std::vector<Polygon> polygons;
            for (std::uint64_t i = rng.below(most + 1); i > 0; --i) {
                // Corners on a coarse grid now and then, so that edges coincide.
                const double grid = rng.below(2) ? 1 : 0.001;
                Ring ring = random_star(rng, 4, random_point(rng, 8));
                for (Vec2& p : ring) p = {std::round(p.x / grid) * grid, std::round(p.y / grid) * grid};
                polygons.push_back({ring, {}});
            }
            return polygons;
        };
        scene.layers[0].walkable = some(5);
        scene.layers[0].blocked = some(6);
        const Ground ground(scene, 0);
        for (int i = 0; i < 300; ++i) {
            const Path path{random_point(rng, 9.9), random_point(rng, 9.9)};
            bool crosses = false;
            ground.walls_near({{-20, -20}, {20, 20}}, [&](const Wall& wall) {
                crosses |= sweep_segment(path, wall.a, wall.b, 1e-6, 0).found;
            });
            const bool from = ground.is_free(path.from), to = ground.is_free(path.to);
            if (from != to) {
                ASSERT_TRUE(crosses) << seed << " " << i;
            }
            if (crosses) continue;
            for (const double s : {0.25, 0.5, 0.75}) ASSERT_EQ(ground.is_free(path.at(s)), from) << seed;
        }
    }
}

TEST(Area, LargeRingsAgreeWithThePlainTest) {
    Rng rng(1);
    Ring ring;
    for (int i = 0; i < 5000; ++i) ring.push_back(rng.uniform(5, 10) * unit_vector(6.2831853 * i / 5000));
    const RingIndex index(ring);
    for (int i = 0; i < 2000; ++i) {
        const Vec2 p = random_point(rng, 11);
        ASSERT_EQ(index.contains(p), is_inside(ring, p));
    }
}

TEST(Timeline, MovesAsTheLibrarySays) {
    for (int seed = 0; seed < test::rounds(300, 5000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Trajectory motion;
        double time = rng.uniform(-2, 2);
        for (std::uint64_t i = 1 + rng.below(5); i > 0; --i) {
            motion.keyframes.push_back({time, {random_point(rng, 5), rng.uniform(-7, 7)}});
            time += rng.uniform(0.01, 2);
        }
        motion.loops = rng.below(2) == 1;
        const Timeline timeline("it", 0, DiscShape{1}, motion, {});
        const double begin = rng.uniform(0, 9), end = begin + rng.uniform(0.01, 5);
        std::vector<Stretch> stretches;
        timeline.stretches(begin, end, stretches);
        ASSERT_FALSE(stretches.empty());
        ASSERT_EQ(stretches.front().begin, begin);
        ASSERT_EQ(stretches.back().end, end);
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            const Stretch& s = stretches[i];
            if (i > 0) {
                ASSERT_NEAR(s.begin, stretches[i - 1].end, 1e-9);
            }
            const double middle = (s.begin + s.end) / 2;
            const Pose expected = motion.at(middle);
            ASSERT_LT(distance(lerp(s.from.position, s.to.position, 0.5), expected.position), 1e-6) << seed;
            ASSERT_NEAR((s.from.angle + s.to.angle) / 2, expected.angle, 1e-6) << seed;
        }
    }
}

}  // namespace
}  // namespace wend::verify
