// Dynamically pruned A* on the medial axis and on the triangles of Sigma 1, where costs are not monotone:
// boxes come and go, and every plan is compared with A* on a graph built from scratch. Pairs are drawn before
// the event and none is dropped.

#include "wend/search/replan.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include <gtest/gtest.h>

#include "wend/domains/medial_region.hpp"
#include "wend/domains/static_mesh_domain.hpp"
#include "wend/mesh/triangulation.hpp"
#include "wend/search/affected_states.hpp"
#include "wend/search/search.hpp"

#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using mesh::MedialAxis;
using mesh::MedialChange;
using search::RememberedPath;
using search::Replan;
using search::ReplanEvents;
using search::Replanner;

struct Tally {
    std::array<int, 7> cases{};
    std::uint64_t pruned = 0, plain = 0;
    int fallbacks = 0, better_after_insertion = 0;

    void add(const Replan& found, std::uint64_t others) {
        ++cases[static_cast<std::size_t>(found.scenario)];
        pruned += found.expansions;
        plain += others;
        fallbacks += found.fell_back;
    }
};

Ring random_box(Rng& rng, Vec2 centre) {
    const double angle = rng.below(2) == 0 ? 0 : rng.uniform(0, std::numbers::pi);
    const double w = rng.uniform(0.5, 1.5), h = rng.uniform(0.5, 1.5);
    Ring ring;
    for (const Vec2 corner : {Vec2{-w, -h}, Vec2{w, -h}, Vec2{w, h}, Vec2{-w, h}})
        ring.push_back(centre + rotated(corner, angle));
    return ring;
}

/// What boxes come to and go from, in a square of `size` metres.
enum class WorldKind { open, rooms, streets };
constexpr WorldKind world_kinds[]{WorldKind::open, WorldKind::rooms, WorldKind::streets};
constexpr double size = 40;

Vec2 anywhere(Rng& rng) {
    const double x = rng.uniform(3, size - 3);
    return {x, rng.uniform(3, size - 3)};
}

/// Every other event happens where somebody goes, for whom `place_on` gives a place on the way.
template <class Pairs, class PlaceOn>
Vec2 place_of_event(Rng& rng, const Pairs& pairs, PlaceOn&& place_on) {
    if (pairs.empty() || rng.below(2) == 0) return anywhere(rng);
    const auto& pair = pairs[rng.below(pairs.size())];
    const Vec2 at = place_on(pair, pair.old.states[rng.below(pair.old.states.size())]);
    return {std::clamp(at.x, 3.0, size - 3), std::clamp(at.y, 3.0, size - 3)};
}

/// Rows of rooms with doors between them, or blocks with streets between them; nothing on open ground.
std::vector<Ring> buildings(WorldKind kind, Rng& rng) {
    std::vector<Ring> rings;
    if (kind == WorldKind::streets)
        for (double x = 1.5; x < size - 5; x += 8)
            for (double y = 1.5; y < size - 5; y += 8)
                rings.push_back(rectangle(Box2{{x, y}, {x + 5 + rng.uniform(0, 1), y + 5}}));
    if (kind == WorldKind::rooms)
        for (double y = 10; y < size - 5; y += 10)
            for (double x = 0.1; x < size - 2;) {
                const double end = std::min(x + rng.uniform(4, 14), size - 0.1);
                rings.push_back(rectangle(Box2{{x, y}, {end, y + 0.4}}));
                x = end + rng.uniform(1, 3);
            }
    return rings;
}

/// Boxes that may overlap, in a room; what comes and goes are some of them.
class AxisWorld {
  public:
    AxisWorld(Rng& rng, int boxes, WorldKind kind = WorldKind::open)
        : rng_(rng), mesh_(empty(buildings(kind, rng))), axis_(fresh_axis()) {
        for (int i = 0; i < boxes; ++i) insert();
        axis_ = fresh_axis();
        changes_.clear();
    }

    void insert() { insert(random_box(rng_, anywhere(rng_))); }
    void insert(const Ring& ring) {
        regions_.push_back(mesh_.insert(ring).value());
        follow();
    }
    void remove() {
        const std::size_t k = rng_.below(regions_.size());
        ASSERT_TRUE(mesh_.remove(regions_[k]).is_ok());
        regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(k));
        follow();
    }
    [[nodiscard]] bool can_remove() const { return !regions_.empty(); }
    [[nodiscard]] const MedialAxis& axis() const { return axis_; }
    [[nodiscard]] MedialAxis fresh_axis() const {
        return MedialAxis::create(mesh::walls_of(mesh_), mesh_.settings().lattice).value();
    }
    [[nodiscard]] Vec2 draw() { return {rng_.uniform(0.5, size - 0.5), rng_.uniform(0.5, size - 0.5)}; }
    std::vector<MedialChange>& changes() { return changes_; }

  private:
    static mesh::Triangulation empty(const std::vector<Ring>& rings) {
        mesh::Settings settings;
        settings.clearance = false;
        mesh::Triangulation floor = mesh::Triangulation::create({{0, 0}, {size, size}}, settings).value();
        for (const Ring& ring : rings) EXPECT_TRUE(floor.insert(ring));
        return floor;
    }
    void follow() {
        MedialChange change;
        ASSERT_TRUE(axis_.follow(mesh::walls_of(mesh_), &change).is_ok());
        changes_.push_back(change);
    }

    Rng& rng_;
    mesh::Triangulation mesh_;
    std::vector<mesh::RegionId> regions_;
    MedialAxis axis_;
    std::vector<MedialChange> changes_;
};

struct AxisPair {
    Vec2 from, to;
    RememberedPath old;
};

constexpr double walker = 0.3;

Replan plain_plan(const MedialAxis& axis, const AxisPair& pair) {
    const MedialDomain domain(axis, walker, pair.from, pair.to);
    Replanner<MedialDomain> planner;
    Budget budget;
    planner.begin(domain, MedialDomain::start(), MedialDomain::goal());
    return planner.solve(domain, budget);
}

std::vector<AxisPair> draw_pairs(AxisWorld& world, int count) {
    std::vector<AxisPair> pairs;
    for (int tries = 0; tries < 20 * count && static_cast<int>(pairs.size()) < count; ++tries) {
        AxisPair pair{world.draw(), world.draw(), {}};
        pair.old = plain_plan(world.axis(), pair).path;
        if (!pair.old.empty()) pairs.push_back(std::move(pair));
    }
    return pairs;
}

void check_axis(AxisWorld& world, const MedialAxis& fresh, const AxisPair& pair, const ReplanEvents& events,
                Tally& tally) {
    const MedialDomain domain(world.axis(), walker, pair.from, pair.to);
    const MedialRegion region(domain, world.changes(), pair.old);
    Replanner<MedialDomain> planner;
    Budget budget;
    planner.begin(domain, pair.old, region, events);
    const Replan& found = planner.solve(domain, region, budget);
    const Replan same = plain_plan(world.axis(), pair), scratch = plain_plan(fresh, pair);
    ASSERT_EQ(found.status, scratch.status);
    ASSERT_EQ(found.path.cost(), same.path.cost()) << "scenario " << static_cast<int>(found.scenario);
    if (found.status != StatusCode::ok) return;
    // Roundings of lengths, one unit an edge.
    const double slack = 2.0 * static_cast<double>(found.path.states.size() + scratch.path.states.size());
    ASSERT_NEAR(found.path.cost(), scratch.path.cost(), slack);
    EXPECT_LE(found.expansions, same.expansions);
    tally.better_after_insertion += events.inserted && found.path.cost() < pair.old.cost();
    tally.add(found, same.expansions);
}

/// So many cases of every scenario there must be in each world.
void expect_enough(const Tally& tally, WorldKind kind) {
    for (const std::size_t scenario : {1, 2, 3, 4}) {
        const std::string name =
            "world_" + std::to_string(static_cast<int>(kind)) + "_scenario_" + std::to_string(scenario);
        ::testing::Test::RecordProperty(name, tally.cases[scenario]);
        EXPECT_GE(tally.cases[scenario], test::rounds(10, 2000)) << name;
    }
}

void come_and_go(Rng& rng, AxisWorld& world, Tally& tally) {
    for (int event = 0; event < 4 && !::testing::Test::HasFatalFailure(); ++event) {
        const std::vector<AxisPair> pairs = draw_pairs(world, 25);
        world.changes().clear();
        const bool inserts = event % 2 == 0;
        if (inserts)
            world.insert(random_box(rng, place_of_event(rng, pairs, [&](const AxisPair& pair, auto state) {
                                        const MedialDomain domain(world.axis(), walker, pair.from, pair.to);
                                        return domain.place(state);
                                    })));
        else
            world.remove();
        const MedialAxis fresh = world.fresh_axis();
        for (const AxisPair& pair : pairs)
            check_axis(world, fresh, pair, {.inserted = inserts, .deleted = !inserts}, tally);
    }
}

TEST(ReplanOnMedialAxis, CostsAsMuchAsFromScratch) {
    std::uint64_t pruned = 0, plain = 0;
    int better_after_insertion = 0;
    for (const WorldKind kind : world_kinds) {
        Tally tally;
        for (int seed = 1; seed <= test::rounds(6, 800); ++seed) {
            SCOPED_TRACE(seed);
            Rng rng(static_cast<std::uint64_t>(seed));
            AxisWorld world(rng, 10 + static_cast<int>(rng.below(50)), kind);
            come_and_go(rng, world, tally);
            if (HasFatalFailure()) return;
        }
        expect_enough(tally, kind);
        pruned += tally.pruned;
        plain += tally.plain;
        better_after_insertion += tally.better_after_insertion;
    }
    EXPECT_GT(better_after_insertion, 0) << "no insertion opened a shorter way: the test is too easy";
    EXPECT_LT(pruned, plain * 2 / 3);
}

TEST(ReplanOnMedialAxis, FiftyEventsAndOneSearch) {
    Tally tally;
    for (int seed = 1; seed <= test::rounds(6, 100); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 9000);
        AxisWorld world(rng, 40);
        const std::vector<AxisPair> pairs = draw_pairs(world, 20);
        world.changes().clear();
        for (int i = 0; i < 50; ++i)
            if (world.can_remove() && rng.below(2) == 0)
                world.remove();
            else
                world.insert();
        const MedialAxis fresh = world.fresh_axis();
        for (const AxisPair& pair : pairs)
            check_axis(world, fresh, pair, {.inserted = true, .deleted = true}, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_LT(tally.pruned, tally.plain);
    RecordProperty("fallbacks", tally.fallbacks);
}

TEST(ReplanOnMedialAxis, WhoIsBuiltOverHasNoWay) {
    Rng rng(1);
    AxisWorld world(rng, 0);
    AxisPair pair{{10, 10.5}, {11, 11.5}, {}};
    pair.old = plain_plan(world.axis(), pair).path;
    ASSERT_EQ(pair.old.states.size(), 2U) << "one stretch of the axis leads from end to end";
    world.insert({{8, 8}, {13, 8}, {13, 13}, {8, 13}});
    Tally tally;
    check_axis(world, world.fresh_axis(), pair, {.inserted = true}, tally);
    EXPECT_EQ(plain_plan(world.axis(), pair).status, StatusCode::unreachable);
}

// --- Sigma 1 ---------------------------------------------------------------------------------------------

mesh::NavMesh box_mesh(Rng& rng, int boxes, WorldKind kind) {
    mesh::Triangulation floor = mesh::Triangulation::create({{0, 0}, {size, size}}).value();
    for (const Ring& ring : buildings(kind, rng)) EXPECT_TRUE(floor.insert(ring));
    for (int i = 0; i < boxes; ++i) EXPECT_TRUE(floor.insert(random_box(rng, anywhere(rng))));
    mesh::NavMesh mesh;
    mesh.add_layer(std::move(floor));
    mesh.update();
    return mesh;
}

struct TrianglePair {
    std::unique_ptr<StaticMeshDomain> domain;
    Place from, to;
    RememberedPath old;
};

Replan plain_plan(const StaticMeshDomain& domain, search::StateId start, search::StateId goal) {
    Replanner<StaticMeshDomain> planner;
    Budget budget;
    planner.begin(domain, start, goal);
    return planner.solve(domain, budget);
}

/// Without a path where there is none.
TrianglePair planned(const mesh::NavMesh& mesh, const Place& from, const Place& to) {
    TrianglePair pair{
        std::make_unique<StaticMeshDomain>(mesh, MeshGraphOptions{.radius = walker}), from, to, {}};
    const auto problem = pair.domain->graph().begin(pair.from, pair.to);
    if (problem.start == search::no_state || problem.goal == search::no_state) return pair;
    pair.old = plain_plan(*pair.domain, problem.start, problem.goal).path;
    pair.domain->graph().changes().clear();
    return pair;
}

void draw_pairs(Rng& rng, const mesh::NavMesh& mesh, std::size_t count, std::vector<TrianglePair>& pairs) {
    for (std::size_t tries = 20 * count; tries > 0 && pairs.size() < count; --tries) {
        const Place from{0, {rng.uniform(1, size - 1), rng.uniform(1, size - 1)}, 0};
        const Place to{0, {rng.uniform(1, size - 1), rng.uniform(1, size - 1)}, 0};
        TrianglePair pair = planned(mesh, from, to);
        if (!pair.old.empty()) pairs.push_back(std::move(pair));
    }
}

/// Those who were there before the last event want to go on, and some others.
std::vector<TrianglePair> next_pairs(Rng& rng, const mesh::NavMesh& mesh, std::vector<TrianglePair> before) {
    std::vector<TrianglePair> pairs;
    for (std::size_t i = 0; i < before.size() / 2; ++i) {
        TrianglePair pair = planned(mesh, before[i].from, before[i].to);
        if (!pair.old.empty()) pairs.push_back(std::move(pair));
    }
    draw_pairs(rng, mesh, before.size(), pairs);
    return pairs;
}

/// After so many changes that the old search is of no use, the product plans again; where a wall stands on
/// one of the ends there is no plan.
Replan replanned(TrianglePair& pair, const ReplanEvents& events) {
    MeshGraph& graph = pair.domain->graph();
    graph.note_edit(0);
    if (graph.changes().everything) {
        const auto problem = graph.begin(pair.from, pair.to);
        Replan none;
        none.status = StatusCode::unreachable;
        none.fell_back = true;
        if (problem.start == search::no_state || problem.goal == search::no_state) return none;
        Replan found = plain_plan(*pair.domain, problem.start, problem.goal);
        found.fell_back = true;
        return found;
    }
    std::vector<search::StateId> present;
    const std::vector<search::StateId>& affected = graph.affected();
    for (const search::StateId state : affected)
        if (graph.exists(state)) present.push_back(state);
    const search::AffectedStates region(*pair.domain, pair.old.states.back(), affected, present);
    Replanner<StaticMeshDomain> planner;
    Budget budget;
    planner.begin(*pair.domain, pair.old, region, events);
    return planner.solve(*pair.domain, region, budget);
}

void check_triangles(TrianglePair& pair, const mesh::NavMesh& mesh, const ReplanEvents& events,
                     Tally& tally) {
    const Replan found = replanned(pair, events);
    StaticMeshDomain fresh(mesh, MeshGraphOptions{.radius = walker});
    const auto problem = fresh.graph().begin(pair.from, pair.to);
    if (problem.start == search::no_state || problem.goal == search::no_state) {
        ASSERT_EQ(found.status, StatusCode::unreachable) << "an end is built over";
        return;
    }
    search::Context context;
    search::Search<StaticMeshDomain, search::Direction::forward> other(context, search::a_star());
    Budget budget;
    other.begin(fresh, problem.start, problem.goal);
    const search::Plan& best = other.solve(fresh, budget);
    ASSERT_EQ(found.status, best.status);
    if (found.status == StatusCode::ok) {
        ASSERT_EQ(found.path.cost(), best.cost) << "scenario " << static_cast<int>(found.scenario);
    }
    tally.add(found, plain_plan(fresh, problem.start, problem.goal).expansions);
}

TEST(ReplanOnTriangles, CostsAsMuchAsFromScratch) {
    std::uint64_t pruned = 0, plain = 0;
    for (const WorldKind kind : world_kinds) {
        Tally tally;
        for (int seed = 1; seed <= test::rounds(8, 900); ++seed) {
            SCOPED_TRACE(seed);
            Rng rng(static_cast<std::uint64_t>(seed) + 40000);
            mesh::NavMesh mesh = box_mesh(rng, 10 + static_cast<int>(rng.below(50)), kind);
            std::vector<TrianglePair> pairs;
            draw_pairs(rng, mesh, 25, pairs);
            const Vec2 at = place_of_event(rng, pairs, [](const TrianglePair& pair, auto state) {
                return pair.domain->graph().position(state).at;
            });
            const auto box = mesh.insert(0, {random_box(rng, at), {}});
            ASSERT_TRUE(box);
            mesh.update();
            for (TrianglePair& pair : pairs) check_triangles(pair, mesh, {.inserted = true}, tally);
            pairs = next_pairs(rng, mesh, std::move(pairs));
            ASSERT_TRUE(mesh.remove(0, box.value()).is_ok());
            mesh.update();
            for (TrianglePair& pair : pairs) check_triangles(pair, mesh, {.deleted = true}, tally);
            if (HasFatalFailure()) return;
        }
        expect_enough(tally, kind);
        pruned += tally.pruned;
        plain += tally.plain;
    }
    EXPECT_LT(pruned, plain);
}

/// On one building site: where all the world has changed, no bound says anything and the search is A*'s.
TEST(ReplanOnTriangles, FiftyEventsAndOneSearch) {
    Tally tally;
    for (int seed = 1; seed <= test::rounds(3, 60); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 90000);
        mesh::NavMesh mesh = box_mesh(rng, 25, WorldKind::open);
        std::vector<TrianglePair> pairs;
        draw_pairs(rng, mesh, 20, pairs);
        const Vec2 site = anywhere(rng);
        std::vector<mesh::RegionId> there;
        for (int event = 0; event < 50; ++event) {
            if (!there.empty() && rng.below(2) == 0) {
                ASSERT_TRUE(mesh.remove(0, there.back()).is_ok());
                there.pop_back();
            } else {
                const Vec2 off = unit_vector(rng.uniform(0, 2 * std::numbers::pi)) * rng.uniform(0, 4);
                const Vec2 at{std::clamp(site.x + off.x, 3.0, size - 3),
                              std::clamp(site.y + off.y, 3.0, size - 3)};
                const auto box = mesh.insert(0, {random_box(rng, at), {}});
                ASSERT_TRUE(box);
                there.push_back(box.value());
            }
            mesh.update();
            for (TrianglePair& pair : pairs) pair.domain->graph().note_edit(0);
        }
        for (TrianglePair& pair : pairs)
            check_triangles(pair, mesh, {.inserted = true, .deleted = true}, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_LT(tally.pruned, tally.plain);
    RecordProperty("fallbacks", tally.fallbacks);
}

}  // namespace
}  // namespace wend::domains
