// Worlds where everything is in line, touches, is symmetric or has no width: the map against single queries,
// which find their paths in another way, and after edits against a map made anew.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/goal_map.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

namespace wend::mesh {
namespace {

struct Degenerate {
    const char* name;
    std::vector<Ring> rings;
    std::vector<Vec2> sources;
};

Ring box_ring(double x, double y, double width, double height) {
    return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

/// In a square of 20 m.
std::vector<Degenerate> degenerate_worlds() {
    std::vector<Degenerate> worlds;
    Degenerate rows{"corners in line", {}, {{1, 4}, {1, 10}, {10, 10}, {4, 4}}};
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y) rows.rings.push_back(box_ring(2 + 4.0 * x, 2 + 4.0 * y, 2, 2));
    worlds.push_back(rows);
    worlds.push_back(
        {"holes that touch in corners and along sides",
         {box_ring(4, 4, 4, 4), box_ring(8, 8, 4, 4), box_ring(12, 8, 4, 4), box_ring(8, 4, 1, 4)},
         {{1, 1}, {9.5, 6}, {4, 12}}});
    worlds.push_back({"source on a wall and in corners",
                      {box_ring(6, 6, 8, 8)},
                      {{6, 10}, {6, 6}, {14, 14}, {0, 0}, {20, 10}, {10, 14}}});
    worlds.push_back({"passage of no width between two walls",
                      {box_ring(0, 9, 10, 2), box_ring(10, 9, 6, 2)},
                      {{5, 2}, {10, 9}, {18, 18}}});
    worlds.push_back({"passage as wide as a hair",
                      {box_ring(0, 9, 9.999, 2), box_ring(10, 9, 10, 2)},
                      {{5, 2}, {9.9995, 10}, {15, 18}}});
    worlds.push_back(
        {"source in a pocket without a way out",
         {box_ring(5, 5, 8, 1), box_ring(5, 12, 8, 1), box_ring(5, 5, 1, 8), box_ring(12, 5, 1, 8)},
         {{9, 9}, {1, 1}}});
    worlds.push_back({"needle and walls without area",
                      {{{3, 10}, {17, 10}, {17, 10.001}}, {{10, 2}, {10.001, 9}, {10, 9}}},
                      {{3, 10}, {10, 9.5}, {1, 10}}});
    worlds.push_back(
        {"spikes without width, in line with sources",
         {{{6, 3}, {12, 3}, {9, 7}, {11, 15}, {10, 15}, {11, 3}}, {{2, 18}, {6, 18}, {2, 18.5}, {2, 12}}},
         {{14, 3}, {2, 3}, {2, 10}, {8, 18}}});
    worlds.push_back({"source inside a wall", {box_ring(6, 6, 8, 8)}, {{10, 10}}});
    return worlds;
}

struct BuiltWorld {
    explicit BuiltWorld(const Degenerate& world)
        : mesh(std::move(Triangulation::create({{0, 0}, {20, 20}})).value()), context(mesh) {
        for (const Ring& ring : world.rings) EXPECT_TRUE(mesh.insert(ring)) << world.name;
    }
    Triangulation mesh;
    QueryContext context;
};

/// On the lattice of worlds (everything meets there), and anywhere.
Vec2 draw_place(Rng& rng) {
    if (rng.below(2) == 0)
        return {static_cast<double>(rng.below(41)) / 2, static_cast<double>(rng.below(41)) / 2};
    return {rng.uniform(0, 20), rng.uniform(0, 20)};
}

void compare_with_queries(BuiltWorld& built, const Degenerate& world, Vec2 source, double radius) {
    const auto map = ShortestPathMap::create(built.mesh, radius, {{source, source, 0}});
    ASSERT_TRUE(map) << map.status().message;
    Rng rng(77);
    for (int i = 0; i < 150; ++i) {
        const Vec2 place = draw_place(rng);
        Path path;
        const MapAnswer answer = map.value().find_path(built.mesh, place, built.context, path);
        const Path single =
            find_path(built.mesh, {place, source, radius, PathMode::shortest, nullptr}, built.context);
        const bool is_found = single.status == StatusCode::ok;
        ASSERT_EQ(answer.status == StatusCode::ok, is_found)
            << world.name << ", radius " << radius << ", source " << source.x << " " << source.y << ", place "
            << place.x << " " << place.y;
        if (!is_found) continue;
        EXPECT_NEAR(answer.distance, single.length, 1e-9)
            << world.name << ", radius " << radius << ", source " << source.x << " " << source.y << ", place "
            << place.x << " " << place.y;
        EXPECT_NEAR(path.length, answer.distance, 1e-9);
    }
}

TEST(DegenerateWorlds, AgreeWithSingleQueries) {
    for (const Degenerate& world : degenerate_worlds()) {
        BuiltWorld built(world);
        for (const Vec2 source : world.sources)
            for (const double radius : {0.0, 0.25, 1.0}) compare_with_queries(built, world, source, radius);
    }
}

TEST(DegenerateWorlds, TheOrderOfEditsDoesNotMatter) {
    for (const Degenerate& world : degenerate_worlds())
        for (const double radius : {0.0, 0.25}) {
            Triangulation mesh = std::move(Triangulation::create({{0, 0}, {20, 20}})).value();
            const Vec2 source = world.sources.front();
            auto map = std::move(ShortestPathMap::create(mesh, radius, {{source, source, 0}})).value();
            std::vector<RegionId> regions;
            const auto check = [&] {
                map.note_edit(mesh);
                map.update(mesh);
                const auto fresh = ShortestPathMap::create(mesh, radius, {{source, source, 0}});
                QueryContext context(mesh);
                Rng rng(5);
                for (int i = 0; i < 60; ++i) {
                    const Vec2 place = draw_place(rng);
                    const MapAnswer one = map.find(mesh, place, context);
                    const MapAnswer other = fresh.value().find(mesh, place, context);
                    ASSERT_EQ(one.status, other.status) << world.name;
                    if (one.status != StatusCode::ok) continue;
                    ASSERT_NEAR(one.distance, other.distance, 1e-9);
                }
            };
            for (const Ring& ring : world.rings) {
                const auto id = mesh.insert(ring);
                ASSERT_TRUE(id);
                regions.push_back(id.value());
                check();
            }
            for (const RegionId id : regions) {
                ASSERT_TRUE(mesh.remove(id).is_ok());
                check();
            }
        }
}

/// Rooms of two storeys with a link or without; boxes come and go.
class EditedStoreys {
  public:
    EditedStoreys(std::uint64_t seed, bool has_link, bool has_stairs, double radius)
        : rng_(seed), radius_(radius) {
        for (int i = 0; i < 2; ++i)
            mesh_.add_layer(std::move(Triangulation::create({{0, 0}, {20, 20}})).value(), 3.0 * i);
        if (has_link) {
            EXPECT_TRUE(mesh_.add_link({{{18, 18}, 0}, {{18, 18}, 1}, true, 5, 1, {}}));
            EXPECT_TRUE(mesh_.add_link({{{2, 3}, 1}, {{2, 2}, 0}, false, 7, 1, {}}));
        }
        if (has_stairs) {
            EXPECT_TRUE(mesh_.add_portal({0, 1, {10, 0}, {13, 0}, {3, 20}, {6, 20}, 4}));
        }
        mesh_.update();
    }

    [[nodiscard]] std::vector<NavGoal> goals() const {
        return {{{{10, 10}, 1}, {10, 10}}, {{{19, 1}, 0}, {19, 4}}};
    }

    void edit() {
        if (!regions_.empty() && rng_.below(2) == 0) {
            const auto [layer, id] = regions_.back();
            regions_.pop_back();
            ASSERT_TRUE(mesh_.remove(layer, id).is_ok());
        } else {
            const auto layer = static_cast<std::uint32_t>(rng_.below(2));
            const Vec2 low{rng_.uniform(0.5, 14), rng_.uniform(0.5, 14)};
            const Vec2 high = low + Vec2{rng_.uniform(0.5, 6), rng_.uniform(0.5, 6)};
            const auto id = mesh_.insert(layer, {{low, {high.x, low.y}, high, {low.x, high.y}}, {}});
            ASSERT_TRUE(id);
            regions_.emplace_back(layer, id.value());
        }
    }

    void compare(GoalMap& map) {
        mesh_.update();
        ASSERT_FALSE(map.is_about(mesh_));
        ASSERT_TRUE(map.update(mesh_).is_ok());
        const auto fresh = GoalMap::create(mesh_, radius_, goals());
        ASSERT_TRUE(fresh);
        NavContext context;
        Path path;
        for (int i = 0; i < 40; ++i) {
            const MeshPoint at{{rng_.uniform(0.2, 19.8), rng_.uniform(0.2, 19.8)},
                               static_cast<std::uint32_t>(rng_.below(2))};
            const GoalAnswer one = map.find(mesh_, at, context.query);
            const GoalAnswer other = fresh.value().find(mesh_, at, context.query);
            ASSERT_EQ(one.status, other.status);
            if (one.status != StatusCode::ok) continue;
            ASSERT_NEAR(one.distance, other.distance, 1e-9);
            ASSERT_EQ(map.find_path(mesh_, at, context.query, path).status, StatusCode::ok);
            ASSERT_NEAR(path.length, other.distance, 1e-9);
        }
    }

    NavMesh& mesh() { return mesh_; }

  private:
    Rng rng_;
    double radius_;
    NavMesh mesh_;
    std::vector<std::pair<std::uint32_t, RegionId>> regions_;
};

TEST(GoalMapEdits, EqualAFreshMap) {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        const double radius = seed % 3 == 0 ? 0 : 0.2;
        EditedStoreys storeys(seed, seed % 2 == 0, seed % 5 < 2, radius);
        auto map = std::move(GoalMap::create(storeys.mesh(), radius, storeys.goals())).value();
        for (int i = 0; i < 10; ++i) {
            storeys.edit();
            map.note_edit(storeys.mesh());
            if (i % 3 == 1) continue;
            storeys.compare(map);
            if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", edit " << i;
        }
    }
}

}  // namespace
}  // namespace wend::mesh
