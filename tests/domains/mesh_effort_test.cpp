// What plans on the mesh cost and are worth in worlds like those of MD's Table 1: 100 x 100 m, static
// polygons over 10 to 30 %, 20 to 60 movers, ends at least 50 m apart. The paper needs 43 and 85 expansions
// for a quality of 0.76 and 0.57.

#include <numbers>
#include <optional>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/domains/density_mesh_domain.hpp"
#include "wend/search/search.hpp"

#include "support/effort.hpp"

namespace wend::domains {
namespace {

constexpr double side = 100, radius = 0.3;
constexpr CoursePace pace{0, 1.2};

class CrowdedSquare {
  public:
    explicit CrowdedSquare(std::uint64_t seed) : rng_(seed) {
        mesh.add_layer(ground());
        mesh.update();
        do {
            start = free_place();
            goal = free_place();
        } while (distance(start.position, goal.position) < 50);
        field.emplace(mesh);
        const auto movers = static_cast<std::uint32_t>(20 + rng_.below(41));
        for (std::uint32_t i = 0; i < movers; ++i) field->set(mover(ObstacleId{i, 1}));
    }
    [[nodiscard]] double shortest() {
        return find_path(mesh.layer(0), {start.position, goal.position, radius}, query_).length;
    }

    mesh::NavMesh mesh;
    Place start, goal;
    std::optional<DensityField> field;

  private:
    mesh::Triangulation ground() {
        auto made = mesh::Triangulation::create({{0, 0}, {side, side}}).value();
        std::vector<Polygon> polygons;
        const double wanted = rng_.uniform(0.1, 0.3) * side * side;
        for (double covered = 0; covered < wanted;) {
            const double reach = rng_.uniform(2, 8);
            const Vec2 center{rng_.uniform(reach, side - reach), rng_.uniform(reach, side - reach)};
            const auto corners = 3 + rng_.below(6);
            Polygon polygon;
            for (std::uint64_t i = 0; i < corners; ++i)
                polygon.outline.push_back(center + unit_vector(2 * std::numbers::pi * static_cast<double>(i) /
                                                               static_cast<double>(corners)) *
                                                       reach);
            covered += signed_area(polygon.outline);
            polygons.push_back(std::move(polygon));
        }
        (void)made.insert_all(polygons);
        return made;
    }
    Place free_place() {
        Place place;
        do place.position = {rng_.uniform(1, side - 1), rng_.uniform(1, side - 1)};
        while (!is_free(mesh.layer(0), place.position, radius, query_));
        return place;
    }
    Body mover(ObstacleId who) {
        Body body{.who = who, .shape = DiscShape{0.4}, .motion = {}};
        Vec2 at = free_place().position;
        for (double time = 0; time < 100;) {
            body.motion.keyframes.push_back({time, {at, 0}});
            const Vec2 next = free_place().position;
            time += std::max(1.0, distance(at, next) / 1.2);
            at = next;
        }
        return body;
    }

    Rng rng_;
    mesh::QueryContext query_;
};

struct Effort {
    double expansions = 0;
    double quality = 0;
    int solved = 0;

    template <class D>
    Course solve(const D& domain, const MeshGraph::Problem& problem, double shortest) {
        search::Context context;
        search::Search<D, search::Direction::backward> search(context, search::weighted_a_star(1.2));
        search.begin(domain, problem.start, problem.goal);
        Budget budget = Budget::unlimited();
        const search::Plan& plan = search.solve(domain, budget);
        if (plan.status != StatusCode::ok) return {};
        const Course course = CourseMaker().make(domain.graph(), plan.path, pace);
        expansions += static_cast<double>(plan.expansions);
        quality += shortest / length_of(course);
        ++solved;
        return course;
    }
};

TEST(MeshEffort, FewExpansionsForGoodPlans) {
    Effort ground, crowded;
    for (int round = 0; round < test::rounds(60, 1000); ++round) {
        CrowdedSquare world(static_cast<std::uint64_t>(round));
        const double shortest = world.shortest();
        StaticMeshDomain domain(world.mesh, {.radius = radius});
        const Course guide = ground.solve(domain, domain.graph().begin(world.start, world.goal), shortest);
        if (guide.empty()) continue;
        DensityMeshDomain density(world.mesh, *world.field, {.graph = {.radius = radius}});
        const auto problem = density.begin(world.start, world.goal, pace);
        density.set_guide(guide, pace.speed);
        crowded.solve(density, problem, shortest);
    }
    ASSERT_GT(ground.solved, 20);
    EXPECT_LE(ground.expansions / ground.solved, 43);
    EXPECT_GE(ground.quality / ground.solved, 0.97);
    EXPECT_LE(crowded.expansions / crowded.solved, 85);
    EXPECT_GE(crowded.quality / crowded.solved, 0.95);
    RecordProperty("static", std::to_string(ground.expansions / ground.solved) + " expansions, quality " +
                                 std::to_string(ground.quality / ground.solved));
    RecordProperty("density", std::to_string(crowded.expansions / crowded.solved) + " expansions, quality " +
                                  std::to_string(crowded.quality / crowded.solved));
}

}  // namespace
}  // namespace wend::domains
