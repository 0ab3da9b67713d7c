// After any history the mesh is the one built afresh, and every edit tells what it changed.

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "checker.hpp"
#include "support/effort.hpp"
#include "triangle_sets.hpp"

namespace wend::mesh::test {
namespace {

constexpr double size = 10;

Ring random_ring(Rng& rng, double grid) {
    Ring ring;
    const std::uint64_t corners = 1 + rng.below(6);
    const Vec2 centre{rng.uniform(2, size - 2), rng.uniform(2, size - 2)};
    for (std::uint64_t k = 0; k < corners; ++k) {
        const Vec2 p = centre + Vec2{rng.uniform(-2, 2), rng.uniform(-2, 2)};
        ring.push_back({std::round(p.x / grid) * grid, std::round(p.y / grid) * grid});
    }
    return ring;
}

struct History {
    Triangulation mesh;
    std::vector<std::pair<RegionId, Ring>> rings;
    Rng rng;
    double grid;
    bool has_floors = false;  ///< half of the rings are floor, and there is none elsewhere

    void edit() {
        if (rings.empty() || (rings.size() < 12 && rng.below(2) == 0)) {
            const Ring ring = random_ring(rng, grid);
            const bool is_floor = has_floors && rng.below(2) == 0;
            const RegionOptions options{is_floor ? RegionKind::walkable : RegionKind::obstacle, 0};
            rings.emplace_back(mesh.insert(ring, options).value(), ring);
        } else {
            const auto victim = rings.begin() + static_cast<std::ptrdiff_t>(rng.below(rings.size()));
            ASSERT_TRUE(mesh.remove(victim->first).is_ok());
            rings.erase(victim);
        }
    }
};

History begin(std::uint64_t seed, bool clearance, bool has_floors = false) {
    Settings settings;
    settings.clearance = clearance;
    settings.floor_everywhere = !has_floors;
    return {Triangulation::create({{0, 0}, {size, size}}, settings).value(),
            {},
            Rng(seed),
            seed % 2 == 0 ? 0.5 : 0.001,
            has_floors};
}

TEST(History, SameTrianglesAsBuiltAfresh) {
    for (int seed = 0; seed < wend::test::rounds(400, 5000); ++seed) {
        History history = begin(static_cast<std::uint64_t>(seed), false);
        for (int k = 0; k < 60; ++k) history.edit();
        Triangulation fresh = Triangulation::create({{0, 0}, {size, size}}, history.mesh.settings()).value();
        std::vector<Polygon> polygons;
        for (const auto& [id, ring] : history.rings) polygons.push_back({ring, {}});
        ASSERT_TRUE(fresh.insert_all(polygons).is_ok());
        ASSERT_EQ(triangles_of(history.mesh), triangles_of(fresh)) << "seed " << seed;
    }
}

TEST(History, NothingIsLeftOver) {
    for (int seed = 0; seed < wend::test::rounds(300, 3000); ++seed) {
        History history = begin(static_cast<std::uint64_t>(seed), true, seed % 3 == 0);
        const auto empty = triangles_of(history.mesh);
        for (int k = 0; k < 60; ++k) history.edit();
        for (const auto& [id, ring] : history.rings) ASSERT_TRUE(history.mesh.remove(id).is_ok());
        ASSERT_EQ(triangles_of(history.mesh), empty) << "seed " << seed;
        ASSERT_EQ(history.mesh.region_count(), 0u);
    }
}

/// Everything a query reads from a triangle.
using Face = std::tuple<Corners, bool, std::array<float, 3>, std::array<bool, 3>>;

std::vector<Face> faces_of(const Triangulation& mesh) {
    std::vector<Face> faces(mesh.triangle_bound());
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t)) continue;
        auto& [corners, blocked, clearance, walls] = faces[t];
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge h = Triangulation::half_edge(t, k);
            corners[k] = mesh.lattice_position(mesh.vertex(h));
            clearance[k] = mesh.corner_clearance(h);
            walls[k] = mesh.is_wall(h);
        }
        blocked = mesh.is_blocked(t);
    }
    return faces;
}

TEST(History, TheAffectedRegionHasAllThatChanged) {
    for (int seed = 0; seed < wend::test::rounds(300, 3000); ++seed) {
        History history = begin(static_cast<std::uint64_t>(seed), true, seed % 3 == 0);
        for (int k = 0; k < 30; ++k) {
            const Triangulation before = history.mesh;
            history.edit();
            const AffectedRegion& affected = history.mesh.affected();
            const std::set<TriangleIndex> gone(affected.triangles_gone.begin(),
                                               affected.triangles_gone.end());
            const std::set<TriangleIndex> fresh(affected.triangles_new.begin(), affected.triangles_new.end());
            ASSERT_EQ(gone.size(), affected.triangles_gone.size());
            ASSERT_EQ(fresh.size(), affected.triangles_new.size());
            const auto old_faces = faces_of(before), new_faces = faces_of(history.mesh);
            for (TriangleIndex t = 0; t < history.mesh.triangle_bound(); ++t) {
                const bool was = before.is_triangle(t), is = history.mesh.is_triangle(t);
                const bool same = was && is && old_faces[t] == new_faces[t];
                if (was && !same) {
                    ASSERT_TRUE(gone.contains(t));
                }
                if (is && !same) {
                    ASSERT_TRUE(fresh.contains(t));
                }
                if (gone.contains(t)) {
                    ASSERT_TRUE(was);
                }
                if (fresh.contains(t)) {
                    ASSERT_TRUE(is);
                }
            }
            for (const VertexIndex v : affected.vertices_gone) ASSERT_TRUE(before.is_vertex(v));
            for (const VertexIndex v : affected.vertices_new) ASSERT_TRUE(history.mesh.is_vertex(v));
            ASSERT_EQ(
                std::int64_t{history.mesh.vertex_count()} - before.vertex_count(),
                std::int64_t(affected.vertices_new.size()) - std::int64_t(affected.vertices_gone.size()));
        }
    }
}

TEST(History, PointsAreFoundWhereTheyAre) {
    History history = begin(7, true);
    for (int k = 0; k < 40; ++k) history.edit();
    for (int k = 0; k < 2000; ++k) {
        const Vec2 p{history.rng.uniform(0, size), history.rng.uniform(0, size)};
        const Location where = history.mesh.locate(p);
        ASSERT_NE(where.triangle, none);
        ASSERT_EQ(history.mesh.locate(p, where.triangle).triangle, where.triangle);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(where.triangle, i);
            const Vec2 a = history.mesh.position(history.mesh.vertex(h));
            const Vec2 b = history.mesh.position(history.mesh.vertex(Triangulation::next(h)));
            ASSERT_GE(cross(b - a, p - a), -1e-9);
        }
    }
    EXPECT_EQ(history.mesh.locate(Vec2{-0.1, 1}).on, Location::On::outside);
    EXPECT_EQ(history.mesh.locate(Vec2{0, 0}).on, Location::On::vertex);
    EXPECT_EQ(history.mesh.locate(Vec2{size, 5.0001}).on, Location::On::edge);
}

TEST(History, BadInputChangesNothing) {
    History history = begin(3, true);
    history.edit();
    const auto before = triangles_of(history.mesh);
    const std::uint64_t version = history.mesh.version();
    EXPECT_EQ(history.mesh.insert(Ring{}).status().code, StatusCode::invalid_input);
    EXPECT_EQ(history.mesh.insert(Ring{{11, 1}, {12, 1}, {11, 2}}).status().code, StatusCode::invalid_input);
    EXPECT_EQ(history.mesh.insert(Ring{{1, 1}, {2, 1}}, {RegionKind::area, 1}).status().code,
              StatusCode::invalid_input);
    EXPECT_EQ(history.mesh.remove({99, 1}).code, StatusCode::invalid_input);
    EXPECT_EQ(history.mesh.move({99, 1}, {{{1, 1}, {2, 1}, {1, 2}}, {}}).code, StatusCode::invalid_input);
    EXPECT_EQ(history.mesh.remove({0, 1}).code, StatusCode::invalid_input) << "the frame is not the caller's";
    EXPECT_EQ(history.mesh.version(), version);
    EXPECT_EQ(triangles_of(history.mesh), before);
    EXPECT_FALSE(Triangulation::create({{0, 0}, {1e6, 1}}).is_ok());
    EXPECT_FALSE(Triangulation::create({{1, 1}, {0, 0}}).is_ok());
}

}  // namespace
}  // namespace wend::mesh::test
