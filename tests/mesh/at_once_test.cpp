// Regions that come all at once make the mesh that they make one by one, and leave it as they do.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "checker.hpp"
#include "support/effort.hpp"
#include "triangle_sets.hpp"

namespace wend::mesh::test {
namespace {

/// Rings of up to six corners, `reach` metres around a point, on a grid that makes coincidences frequent or
/// not.
struct Scene {
    const char* name;
    double size, reach, grid;
    int rings;
    int crowd = 0;  ///< more rings, in one place that no cell of a grid divides
};

std::vector<Polygon> draw(const Scene& scene, Rng& rng) {
    std::vector<Polygon> polygons;
    const auto snapped = [&](double x) {
        return std::clamp(std::round(x / scene.grid) * scene.grid, 0.0, scene.size);
    };
    for (int k = 0; k < scene.rings; ++k) {
        const Vec2 centre{rng.uniform(0, scene.size), rng.uniform(0, scene.size)};
        Ring& ring = polygons.emplace_back().outline;
        for (std::uint64_t corners = 1 + rng.below(6); corners > 0; --corners)
            ring.push_back({snapped(centre.x + rng.uniform(-scene.reach, scene.reach)),
                            snapped(centre.y + rng.uniform(-scene.reach, scene.reach))});
    }
    for (int k = 0; k < scene.crowd; ++k) {
        const double x = scene.size / 2 + 0.001 * k, y = scene.size / 2;
        polygons.push_back({{{x, y}, {x, y + 0.01}, {x + 0.003, y + 0.02}}, {}});
    }
    return polygons;
}

Triangulation empty_mesh(const Scene& scene, bool clearance) {
    Settings settings;
    settings.clearance = clearance;
    return Triangulation::create({{0, 0}, {scene.size, scene.size}}, settings).value();
}

const Scene scenes[] = {
    {"everything collides", 0.012, 0.012, 0.001, 12},
    {"a coarse grid", 10, 3, 0.5, 40},
    {"apart, many cells", 100, 2, 0.001, 150},
    {"lines over many cells", 50, 50, 0.001, 12},
    {"crowded", 200, 0.2, 0.001, 3, 60},
};

TEST(AtOnce, SameTrianglesAsOneByOne) {
    for (const Scene& scene : scenes)
        for (int seed = 0; seed < wend::test::rounds(15, 300); ++seed) {
            Rng rng(static_cast<std::uint64_t>(seed));
            const auto polygons = draw(scene, rng);
            Triangulation together = empty_mesh(scene, false), one_by_one = together;
            const auto ids = together.insert_all(polygons);
            ASSERT_TRUE(ids.is_ok());
            for (const Polygon& polygon : polygons) ASSERT_TRUE(one_by_one.insert(polygon).is_ok());
            ASSERT_EQ(triangles_of(together), triangles_of(one_by_one)) << scene.name << ", seed " << seed;
        }
}

TEST(AtOnce, NothingIsLeftOver) {
    for (const Scene& scene : scenes)
        for (int seed = 0; seed < wend::test::rounds(10, 200); ++seed) {
            Rng rng(static_cast<std::uint64_t>(seed) + 1000);
            const auto polygons = draw(scene, rng);
            Triangulation mesh = empty_mesh(scene, seed % 2 == 0);
            const auto empty = triangles_of(mesh);
            auto ids = mesh.insert_all(polygons).value();
            while (!ids.empty()) {
                std::swap(ids[rng.below(ids.size())], ids.back());
                ASSERT_TRUE(mesh.remove(ids.back()).is_ok());
                ids.pop_back();
            }
            ASSERT_EQ(triangles_of(mesh), empty) << scene.name << ", seed " << seed;
        }
}

/// Which feet refinement makes may depend on the history, where either of two would do; how many it makes
/// must not. Squares come and go in a world of boxes.
TEST(AtOnce, EditsNeitherWearTheMeshNorCrowdIt) {
    Rng rng(11);
    std::vector<Polygon> boxes;
    for (int k = 0; k < 500; ++k) {
        const Vec2 centre{rng.uniform(4, 196), rng.uniform(4, 196)};
        const Vec2 x = unit_vector(rng.uniform(0, 3)) * rng.uniform(0.5, 2.5);
        const Vec2 y = Vec2{-x.y, x.x} * rng.uniform(0.5, 1.5);
        boxes.push_back({{centre - x - y, centre + x - y, centre + x + y, centre - x + y}, {}});
    }
    Triangulation mesh = Triangulation::create({{0, 0}, {200, 200}}).value();
    ASSERT_TRUE(mesh.insert_all(boxes).is_ok());
    const std::int64_t before = mesh.vertex_count();
    for (int k = 0; k < wend::test::rounds(1500, 20000); ++k) {
        const Vec2 low{rng.uniform(1, 196), rng.uniform(1, 196)};
        const Ring square{low, {low.x + 2, low.y}, {low.x + 2, low.y + 2}, {low.x, low.y + 2}};
        ASSERT_TRUE(mesh.remove(mesh.insert(square).value()).is_ok());
    }
    EXPECT_LE(std::abs(mesh.vertex_count() - before), 4);
}

}  // namespace
}  // namespace wend::mesh::test
