// The map against single queries, which find their paths in another way.

#include "wend/mesh/structures/shortest_path_map.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using test::SceneKind;

constexpr SceneKind all_kinds[] = {SceneKind::boxes, SceneKind::polygons, SceneKind::thin, SceneKind::pillars,
                                   SceneKind::mixed, SceneKind::jagged,   SceneKind::rooms};

MapSource point(Vec2 at) {
    return {at, at, 0};
}

/// The least of single queries; infinity when there is none.
double nearest(const Triangulation& mesh, Vec2 from, const std::vector<MapSource>& sources, double radius,
               QueryContext& context) {
    double least = std::numeric_limits<double>::infinity();
    for (const MapSource& source : sources) {
        PathQuery query;
        query.from = from;
        query.to = source.from;
        query.radius = radius;
        const Path path = find_path(mesh, query, context);
        if (path.status == StatusCode::ok) least = std::min(least, path.length + source.length);
    }
    return least;
}

/// In metres a way along a wall may be a rounding inside of it: then beside that there is one.
bool is_clear(const Triangulation& mesh, Vec2 from, Vec2 to) {
    const Vec2 middle = (from + to) / 2, aside = perpendicular(to - from) / distance(from, to) * 1e-6;
    const auto reaches = [&](Vec2 off, Vec2 end) {
        return cast_ray(mesh, middle + off, end + off).distance >= distance(middle, end) - 1e-5;
    };
    for (const Vec2 off : {Vec2{}, aside, aside * -1.0})
        if (reaches(off, from) && reaches(off, to)) return true;
    return false;
}

void expect_path(const Triangulation& mesh, const ShortestPathMap& map, Vec2 from, const MapAnswer& answer,
                 QueryContext& context) {
    Path path;
    map.find_path(mesh, from, context, path);
    ASSERT_EQ(path.status, StatusCode::ok);
    EXPECT_NEAR(path.length, answer.distance, 1e-9);
    ASSERT_FALSE(path.pieces.empty());
    EXPECT_LT(distance(path.pieces.front().from, from), 1e-9);
    for (const PathPiece& piece : path.pieces)
        if (piece.kind == PieceKind::straight && distance(piece.from, piece.to) > 1e-9 && map.radius() == 0) {
            EXPECT_TRUE(is_clear(mesh, piece.from, piece.to));
        }
}

void compare(Rng& rng, SceneKind kind, double radius, int source_count, int places) {
    const test::QueryScene scene = test::random_scene(rng, kind, 5 + static_cast<int>(rng.below(40)), 40);
    const Triangulation mesh = test::build_mesh(scene);
    QueryContext context(mesh);
    std::vector<MapSource> sources;
    while (static_cast<int>(sources.size()) < source_count) {
        const Vec2 at = test::random_point(rng, scene);
        if (is_free(mesh, at, radius, context)) sources.push_back({at, at, rng.uniform(0, 10)});
    }
    auto made = ShortestPathMap::create(mesh, radius, sources);
    ASSERT_TRUE(made) << made.status().message;
    const ShortestPathMap& map = made.value();
    for (int i = 0; i < places; ++i) {
        const Vec2 from = test::random_point(rng, scene);
        const MapAnswer answer = map.find(mesh, from, context);
        if (!is_free(mesh, from, radius, context)) {
            EXPECT_EQ(answer.status, StatusCode::invalid_input);
            continue;
        }
        const double expected = nearest(mesh, from, sources, radius, context);
        if (std::isinf(expected)) {
            EXPECT_EQ(answer.status, StatusCode::unreachable);
            continue;
        }
        ASSERT_EQ(answer.status, StatusCode::ok) << "from " << from.x << " " << from.y;
        ASSERT_NEAR(answer.distance, expected, 1e-9) << "radius " << radius << " kind " << int(kind);
        if (i % 8 == 0) expect_path(mesh, map, from, answer, context);
    }
}

TEST(ShortestPathMap, PointsAgreeWithSingleQueries) {
    for (int seed = 0; seed < test::rounds(140, 1400); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed) + 100);
        compare(rng, all_kinds[seed % 7], 0, 1 + seed % 3, 100);
    }
}

TEST(ShortestPathMap, DiscsAgreeWithSingleQueries) {
    for (int seed = 0; seed < test::rounds(70, 700); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed) + 500);
        compare(rng, all_kinds[seed % 7], rng.uniform(0.05, 0.8), 1 + seed % 3, 60);
    }
}

TEST(ShortestPathMap, IsSymmetric) {
    for (int seed = 0; seed < 40; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed) + 900);
        const double radius = seed % 2 == 0 ? 0 : 0.3;
        const test::QueryScene scene = test::random_scene(rng, all_kinds[seed % 7], 25, 40);
        const Triangulation mesh = test::build_mesh(scene);
        QueryContext context(mesh);
        std::vector<Vec2> places;
        for (int i = 0; i < 6; ++i) {
            const Vec2 at = test::random_point(rng, scene);
            if (is_free(mesh, at, radius, context)) places.push_back(at);
        }
        std::vector<std::vector<double>> metres;
        for (const Vec2 at : places) {
            const auto map = ShortestPathMap::create(mesh, radius, {point(at)});
            metres.emplace_back(places.size());
            map.value().distances(mesh, places, context, metres.back());
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (std::isfinite(metres[i][k]) || std::isfinite(metres[k][i])) {
                    EXPECT_NEAR(metres[i][k], metres[k][i], 1e-9);
                }
    }
}

/// No point of the exit is nearer than the map says, and the one it leads to is that near.
TEST(ShortestPathMap, StraightExits) {
    int checked = 0;
    for (int seed = 0; seed < test::rounds(60, 600); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed) + 1300);
        const double radius = seed % 2 == 0 ? 0 : 0.25;
        const test::QueryScene scene = test::random_scene(rng, all_kinds[seed % 7], 20, 40);
        const Triangulation mesh = test::build_mesh(scene);
        QueryContext context(mesh);
        const Vec2 from = test::random_point(rng, scene), to = test::random_point(rng, scene);
        const auto map = ShortestPathMap::create(mesh, radius, {{from, to, 0}});
        ASSERT_TRUE(map);
        for (int i = 0; i < 10; ++i) {
            const Vec2 place = test::random_point(rng, scene);
            if (!is_free(mesh, place, radius, context)) continue;
            Path path;
            const MapAnswer answer = map.value().find_path(mesh, place, context, path);
            double sampled = std::numeric_limits<double>::infinity();
            for (int k = 0; k <= 64; ++k) {
                const Vec2 end = lerp(from, to, k / 64.0);
                if (is_free(mesh, end, radius, context))
                    sampled = std::min(sampled, nearest(mesh, place, {point(end)}, radius, context));
            }
            EXPECT_GE(sampled, answer.distance - 1e-9);
            if (answer.status != StatusCode::ok) continue;
            const Vec2 end = path.pieces.back().to;
            EXPECT_LT(distance(nearest_point(from, to, end), end), 1e-6);
            // Somewhere on the way, clear of corners: that far it is the shortest, and on to the exit
            // straight.
            const auto last = std::find_if(
                path.pieces.rbegin(), path.pieces.rend(),
                [](const PathPiece& one) { return one.kind == PieceKind::straight && one.length > 1e-3; });
            if (last == path.pieces.rend()) continue;
            const Vec2 inside = (last->from + last->to) / 2;
            if (!is_free(mesh, inside, radius, context)) continue;
            double rest = last->length / 2;
            for (auto one = path.pieces.rbegin(); one != last; ++one) rest += one->length;
            const PathQuery query{place, inside, radius, PathMode::shortest, nullptr};
            EXPECT_NEAR(find_path(mesh, query, context).length + rest, answer.distance, 1e-6);
            ++checked;
        }
    }
    EXPECT_GT(checked, test::rounds(200, 2000));
}

TEST(ShortestPathMap, RefusesWhatItCannotServe) {
    const Triangulation mesh = Triangulation::create({{0, 0}, {10, 10}}).value();
    EXPECT_EQ(ShortestPathMap::create(mesh, -1, {point({1, 1})}).status().code, StatusCode::invalid_input);
    EXPECT_EQ(ShortestPathMap::create(mesh, 0, {}).status().code, StatusCode::invalid_input);
    EXPECT_EQ(ShortestPathMap::create(mesh, 0, {point({20, 1})}).status().code, StatusCode::invalid_input);
    EXPECT_EQ(ShortestPathMap::create(mesh, 0, {{{1, 1}, {1, 1}, -2}}).status().code,
              StatusCode::invalid_input);
    Settings plain;
    plain.clearance = false;
    const Triangulation flat = Triangulation::create({{0, 0}, {10, 10}}, plain).value();
    EXPECT_EQ(ShortestPathMap::create(flat, 0.5, {point({1, 1})}).status().code, StatusCode::invalid_input);
    EXPECT_TRUE(ShortestPathMap::create(flat, 0, {point({1, 1})}));
}

}  // namespace
}  // namespace wend::mesh
