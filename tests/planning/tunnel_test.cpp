#include "wend/planning/tunnel.hpp"

#include <gtest/gtest.h>

#include "wend/domains/static_mesh_course.hpp"
#include "wend/domains/static_mesh_domain.hpp"
#include "wend/planning/search_task.hpp"
#include "wend/search/search.hpp"

#include "planning/toy_domains.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using namespace test;
using planning::Tunnel;
using search::Direction;
using Course = domains::Course;

/// A random walk between random cells: what a lower plan may look like, or not.
Course random_course(const ToyWorld& world, Rng& rng) {
    Course course;
    Place at = world.place(static_cast<std::uint32_t>(rng.below(world.grid.width())),
                           static_cast<std::uint32_t>(rng.below(world.grid.height())));
    for (std::uint64_t i = 0, n = 1 + rng.below(6); i < n; ++i) {
        course.push_back(at);
        at.position += Vec2{rng.uniform(-4, 4), rng.uniform(-4, 4)};
        at.time += rng.uniform(1, 5);
    }
    return course;
}

template <class D>
Cost cost_from_scratch(const D& domain, StateId start, StateId goal) {
    search::Context context;
    search::Search<D, Direction::backward> search(context, search::a_star());
    search.begin(domain, start, goal);
    Budget budget = Budget::unlimited();
    return search.solve(domain, budget).cost;
}

/// What a tunnel tells of its changes, however often it is interrupted.
template <class D>
std::vector<StateId> told_in_pieces(Tunnel<D>& tunnel, Rng& rng) {
    std::vector<StateId> changed;
    for (;;) {
        std::uint64_t steps = 1 + rng.below(30);
        if (tunnel.tell_changes(changed, [&] { return steps-- > 0; })) break;
        EXPECT_TRUE(tunnel.is_changing());
    }
    EXPECT_FALSE(tunnel.is_changing());
    return changed;
}

/// A search that is told only what a tunnel says left or entered finds what one from scratch does.
template <class F>
void change_at_random(std::uint64_t seed, double busy) {
    Rng rng(seed);
    const auto world = ToyWorld::random(rng.next(), 12, 0.2, busy);
    world->horizon = 25;
    F facet(world);
    world->grid.set_blocked(world->grid.state(1, 1), false);
    world->grid.set_blocked(world->grid.state(10, 10), false);
    const Ends ends = facet.begin({{world->place(1, 1)}, {world->place(10, 10)}}, world->view());
    ASSERT_NE(ends.start, search::no_state);

    using Tube = Tunnel<typename F::Domain>;
    Tube tunnel(facet.domain());
    tunnel.begin(facet.domain(), ends.start, ends.goal);
    tunnel.follow(random_course(*world, rng), {2, 5}, 1, 100);
    EXPECT_TRUE(told_in_pieces(tunnel, rng).empty()) << "it has seen no states yet";
    search::Context context;
    search::Search<Tube, Direction::backward> search(
        context, planning::in_tunnel(search::ad_star(1 + rng.uniform(0, 2))));
    search.begin(tunnel, ends.start, ends.goal);
    for (int step = 0; step < 12; ++step) {
        Budget budget = rng.below(3) == 0 ? Budget::expansions(rng.below(40)) : Budget::unlimited();
        const search::Plan plan = search.solve(tunnel, budget);
        if (plan.status != StatusCode::out_of_budget && search.is_finished()) {
            Tube fresh = tunnel;
            ASSERT_EQ(plan.cost, cost_from_scratch(fresh, ends.start, ends.goal))
                << "seed " << seed << " step " << step;
            ASSERT_FALSE(plan.ignored_bounds) << "seed " << seed << " step " << step;
        }
        for (std::uint64_t edits = 1 + rng.below(2); edits > 0; --edits) switch (rng.below(4)) {
                case 0:
                    tunnel.follow(random_course(*world, rng), {2, 5}, rng.uniform(0.2, 3), 100);
                    break;
                case 1:
                    tunnel.set_scale(rng.uniform(0.2, 4));
                    break;
                case 2:
                    tunnel.set_scale(Tube::open);
                    break;
                default:
                    tunnel.avoid({0, {rng.uniform(2, 9), rng.uniform(2, 9)}, 0}, rng.uniform(0, 2));
            }
        search.change(tunnel, told_in_pieces(tunnel, rng));
    }
}

TEST(Tunnel, RepairsWhatLeftOrEnteredInTheGrid) {
    for (int i = 0; i < rounds(150, 3000); ++i)
        change_at_random<ToyGridFacet>(static_cast<std::uint64_t>(i), 0);
}
TEST(Tunnel, RepairsWhatLeftOrEnteredInTime) {
    for (int i = 0; i < rounds(60, 1000); ++i)
        change_at_random<ToyTimeFacet>(static_cast<std::uint64_t>(i), 0.1);
}

TEST(Tunnel, HoldsWhatIsNearInSpaceAndInTime) {
    const auto world = std::make_shared<ToyWorld>(20, 20);
    ToyTimeFacet facet(world);
    const Ends ends = facet.begin({{world->place(2, 10)}, {world->place(18, 10)}}, world->view());
    Tunnel<ToyTimeDomain> tunnel(facet.domain());
    tunnel.begin(facet.domain(), ends.start, ends.goal);
    Rng rng(1);
    tunnel.follow({world->place(2, 10, 0), world->place(18, 10, 16)}, {2, 4}, 1, 100);
    (void)told_in_pieces(tunnel, rng);
    const auto holds = [&](std::uint32_t x, std::uint32_t y, int t) {
        return tunnel.contains(facet.domain().state(ToyTimeGrid::key(world->grid.state(x, y), t)));
    };
    EXPECT_TRUE(holds(10, 10, 8));
    EXPECT_TRUE(holds(10, 12, 8));
    EXPECT_FALSE(holds(10, 13, 8));
    EXPECT_TRUE(holds(10, 10, 11));
    EXPECT_FALSE(holds(10, 10, 20));
    EXPECT_TRUE(tunnel.contains(ends.goal));
    tunnel.set_scale(2);
    EXPECT_FALSE(told_in_pieces(tunnel, rng).empty());
    EXPECT_TRUE(holds(10, 13, 8));
    EXPECT_FALSE(tunnel.is_open());
}

TEST(Tunnel, PreferenceLooksNearTheCourseFirst) {
    const auto world = std::make_shared<ToyWorld>(40, 40);
    ToyGridFacet facet(world);
    for (std::uint32_t y = 0; y < 30; ++y) world->grid.set_blocked(world->grid.state(20, y), true);
    const Ends ends = facet.begin({{world->place(2, 15)}, {world->place(38, 15)}}, world->view());
    const Course course{world->place(2, 15), world->place(20, 31), world->place(38, 15)};
    std::uint64_t spent[2];
    for (const int preferring : {0, 1}) {
        Tunnel<ToyGrid> tunnel(facet.domain());
        tunnel.begin(facet.domain(), ends.start, ends.goal);
        tunnel.follow(course, {40, 1}, 1, preferring * 2378.0);
        Rng rng(1);
        (void)told_in_pieces(tunnel, rng);
        search::Context context;
        search::Search<Tunnel<ToyGrid>, Direction::backward> search(context, search::weighted_a_star(2));
        search.begin(tunnel, ends.start, ends.goal);
        Budget budget = Budget::unlimited();
        search.solve(tunnel, budget);
        spent[preferring] = budget.spent();
    }
    EXPECT_LT(spent[1], spent[0]);
}

/// A move that passes a place on its way is not taken when the place is to be avoided, though none of its
/// ends is near, and what it passes counts as seen.
TEST(Tunnel, LongMovesKeepAwayFromWhatIsAvoided) {
    mesh::NavMesh mesh;
    auto floor = mesh::Triangulation::create({{0, 0}, {40, 22}}).value();
    ASSERT_TRUE(floor.insert(Ring{{15, 4}, {25, 4}, {25, 17}, {15, 17}}).is_ok());
    mesh.add_layer(std::move(floor));
    mesh.update();
    domains::StaticMeshDomain domain(mesh, {.radius = 0.3});
    const auto ends = domain.graph().begin({0, {2, 9}, 0}, {0, {38, 9}, 0});
    const auto highest = [&](bool avoids) {
        Tunnel<domains::StaticMeshDomain> tunnel(domain);
        tunnel.begin(domain, ends.start, ends.goal);
        if (avoids) tunnel.avoid({0, {15, 3}, 0}, 2);
        search::Context context;
        search::Search<Tunnel<domains::StaticMeshDomain>, Direction::backward> search(context,
                                                                                      search::a_star());
        search.begin(tunnel, ends.start, ends.goal);
        Budget budget = Budget::unlimited();
        const search::Plan& plan = search.solve(tunnel, budget);
        double high = 0;
        for (const Place& place : domains::CourseMaker().make(domain.graph(), plan.path, {0, 1})) {
            EXPECT_TRUE(tunnel.seen()[0].box.grown(8).contains(place.position));
            high = std::max(high, place.position.y);
        }
        return high;
    };
    EXPECT_LT(highest(false), 12);
    EXPECT_GT(highest(true), 17);
}

}  // namespace
}  // namespace wend
