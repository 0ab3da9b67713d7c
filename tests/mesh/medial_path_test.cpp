#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "medial_worlds.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using namespace medial_test;

/// Which cells of a fine grid a disc can get to from a start, by flooding those with enough clearance.
class GridFlood {
  public:
    GridFlood(const MedialAxis& axis, double radius) : free_(side * side) {
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) free_[cell(x, y)] = axis.clearance_at(centre(x, y)) >= radius;
    }
    [[nodiscard]] bool connects(Vec2 a, Vec2 b) const {
        const std::size_t start = cell_at(a), goal = cell_at(b);
        std::vector<bool> seen(side * side, false);
        std::vector<std::size_t> open{start};
        seen[start] = true;
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            if (at == goal) return free_[start];
            const int x = static_cast<int>(at % side), y = static_cast<int>(at / side);
            for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                if (x + dx < 0 || y + dy < 0 || x + dx >= side || y + dy >= side) continue;
                const std::size_t next = cell(x + dx, y + dy);
                if (seen[next] || !free_[next]) continue;
                seen[next] = true;
                open.push_back(next);
            }
        }
        return false;
    }
    static constexpr double step = 0.05;

  private:
    static constexpr int side = 400;
    static std::size_t cell(int x, int y) { return static_cast<std::size_t>(y * side + x); }
    static Vec2 centre(int x, int y) { return {-10 + (x + 0.5) * step, -10 + (y + 0.5) * step}; }
    static std::size_t cell_at(Vec2 p) {
        return cell(static_cast<int>((p.x + 10) / step), static_cast<int>((p.y + 10) / step));
    }
    std::vector<bool> free_;
};

double polyline_length(const std::vector<Vec2>& points) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) sum += distance(points[i], points[i + 1]);
    return sum;
}

/// Least distance to walls, by dense samples.
double sampled_clearance(const World& world, const std::vector<Vec2>& points) {
    double least = infinity;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const int samples = 2 + static_cast<int>(distance(points[i], points[i + 1]) / 0.02);
        for (int k = 0; k <= samples; ++k) {
            const Vec2 p = lerp(points[i], points[i + 1], static_cast<double>(k) / samples);
            least = std::min(least, brute_distance(world.walls, p));
        }
    }
    return least;
}

TEST(MedialPath, reaches_what_a_flood_reaches_and_never_touches) {
    const int count = wend::test::rounds(12, 300);
    int reached = 0, refused = 0;
    for (int seed = 0; seed < count; ++seed) {
        const Rng rng(static_cast<std::uint64_t>(seed) + 77);
        const World world = random_world(rng.split(1));
        const MedialAxis axis = axis_of(world.walls);
        const double radius = rng.split(2).uniform(0.02, 0.6);
        const GridFlood wide(axis, radius + GridFlood::step), narrow(axis, radius - GridFlood::step);
        Rng places = rng.split(3);
        for (int k = 0; k < 8; ++k) {
            MedialQuery query;
            query.from = {places.uniform(-10, 10), places.uniform(-10, 10)};
            query.to = {places.uniform(-10, 10), places.uniform(-10, 10)};
            query.radius = radius;
            SCOPED_TRACE(testing::Message() << "seed " << seed << " query " << k);
            for (const double preferred : {0.0, radius, 2 * radius, 1.5, infinity}) {
                query.preferred_clearance = preferred;
                Budget budget = Budget::unlimited();
                const MedialPath path = axis.find_path(query, budget);
                if (path.status.code == StatusCode::unreachable) {
                    EXPECT_FALSE(wide.connects(query.from, query.to));
                    EXPECT_TRUE(path.points.empty());
                    ++refused;
                    break;
                }
                ASSERT_EQ(path.status.code, StatusCode::ok) << path.status.message;
                EXPECT_TRUE(narrow.connects(query.from, query.to));
                EXPECT_EQ(path.points.front(), query.from);
                EXPECT_EQ(path.points.back(), query.to);
                EXPECT_NEAR(path.length, polyline_length(path.points), 1e-9);
                EXPECT_GE(path.length, distance(query.from, query.to) - 1e-9);
                const double least = sampled_clearance(world, path.points);
                EXPECT_GE(least, radius - query.tolerance) << "preferred " << preferred;
                EXPECT_LE(path.min_clearance, least + 1e-9);
                EXPECT_GE(path.min_clearance, least - 0.01);  // samples are 0.02 m apart
                EXPECT_GE(path.bottleneck, radius);
                // As wide as asked for, or as the way and its ends allow.
                const double possible = std::min(
                    {preferred, path.bottleneck, axis.clearance_at(query.from), axis.clearance_at(query.to)});
                EXPECT_GE(least, possible - query.tolerance) << "preferred " << preferred;
                ++reached;
            }
        }
    }
    EXPECT_GT(reached, count);
    EXPECT_GT(refused, 0);
}

TEST(MedialPath, goes_from_shortest_to_the_axis_itself) {
    std::vector<MedialWall> walls;
    // A room with a block standing in it from the lower wall up.
    add_ring({{0, 0}, {8, 0}, {8, 6}, {12, 6}, {12, 0}, {20, 0}, {20, 10}, {0, 10}}, walls);
    const MedialAxis axis = axis_of(walls);
    MedialQuery query;
    query.from = {5, 2};
    query.to = {15, 2};
    query.radius = 0.5;
    const auto with = [&](double preferred) {
        query.preferred_clearance = preferred;
        Budget budget = Budget::unlimited();
        MedialPath path = axis.find_path(query, budget);
        EXPECT_TRUE(path.status.is_ok()) << path.status.message;
        return path;
    };
    // Around two corners at distance r: two tangents, two arcs and the straight between them.
    const double r = query.radius, d = distance({5, 2}, {8, 6});
    const double tangent = std::sqrt(d * d - r * r);
    const double to_corner = std::atan2(4, 3), bend = std::asin(r / d);
    const double arc = r * (to_corner + bend);
    EXPECT_NEAR(with(0).length, 2 * tangent + 2 * arc + 4, 0.01);
    EXPECT_NEAR(with(r).length, with(0).length, 1e-12);

    const MedialPath middle = with(infinity);
    for (const Vec2 p : middle.points) EXPECT_TRUE(p.x < 8 || p.x > 12 || std::abs(p.y - 8) < 0.002) << p.y;
    EXPECT_NEAR(middle.bottleneck, 2, 1e-6);
    double last = 0;
    for (const double preferred : {0.5, 0.8, 1.2, 1.6, 2.0}) {
        const MedialPath path = with(preferred);
        EXPECT_GE(path.length, last);
        EXPECT_GE(path.min_clearance, std::min(preferred, 2.0) - query.tolerance);
        last = path.length;
    }
    query.radius = 2.1;
    query.from = {5, 3};
    query.to = {15, 3};
    Budget budget = Budget::unlimited();
    EXPECT_EQ(axis.find_path(query, budget).status.code, StatusCode::unreachable);
}

/// The geodesic distance in a simple polygon: Dijkstra on its visibility graph.
double geodesic(const Ring& ring, Vec2 from, Vec2 to) {
    std::vector<Vec2> nodes = ring;
    nodes.push_back(from);
    nodes.push_back(to);
    const auto sees = [&](Vec2 a, Vec2 b) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const Vec2 c = ring[i], d = ring[(i + 1) % ring.size()];
            if (cross(b - a, c - a) * cross(b - a, d - a) < -1e-12 &&
                cross(d - c, a - c) * cross(d - c, b - c) < -1e-12)
                return false;
        }
        for (const double t : {0.01, 0.25, 0.5, 0.75, 0.99}) {
            const Vec2 p = lerp(a, b, t);
            if (!contains(ring, p) && boundary_distance(ring, p) > 1e-9) return false;
        }
        return true;
    };
    std::vector<double> cost(nodes.size(), infinity);
    std::vector<bool> done(nodes.size(), false);
    cost[ring.size()] = 0;
    for (std::size_t round = 0; round < nodes.size(); ++round) {
        std::size_t at = nodes.size();
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!done[i] && (at == nodes.size() || cost[i] < cost[at])) at = i;
        done[at] = true;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!done[i] && sees(nodes[at], nodes[i]))
                cost[i] = std::min(cost[i], cost[at] + distance(nodes[at], nodes[i]));
    }
    return cost.back();
}

// In a room without pillars there is one way only, so its taut path is the shortest of all, and more
// clearance never makes it shorter.
TEST(MedialPath, is_the_geodesic_in_a_room_of_any_shape) {
    const int count = wend::test::rounds(150, 3000);
    for (int seed = 0; seed < count; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 5);
        Ring ring;
        const int corners = 4 + static_cast<int>(rng.below(12));
        for (int i = 0; i < corners; ++i) {
            const Vec2 p = unit_vector(2 * std::numbers::pi * i / corners) * rng.uniform(1, 10);
            const LatticePoint snapped = snap(p.x, p.y);
            ring.push_back({snapped.x * unit, snapped.y * unit});
        }
        std::vector<MedialWall> walls;
        add_ring(ring, walls);
        const MedialAxis axis = axis_of(walls);
        for (int k = 0; k < 6; ++k) {
            MedialQuery query;
            query.tolerance = 1e-4;
            do query.from = {rng.uniform(-9, 9), rng.uniform(-9, 9)};
            while (axis.clearance_at(query.from) < 0.01);
            do query.to = {rng.uniform(-9, 9), rng.uniform(-9, 9)};
            while (axis.clearance_at(query.to) < 0.01);
            const double shortest = geodesic(ring, query.from, query.to);
            double last = 0;
            for (const double preferred : {0.0, 0.1, 0.3, 1.0, infinity}) {
                query.preferred_clearance = preferred;
                Budget budget = Budget::unlimited();
                const MedialPath path = axis.find_path(query, budget);
                ASSERT_TRUE(path.status.is_ok()) << path.status.message;
                ASSERT_TRUE(preferred > 0 || std::abs(path.length - shortest) < 0.005)
                    << "query " << k << ": " << path.length << " and " << shortest;
                ASSERT_GE(path.length, last - 0.005) << "query " << k << " preferred " << preferred;
                last = path.length;
            }
        }
    }
}

TEST(MedialPath, prefers_the_wide_way_when_asked_to) {
    // A block in the middle: the lower passage is 1 m wide and short, the upper one 5 m and a little longer.
    std::vector<MedialWall> walls;
    add_ring(rectangle({0, 0}, {20, 10}), walls);
    add_ring(reversed(rectangle({6, 1}, {14, 5})), walls);
    const MedialAxis axis = axis_of(walls);
    MedialQuery query;
    query.from = {2, 1};
    query.to = {18, 1};
    query.radius = 0.2;
    Budget budget = Budget::unlimited();
    const auto passes_below = [&](const MedialPath& path) {
        EXPECT_TRUE(path.status.is_ok()) << path.status.message;
        for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
            const Vec2 a = path.points[i], b = path.points[i + 1];
            if (a.x <= 10 && b.x > 10) return lerp(a, b, (10 - a.x) / (b.x - a.x)).y < 1;
        }
        ADD_FAILURE() << "the path does not pass the block";
        return false;
    };
    EXPECT_TRUE(passes_below(axis.find_path(query, budget)));
    query.preferred_clearance = 2;
    EXPECT_FALSE(passes_below(axis.find_path(query, budget)));
    query.preferred_clearance = 0;
    query.radius = 0.6;
    query.from.y = query.to.y = 2;
    EXPECT_FALSE(passes_below(axis.find_path(query, budget)));
}

TEST(MedialPath, says_what_is_wrong_with_a_query) {
    std::vector<MedialWall> walls;
    add_ring(rectangle({0, 0}, {20, 10}), walls);
    const MedialAxis axis = axis_of(walls);
    const auto code = [&](const MedialQuery& query, Budget budget = Budget::unlimited()) {
        return axis.find_path(query, budget).status.code;
    };
    MedialQuery good;
    good.from = {2, 2};
    good.to = {18, 8};
    good.radius = 1;
    EXPECT_EQ(code(good), StatusCode::ok);
    EXPECT_EQ(code(good, Budget::expansions(0)), StatusCode::out_of_budget);
    MedialQuery query = good;
    query.from = {-3, 2};
    EXPECT_EQ(code(query), StatusCode::unreachable);
    query = good;
    query.to = {18, 9.5};
    EXPECT_EQ(code(query), StatusCode::unreachable);
    query = good;
    query.from.x = std::nan("");
    EXPECT_EQ(code(query), StatusCode::invalid_input);
    query = good;
    query.radius = -1;
    EXPECT_EQ(code(query), StatusCode::invalid_input);
    query = good;
    query.tolerance = 0;
    EXPECT_EQ(code(query), StatusCode::invalid_input);
    query = good;
    query.to = query.from;
    EXPECT_EQ(code(query), StatusCode::ok);
}

}  // namespace
}  // namespace wend::mesh
