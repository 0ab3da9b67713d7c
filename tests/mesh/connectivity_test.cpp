#include <vector>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using test::QueryScene;
using test::SceneKind;

std::vector<Vec2> free_points(Rng& rng, const QueryScene& scene, const Triangulation& mesh, double radius,
                              QueryContext& context) {
    std::vector<Vec2> points;
    for (int i = 0; i < 200 && points.size() < 8; ++i) {
        const Vec2 p = test::random_point(rng, scene);
        if (clearance_at(mesh, p, 2 * radius, context) > radius) points.push_back(p);
    }
    return points;
}

/// The forests after every edit against forests made anew, and both against the search that floods.
TEST(Connectivity, StaysRightUnderEdits) {
    int shut = 0, open = 0;
    for (int round = 0; round < test::rounds(40, 400); ++round) {
        Rng rng = Rng(21).split(static_cast<std::uint64_t>(round));
        const QueryScene scene = test::random_scene(rng, SceneKind::mixed, 40, 20);
        Triangulation mesh = test::build_mesh({scene.bounds, scene.unit, {}});
        Connectivity kept(mesh);
        QueryContext context(mesh);
        std::vector<RegionId> regions;
        for (int edit = 0; edit < 60; ++edit) {
            if (!regions.empty() && rng.below(3) == 0) {
                const std::size_t which = rng.below(regions.size());
                ASSERT_TRUE(mesh.remove(regions[which]).is_ok());
                regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(which));
            } else {
                const auto region = mesh.insert(scene.obstacles[rng.below(scene.obstacles.size())]);
                ASSERT_TRUE(region.is_ok());
                regions.push_back(region.value());
            }
            kept.note_edit(mesh);
            if (edit % 4 != 3) continue;
            kept.update(mesh);
            ASSERT_TRUE(kept.is_up_to_date());
            const Connectivity fresh(mesh);
            const double radius = rng.uniform(0.1, 2.0);
            const std::vector<Vec2> points = free_points(rng, scene, mesh, radius, context);
            for (std::size_t i = 1; i < points.size(); ++i) {
                const PathQuery query{points[0], points[i], radius, PathMode::corridor};
                Path from_kept, from_fresh, flooded;
                Budget budget = Budget::unlimited();
                find_path(mesh, query, context, budget, from_kept, &kept);
                find_path(mesh, query, context, budget, from_fresh, &fresh);
                find_path(mesh, query, context, budget, flooded);
                EXPECT_EQ(from_kept.status, from_fresh.status);
                EXPECT_EQ(from_kept.status, flooded.status);
                ++(from_kept.status == StatusCode::ok ? open : shut);
            }
        }
    }
    EXPECT_GT(open, 50);
    EXPECT_GT(shut, 10);
}

/// A pen is shut for everyone; a gap in it opens it for those who fit, on the same mesh.
TEST(Connectivity, GapsOpenForTheRadiusThatFits) {
    const QueryScene scene{{{0, 0}, {100, 100}}, 0.001, {}};
    Triangulation mesh = test::build_mesh(scene);
    const Ring pen_left{{40, 40}, {50, 40}, {50, 41}, {41, 41}, {41, 59}, {50, 59}, {50, 60}, {40, 60}};
    const Ring pen_right{{51.5, 40}, {60, 40}, {60, 60}, {50, 60}, {50, 59}, {59, 59}, {59, 41}, {51.5, 41}};
    ASSERT_TRUE(mesh.insert(pen_left).is_ok());
    ASSERT_TRUE(mesh.insert(pen_right).is_ok());
    const Connectivity connectivity(mesh);
    QueryContext context(mesh);
    for (const double radius : {0.0, 0.3, 0.74, 0.76, 2.0}) {
        Path path;
        Budget budget = Budget::unlimited();
        find_path(mesh, {{50, 50}, {5, 95}, radius, PathMode::shortest}, context, budget, path,
                  &connectivity);
        EXPECT_EQ(path.status, radius < 0.75 ? StatusCode::ok : StatusCode::unreachable) << radius;
    }
}

}  // namespace
}  // namespace wend::mesh
