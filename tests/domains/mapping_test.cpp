// Lambda: everything that a state is mapped to is contained in it, and nothing that is contained is left out;
// waypoints are free, evenly spaced and on the course.

#include <gtest/gtest.h>

#include "wend/domains/course.hpp"
#include "wend/domains/mapping_mesh.hpp"
#include "wend/domains/mapping_waypoints.hpp"
#include "wend/search/search.hpp"

#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using test::MeshWorldOptions;

/// Calls check(state) for every edge and gate that exists.
template <class Check>
void for_each_state(const MeshGraph& graph, Check&& check) {
    for (StateId state = 0; state < graph.state_count(); ++state)
        if (graph.triangle(state) != mesh::none) check(state);
}

TEST(Mapping, StaticStatesHoldTheirDensityStates) {
    const MeshWorldOptions world;
    for (int round = 0; round < test::rounds(20, 300); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        MeshGraph coarse(mesh, {.radius = 0.3, .portal_samples = 2});
        MeshGraph fine(mesh, {.radius = 0.3, .portal_samples = 3, .part_length = 2, .most_parts = 4});
        const Place start = test::random_free_place(rng, mesh, 0.3, world);
        const Place goal = test::random_free_place(rng, mesh, 0.3, world);
        coarse.begin(start, goal);
        const auto problem = fine.begin(start, goal);
        std::vector<StateId> all;
        const auto map = [&](StateId state) {
            const std::vector<StateId> mapped = static_to_density(coarse, state, fine);
            EXPECT_TRUE(coarse.is_gate(state) || !mapped.empty());
            for (const StateId to : mapped) {
                EXPECT_EQ(fine.position(to).layer, coarse.position(state).layer);
                EXPECT_TRUE(coarse.is_gate(state) || fine.triangle(to) == coarse.triangle(state));
            }
            all.insert(all.end(), mapped.begin(), mapped.end());
        };
        for_each_state(coarse, map);
        // A place where a portal cannot be crossed stands for those where it can.
        for (StateId gate = 0; gate < coarse.gates().size(); ++gate)
            if (!coarse.gates()[gate].is_usable()) map(gate + MeshGraph::anchor_count);
        EXPECT_EQ(static_to_density(coarse, coarse.start(), fine), std::vector{problem.start});
        EXPECT_EQ(static_to_density(coarse, coarse.goal(), fine), std::vector{problem.goal});
        std::sort(all.begin(), all.end());
        for_each_state(fine, [&](StateId state) {
            EXPECT_TRUE(std::binary_search(all.begin(), all.end(), state)) << "nothing maps to " << state;
        });
    }
}

TEST(Mapping, PolygonsTileTheirTriangle) {
    const MeshWorldOptions world;
    for (int round = 0; round < test::rounds(10, 200); ++round) {
        Rng rng(static_cast<std::uint64_t>(50 + round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        const MeshGraph graph(mesh, {.radius = 0.2});
        const DensityPolygons whole(mesh, 0, DensityPolygons::whole_triangles),
            fine(mesh, 0, rng.uniform(1, 5));
        for_each_state(graph, [&](StateId state) {
            const auto triangle = static_to_density(graph, state, whole);
            ASSERT_EQ(triangle.size(), 1u);
            double sum = 0;
            for (const DensityPolygon& polygon : static_to_density(graph, state, fine)) {
                EXPECT_EQ(polygon.triangle, graph.triangle(state));
                sum += signed_area(fine.outline(polygon));
            }
            EXPECT_NEAR(sum, signed_area(whole.outline(triangle[0])), 1e-9);
        });
    }
}

TEST(Mapping, GridCellsAreThoseWithTheirCentreInside) {
    Rng rng(4);
    const MeshWorldOptions world{.size = 20, .most_layers = 2};
    const mesh::NavMesh mesh = test::random_mesh(rng, world);
    const DensityField field(mesh);
    DensityMeshDomain domain(mesh, field, {.graph = {.radius = 0.3}});
    const Place start = test::random_free_place(rng, mesh, 0.3, world);
    domain.begin(start, test::random_free_place(rng, mesh, 0.3, world), {5, 1});
    const GridFrame frame{{0.13, 0.27}, 0.5};
    for_each_state(domain.graph(), [&](StateId state) {
        const std::uint32_t layer = domain.place(state).layer;
        const mesh::Triangulation& floor = mesh.layer(layer);
        Ring ring;
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            ring.push_back(floor.position(
                floor.vertex(mesh::Triangulation::half_edge(domain.graph().triangle(state), corner))));
        std::vector<Vec2> expected;
        for (int y = -5; y < 50; ++y)
            for (int x = -5; x < 50; ++x)
                if (const Vec2 center = frame.origin + Vec2{x * 0.5, y * 0.5}; contains(ring, center))
                    expected.push_back(center);
        const std::vector<Place> cells = density_to_grid(domain, state, frame);
        ASSERT_EQ(cells.size(), expected.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            EXPECT_NEAR(distance(cells[i].position, expected[i]), 0, 1e-9);
            EXPECT_EQ(cells[i].layer, layer);
            EXPECT_GE(cells[i].time, 5);
        }
    });
}

TEST(Mapping, TheCandidateIsFree) {
    const MeshWorldOptions world;
    int found = 0;
    for (int round = 0; round < test::rounds(10, 200); ++round) {
        Rng rng(static_cast<std::uint64_t>(700 + round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        const DensityField field(mesh);
        const double radius = rng.uniform(0.1, 0.7);
        DensityMeshDomain domain(mesh, field, {.graph = {.radius = radius}});
        mesh::QueryContext query;
        for_each_state(domain.graph(), [&](StateId state) {
            const auto place = grid_candidate(domain, state, query);
            if (!place) return;
            ++found;
            EXPECT_TRUE(is_free(mesh.layer(place->layer), place->position, radius - 2e-6, query));
            EXPECT_LE(distance(place->position, domain.place(state).position), 2 + 1e-6);
        });
    }
    EXPECT_GT(found, 100);
}

double distance_to_course(const Course& course, const Place& place) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < course.size(); ++i)
        if (course[i].layer == place.layer && course[i - 1].layer == place.layer)
            least = std::min(
                least, distance(place.position,
                                nearest_point(course[i - 1].position, course[i].position, place.position)));
    return least;
}

TEST(Waypoints, AreFreeEvenAndOnTheCourse) {
    const MeshWorldOptions world{
        .size = 60, .most_layers = 2, .most_obstacles = 40, .least_reach = 1, .most_reach = 5};
    CourseMaker maker;
    mesh::QueryContext query;
    int made = 0;
    for (int round = 0; round < test::rounds(60, 600); ++round) {
        Rng rng(static_cast<std::uint64_t>(8000 + round));
        const mesh::NavMesh mesh = test::random_mesh(rng, world);
        StaticMeshDomain domain(mesh, {.radius = rng.uniform(0.1, 0.6)});
        const double radius = domain.graph().options().radius;
        const auto problem = domain.graph().begin(test::random_free_place(rng, mesh, radius, world),
                                                  test::random_free_place(rng, mesh, radius, world));
        if (problem.start == search::no_state || problem.goal == search::no_state) continue;
        search::Context context;
        search::Search<StaticMeshDomain, search::Direction::backward> search(context, search::ad_star(1.2));
        search.begin(domain, problem.start, problem.goal);
        Budget budget = Budget::unlimited();
        if (search.solve(domain, budget).status != StatusCode::ok) continue;
        const Course course = maker.make(domain.graph(), search.plan().path, {3, 1.4});
        const WaypointOptions options{.spacing = rng.uniform(4, 12)};
        const auto room_at = [&](const Place& place) {
            const auto& floor = mesh.layer(place.layer);
            return is_free(floor, place.position, radius, query)
                       ? clearance_at(floor, place.position, options.room, query)
                       : 0;
        };
        const Course waypoints = waypoints_along(course, options, room_at);
        ASSERT_GE(waypoints.size(), 1u);
        EXPECT_EQ(waypoints.back(), course.back());
        const Course rest(course.begin() + 1, course.end());
        const Course later = waypoints_along(rest, options, room_at);
        for (std::size_t i = 1; i < later.size(); ++i)
            EXPECT_EQ(later.rbegin()[static_cast<std::ptrdiff_t>(later.size() - 1 - i)].position,
                      waypoints.rbegin()[static_cast<std::ptrdiff_t>(later.size() - 1 - i)].position)
                << "waypoints stay where they are while the agent walks";
        for (std::size_t i = 0; i + 1 < waypoints.size(); ++i) {
            EXPECT_TRUE(is_free(mesh.layer(waypoints[i].layer), waypoints[i].position, radius - 2e-6, query));
            EXPECT_LT(distance_to_course(course, waypoints[i]), 1e-6);
            EXPECT_LE(waypoints[i].time, waypoints[i + 1].time);
            ++made;
        }
        EXPECT_TRUE(length_of(course) >= 1.5 * options.spacing || waypoints.size() == 1);
    }
    EXPECT_GT(made, 50);
}

/// The part of a course between two places beside it: no longer than the course, with its corners and times.
TEST(Mapping, PartsOfACourseLieOnIt) {
    const Course course{{0, {0, 0}, 0}, {0, {10, 0}, 10}, {1, {10, 0}, 10}, {1, {10, 6}, 16}};
    const Course part = part_between(course, {0, {4, 1}, 0}, {1, {9, 2}, 0});
    ASSERT_EQ(part.size(), 4u);
    EXPECT_EQ(part.front(), (Place{0, {4, 0}, 4}));
    EXPECT_EQ(part[1], course[1]);
    EXPECT_EQ(part[2], course[2]);
    EXPECT_EQ(part.back(), (Place{1, {10, 2}, 12}));
    EXPECT_DOUBLE_EQ(length_of(part), 8);
    const Course all = part_between(course, course.front(), course.back());
    EXPECT_DOUBLE_EQ(length_of(all), length_of(course));
    EXPECT_TRUE(part_between({}, course[0], course[1]).empty());
    for (int round = 0; round < test::rounds(200, 5000); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        Course way;
        for (std::uint64_t i = 0, n = 1 + rng.below(8); i < n; ++i)
            way.push_back({0, {rng.uniform(0, 20), rng.uniform(0, 20)}, static_cast<double>(i)});
        const Place from = way[rng.below(way.size())], to = way[rng.below(way.size())];
        const Course some = part_between(way, from, to);
        EXPECT_EQ(some.front().position, from.position);
        EXPECT_EQ(some.back().position, to.position);
        EXPECT_LE(length_of(some), length_of(way) + distance(from.position, to.position) + 1e-9);
    }
}

}  // namespace
}  // namespace wend::domains
