// Visibility graphs against rays, cells of the map against its definition, near-convex cells, layers.

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/goal_map.hpp"
#include "wend/mesh/structures/map_pieces.hpp"
#include "wend/mesh/structures/near_convex.hpp"
#include "wend/mesh/structures/visibility_graph.hpp"

#include "query_scenes.hpp"

namespace wend::mesh {
namespace {

struct World {
    explicit World(std::uint64_t seed, test::SceneKind kind = test::SceneKind::polygons)
        : rng(seed),
          scene(test::random_scene(rng, kind, 15, 40)),
          mesh(test::build_mesh(scene)),
          context(mesh) {}
    Vec2 draw(double radius) {
        for (;;) {
            const Vec2 at = test::random_point(rng, scene);
            if (is_free(mesh, at, radius, context)) return at;
        }
    }
    Rng rng;
    test::QueryScene scene;
    Triangulation mesh;
    QueryContext context;
};

struct Whole {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

int side_of(Whole a, Whole b, Whole p) {
    const std::int64_t area = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return (area > 0) - (area < 0);
}

/// Brute force in whole numbers: +1 they see each other, -1 they do not, 0 a vertex between them touches.
int sees(const World& world, Vec2 from, Vec2 to) {
    const double unit = world.scene.unit;
    const auto whole = [&](Vec2 p) { return Whole{std::llround(p.x / unit), std::llround(p.y / unit)}; };
    const Whole a = whole(from), b = whole(to);
    for (TriangleIndex t = 0; t < world.mesh.triangle_bound(); ++t) {
        if (!world.mesh.is_triangle(t) || world.mesh.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (!world.mesh.is_wall(h)) continue;
            const Whole c = whole(world.mesh.position(world.mesh.vertex(h)));
            const Whole d = whole(world.mesh.position(world.mesh.vertex(Triangulation::next(h))));
            const bool is_end = (c.x == a.x && c.y == a.y) || (c.x == b.x && c.y == b.y);
            const std::int64_t before = (c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y);
            const std::int64_t beyond = (c.x - b.x) * (a.x - b.x) + (c.y - b.y) * (a.y - b.y);
            if (!is_end && side_of(a, b, c) == 0 && before > 0 && beyond > 0) return 0;
            if (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0) return -1;
        }
    }
    const Location middle = world.mesh.locate((from + to) / 2);
    if (middle.on == Location::On::edge) return 1;
    return world.mesh.is_blocked(middle.triangle) ? -1 : 1;
}

TEST(VisibilityGraph, FullIsAllPairsThatSeeEachOther) {
    int checked = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        World world(seed);
        const VisibilityGraph graph = full_visibility_graph(world.mesh);
        std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (const VisibilityEdge& edge : graph.edges) edges.emplace(edge.from, edge.to);
        for (std::uint32_t i = 0; i < graph.corners.size(); ++i)
            for (std::uint32_t k = i + 1; k < graph.corners.size(); ++k) {
                // Along walls, which refinement bends by less than a unit, nothing is certain.
                const bool is_certain =
                    distance(graph.corners[i], graph.corners[k]) > 1e-3 &&
                    world.mesh.locate((graph.corners[i] + graph.corners[k]) / 2).on == Location::On::triangle;
                const int expected = sees(world, graph.corners[i], graph.corners[k]);
                if (expected == 0 || !is_certain) continue;
                const double margin = std::abs(
                    clearance_at(world.mesh, (graph.corners[i] + graph.corners[k]) / 2, 1, world.context));
                if (expected > 0 && margin < 1e-5) continue;
                ++checked;
                EXPECT_EQ(edges.contains({i, k}), expected > 0) << i << " " << k << " seed " << seed;
            }
    }
    EXPECT_GT(checked, 1000);
}

/// Rays to a corner may end a rounding before it.
bool reaches(const Triangulation& mesh, Vec2 from, Vec2 corner) {
    return cast_ray(mesh, from, corner).distance >= distance(from, corner) - 1e-9;
}

/// Dijkstra's search over it, with ends joined by rays, is as short as the map says.
TEST(VisibilityGraph, ReducedIsEnoughAndPartOfFull) {
    for (std::uint64_t seed = 11; seed <= 16; ++seed) {
        World world(seed);
        const Roadmap roadmap(world.mesh, 0);
        const VisibilityGraph graph = visibility_graph(world.mesh, roadmap);
        EXPECT_LT(graph.edges.size(), full_visibility_graph(world.mesh).edges.size());
        const Vec2 source = world.draw(0);
        const auto map = ShortestPathMap::create(world.mesh, 0, {{source, source, 0}});
        std::vector<double> length(graph.corners.size(), std::numeric_limits<double>::infinity());
        for (std::size_t i = 0; i < length.size(); ++i)
            if (reaches(world.mesh, source, graph.corners[i])) length[i] = distance(source, graph.corners[i]);
        for (bool changes = true; changes;) {
            changes = false;
            for (const VisibilityEdge& edge : graph.edges)
                for (const auto& [a, b] : {std::pair{edge.from, edge.to}, std::pair{edge.to, edge.from}})
                    if (length[a] + edge.length < length[b] - 1e-12) {
                        length[b] = length[a] + edge.length;
                        changes = true;
                    }
        }
        for (int i = 0; i < 50; ++i) {
            const Vec2 place = world.draw(0);
            double least = cast_ray(world.mesh, source, place).is_clear
                               ? distance(source, place)
                               : std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < length.size(); ++k)
                if (reaches(world.mesh, place, graph.corners[k]))
                    least = std::min(least, length[k] + distance(graph.corners[k], place));
            EXPECT_NEAR(map.value().find(world.mesh, place, world.context).distance, least, 1e-9);
        }
    }
}

TEST(MapCells, BordersGeneratorsAndAreas) {
    for (std::uint64_t seed = 21; seed <= 26; ++seed) {
        World world(seed, seed % 2 == 0 ? test::SceneKind::boxes : test::SceneKind::polygons);
        const Vec2 source = world.draw(0), other = world.draw(0);
        const auto made = ShortestPathMap::create(world.mesh, 0, {{source, source, 0}, {other, other, 0}});
        const ShortestPathMap& map = made.value();
        const auto borders = find_borders(world.mesh, map, 0.5, world.context);
        EXPECT_GT(borders.size(), 100u);
        for (const BorderPlace& border : borders)
            EXPECT_NEAR(map.distance_by(world.mesh, border.one, border.at),
                        map.distance_by(world.mesh, border.two, border.at), 1e-9);
        double area = 0, free_area = 0;
        for (const MapPiece& piece : cut_into_pieces(world.mesh, map, 0.5, world.context)) {
            area += cross(piece.corners[1] - piece.corners[0], piece.corners[2] - piece.corners[0]) / 2;
            const Vec2 middle = (piece.corners[0] + piece.corners[1] + piece.corners[2]) / 3;
            const MapAnswer answer = map.find(world.mesh, middle, world.context);
            EXPECT_NEAR(cast_ray(world.mesh, middle, answer.next).distance, distance(middle, answer.next),
                        1e-6);
        }
        for (TriangleIndex t = 0; t < world.mesh.triangle_bound(); ++t) {
            if (!world.mesh.is_triangle(t) || world.mesh.is_blocked(t)) continue;
            const HalfEdge h = Triangulation::half_edge(t, 0);
            const Vec2 a = world.mesh.position(world.mesh.vertex(h));
            free_area += cross(world.mesh.position(world.mesh.vertex(h + 1)) - a,
                               world.mesh.position(world.mesh.vertex(h + 2)) - a) /
                         2;
        }
        EXPECT_NEAR(area, free_area, 1e-6 * free_area);
    }
}

TEST(NearConvexCells, CoverTheMeshAndLeadThere) {
    for (std::uint64_t seed = 31; seed <= 36; ++seed) {
        World world(seed);
        const NearConvexCells cells(world.mesh, 0.5);
        EXPECT_LT(cells.cell_count(), cells.triangle_count());
        EXPECT_LE(cells.deepest_notch(), 0.5);
        double area = 0, free_area = 0;
        for (std::uint32_t i = 0; i < cells.cell_count(); ++i) {
            const auto& ring = cells.outline(i);
            for (std::size_t k = 0; k < ring.size(); ++k)
                area +=
                    cross(world.mesh.position(ring[k]), world.mesh.position(ring[(k + 1) % ring.size()])) / 2;
        }
        for (TriangleIndex t = 0; t < world.mesh.triangle_bound(); ++t) {
            if (!world.mesh.is_triangle(t)) continue;
            EXPECT_EQ(cells.cell_of(t) == none, world.mesh.is_blocked(t));
            if (world.mesh.is_blocked(t)) continue;
            const HalfEdge h = Triangulation::half_edge(t, 0);
            const Vec2 a = world.mesh.position(world.mesh.vertex(h));
            free_area += cross(world.mesh.position(world.mesh.vertex(h + 1)) - a,
                               world.mesh.position(world.mesh.vertex(h + 2)) - a) /
                         2;
        }
        EXPECT_NEAR(area, free_area, 1e-6 * free_area);
        Path path;
        for (int i = 0; i < 30; ++i) {
            const Vec2 from = world.draw(0), to = world.draw(0);
            const Path best = find_path(world.mesh, {from, to, 0, PathMode::shortest}, world.context);
            EXPECT_EQ(cells.find_route(world.mesh, from, to, 0, world.context, path), StatusCode::ok);
            EXPECT_GE(path.length, best.length - 1e-9);
        }
    }
}

NavMesh two_storeys() {
    NavMesh mesh;
    mesh.add_layer(Triangulation::create({{0, 0}, {20, 20}}).value(), 0);
    mesh.add_layer(Triangulation::create({{0, 0}, {20, 20}}).value(), 3);
    return mesh;
}

TEST(GoalMap, LinksAndLayers) {
    NavMesh mesh = two_storeys();
    EXPECT_TRUE(mesh.insert(0, {{{9, 2}, {11, 2}, {11, 18}, {9, 18}}, {}}));
    ASSERT_TRUE(mesh.add_link({{{18, 18}, 0}, {{18, 18}, 1}, false, 5, 1, {}}));
    ASSERT_TRUE(mesh.add_link({{{2, 2}, 0}, {{2, 2}, 1}, true, 9, 1, {}}));
    mesh.update();
    for (const double radius : {0.0, 0.4}) {
        const auto map = GoalMap::create(mesh, radius, {{{{10, 10}, 1}, {10, 10}}, {{{19, 1}, 0}, {19, 1}}});
        ASSERT_TRUE(map) << map.status().message;
        EXPECT_TRUE(map.value().is_exact());
        Rng rng(5);
        NavContext context;
        for (int i = 0; i < 200; ++i) {
            const MeshPoint at{{rng.uniform(0.5, 19.5), rng.uniform(0.5, 19.5)},
                               static_cast<std::uint32_t>(rng.below(2))};
            double least = std::numeric_limits<double>::infinity();
            Path path;
            for (const NavGoal& goal : map.value().goals()) {
                NavQuery query;
                query.from = at;
                query.to = goal.from;
                query.radius = radius;
                Budget budget = Budget::unlimited();
                mesh.find_path(query, context, budget, path);
                if (path.has_route()) least = std::min(least, path.length);
            }
            const GoalAnswer answer = map.value().find_path(mesh, at, context.query, path);
            if (std::isinf(least)) {
                EXPECT_NE(answer.status, StatusCode::ok);
                continue;
            }
            ASSERT_EQ(answer.status, StatusCode::ok);
            EXPECT_NEAR(answer.distance, least, 1e-9);
            EXPECT_NEAR(path.length, least, 1e-9);
        }
    }
}

/// Stairs along walls, and ways over them told at many places of each.
TEST(GoalMap, PathsCrossPortalsWhereTheyAreShortest) {
    NavMesh mesh = two_storeys();
    EXPECT_TRUE(mesh.insert(0, {{{6, 2}, {8, 2}, {8, 18}, {6, 18}}, {}}));
    EXPECT_TRUE(mesh.insert(1, {{{12, 4}, {14, 4}, {14, 16}, {12, 16}}, {}}));
    const std::vector<PortalSpec> stairs{{0, 1, {10, 0}, {13, 0}, {3, 20}, {6, 20}, 4},
                                         {0, 1, {16, 20}, {18, 20}, {16, 1}, {18, 1}, 2}};
    for (const PortalSpec& one : stairs) ASSERT_TRUE(mesh.add_portal(one));
    mesh.update();
    QueryContext context;
    Rng rng(8);
    for (const double radius : {0.0, 0.3}) {
        const NavGoal goal{{{18, 10}, 1}, {18, 10}};
        const auto map = GoalMap::create(mesh, radius, {goal});
        ASSERT_TRUE(map);
        EXPECT_TRUE(map.value().is_exact());
        const auto way = [&](std::uint32_t layer, Vec2 from, Vec2 to) {
            const Path path = find_path(mesh.layer(layer), {from, to, radius, PathMode::shortest}, context);
            return path.has_route() ? path.length : std::numeric_limits<double>::infinity();
        };
        for (int i = 0; i < 12; ++i) {
            const MeshPoint at{{rng.uniform(0.5, 5.5), rng.uniform(0.5, 19.5)}, 0};
            double least = std::numeric_limits<double>::infinity();
            for (const PortalSpec& one : stairs)
                for (int k = 0; k <= 200; ++k) {
                    const double share = k / 200.0;
                    Vec2 a = lerp(one.a_from, one.a_to, share), b = lerp(one.b_from, one.b_to, share);
                    // A disc stands beside the wall that the stairs begin at.
                    a.y = std::clamp(a.y, radius, 20 - radius);
                    b.y = std::clamp(b.y, radius, 20 - radius);
                    const double margin = radius / distance(one.a_from, one.a_to);
                    if (share < margin || share > 1 - margin) continue;
                    const double beside = distance(a, lerp(one.a_from, one.a_to, share)) +
                                          distance(b, lerp(one.b_from, one.b_to, share));
                    least = std::min(least, way(0, at.at, a) + way(1, b, goal.to) + one.length + beside);
                }
            Path path;
            const GoalAnswer answer = map.value().find_path(mesh, at, context, path);
            ASSERT_EQ(answer.status, StatusCode::ok);
            EXPECT_LE(path.length, least + 1e-6) << "radius " << radius;
            EXPECT_GE(path.length, least - 1e-2);
            EXPECT_NEAR(answer.distance, path.length, 1e-9);
            EXPECT_LE(path.length, map.value().find(mesh, at, context).distance + 1e-9);
        }
    }
}

TEST(GoalMap, RefusesAreaCostsAndTimetables) {
    NavMesh mesh = two_storeys();
    ASSERT_TRUE(mesh.add_area(0, {{{1, 1}, {5, 1}, {5, 5}, {1, 5}}, {}}, 1).is_ok());
    const auto filter = mesh.add_filter({{1, 3}});
    ASSERT_TRUE(filter);
    const std::vector<NavGoal> goals{{{{10, 10}, 0}, {10, 10}}};
    const auto refused = GoalMap::create(mesh, 0, goals, filter.value());
    EXPECT_EQ(refused.status().code, StatusCode::not_available);
    EXPECT_NE(refused.status().message.find("factor"), std::string::npos);
    ASSERT_TRUE(mesh.add_link({{{1, 1}, 0}, {{1, 1}, 1}, false, 1, 1, {{0, 5}}}));
    EXPECT_EQ(GoalMap::create(mesh, 0, goals).status().code, StatusCode::invalid_input);
}

TEST(MapDrawing, DrawsItself) {
    World world(41);
    const Vec2 source = world.draw(0.2);
    for (const double radius : {0.0, 0.2}) {
        const auto map = ShortestPathMap::create(world.mesh, radius, {{source, source, 0}});
        const std::string page = draw_map_svg(world.mesh, map.value(), {}, {}, world.context);
        EXPECT_NE(page.find("</svg>"), std::string::npos);
        EXPECT_GT(page.size(), 20'000u);
    }
}

}  // namespace
}  // namespace wend::mesh
