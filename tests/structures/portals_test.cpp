// A plane cut into layers, turned and mirrored, that overlap and are joined by portals: paths over the layers
// are as long as those on the plane, which know of no portals.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/mesh/proof.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/goal_map.hpp"

#include "support/effort.hpp"

namespace wend::mesh {
namespace {

constexpr double side = 24, strip = 8, overlap = 2;
constexpr std::uint32_t strips = 3;

/// By quarters of a turn, which keep the lattice, and mirrored.
struct Placement {
    int quarters = 0;
    bool is_mirrored = false;

    [[nodiscard]] Vec2 of(Vec2 p) const {
        if (is_mirrored) p.x = -p.x;
        for (int i = 0; i < quarters; ++i) p = perpendicular(p);
        return p;
    }
};

Ring box_ring(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

class CutPlane {
  public:
    CutPlane(std::uint64_t seed, double overlapping, bool has_one_portal)
        : rng_(seed), overlap_(overlapping), plane_(Triangulation::create({{0, 0}, {side, side}}).value()) {
        for (std::uint32_t k = 0; k < strips; ++k) {
            placements_.push_back({static_cast<int>(rng_.below(4)), rng_.below(2) == 0});
            Box2 box;
            box.add(placements_[k].of({left(k), 0}));
            box.add(placements_[k].of({right(k), side}));
            layers_.add_layer(std::move(Triangulation::create(box)).value(), 3.0 * k);
        }
        // Two portals that touch leave no gap for a point.
        for (std::uint32_t k = 0; k + 1 < strips; ++k) {
            const double x = strip * (k + 1), middle = std::round(rng_.uniform(6, 18));
            for (const auto& [low, high] :
                 {std::pair{0.0, has_one_portal ? side : middle}, std::pair{middle, side}}) {
                if (has_one_portal && low > 0) continue;
                const auto at = [&](std::uint32_t layer, double y) { return placements_[layer].of({x, y}); };
                EXPECT_TRUE(layers_.add_portal(
                    {k, k + 1, at(k, low), at(k, high), at(k + 1, low), at(k + 1, high), 0}));
            }
        }
        for (int i = 0; i < 22; ++i) insert_box();
        layers_.update();
    }

    void insert_box() {
        const auto whole = [](Vec2 p) { return Vec2{std::round(p.x * 10) / 10, std::round(p.y * 10) / 10}; };
        const Vec2 low = whole({rng_.uniform(0.3, side - 4), rng_.uniform(0.3, side - 4)});
        const Vec2 high = low + whole({rng_.uniform(0.3, 3.5), rng_.uniform(0.3, 3.5)});
        ASSERT_TRUE(plane_.insert(box_ring(low, high)));
        for (std::uint32_t k = 0; k < strips; ++k) {
            if (high.x <= left(k) || low.x >= right(k)) continue;
            Ring ring = box_ring({std::max(low.x, left(k)), low.y}, {std::min(high.x, right(k)), high.y});
            for (Vec2& p : ring) p = placements_[k].of(p);
            if (placements_[k].is_mirrored) std::reverse(ring.begin(), ring.end());
            ASSERT_TRUE(layers_.insert(k, {ring, {}}));
        }
    }

    [[nodiscard]] MeshPoint over(Vec2 p) const {
        const auto k = std::min(static_cast<std::uint32_t>(p.x / strip), strips - 1);
        return {placements_[k].of(p), k};
    }
    Vec2 draw(double radius, QueryContext& context) {
        for (;;) {
            const Vec2 at{rng_.uniform(0, side), rng_.uniform(0, side)};
            if (is_free(plane_, at, radius, context)) return at;
        }
    }
    [[nodiscard]] const Triangulation& plane() const { return plane_; }
    [[nodiscard]] NavMesh& layers() { return layers_; }

  private:
    [[nodiscard]] double left(std::uint32_t k) const { return std::max(0.0, strip * k - overlap_); }
    [[nodiscard]] double right(std::uint32_t k) const { return std::min(side, strip * (k + 1) + overlap_); }

    Rng rng_;
    double overlap_;
    Triangulation plane_;
    NavMesh layers_;
    std::vector<Placement> placements_;
};

/// Pieces follow each other on free ground, and portals are crossed at the same share of both lines.
void expect_walkable(const NavMesh& mesh, const Path& path, double radius, QueryContext& context) {
    double sum = 0;
    for (std::size_t i = 0; i < path.pieces.size(); ++i) {
        const PathPiece& piece = path.pieces[i];
        sum += piece.length;
        if (i > 0) {
            EXPECT_LT(distance(path.pieces[i - 1].to, piece.from), 1e-8);
        }
        if (piece.kind == PieceKind::portal) {
            const PortalSpec& portal = mesh.portals()[piece.index];
            const bool is_forward = portal.layer_a == piece.layer;
            EXPECT_NEAR(distance(piece.from, is_forward ? portal.a_from : portal.b_from),
                        distance(piece.to, is_forward ? portal.b_from : portal.a_from), 1e-8);
            continue;
        }
        for (int k = 1; k < 8; ++k) {
            const Vec2 p = piece.kind == PieceKind::arc
                               ? piece.center + rotated(piece.from - piece.center, piece.turn * k / 8)
                               : lerp(piece.from, piece.to, k / 8.0);
            EXPECT_GT(clearance_at(mesh.layer(piece.layer), p, radius + 1, context), radius - 1e-6);
        }
    }
    EXPECT_NEAR(sum, path.length, 1e-9);
}

void compare(CutPlane& world, const GoalMap& map, const ShortestPathMap& flat, int places) {
    QueryContext context;
    Path path;
    for (int i = 0; i < places; ++i) {
        const Vec2 p = world.draw(map.radius(), context);
        const MapAnswer expected = flat.find(world.plane(), p, context);
        const GoalAnswer answer = map.find(world.layers(), world.over(p), context);
        ASSERT_EQ(answer.status, expected.status) << "at " << p.x << " " << p.y;
        if (answer.status != StatusCode::ok) continue;
        ASSERT_NEAR(answer.distance, expected.distance, 1e-9) << "at " << p.x << " " << p.y;
        if (i % 4 != 0) continue;
        ASSERT_EQ(map.find_path(world.layers(), world.over(p), context, path).status, StatusCode::ok);
        ASSERT_NEAR(path.length + map.goals()[answer.goal].length, expected.distance, 1e-9)
            << "at " << p.x << " " << p.y;
        expect_walkable(world.layers(), path, map.radius(), context);
    }
}

/// Points touch walls, so that for them layers need not overlap.
void run(std::uint64_t seed, double radius, bool has_exit) {
    CutPlane world(seed, radius == 0 && seed % 2 == 0 ? 0 : overlap, radius > 0);
    QueryContext context;
    Rng rng(seed + 7);
    const Vec2 goal = world.draw(radius, context), other = world.draw(radius, context);
    std::vector<NavGoal> goals{{world.over(goal), world.over(goal).at}};
    std::vector<MapSource> sources{{goal, goal, 0}};
    if (has_exit) {
        // Within one strip.
        const double left = std::floor(other.x / strip) * strip;
        const Vec2 end{std::clamp(other.x + rng.uniform(-4, 4), left + 0.01, left + strip - 0.01),
                       std::clamp(other.y + rng.uniform(-4, 4), 0.5, side - 0.5)};
        goals.push_back({world.over(other), world.over(end).at, 1.5});
        sources.push_back({other, end, 1.5});
    }
    const auto map = GoalMap::create(world.layers(), radius, goals);
    ASSERT_TRUE(map) << map.status().message;
    EXPECT_TRUE(map.value().is_exact());
    const auto flat = ShortestPathMap::create(world.plane(), radius, sources);
    ASSERT_TRUE(flat);
    compare(world, map.value(), flat.value(), 120);
}

TEST(Portals, PointsWalkAsOnThePlane) {
    for (int seed = 0; seed < test::rounds(20, 300); ++seed) {
        run(static_cast<std::uint64_t>(seed) + 1, 0, seed % 3 == 2);
        if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    }
}

/// Between two portals that touch there is no room for a disc; so there is one a seam. No passage is exactly
/// as wide as a disc: roundings would decide.
TEST(Portals, DiscsWalkAsOnThePlane) {
    for (int seed = 0; seed < test::rounds(12, 200); ++seed) {
        run(static_cast<std::uint64_t>(seed) + 1000, 0.17 + 0.1 * (seed % 4), seed % 3 == 2);
        if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    }
}

Path ask(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget budget) {
    Path path;
    find_proven_path(mesh, query, context, budget, path);
    return path;
}

/// Where nothing limits them; of others, and of fast ones, the bound holds.
TEST(Portals, SinglePlansAreAsShortAsOnThePlane) {
    int over_portals = 0;
    for (int seed = 0; seed < test::rounds(6, 100); ++seed) {
        const double radius = seed % 3 == 0 ? 0 : 0.17 + 0.1 * (seed % 4);
        CutPlane world(static_cast<std::uint64_t>(seed) + 3000, overlap, radius > 0);
        QueryContext flat;
        NavContext context;
        for (int k = 0; k < 12; ++k) {
            const Vec2 from = world.draw(radius, flat), to = world.draw(radius, flat);
            const Path expected = find_path(world.plane(), {from, to, radius}, flat);
            NavQuery query{world.over(from), world.over(to), radius};
            const Path path = ask(world.layers(), query, context, Budget::unlimited());
            ASSERT_EQ(path.status, expected.status) << "seed " << seed << ", " << k;
            if (!expected.has_route()) continue;
            ASSERT_NEAR(path.length, expected.length, 1e-9) << "seed " << seed << ", " << k;
            EXPECT_TRUE(path.is_proven_optimal());
            over_portals += query.from.layer != query.to.layer;
            const Path limited = ask(world.layers(), query, context, Budget::expansions(100'000));
            query.mode = PathMode::corridor;
            const Path fast = ask(world.layers(), query, context, Budget::unlimited());
            for (const Path* other : {&limited, &fast}) {
                if (!other->has_route()) continue;  // where crossings are tried there may be no room
                EXPECT_GT(other->lower_bound, 0);
                EXPECT_LE(other->lower_bound, expected.length * (1 + 1e-9));
            }
        }
    }
    EXPECT_GT(over_portals, 20);
}

TEST(Portals, EditedLayersAreThePlaneEdited) {
    for (int seed = 0; seed < test::rounds(6, 60); ++seed) {
        const double radius = seed % 2 == 0 ? 0 : 0.23;
        CutPlane world(static_cast<std::uint64_t>(seed) + 2000, overlap, radius > 0);
        QueryContext context;
        const Vec2 goal = world.draw(radius, context);
        auto map =
            std::move(GoalMap::create(world.layers(), radius, {{world.over(goal), world.over(goal).at}}))
                .value();
        for (int edit = 0; edit < 4; ++edit) {
            world.insert_box();
            world.layers().update();
            if (!is_free(world.plane(), goal, radius, context)) break;
            map.note_edit(world.layers());
            ASSERT_TRUE(map.update(world.layers()).is_ok());
            const auto flat = ShortestPathMap::create(world.plane(), radius, {{goal, goal, 0}});
            compare(world, map, flat.value(), 40);
            if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", edit " << edit;
        }
    }
}

}  // namespace
}  // namespace wend::mesh
