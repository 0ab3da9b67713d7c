// A medial axis that follows edits against one built from scratch, vertex by vertex and edge by edge, after
// every edit: boxes that stand apart, boxes that overlap, walls and pillars that come and go.

#include <algorithm>
#include <map>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>

#include "medial_worlds.hpp"
#include "support/effort.hpp"

namespace wend::mesh {
namespace {

using namespace medial_test;

constexpr double same = 1e-6;  ///< metres

/// Vertices of an axis by place; those closer than roundings are one.
class Places {
  public:
    explicit Places(const MedialAxis& axis) {
        for (std::uint32_t v = 0; v < axis.vertices().size(); ++v)
            if (axis.is_vertex(v)) by_x_.emplace(axis.vertices()[v].position.x, v);
        axis_ = &axis;
    }
    /// The nearest vertex; none beyond `same`.
    [[nodiscard]] std::optional<std::uint32_t> at(Vec2 p) const {
        std::optional<std::uint32_t> best;
        double least = same;
        for (auto i = by_x_.lower_bound(p.x - same); i != by_x_.end() && i->first <= p.x + same; ++i) {
            const double d = distance(axis_->vertices()[i->second].position, p);
            if (d <= least) std::tie(least, best) = std::tuple(d, i->second);
        }
        return best;
    }

  private:
    const MedialAxis* axis_;
    std::multimap<double, std::uint32_t> by_x_;
};

/// Every vertex and edge of one axis is in the other.
void expect_within(const MedialAxis& part, const MedialAxis& whole) {
    const Places places(whole);
    for (std::uint32_t v = 0; v < part.vertices().size(); ++v) {
        if (!part.is_vertex(v)) continue;
        const MedialVertex& vertex = part.vertices()[v];
        const auto other = places.at(vertex.position);
        ASSERT_TRUE(other) << "vertex at " << vertex.position.x << ", " << vertex.position.y;
        ASSERT_NEAR(whole.vertices()[*other].clearance, vertex.clearance, same);
    }
    for (std::uint32_t e = 0; e < part.edges().size(); ++e) {
        if (!part.is_edge(e) || part.edges()[e].length < 10 * same) continue;
        const MedialEdge& edge = part.edges()[e];
        const Vec2 middle = part.point_on(e, 0.5);
        const auto from = places.at(part.vertices()[edge.from].position);
        ASSERT_TRUE(from);
        const auto edges = whole.edges_at(*from);
        const bool is_there = std::ranges::any_of(edges, [&](std::uint32_t o) {
            return std::abs(whole.edges()[o].length - edge.length) < 10 * same &&
                   distance(whole.point_on(o, 0.5), middle) < 10 * same &&
                   std::abs(whole.edges()[o].min_clearance - edge.min_clearance) < 10 * same;
        });
        ASSERT_TRUE(is_there) << "edge in " << middle.x << ", " << middle.y << " of length " << edge.length;
    }
}

void expect_same(const MedialAxis& a, const MedialAxis& b) {
    expect_within(a, b);
    if (!::testing::Test::HasFatalFailure()) expect_within(b, a);
}

/// A room with boxes that stand apart, on a grid of places.
class BoxRoom {
  public:
    explicit BoxRoom(Rng& rng) : rng_(rng) { add_ring(medial_test::rectangle({-20, -20}, {20, 20}), walls_); }
    [[nodiscard]] std::vector<MedialWall> walls() const {
        std::vector<MedialWall> all = walls_;
        for (const auto& [place, box] : boxes_) all.insert(all.end(), box.begin(), box.end());
        return all;
    }
    /// A box comes or goes at one of 64 places.
    void change(std::vector<MedialWall>& removed, std::vector<MedialWall>& added) {
        const auto place = static_cast<int>(rng_.below(64));
        if (const auto there = boxes_.find(place); there != boxes_.end()) {
            removed.insert(removed.end(), there->second.begin(), there->second.end());
            boxes_.erase(there);
            return;
        }
        std::vector<MedialWall>& box = boxes_[place];
        const Vec2 centre{-17.5 + 5 * (place % 8) + rng_.uniform(-0.8, 0.8), -17.5 + 5 * (place / 8)};
        const int kind = static_cast<int>(rng_.below(4));
        const double angle = kind == 0 ? 0 : rng_.uniform(0, std::numbers::pi);
        if (kind == 3) {
            const LatticePoint p = snap(centre.x, centre.y);
            box.push_back({p, p, true, true});
        } else {
            Ring ring;
            const double w = rng_.uniform(0.3, 1.4), h = kind == 0 ? w : rng_.uniform(0.3, 1.4);
            for (const Vec2 corner : {Vec2{-w, -h}, Vec2{w, -h}, Vec2{w, h}, Vec2{-w, h}})
                ring.push_back(centre + rotated(corner, angle));
            add_ring(reversed(ring), box);
        }
        added.insert(added.end(), box.begin(), box.end());
    }

  private:
    Rng& rng_;
    std::vector<MedialWall> walls_;
    std::map<int, std::vector<MedialWall>> boxes_;
};

TEST(MedialEdit, IsLikeFromScratchAfterEveryEdit) {
    for (int seed = 1; seed <= wend::test::rounds(12, 200); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed));
        BoxRoom room(rng);
        MedialAxis axis = axis_of(room.walls());
        for (int edit = 0; edit < 60; ++edit) {
            SCOPED_TRACE(edit);
            std::vector<MedialWall> removed, added;
            for (std::uint64_t n = 1 + (rng.below(4) == 0 ? rng.below(4) : 0); n > 0; --n) {
                std::vector<MedialWall> gone, fresh;
                room.change(gone, fresh);
                const bool was_just_added = std::ranges::any_of(added, [&](const MedialWall& wall) {
                    return !gone.empty() && wall.from == gone[0].from && wall.to == gone[0].to;
                });
                if (was_just_added)
                    std::erase_if(added, [&](const MedialWall& wall) {
                        return std::ranges::any_of(gone, [&](const MedialWall& g) {
                            return g.from == wall.from && g.to == wall.to;
                        });
                    });
                else
                    removed.insert(removed.end(), gone.begin(), gone.end());
                added.insert(added.end(), fresh.begin(), fresh.end());
            }
            MedialChange change;
            const Status status = axis.edit(removed, added, &change);
            ASSERT_TRUE(status.is_ok()) << status.message;
            expect_same(axis, axis_of(room.walls()));
            if (HasFatalFailure()) return;
        }
    }
}

TEST(MedialEdit, FollowsAMeshWhoseObstaclesOverlap) {
    for (int seed = 1; seed <= wend::test::rounds(8, 150); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 500);
        Settings settings;
        settings.clearance = false;
        Triangulation mesh = Triangulation::create({{-10, -10}, {10, 10}}, settings).value();
        std::vector<RegionId> regions;
        MedialAxis axis = axis_of(walls_of(mesh));
        for (int edit = 0; edit < 50; ++edit) {
            SCOPED_TRACE(edit);
            if (!regions.empty() && rng.below(3) == 0) {
                const std::size_t k = rng.below(regions.size());
                ASSERT_TRUE(mesh.remove(regions[k]).is_ok());
                regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(k));
            } else {
                const Vec2 centre{rng.uniform(-8, 8), rng.uniform(-8, 8)};
                const double angle = rng.uniform(0, std::numbers::pi);
                Ring ring;
                const double w = rng.uniform(0.1, 1.5), h = rng.uniform(0.1, 1.5);
                for (const Vec2 corner : {Vec2{-w, -h}, Vec2{w, -h}, Vec2{w, h}, Vec2{-w, h}})
                    ring.push_back(centre + rotated(corner, angle));
                regions.push_back(mesh.insert(ring).value());
            }
            const std::vector<MedialWall> walls = walls_of(mesh);
            const Status status = axis.follow(walls);
            ASSERT_TRUE(status.is_ok()) << status.message;
            expect_same(axis, axis_of(walls));
            if (HasFatalFailure()) return;
        }
    }
}

TEST(MedialEdit, KeepsTheNumbersOfWhatDidNotChange) {
    Rng rng(7);
    BoxRoom room(rng);
    std::vector<MedialWall> removed, added;
    for (int i = 0; i < 30; ++i) room.change(removed, added);
    MedialAxis axis = axis_of(room.walls());
    for (int edit = 0; edit < 40; ++edit) {
        const std::vector<MedialVertex> before(axis.vertices().begin(), axis.vertices().end());
        std::vector<bool> was_there;
        for (std::uint32_t v = 0; v < before.size(); ++v) was_there.push_back(axis.is_vertex(v));
        removed.clear();
        added.clear();
        room.change(removed, added);
        MedialChange change;
        ASSERT_TRUE(axis.edit(removed, added, &change).is_ok());
        std::size_t kept = 0;
        for (std::uint32_t v = 0; v < before.size(); ++v) {
            if (!was_there[v] || std::ranges::binary_search(change.vertices, v)) continue;
            ASSERT_TRUE(axis.is_vertex(v));
            ASSERT_EQ(axis.vertices()[v].position, before[v].position);
            ++kept;
        }
        EXPECT_GT(kept, before.size() / 2);
    }
}

TEST(MedialEdit, CorridorsFollowToo) {
    Rng rng(11);
    BoxRoom room(rng);
    MedialAxis axis = axis_of(room.walls());
    int found = 0;
    for (int edit = 0; edit < 60; ++edit) {
        std::vector<MedialWall> removed, added;
        room.change(removed, added);
        ASSERT_TRUE(axis.edit(removed, added).is_ok());
        const MedialAxis fresh = axis_of(room.walls());
        for (const double preferred : {0.0, 0.6, 2.0, infinity}) {
            const MedialQuery query{{rng.uniform(-19, 19), rng.uniform(-19, 19)},
                                    {rng.uniform(-19, 19), rng.uniform(-19, 19)},
                                    0.2,
                                    preferred};
            Budget a, b;
            const MedialPath mine = axis.find_path(query, a), other = fresh.find_path(query, b);
            ASSERT_EQ(mine.status.code, other.status.code);
            if (!mine.status.is_ok()) continue;
            ASSERT_NEAR(mine.length, other.length, 1e-4);
            ASSERT_NEAR(mine.min_clearance, other.min_clearance, 1e-4);
            ++found;
        }
    }
    EXPECT_GT(found, 100);
}

TEST(MedialEdit, RefusesWhatItCannotDoAndStaysAsItWas) {
    std::vector<MedialWall> walls;
    add_ring(medial_test::rectangle({0, 0}, {10, 10}), walls);
    MedialAxis axis = axis_of(walls);
    const std::size_t edges = axis.edges().size();
    const std::vector<MedialWall> unknown{{{1000, 1000}, {2000, 2000}}}, crossing{{{5000, -1}, {5000, 4000}}},
        outside{{{5000, 5000}, {50000, 5000}}},
        across{{{5000, 5000}, {6000, 6000}}, {{5000, 6000}, {6000, 5000}}};
    EXPECT_EQ(axis.edit(unknown, {}).code, StatusCode::invalid_input);
    EXPECT_EQ(axis.edit({}, crossing).code, StatusCode::invalid_input);
    EXPECT_EQ(axis.edit({}, outside).code, StatusCode::invalid_input);
    EXPECT_EQ(axis.edit({}, across).code, StatusCode::invalid_input);
    EXPECT_EQ(axis.edit(walls, {}).code, StatusCode::invalid_input);
    EXPECT_EQ(axis.edges().size(), edges);
    expect_same(axis, axis_of(walls));
}

}  // namespace
}  // namespace wend::mesh
