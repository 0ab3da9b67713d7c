// After any edits the map says what one made anew says.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/mesh/structures/shortest_path_map.hpp"

#include "query_scenes.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

class EditedMap {
  public:
    EditedMap(std::uint64_t seed, double radius)
        : rng_(seed),
          scene_(test::random_scene(rng_, static_cast<test::SceneKind>(seed % 7),
                                    5 + static_cast<int>(rng_.below(40)), 40)),
          mesh_(test::build_mesh(scene_)),
          context_(mesh_) {
        const Vec2 first = draw(), second = draw();
        sources_ = {{first, rng_.below(2) == 0 ? first : draw(), 0}, {second, second, 3}};
        map_.push_back(std::move(ShortestPathMap::create(mesh_, radius, sources_)).value());
    }

    void edit() {
        if (!regions_.empty() && rng_.below(2) == 0) {
            const std::size_t k = rng_.below(regions_.size());
            ASSERT_TRUE(mesh_.remove(regions_[k]).is_ok());
            regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(k));
        } else {
            const Vec2 low = draw(), size{rng_.uniform(0.05, 5), rng_.uniform(0.05, 5)};
            const Box2& box = scene_.bounds;
            const Vec2 high{std::min(low.x + size.x, box.high.x), std::min(low.y + size.y, box.high.y)};
            const auto id = mesh_.insert(Ring{low, {high.x, low.y}, high, {low.x, high.y}});
            ASSERT_TRUE(id);
            regions_.push_back(id.value());
        }
        map_[0].note_edit(mesh_);
    }

    void compare() {
        map_[0].update(mesh_);
        const auto fresh = ShortestPathMap::create(mesh_, map_[0].radius(), sources_);
        for (int i = 0; i < 60; ++i) {
            const Vec2 place = draw();
            const MapAnswer answer = map_[0].find(mesh_, place, context_);
            const MapAnswer expected = fresh.value().find(mesh_, place, context_);
            ASSERT_EQ(answer.status, expected.status);
            if (answer.status != StatusCode::ok) continue;
            ASSERT_NEAR(answer.distance, expected.distance, 1e-9);
        }
    }

    [[nodiscard]] bool skips() { return rng_.below(3) == 0; }

  private:
    Vec2 draw() { return test::random_point(rng_, scene_); }

    Rng rng_;
    test::QueryScene scene_;
    Triangulation mesh_;
    QueryContext context_;
    std::vector<MapSource> sources_;
    std::vector<ShortestPathMap> map_;
    std::vector<RegionId> regions_;
};

void run(std::uint64_t seed, double radius, int edits) {
    EditedMap world(seed, radius);
    for (int i = 0; i < edits; ++i) {
        world.edit();
        if (!world.skips()) world.compare();
        if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", edit " << i;
    }
}

TEST(MapEdits, PointsEqualAFreshMap) {
    for (int seed = 0; seed < test::rounds(60, 800); ++seed) run(static_cast<std::uint64_t>(seed) + 1, 0, 25);
}

TEST(MapEdits, DiscsEqualAFreshMap) {
    for (int seed = 0; seed < test::rounds(21, 200); ++seed)
        run(static_cast<std::uint64_t>(seed) + 5000, 0.1 + 0.05 * (seed % 9), 12);
}

/// A small change far out costs a small part of making the map.
void expect_small_work(double radius) {
    Rng rng(3);
    Triangulation mesh = Triangulation::create({{0, 0}, {200, 200}}).value();
    std::vector<Polygon> boxes;
    for (int x = 0; x < 20; ++x)
        for (int y = 0; y < 20; ++y) {
            const Vec2 low{10.0 * x + rng.uniform(1, 4), 10.0 * y + rng.uniform(1, 4)};
            const Vec2 high = low + Vec2{rng.uniform(1, 5), rng.uniform(1, 5)};
            boxes.push_back({{low, {high.x, low.y}, high, {low.x, high.y}}, {}});
        }
    ASSERT_TRUE(mesh.insert_all(boxes));
    auto map = std::move(ShortestPathMap::create(mesh, radius, {{{0.5, 0.5}, {0.5, 0.5}, 0}})).value();
    const std::uint64_t whole = map.work();
    ASSERT_TRUE(mesh.insert(Ring{{198.6, 198.6}, {198.9, 198.6}, {198.9, 198.9}, {198.6, 198.9}}));
    map.note_edit(mesh);
    map.update(mesh);
    EXPECT_LT(map.work() - whole, whole / 20);
}

TEST(MapEdits, WorkIsInProportion) {
    expect_small_work(0);
    expect_small_work(0.3);
}

/// Labels come and go with a disc's tree; none is left over, and none is missing.
TEST(MapEdits, ADiscsTreeIsThatOfAFreshMap) {
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::rounds(4, 60)); ++seed) {
        Rng rng(seed);
        Triangulation mesh = Triangulation::create({{0, 0}, {60, 60}}).value();
        std::vector<RegionId> boxes;
        const auto insert = [&] {
            const Vec2 low{rng.uniform(1, 55), rng.uniform(1, 55)};
            const Vec2 high = low + Vec2{rng.uniform(0.3, 4), rng.uniform(0.3, 4)};
            boxes.push_back(mesh.insert(Ring{low, {high.x, low.y}, high, {low.x, high.y}}).value());
        };
        for (int i = 0; i < 60; ++i) insert();
        const MapSource source{{0.5, 0.5}, {0.5, 0.5}, 0};
        auto map = std::move(ShortestPathMap::create(mesh, 0.2, {source})).value();
        for (int edit = 0; edit < 20; ++edit) {
            if (rng.below(2) == 0) {
                insert();
            } else {
                const std::size_t k = rng.below(boxes.size());
                ASSERT_TRUE(mesh.remove(boxes[k]).is_ok());
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(k));
            }
            map.note_edit(mesh);
            map.update(mesh);
            const auto kept = map.tree(mesh);
            const auto fresh = ShortestPathMap::create(mesh, 0.2, {source}).value().tree(mesh);
            ASSERT_EQ(kept.size(), fresh.size()) << "seed " << seed << " edit " << edit;
            for (std::size_t i = 0; i < kept.size(); ++i)
                ASSERT_NEAR(kept[i].distance, fresh[i].distance, 1e-9);
        }
    }
}

}  // namespace
}  // namespace wend::mesh
