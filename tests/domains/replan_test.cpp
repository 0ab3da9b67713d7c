// Dynamically pruned A* on the medial axis and on the triangles of Sigma 1, where costs are not monotone:
// boxes come and go, and every plan is compared with A* on a graph built from scratch. Pairs are drawn before
// the event and none is dropped.

#include "wend/search/replan.hpp"

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

Ring random_box(Rng& rng, double size) {
    const Vec2 centre{rng.uniform(3, size - 3), rng.uniform(3, size - 3)};
    const double angle = rng.below(2) == 0 ? 0 : rng.uniform(0, std::numbers::pi);
    const double w = rng.uniform(0.5, 1.5), h = rng.uniform(0.5, 1.5);
    Ring ring;
    for (const Vec2 corner : {Vec2{-w, -h}, Vec2{w, -h}, Vec2{w, h}, Vec2{-w, h}})
        ring.push_back(centre + rotated(corner, angle));
    return ring;
}

/// Boxes that may overlap, in a room; what comes and goes are some of them.
class AxisWorld {
  public:
    AxisWorld(Rng& rng, int boxes) : rng_(rng), mesh_(empty()), axis_(fresh_axis()) {
        for (int i = 0; i < boxes; ++i) insert();
        axis_ = fresh_axis();
        changes_.clear();
    }

    void insert() { insert(random_box(rng_, size)); }
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

    static constexpr double size = 40;

  private:
    static mesh::Triangulation empty() {
        mesh::Settings settings;
        settings.clearance = false;
        return mesh::Triangulation::create({{0, 0}, {size, size}}, settings).value();
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

TEST(ReplanOnMedialAxis, CostsAsMuchAsFromScratch) {
    Tally tally;
    for (int seed = 1; seed <= test::rounds(8, 500); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed));
        AxisWorld world(rng, 10 + static_cast<int>(rng.below(50)));
        for (int event = 0; event < 4; ++event) {
            const std::vector<AxisPair> pairs = draw_pairs(world, 25);
            world.changes().clear();
            if (event % 2 == 0)
                world.insert();
            else
                world.remove();
            const MedialAxis fresh = world.fresh_axis();
            for (const AxisPair& pair : pairs)
                check_axis(world, fresh, pair, {.inserted = event % 2 == 0, .deleted = event % 2 == 1},
                           tally);
            if (HasFatalFailure()) return;
        }
    }
    for (const std::size_t scenario : {1, 2, 3, 4}) {
        RecordProperty("scenario_" + std::to_string(scenario), tally.cases[scenario]);
        EXPECT_GE(tally.cases[scenario], test::rounds(10, 2000)) << "scenario " << scenario;
    }
    EXPECT_GT(tally.better_after_insertion, 0) << "no insertion opened a shorter way: the test is too easy";
    EXPECT_LT(tally.pruned, tally.plain * 2 / 3);
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

mesh::NavMesh box_mesh(Rng& rng, int boxes) {
    mesh::Triangulation floor = mesh::Triangulation::create({{0, 0}, {40, 40}}).value();
    for (int i = 0; i < boxes; ++i) EXPECT_TRUE(floor.insert(random_box(rng, 40)));
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

std::vector<TrianglePair> draw_pairs(Rng& rng, const mesh::NavMesh& mesh, int count) {
    std::vector<TrianglePair> pairs;
    for (int tries = 0; tries < 20 * count && static_cast<int>(pairs.size()) < count; ++tries) {
        TrianglePair pair;
        pair.domain = std::make_unique<StaticMeshDomain>(mesh, MeshGraphOptions{.radius = walker});
        pair.from = {0, {rng.uniform(1, 39), rng.uniform(1, 39)}, 0};
        pair.to = {0, {rng.uniform(1, 39), rng.uniform(1, 39)}, 0};
        const auto problem = pair.domain->graph().begin(pair.from, pair.to);
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        pair.old = plain_plan(*pair.domain, problem.start, problem.goal).path;
        pair.domain->graph().changes().clear();
        if (!pair.old.empty()) pairs.push_back(std::move(pair));
    }
    return pairs;
}

void check_triangles(TrianglePair& pair, const mesh::NavMesh& mesh, const ReplanEvents& events,
                     Tally& tally) {
    pair.domain->graph().note_edit(0);
    const StateChanges& changes = pair.domain->graph().changes();
    StaticMeshDomain fresh(mesh, MeshGraphOptions{.radius = walker});
    const auto problem = fresh.graph().begin(pair.from, pair.to);
    if (changes.everything || problem.start == search::no_state || problem.goal == search::no_state) return;
    std::vector<search::StateId> present;
    const std::vector<search::StateId>& affected = pair.domain->graph().affected();
    for (const search::StateId state : affected)
        if (pair.domain->graph().exists(state)) present.push_back(state);
    const search::AffectedStates region(*pair.domain, pair.old.states.back(), affected, present);
    Replanner<StaticMeshDomain> planner;
    Budget budget;
    planner.begin(*pair.domain, pair.old, region, events);
    const Replan& found = planner.solve(*pair.domain, region, budget);
    search::Context context;
    search::Search<StaticMeshDomain, search::Direction::forward> other(context, search::a_star());
    other.begin(fresh, problem.start, problem.goal);
    const search::Plan& best = other.solve(fresh, budget);
    ASSERT_EQ(found.status, best.status);
    if (found.status == StatusCode::ok) {
        ASSERT_EQ(found.path.cost(), best.cost) << "scenario " << static_cast<int>(found.scenario);
    }
    tally.add(found, plain_plan(fresh, problem.start, problem.goal).expansions);
}

TEST(ReplanOnTriangles, CostsAsMuchAsFromScratch) {
    Tally tally;
    for (int seed = 1; seed <= test::rounds(16, 700); ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(static_cast<std::uint64_t>(seed) + 40000);
        mesh::NavMesh mesh = box_mesh(rng, 10 + static_cast<int>(rng.below(50)));
        std::vector<TrianglePair> pairs = draw_pairs(rng, mesh, 25);
        const auto box = mesh.insert(0, {random_box(rng, 40), {}});
        ASSERT_TRUE(box);
        mesh.update();
        for (TrianglePair& pair : pairs) check_triangles(pair, mesh, {.inserted = true}, tally);
        pairs = draw_pairs(rng, mesh, 25);
        ASSERT_TRUE(mesh.remove(0, box.value()).is_ok());
        mesh.update();
        for (TrianglePair& pair : pairs) check_triangles(pair, mesh, {.deleted = true}, tally);
        if (HasFatalFailure()) return;
    }
    for (const std::size_t scenario : {1, 2, 3, 4}) {
        RecordProperty("scenario_" + std::to_string(scenario), tally.cases[scenario]);
        EXPECT_GE(tally.cases[scenario], test::rounds(10, 2000)) << "scenario " << scenario;
    }
    EXPECT_LT(tally.pruned, tally.plain);
}

}  // namespace
}  // namespace wend::domains
