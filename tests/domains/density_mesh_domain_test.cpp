// The density domain on random storeys with random crowds: promises by brute force, and repair against
// planning from scratch while bodies come and go, time passes and the mesh is edited.

#include "wend/domains/density_mesh_domain.hpp"

#include <gtest/gtest.h>

#include "wend/search/search.hpp"

#include "bodies.hpp"
#include "graph_check.hpp"
#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using search::Direction;
using test::MeshWorldOptions;

/// A mesh, a crowd on it and somebody who plans.
class Crowd {
  public:
    explicit Crowd(std::uint64_t seed)
        : rng(seed),
          mesh(test::random_mesh(rng, world)),
          editor(mesh, world),
          field(mesh, field_options(), now),
          domain(mesh, field, domain_options()) {
        for (auto i = rng.below(15); i > 0; --i) field.set(body());
        domain.note_density();
    }

    Body body() { return test::random_body(rng, mesh, world.size, now); }
    Place place() { return test::random_free_place(rng, mesh, radius(), world); }
    [[nodiscard]] double radius() const { return domain.graph().options().radius; }

    bool begin() {
        const CoursePace pace{now, rng.uniform(0.8, 2)};
        problem = domain.begin(place(), place(), pace);
        if (problem.start == search::no_state || problem.goal == search::no_state) return false;
        Course guide{domain.place(problem.start), place(), domain.place(problem.goal)};
        set_times(guide, pace);
        if (rng.below(2) == 0) domain.set_guide(guide, pace.speed);
        return true;
    }

    /// Something happens, and is noted.
    void change() {
        switch (rng.below(5)) {
            case 0: {
                const std::uint32_t layer = editor.edit(rng);
                field.note_edit(layer);
                domain.graph().note_edit(layer);
                break;
            }
            case 1:
                field.advance(now += rng.uniform(0, 3));
                break;
            case 2:
                field.remove(body().who);
                break;
            case 3:
                if (const StateId moved = domain.graph().move_start(place()); moved != search::no_state)
                    problem.start = moved;
                break;
            default:
                field.set(body());
        }
        domain.note_density();
    }

    const MeshWorldOptions world{};
    Rng rng;
    double now = 0;
    mesh::NavMesh mesh;
    test::MeshEditor editor;
    DensityField field;
    DensityMeshDomain domain;
    MeshGraph::Problem problem;

  private:
    DensityOptions field_options() {
        now = rng.uniform(0, 5);
        DensityOptions options{.slot = rng.uniform(0.5, 4),
                               .slots = static_cast<std::uint32_t>(4 + rng.below(12))};
        if (rng.below(2) == 0) options.cell = rng.uniform(2, 6);
        return options;
    }
    DensityMeshOptions domain_options() {
        DensityMeshOptions options;
        options.graph.radius = rng.uniform(0.05, 0.5);
        options.cost.weight = rng.uniform(0, 5);
        options.self = AgentId{0, 1};
        if (rng.below(2) == 0) options.graph.part_length = 3, options.graph.most_parts = 3;
        if (rng.below(3) == 0) options.scope = {{{0, 0}, {12, 15}}, {now, now + 15}};
        return options;
    }
};

TEST(DensityMeshDomain, KeepsItsPromises) {
    for (int round = 0; round < test::rounds(50, 1000); ++round) {
        Crowd crowd(static_cast<std::uint64_t>(round));
        if (!crowd.begin()) continue;
        const test::WholeGraph graph(crowd.domain);
        EXPECT_EQ(test::broken_promise(crowd.domain, graph, crowd.problem.goal), "") << "world " << round;
    }
}

TEST(DensityMeshDomain, TellsBothEndsOfEveryChangedEdge) {
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        Crowd crowd(static_cast<std::uint64_t>(3000 + round));
        if (!crowd.begin()) continue;
        for (int step = 0; step < 10; ++step) {
            crowd.domain.graph().changes().clear();
            const test::WholeGraph before(crowd.domain);
            crowd.change();
            EXPECT_FALSE(crowd.domain.graph().changes().everything);
            EXPECT_EQ(test::untold_change(before, test::WholeGraph(crowd.domain),
                                          crowd.domain.graph().changes().states),
                      "")
                << "world " << round << ", step " << step;
        }
    }
}

TEST(DensityMeshDomain, RepairEqualsPlanningFromScratch) {
    int solved = 0;
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        Crowd crowd(static_cast<std::uint64_t>(6000 + round));
        if (!crowd.begin()) continue;
        StateChanges& changes = crowd.domain.graph().changes();
        changes.clear();
        search::Context context;
        search::Search<DensityMeshDomain, Direction::backward> search(context, search::ad_star(2));
        search.begin(crowd.domain, crowd.problem.start, crowd.problem.goal);
        for (int step = 0; step < 15; ++step) {
            crowd.change();
            search.change(crowd.domain, changes.states);
            changes.clear();
            search.move_start(crowd.domain, crowd.problem.start);
            Budget budget = Budget::unlimited();
            const Cost repaired = search.solve(crowd.domain, budget).cost;
            EXPECT_FALSE(search.plan().ignored_bounds);
            const Cost scratch =
                test::WholeGraph(crowd.domain).costs_to(crowd.problem.goal)[crowd.problem.start];
            ASSERT_EQ(repaired, scratch) << "world " << round << ", step " << step;
            solved += scratch < search::infinite_cost;
        }
    }
    EXPECT_GT(solved, 100);
}

/// Two ways of nearly the same length: the shorter one is taken unless people will be there in time.
TEST(DensityMeshDomain, GoesAroundThoseWhoWillBeThere) {
    mesh::NavMesh mesh;
    auto floor = mesh::Triangulation::create({{0, 0}, {40, 22}}).value();
    ASSERT_TRUE(floor.insert(Ring{{15, 4}, {25, 4}, {25, 17}, {15, 17}}).is_ok());
    mesh.add_layer(std::move(floor));
    mesh.update();
    DensityField field(mesh);
    DensityMeshDomain domain(mesh, field, {.graph = {.radius = 0.3}});
    const auto lowest_point = [&] {
        const auto problem = domain.begin({0, {2, 9}, 0}, {0, {38, 9}, 0}, {0, 1});
        domain.note_density();
        search::Context context;
        search::Search<DensityMeshDomain, Direction::backward> search(context, search::a_star());
        search.begin(domain, problem.start, problem.goal);
        Budget budget = Budget::unlimited();
        CourseMaker maker;
        const Course course = maker.make(domain.graph(), search.solve(domain, budget).path, {0, 1});
        double lowest = 100;
        for (const Place& place : course) lowest = std::min(lowest, place.position.y);
        return lowest;
    };
    EXPECT_LT(lowest_point(), 4);
    const auto crowd = [&](double from, double until) {
        for (std::uint32_t i = 0; i < 40; ++i)
            field.set(Body{.who = ObstacleId{i, 1},
                           .shape = DiscShape{0.3},
                           .motion = {{{0, {{14 + 0.3 * i, 2}, 0}}}, false},
                           .present = {from, until}});
    };
    crowd(60, 100);
    EXPECT_LT(lowest_point(), 4) << "they come when the walker is long past";
    crowd(10, 30);
    EXPECT_GT(lowest_point(), 8);
}

}  // namespace
}  // namespace wend::domains
