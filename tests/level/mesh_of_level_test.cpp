// A level's layers as the mesh sees them: contours become walls, seams become edges that portals can lie on,
// and the medial axis of a floor leads through it.

#include <gtest/gtest.h>

#include "wend/mesh/medial_axis.hpp"
#include "wend/mesh/triangulation.hpp"

#include "level_checks.hpp"
#include "support/data.hpp"

namespace wend::level {
namespace {

mesh::Triangulation mesh_of(const Level& level, const Layer& layer) {
    mesh::Settings settings;
    settings.clearance = false;
    settings.floor_everywhere = false;
    auto mesh = mesh::Triangulation::create(level.bounds, settings);
    EXPECT_TRUE(mesh) << mesh.status().message;
    const auto regions = mesh.value().insert_all(layer.walkable, {mesh::RegionKind::walkable, 0});
    EXPECT_TRUE(regions) << regions.status().message;
    return std::move(mesh).value();
}

double free_area(const mesh::Triangulation& mesh) {
    double area = 0;
    for (mesh::TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        const auto corner = [&](std::uint32_t i) { return mesh.position(mesh.vertex(mesh.half_edge(t, i))); };
        area += cross(corner(1) - corner(0), corner(2) - corner(0)) / 2;
    }
    return area;
}

Level level_of(const char* file) {
    LevelSource source;
    source.file = file;
    auto level = import_level(source, wend::test::data_dir() / "levels");
    EXPECT_TRUE(level) << level.status().message;
    return std::move(level).value();
}

TEST(MeshOfLevel, has_the_area_of_the_polygons_and_walls_along_seams) {
    WEND_NEEDS_DATA("levels");
    for (const char* file : {"dungeon.obj", "nav_test.obj"}) {
        const Level level = level_of(file);
        for (std::uint32_t i = 0; i < level.layers.size(); ++i) {
            SCOPED_TRACE(testing::Message() << file << " layer " << i);
            const mesh::Triangulation mesh = mesh_of(level, level.layers[i]);
            EXPECT_NEAR(free_area(mesh), test::area_of(level.layers[i]),
                        1e-3 * test::area_of(level.layers[i]));
            for (const Portal& portal : level.portals) {
                if (portal.layer_a != i && portal.layer_b != i) continue;
                const mesh::Location at = mesh.locate(lerp(portal.a.from, portal.a.to, 0.5));
                ASSERT_NE(at.on, mesh::Location::On::outside);
                // One side of a seam is this layer's floor, the other is not.
                const Vec2 along = normalized(portal.a.to - portal.a.from),
                           across = perpendicular(along) * 0.05;
                const Vec2 middle = lerp(portal.a.from, portal.a.to, 0.5);
                const bool left = mesh.is_blocked(mesh.locate(middle + across).triangle);
                const bool right = mesh.is_blocked(mesh.locate(middle - across).triangle);
                EXPECT_NE(left, right);
            }
        }
    }
}

TEST(MeshOfLevel, the_axis_of_the_dungeon_leads_along_the_published_queries) {
    WEND_NEEDS_DATA("levels");
    const Level level = level_of("dungeon.obj");
    // Ends of published query 0 on the main floor, y-up in the file.
    const Vec3 from = z_up({22.60652, 10.197294, -45.918674}), to = z_up({6.4576626, 10.197294, -18.33406});
    const auto start = level.heights.locate(from), end = level.heights.locate(to);
    ASSERT_TRUE(start && end);
    ASSERT_EQ(start->layer, end->layer);
    const mesh::Triangulation mesh = mesh_of(level, level.layers[start->layer]);
    const auto axis = mesh::MedialAxis::create(mesh::walls_of(mesh));
    ASSERT_TRUE(axis) << axis.status().message;
    mesh::MedialQuery query;
    query.from = from.xy();
    query.to = to.xy();
    query.radius = 0.3;
    double shortest = 0;
    for (const double preferred : {0.3, 0.6, 1.0}) {
        query.preferred_clearance = preferred;
        Budget budget = Budget::unlimited();
        const mesh::MedialPath path = axis.value().find_path(query, budget);
        ASSERT_TRUE(path.status.is_ok()) << path.status.message;
        EXPECT_GE(path.min_clearance, 0.3 - query.tolerance);
        if (shortest == 0) shortest = path.length;
        EXPECT_GE(path.length, shortest - 0.01);
        EXPECT_GT(path.length, distance(query.from, query.to));
        EXPECT_LT(path.length, 80);
    }
}

}  // namespace
}  // namespace wend::level
