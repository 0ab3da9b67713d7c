#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "medial_worlds.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using namespace medial_test;

TEST(MedialAxis, of_a_corridor_is_its_middle_line) {
    std::vector<MedialWall> walls;
    add_ring(rectangle({0, 0}, {10, 2}), walls);
    const MedialAxis axis = axis_of(walls);
    ASSERT_EQ(axis.vertices().size(), 6u);  // four corners and the two ends of the middle line
    ASSERT_EQ(axis.edges().size(), 5u);
    double longest = 0;
    for (const MedialEdge& edge : axis.edges()) longest = std::max(longest, edge.length);
    EXPECT_NEAR(longest, 8, 1e-9);
    double widest = 0;
    for (const MedialVertex& vertex : axis.vertices()) widest = std::max(widest, vertex.clearance);
    EXPECT_NEAR(widest, 1, 1e-9);
    EXPECT_NEAR(axis.clearance_at({5, 0.25}), 0.25, 1e-12);
    EXPECT_EQ(axis.clearance_at({5, -1}), 0);
    EXPECT_EQ(axis.clearance_at({5, 0}), 0);
}

TEST(MedialAxis, around_a_pillar_is_a_ring_of_parabolas) {
    std::vector<MedialWall> walls;
    add_ring(rectangle({-4, -4}, {4, 4}), walls);
    walls.push_back({snap(0, 0), snap(0, 0), true, true});
    const MedialAxis axis = axis_of(walls);
    double ring = 0;
    for (std::uint32_t i = 0; i < axis.edges().size(); ++i) {
        const MedialSite pillar = medial_end | 4;  // the fifth end that was met
        if (axis.edges()[i].left != pillar && axis.edges()[i].right != pillar) continue;
        ring += axis.edges()[i].length;
        EXPECT_NEAR(axis.edges()[i].min_clearance, 2, 1e-9);
    }
    // Four arcs of y = (x^2 + 16) / 8 between its meetings with the diagonals.
    const double x = 4 * (std::numbers::sqrt2 - 1);
    const double s = x / 4;
    const double arc = 4 * (s * std::sqrt(1 + s * s) + std::asinh(s)) / 2;
    EXPECT_NEAR(ring, 8 * arc, 1e-6);
}

TEST(MedialAxis, refuses_walls_that_are_no_clean_arrangement) {
    const auto message = [](std::vector<MedialWall> walls) {
        const auto axis = MedialAxis::create(walls);
        EXPECT_FALSE(axis);
        return axis.status().message;
    };
    EXPECT_NE(message({}).find("no walls"), std::string::npos);
    const auto wall = [](int ax, int ay, int bx, int by) {
        return MedialWall{{ax, ay}, {bx, by}, true, true};
    };
    EXPECT_NE(message({wall(0, 0, 9, 9), wall(0, 9, 9, 0)}).find("walls 0 (0, 0) to (9, 9) and 1"),
              std::string::npos);
    EXPECT_NE(message({wall(0, 0, 10, 0), wall(5, 0, 5, 9)}).find("touch"), std::string::npos);
    EXPECT_NE(message({wall(0, 0, 10, 0), wall(4, 0, 20, 0)}).find("touch"), std::string::npos);
    EXPECT_NE(message({wall(0, 0, 10, 0), wall(10, 0, 0, 0)}).find("touch"), std::string::npos);
    EXPECT_NE(message({wall(0, 0, 10, 0), wall(3, 0, 3, 0)}).find("touch"), std::string::npos);
    EXPECT_NE(message({wall(0, 0, lattice_limit + 1, 0)}).find("expected coordinates within"),
              std::string::npos);
    EXPECT_TRUE(MedialAxis::create(std::vector{wall(0, 0, 10, 0), wall(10, 0, 20, 0), wall(10, 0, 10, 9)}));
}

TEST(MedialAxis, clearance_is_the_distance_to_the_nearest_wall) {
    const int count = wend::test::rounds(40, 1000);
    for (int seed = 0; seed < count; ++seed) {
        SCOPED_TRACE(seed);
        const World world = random_world(Rng(static_cast<std::uint64_t>(seed)));
        const MedialAxis axis = axis_of(world.walls);
        ASSERT_FALSE(axis.edges().empty());
        for (const MedialVertex& vertex : axis.vertices())
            ASSERT_NEAR(vertex.clearance, brute_distance(world.walls, vertex.position), 1e-7);
        for (std::uint32_t i = 0; i < axis.edges().size(); ++i) {
            const MedialEdge& edge = axis.edges()[i];
            ASSERT_NEAR(distance(axis.point_on(i, 0), axis.vertices()[edge.from].position), 0, 1e-6);
            ASSERT_NEAR(distance(axis.point_on(i, 1), axis.vertices()[edge.to].position), 0, 1e-6);
            double least = infinity, length = 0;
            constexpr int samples = 16;
            for (int k = 0; k <= samples; ++k) {
                const double t = static_cast<double>(k) / samples;
                const Vec2 p = axis.point_on(i, t);
                const double brute = brute_distance(world.walls, p);
                ASSERT_NEAR(axis.clearance_on(i, t), brute, 1e-6);
                least = std::min(least, brute);
                if (k > 0) length += distance(p, axis.point_on(i, t - 1.0 / samples));
                ASSERT_TRUE(brute < 1e-4 || world.is_free(p)) << p.x << ", " << p.y;
            }
            ASSERT_LE(edge.min_clearance, least + 1e-6);
            ASSERT_GE(edge.length, length - 1e-6);
            ASSERT_LE(edge.length, length * 1.02 + 1e-6);
        }
        Rng rng(static_cast<std::uint64_t>(seed) + 1000);
        for (int k = 0; k < 100; ++k) {
            const Vec2 p{rng.uniform(-10, 10), rng.uniform(-10, 10)};
            const double expected = world.is_free(p) ? brute_distance(world.walls, p) : 0;
            ASSERT_NEAR(axis.clearance_at(p), expected, 1e-9);
        }
    }
}

}  // namespace
}  // namespace wend::mesh
