// Roads that are found beforehand must not change any answer, however the mesh came to be what it is. That
// they are right is shown against the oracle (path_oracle_test.cpp, overlapping_paths_test.cpp).

#include "wend/mesh/roadmap.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "changing_world.hpp"
#include "support/effort.hpp"

namespace wend::test {
namespace {

mesh::Path ask(const mesh::Triangulation& mesh, const mesh::PathQuery& query, mesh::QueryContext& context,
               const mesh::Roadmap* roadmap, std::uint64_t limit = 0) {
    mesh::Path path;
    Budget budget = limit == 0 ? Budget::unlimited() : Budget::expansions(limit);
    mesh::find_path(mesh, query, context, budget, path, nullptr, roadmap);
    return path;
}

/// Returns whether there is a path.
bool expect_same_length(const mesh::Triangulation& mesh, const mesh::PathQuery& query,
                        mesh::QueryContext& context, const mesh::Roadmap& roadmap) {
    const mesh::Path plain = ask(mesh, query, context, nullptr);
    const mesh::Path prepared = ask(mesh, query, context, &roadmap);
    EXPECT_EQ(prepared.status, plain.status);
    EXPECT_NEAR(prepared.length, plain.length, 1e-9 * plain.length);
    return plain.has_route();
}

void tabulate(mesh::Roadmap& roadmap, const mesh::Triangulation& mesh) {
    Budget budget = Budget::unlimited();
    ASSERT_TRUE(roadmap.tabulate(mesh, budget).is_ok());
    EXPECT_TRUE(roadmap.is_tabulated());
}

/// Counts the paths found.
void live_through(SceneKind kind, std::uint64_t seed, int& found) {
    Rng rng(seed);
    ChangingWorld world(rng, kind);
    const double radius = rng.uniform(0.1, 0.8);
    mesh::Roadmap roadmap(world.mesh(), radius);
    mesh::QueryContext context;
    for (int round = 0; round < 40; ++round) {
        const bool is_told = rng.below(8) != 0;
        for (int edits = 1 + static_cast<int>(rng.below(3)); edits > 0; --edits) {
            world.edit();
            if (is_told) roadmap.note_edit(world.mesh());
        }
        EXPECT_FALSE(roadmap.is_about(world.mesh()));
        found += expect_same_length(world.mesh(), {world.draw(), world.draw(), radius}, context, roadmap);
        if (rng.below(2) == 0) {
            Budget little = Budget::expansions(1 + rng.below(30));
            EXPECT_EQ(roadmap.update(world.mesh(), little), roadmap.is_about(world.mesh()));
            world.edit();
            roadmap.note_edit(world.mesh());
        }
        roadmap.update(world.mesh());
        EXPECT_TRUE(roadmap.is_about(world.mesh()));
        const mesh::Roadmap fresh(world.mesh(), radius);
        EXPECT_EQ(roadmap.road_count(), fresh.road_count());
        EXPECT_FALSE(roadmap.is_tabulated());
        for (int i = 0; i < 6; ++i) {
            if (i == 3 && round % 8 == 0) tabulate(roadmap, world.mesh());
            found += expect_same_length(world.mesh(), {world.draw(), world.draw(), radius}, context, roadmap);
        }
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", round " << round;
    }
}

TEST(Roadmap, FollowsEdits) {
    const int histories = rounds(2, 60);
    for (const SceneKind kind : {SceneKind::boxes, SceneKind::polygons, SceneKind::thin, SceneKind::pillars,
                                 SceneKind::mixed, SceneKind::jagged}) {
        int found = 0;
        for (int i = 0; i < histories; ++i) live_through(kind, 300 + static_cast<std::uint64_t>(i), found);
        EXPECT_GT(found, 40 * histories) << static_cast<int>(kind);
    }
}

TEST(Roadmap, FollowsABitAtATime) {
    Rng rng(10);
    ChangingWorld world(rng, SceneKind::boxes);
    mesh::Roadmap roadmap(world.mesh(), 0.3);
    world.edit();
    roadmap.note_edit(world.mesh());
    int calls = 1;
    for (Budget some = Budget::expansions(3); !roadmap.update(world.mesh(), some); ++calls) {
        EXPECT_FALSE(roadmap.is_about(world.mesh()));
        some = Budget::expansions(3);
    }
    EXPECT_GT(calls, 3);
    EXPECT_EQ(roadmap.road_count(), mesh::Roadmap(world.mesh(), 0.3).road_count());
}

TEST(Roadmap, FollowsManyObstaclesAtOnce) {
    Rng rng(9);
    const QueryScene scene = random_scene(rng, SceneKind::boxes, 20, 20);
    mesh::Triangulation mesh = build_mesh(scene);
    mesh::Roadmap roadmap(mesh, 0.3);
    std::vector<Polygon> boxes;
    for (int i = 0; i < 30; ++i) {
        const Vec2 low{rng.uniform(0, 19), rng.uniform(0, 19)};
        boxes.push_back({{low, {low.x + 0.4, low.y}, {low.x + 0.4, low.y + 0.4}, {low.x, low.y + 0.4}}, {}});
    }
    ASSERT_TRUE(mesh.insert_all(boxes));
    roadmap.note_edit(mesh);
    roadmap.update(mesh);
    mesh::QueryContext context;
    int found = 0;
    for (int i = 0; i < 100; ++i)
        found += expect_same_length(mesh, {random_point(rng, scene), random_point(rng, scene), 0.3}, context,
                                    roadmap);
    EXPECT_GT(found, 20);
}

/// A world that stays as it is.
struct StillWorld {
    StillWorld(std::uint64_t seed, SceneKind kind, int obstacles, double size)
        : rng(seed), scene(random_scene(rng, kind, obstacles, size)), mesh(build_mesh(scene)) {}

    [[nodiscard]] mesh::PathQuery draw(double radius) {
        const Vec2 from = random_point(rng, scene);
        return {from, random_point(rng, scene), radius};
    }

    Rng rng;
    QueryScene scene;
    mesh::Triangulation mesh;
    mesh::QueryContext context;
};

TEST(Roadmap, LimitedBudgetsGiveWhatIsKnownSoFar) {
    StillWorld world(5, SceneKind::boxes, 60, 40);
    const mesh::Roadmap roadmap(world.mesh, 0.3);
    int partial = 0, nothing = 0;
    for (int i = 0; i < 200; ++i) {
        const mesh::PathQuery query = world.draw(0.3);
        const mesh::Path best = ask(world.mesh, query, world.context, &roadmap);
        if (!best.has_route()) continue;
        const mesh::Path path = ask(world.mesh, query, world.context, &roadmap, 1 + world.rng.below(8));
        nothing += path.status == StatusCode::out_of_budget;
        if (!path.has_route()) continue;
        partial += path.status == StatusCode::partial;
        EXPECT_GE(path.length, best.length * (1 - 1e-9));
        EXPECT_LE(path.lower_bound, best.length * (1 + 1e-9));
        if (path.status == StatusCode::ok) {
            EXPECT_NEAR(path.length, best.length, 1e-9 * best.length);
        }
    }
    EXPECT_GT(partial, 5);
    EXPECT_GT(nothing, 5);
}

TEST(Roadmap, IsTabulatedABitAtATime) {
    StillWorld world(5, SceneKind::boxes, 60, 40);
    mesh::Roadmap roadmap(world.mesh, 0.3), whole(world.mesh, 0.3);
    tabulate(whole, world.mesh);
    int calls = 0;
    for (StatusCode code = StatusCode::out_of_budget; code != StatusCode::ok; ++calls) {
        Budget some = Budget::expansions(50);
        code = roadmap.tabulate(world.mesh, some).code;
        ASSERT_TRUE(code == StatusCode::ok || code == StatusCode::out_of_budget);
        EXPECT_EQ(roadmap.is_tabulated(), code == StatusCode::ok);
    }
    EXPECT_GT(calls, 3);
    EXPECT_EQ(roadmap.memory(), whole.memory());
    for (int i = 0; i < 100; ++i) {
        const mesh::PathQuery query = world.draw(0.3);
        EXPECT_EQ(ask(world.mesh, query, world.context, &roadmap).length,
                  ask(world.mesh, query, world.context, &whole).length);
    }
}

TEST(Roadmap, CopiesAreTabulatedToo) {
    StillWorld world(8, SceneKind::polygons, 20, 20);
    mesh::Roadmap roadmap(world.mesh, 0.3);
    Budget little = Budget::expansions(5);
    EXPECT_EQ(roadmap.tabulate(world.mesh, little).code, StatusCode::out_of_budget);
    mesh::Roadmap copy = roadmap;
    tabulate(roadmap, world.mesh);
    EXPECT_FALSE(copy.is_tabulated());
    tabulate(copy, world.mesh);
    const mesh::PathQuery query = world.draw(0.3);
    EXPECT_EQ(ask(world.mesh, query, world.context, &roadmap).length,
              ask(world.mesh, query, world.context, &copy).length);
}

TEST(Roadmap, IsTabulatedOnlyWhereItCanBe) {
    Rng rng(12);
    ChangingWorld changing(rng, SceneKind::boxes);
    mesh::Roadmap roadmap(changing.mesh(), 0.3);
    Budget budget = Budget::unlimited();
    changing.edit();
    roadmap.note_edit(changing.mesh());
    EXPECT_EQ(roadmap.tabulate(changing.mesh(), budget).code, StatusCode::invalid_input);
    StillWorld large(5, SceneKind::boxes, 1, 40);
    for (int i = 0; i < 400; ++i) {
        const Vec2 low{i % 20 * 2.0, std::floor(i / 20.0) * 2.0};
        ASSERT_TRUE(
            large.mesh.insert(Ring{low, {low.x + 1, low.y}, {low.x + 1, low.y + 1}, {low.x, low.y + 1}}));
    }
    mesh::Roadmap too_large(large.mesh, 0.1);
    EXPECT_EQ(too_large.tabulate(large.mesh, budget).code, StatusCode::not_available);
    EXPECT_FALSE(too_large.is_tabulated());
}

/// Who can look paths up needs fewer steps, and who may not take even those is told.
TEST(Roadmap, TabulatedPathsKeepToTheirBudget) {
    StillWorld world(5, SceneKind::boxes, 60, 40);
    const mesh::Roadmap plain(world.mesh, 0.3);
    mesh::Roadmap tabulated = plain;
    tabulate(tabulated, world.mesh);
    std::uint64_t searched = 0, looked_up = 0;
    for (int i = 0; i < 200; ++i) {
        const mesh::PathQuery query = world.draw(0.3);
        mesh::Path path, other;
        Budget budget = Budget::unlimited(), other_budget = Budget::unlimited(), one = Budget::expansions(1);
        mesh::find_path(world.mesh, query, world.context, budget, path, nullptr, &plain);
        mesh::find_path(world.mesh, query, world.context, other_budget, other, nullptr, &tabulated);
        if (!path.has_route()) continue;
        searched += budget.spent();
        looked_up += other_budget.spent();
        mesh::find_path(world.mesh, query, world.context, one, other, nullptr, &tabulated);
        EXPECT_LE(one.spent(), 1u);
        if (other_budget.spent() <= 1) {
            EXPECT_EQ(other.status, StatusCode::ok);
        }
        if (!other.has_route()) continue;
        EXPECT_GE(other.length, path.length * (1 - 1e-9));
        EXPECT_LE(other.lower_bound, path.length * (1 + 1e-9));
    }
    EXPECT_LT(3 * looked_up, searched);
}

TEST(Roadmap, AnotherRadiusDoesWithoutIt) {
    StillWorld world(6, SceneKind::boxes, 30, 20);
    const mesh::Roadmap roadmap(world.mesh, 0.3);
    for (int i = 0; i < 50; ++i) {
        const mesh::PathQuery query = world.draw(0.5);
        EXPECT_EQ(ask(world.mesh, query, world.context, &roadmap).length,
                  ask(world.mesh, query, world.context, nullptr).length);
    }
}

TEST(Roadmap, HintsDoNotChangeAnswers) {
    StillWorld world(7, SceneKind::mixed, 30, 20);
    for (int i = 0; i < 100; ++i) {
        mesh::PathQuery query = world.draw(0.2);
        const mesh::Path plain = ask(world.mesh, query, world.context, nullptr);
        query.from_hint = static_cast<mesh::TriangleIndex>(world.rng.below(world.mesh.triangle_bound() + 2));
        query.to_hint = world.mesh.locate(query.to).triangle;
        const mesh::Path hinted = ask(world.mesh, query, world.context, nullptr);
        EXPECT_EQ(hinted.status, plain.status);
        EXPECT_EQ(hinted.length, plain.length);
    }
}

}  // namespace
}  // namespace wend::test
