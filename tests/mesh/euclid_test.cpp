// Published true Euclidean lengths on polygon meshes. The mesh files' outer edges become walls; every cell
// that is not part of a polygon is blocked.

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

struct PolygonMesh {
    std::vector<Vec2> vertices;
    std::vector<std::vector<std::size_t>> polygons;
};

PolygonMesh read_polygon_mesh(const std::filesystem::path& file) {
    std::istringstream in(test::read_text(file));
    std::string header;
    int version = 0;
    std::size_t vertices = 0, polygons = 0;
    in >> header >> version >> vertices >> polygons;
    EXPECT_EQ(header, "mesh");
    EXPECT_EQ(version, 2);
    PolygonMesh mesh;
    for (std::size_t i = 0; i < vertices; ++i) {
        Vec2 p;
        int neighbours = 0, ignored = 0;
        in >> p.x >> p.y >> neighbours;
        while (neighbours-- > 0) in >> ignored;
        mesh.vertices.push_back(p);
    }
    for (std::size_t i = 0; i < polygons; ++i) {
        std::size_t count = 0;
        int ignored = 0;
        in >> count;
        std::vector<std::size_t> ring(count);
        for (std::size_t& v : ring) in >> v;
        for (std::size_t k = 0; k < count; ++k) in >> ignored;
        mesh.polygons.push_back(ring);
    }
    EXPECT_TRUE(static_cast<bool>(in)) << file;
    return mesh;
}

/// Floor only inside the polygons: each is a walkable region, edges between them vanish.
Triangulation triangulate(const PolygonMesh& source) {
    Box2 bounds;
    for (const Vec2 p : source.vertices) bounds.add(p);
    Settings settings;
    settings.floor_everywhere = false;
    settings.clearance = false;
    settings.lattice.unit = 1.0 / 1024;
    auto mesh = Triangulation::create(bounds.grown(1), settings);
    EXPECT_TRUE(mesh.is_ok()) << mesh.status().message;
    std::vector<Polygon> polygons;
    for (const auto& ring : source.polygons) {
        Polygon polygon;
        for (const std::size_t v : ring) polygon.outline.push_back(source.vertices[v]);
        polygons.push_back(polygon);
    }
    const auto inserted = mesh.value().insert_all(polygons, {RegionKind::walkable});
    EXPECT_TRUE(inserted.is_ok()) << inserted.status().message;
    return std::move(mesh).value();
}

/// Every query in a long run, else one of `stride`; one of sixteen by an exact map of its goal, too.
void compare(const std::string& mesh_file, const std::string& length_file, int stride) {
    const Triangulation mesh = triangulate(read_polygon_mesh(test::data_dir() / "euclid" / mesh_file));
    QueryContext context(mesh);
    std::istringstream lines(test::read_text(test::data_dir() / "euclid" / length_file));
    std::string line;
    std::getline(lines, line);
    int count = 0, read = 0;
    double worst = 0;
    while (std::getline(lines, line)) {
        if (read++ % test::rounds(stride, 1) != 0) continue;
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream fields(line);
        Vec2 from, to;
        double length = 0;
        ASSERT_TRUE(static_cast<bool>(fields >> from.x >> from.y >> to.x >> to.y >> length)) << line;
        const Path path = find_path(mesh, {from, to, 0, PathMode::shortest}, context);
        ASSERT_EQ(path.status, StatusCode::ok) << line;
        const double error = std::abs(path.length - length) / std::max(length, 1e-9);
        EXPECT_LT(error, 1e-5) << line << " found " << path.length;
        worst = std::max(worst, error);
        if (count++ % 16 != 0) continue;
        const auto map = ShortestPathMap::create(mesh, 0, {{to, to, 0}});
        ASSERT_TRUE(map.is_ok());
        EXPECT_NEAR(map.value().find(mesh, from, context).distance, path.length, 1e-9) << line;
    }
    EXPECT_GT(count, 100);
    std::printf("%s: %d queries, worst relative error %.2g\n", mesh_file.c_str(), count, worst);
}

TEST(EuclideanLengths, Arena) {
    WEND_NEEDS_DATA("euclid");
    compare("arena-merged.mesh", "known_lengths_arena-merged.csv", 1);
}

TEST(EuclideanLengths, Aurora) {
    WEND_NEEDS_DATA("euclid");
    compare("aurora-merged.mesh", "known_lengths_aurora-merged.csv", 4);
}

}  // namespace
}  // namespace wend::mesh
