// Mixed edits with the independent checker after every one of them.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "checker.hpp"
#include "support/effort.hpp"

namespace wend::mesh::test {
namespace {

/// Draws rings of every bad kind; coordinates on a coarse grid make coincidences frequent.
class RingSource {
  public:
    RingSource(Rng rng, double size, double grid) : rng_(rng), size_(size), grid_(grid) {}

    Ring draw() {
        switch (rng_.below(7)) {
            case 0:
                return star(3 + rng_.below(5));
            case 1:
                return box();
            case 2:
                return scribble(2 + rng_.below(6));
            case 3:
                return {point()};
            case 4:
                return {point(), point()};
            case 5:
                return sliver();
            default:
                return last_.empty() ? box() : last_;
        }
    }

  private:
    double snapped(double x) { return std::clamp(std::round(x / grid_) * grid_, 0.0, size_); }
    Vec2 point() { return {snapped(rng_.uniform(0, size_)), snapped(rng_.uniform(0, size_))}; }
    Ring star(std::uint64_t corners) {
        const Vec2 centre = point();
        Ring ring;
        for (std::uint64_t k = 0; k < corners; ++k) {
            const Vec2 p =
                centre + unit_vector(6.28318 * double(k) / double(corners)) * rng_.uniform(0.05, 0.3) * size_;
            ring.push_back({snapped(p.x), snapped(p.y)});
        }
        return last_ = ring;
    }
    Ring box() {
        const Vec2 a = point(), b = point();
        return last_ = {a, {b.x, a.y}, b, {a.x, b.y}};
    }
    Ring scribble(std::uint64_t corners) {
        Ring ring;
        for (std::uint64_t k = 0; k < corners; ++k) ring.push_back(point());
        return last_ = ring;
    }
    Ring sliver() {
        const Vec2 a = point(), b = point();
        return {a, b, {snapped(b.x + grid_), b.y}};
    }

    Rng rng_;
    double size_;
    double grid_;
    Ring last_;
};

Settings without_clearance() {
    Settings settings;
    settings.clearance = false;
    return settings;
}

struct Scene {
    double size;       ///< metres
    double grid;       ///< metres
    std::size_t most;  ///< regions at once
};

/// The same regions, those of a kind all at once.
void check_built_at_once(const Expected& expected, const Settings& settings, double size) {
    Triangulation mesh = Triangulation::create({{0, 0}, {size, size}}, settings).value();
    Expected afresh;
    for (const RegionKind kind : {RegionKind::walkable, RegionKind::obstacle}) {
        std::vector<Polygon> polygons;
        const std::size_t first = afresh.regions.size();
        for (const Expected::Entry& entry : expected.regions) {
            if (entry.options.kind != kind) continue;
            afresh.regions.push_back(entry);
            Ring& ring = polygons.emplace_back().outline;
            for (const LatticePoint p : entry.rings.front()) ring.push_back(settings.lattice.metres(p));
        }
        const auto ids = mesh.insert_all(polygons, {kind, 0});
        ASSERT_TRUE(ids.is_ok()) << ids.status().message;
        for (std::size_t k = first; k < afresh.regions.size(); ++k)
            afresh.regions[k].id = ids.value()[k - first];
    }
    ASSERT_EQ(find_fault(mesh, afresh), "");
}

void run_edits(std::uint64_t seed, const Scene& scene, Settings settings, int edits) {
    Rng rng(seed);
    RingSource rings(rng.split(1), scene.size, scene.grid);
    auto created = Triangulation::create({{0, 0}, {scene.size, scene.size}}, settings);
    ASSERT_TRUE(created.is_ok());
    Triangulation mesh = std::move(created).value();
    Expected expected;
    for (int edit = 0; edit < edits; ++edit) {
        auto& regions = expected.regions;
        if (regions.size() < scene.most && (regions.empty() || rng.below(5) < 3)) {
            const Ring ring = rings.draw();
            RegionOptions options;
            if (!settings.clearance)
                options.kind = static_cast<RegionKind>(rng.below(3));
            else if (!settings.floor_everywhere)
                options.kind = rng.below(3) == 0 ? RegionKind::obstacle : RegionKind::walkable;
            options.area = static_cast<std::uint16_t>(1 + rng.below(3));
            const auto id = mesh.insert(ring, options);
            ASSERT_TRUE(id.is_ok()) << id.status().message;
            regions.push_back({id.value(), options, {on_lattice(settings.lattice, ring)}});
        } else {
            const std::size_t victim = rng.below(regions.size());
            ASSERT_TRUE(mesh.remove(regions[victim].id).is_ok());
            regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(victim));
        }
        ASSERT_EQ(find_fault(mesh, expected), "") << "seed " << seed << " edit " << edit;
    }
    if (settings.clearance) check_built_at_once(expected, settings, scene.size);
}

TEST(Edits, TinyLatticeWhereEverythingCollides) {
    for (int seed = 0; seed < wend::test::rounds(200, 1500); ++seed) {
        run_edits(static_cast<std::uint64_t>(seed), {0.012, 0.001, 6}, without_clearance(), 40);
        if (HasFatalFailure()) return;
    }
}

TEST(Edits, CoarseGridWithManyCoincidences) {
    for (int seed = 0; seed < wend::test::rounds(20, 400); ++seed) {
        run_edits(static_cast<std::uint64_t>(seed), {10, 0.5, 12}, without_clearance(), 60);
        if (HasFatalFailure()) return;
    }
}

TEST(Edits, GeneralPositionWithManyCrossings) {
    for (int seed = 0; seed < wend::test::rounds(40, 400); ++seed) {
        run_edits(static_cast<std::uint64_t>(seed), {1, 0.001, 12}, without_clearance(), 60);
        if (HasFatalFailure()) return;
    }
}

TEST(Edits, WithClearance) {
    for (int seed = 0; seed < wend::test::rounds(20, 400); ++seed) {
        run_edits(static_cast<std::uint64_t>(seed), {0.012, 0.001, 6}, Settings{}, 40);
        run_edits(static_cast<std::uint64_t>(seed), {10, 0.5, 10}, Settings{}, 50);
        run_edits(static_cast<std::uint64_t>(seed), {1, 0.001, 10}, Settings{}, 50);
        if (HasFatalFailure()) return;
    }
}

/// Moves between edits of all kinds, of obstacles that overlap each other, against the checker.
void run_moves(std::uint64_t seed, const Scene& scene, Settings settings, int edits) {
    Rng rng(seed);
    RingSource rings(rng.split(1), scene.size, scene.grid);
    Triangulation mesh = Triangulation::create({{0, 0}, {scene.size, scene.size}}, settings).value();
    Expected expected;
    for (int edit = 0; edit < edits; ++edit) {
        auto& regions = expected.regions;
        Ring ring = rings.draw();
        if (regions.size() < scene.most) {
            const auto id = mesh.insert(ring);
            ASSERT_TRUE(id.is_ok()) << id.status().message;
            regions.push_back({id.value(), {}, {on_lattice(settings.lattice, ring)}});
        } else {
            // A polygon's outline is turned around if it runs clockwise.
            if (signed_area(ring) < 0) std::reverse(ring.begin(), ring.end());
            Expected::Entry& moved = regions[rng.below(regions.size())];
            ASSERT_TRUE(mesh.move(moved.id, {ring, {}}).is_ok());
            moved.rings = {on_lattice(settings.lattice, ring)};
        }
        ASSERT_EQ(find_fault(mesh, expected), "") << "seed " << seed << " edit " << edit;
    }
}

TEST(Edits, Moves) {
    Settings plain = without_clearance();
    for (int seed = 0; seed < wend::test::rounds(15, 400); ++seed) {
        for (const Settings& settings : {plain, Settings{}}) {
            run_moves(static_cast<std::uint64_t>(seed), {0.012, 0.001, 5}, settings, 30);
            run_moves(static_cast<std::uint64_t>(seed), {10, 0.5, 8}, settings, 40);
            run_moves(static_cast<std::uint64_t>(seed), {1, 0.001, 8}, settings, 40);
        }
        if (HasFatalFailure()) return;
    }
}

/// Convex shapes over the edge, compared with what is left of them.
TEST(Edits, ShapesOverTheEdgeAreClipped) {
    for (int seed = 0; seed < wend::test::rounds(40, 1000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        Triangulation mesh = Triangulation::create({{0, 0}, {10, 10}}).value();
        const Vec2 low{rng.uniform(-4, 9.5), rng.uniform(-4, 9.5)};
        const Box2 box{low, low + Vec2{rng.uniform(1, 12), rng.uniform(1, 12)}};
        const Box2 left{{std::max(low.x, 0.0), std::max(low.y, 0.0)},
                        {std::min(box.high.x, 10.0), std::min(box.high.y, 10.0)}};
        const auto id = mesh.insert(rectangle(box));
        const bool is_over = left.low.x < left.high.x && left.low.y < left.high.y;
        ASSERT_EQ(id.is_ok(), is_over) << "seed " << seed;
        if (!is_over) continue;
        for (int k = 0; k < 50; ++k) {
            const Vec2 p{rng.uniform(0.01, 9.99), rng.uniform(0.01, 9.99)};
            const double gap =
                std::max({left.low.x - p.x, p.x - left.high.x, left.low.y - p.y, p.y - left.high.y});
            if (std::abs(gap) < 0.002) continue;
            EXPECT_EQ(mesh.is_blocked(mesh.locate(p).triangle), gap < 0) << "seed " << seed;
        }
    }
}

/// As far across as a world can be, so that slivers along its sides have circles as large as a continent.
TEST(Edits, PointsBesideTheSidesOfLargeWorlds) {
    for (int seed = 0; seed < wend::test::rounds(60, 2000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const double half = rng.uniform(5e3, 67e3), inset = 0.001 * static_cast<double>(rng.below(4));
        Triangulation mesh = Triangulation::create({{-half, -half}, {half, half}}).value();
        const double middle = half - inset;
        std::vector<Vec2> points{{0, -middle}, {middle, 0}, {0, middle}, {-middle, 0}};
        for (std::size_t extra = rng.below(4); extra > 0; --extra)
            points.push_back({rng.uniform(-half, half), rng.below(2) == 0 ? middle : -middle});
        Expected expected;
        for (std::size_t left = points.size(); left > 0; --left) {
            std::swap(points[rng.below(left)], points[left - 1]);
            const Ring ring{points[left - 1]};
            const auto id = mesh.insert(ring);
            ASSERT_TRUE(id.is_ok()) << id.status().message;
            expected.regions.push_back({id.value(), {}, {on_lattice(mesh.settings().lattice, ring)}});
            ASSERT_EQ(find_fault(mesh, expected), "") << "seed " << seed;
        }
    }
}

TEST(Edits, WithClearanceOnFloorsThatOverlap) {
    Settings settings;
    settings.floor_everywhere = false;
    for (int seed = 0; seed < wend::test::rounds(20, 400); ++seed) {
        run_edits(static_cast<std::uint64_t>(seed), {0.012, 0.001, 6}, settings, 40);
        run_edits(static_cast<std::uint64_t>(seed), {10, 0.5, 10}, settings, 50);
        run_edits(static_cast<std::uint64_t>(seed), {1, 0.001, 10}, settings, 50);
        if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace wend::mesh::test
