// What is known beforehand about a place's side of the walls is what the rings themselves say.

#include "world/side_grid.hpp"

#include <algorithm>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/geometry/polygon.hpp"

namespace wend {
namespace {

/// A star around its middle; its corners come counter-clockwise.
Ring random_star(Rng& rng, Vec2 middle, double reach) {
    const std::uint64_t corners = 3 + rng.below(20);
    Ring ring;
    for (std::uint64_t i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + rng.uniform(0, 0.9)) /
                             static_cast<double>(corners);
        ring.push_back(middle + unit_vector(angle) * rng.uniform(0.05 * reach, reach));
    }
    return ring;
}

void append_walls(const Ring& ring, std::vector<Segment>& walls) {
    for (std::size_t i = 0; i < ring.size(); ++i) walls.push_back({ring[i], ring[(i + 1) % ring.size()]});
}

TEST(SideGrid, KnowsWhatTheRingsSay) {
    Rng rng(71);
    std::size_t known = 0, asked = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<Polygon> stars;
        std::vector<Segment> walls;
        for (int i = 0; i < 6; ++i) {
            const double reach = rng.uniform(0.5, 40);
            stars.push_back({random_star(rng, {90.0 * i, rng.uniform(-20, 20)}, reach), {}});
            append_walls(stars.back().outline, walls);
        }
        const auto is_inside = [&](Vec2 p) {
            return std::any_of(stars.begin(), stars.end(),
                               [&](const Polygon& star) { return contains(star, p); });
        };
        const SideGrid grid(walls, is_inside);
        for (int i = 0; i < 300; ++i) {
            const Vec2 p{rng.uniform(-60, 520), rng.uniform(-70, 70)};
            ++asked;
            const auto side = grid.at(p);
            if (!side) continue;
            ++known;
            EXPECT_EQ(*side, is_inside(p)) << "round " << round << " at " << p.x << ' ' << p.y;
        }
    }
    EXPECT_GT(known, asked / 3);
}

TEST(SideGrid, LeavesCellsOpenThatAWallOnlyTouches) {
    const std::vector<Segment> box{
        {{0, 0}, {64, 0}}, {{64, 0}, {64, 64}}, {{64, 64}, {0, 64}}, {{0, 64}, {0, 0}}};
    const SideGrid grid(box, [](Vec2) { return true; });
    for (double along = 0; along <= 64; along += 0.25)
        for (const Vec2 p : {Vec2{along, 0}, {64, along}, {along, 64}, {0, along}}) EXPECT_FALSE(grid.at(p));
    EXPECT_TRUE(grid.at({32, 32}));
    EXPECT_FALSE(grid.at({-1, 5}));
    EXPECT_FALSE(SideGrid().at({0, 0}));
}

}  // namespace
}  // namespace wend
