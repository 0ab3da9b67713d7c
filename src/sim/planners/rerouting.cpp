#include "sim/planners/rerouting.hpp"

#include <algorithm>

#include "wend/base/spare.hpp"
#include "wend/domains/density_cost.hpp"
#include "wend/domains/static_mesh_course.hpp"
#include "wend/domains/static_mesh_domain.hpp"
#include "wend/search/search.hpp"

#include "sim/crowd.hpp"
#include "sim/promise/detour.hpp"

namespace wend {
namespace {

using domains::MeshCosts;
using domains::MeshMove;
using search::Cost;
using search::StateId;

constexpr double crowded = 1.3;  ///< times the metres; a way that costs less is not worth looking away from
constexpr double worth_leaving = 0.8;  ///< of the route's own cost; nobody leaves it for less
constexpr double cost_step = 2;        ///< metres

/// What the crowd makes of a walker's metres. A walk that sets out now is taken to be as fast everywhere as
/// the walker is alone; of what lies beyond the prediction, its end is all that is known.
class CrowdCost {
  public:
    CrowdCost(const Crowd& crowd, const Walker& walker) : crowd_(crowd), walker_(walker) {}

    /// Of a straight walk that begins after `ahead` metres. Long ones are taken apart: a queue fills no more
    /// than a part of a large triangle.
    [[nodiscard]] double along(std::uint32_t layer, Vec2 from, Vec2 to, double ahead) const {
        const double metres = distance(from, to);
        const int parts = std::max(1, static_cast<int>(metres / cost_step));
        double cost = 0;
        for (int i = 0; i < parts; ++i) {
            const Vec2 a = lerp(from, to, static_cast<double>(i) / parts);
            const Vec2 b = lerp(from, to, static_cast<double>(i + 1) / parts);
            cost += weigh(layer, a, b) * factor(layer, a, b, ahead + (i + 0.5) / parts * metres);
        }
        return cost;
    }

    [[nodiscard]] double of(const Route& route, double station) const {
        const std::vector<RoutePoint> rest = route.remainder(station);
        double cost = 0, done = 0;
        for (std::size_t i = 1; i < rest.size(); ++i) {
            cost += along(rest[i].layer, rest[i - 1].position, rest[i].position, done);
            done += distance(rest[i - 1].position, rest[i].position);
        }
        return cost;
    }

  private:
    [[nodiscard]] double weigh(std::uint32_t layer, Vec2 from, Vec2 to) const {
        const auto areas = crowd_.router.mesh().area_costs(layer, crowd_.router.filter());
        return areas ? areas->weigh(from, to) : distance(from, to);
    }
    [[nodiscard]] double factor(std::uint32_t layer, Vec2 from, Vec2 to, double ahead) const {
        const double metres = distance(from, to), speed = walker_.spec.limits.max_speed;
        if (metres <= 0) return 1;
        const double time = std::min(crowd_.world.time() + ahead / speed, crowd_.prediction.end());
        const Vec2 velocity = (to - from) * (speed / metres);
        return domains::DensityCost{}.factor(
            crowd_.prediction.hindrance(layer, lerp(from, to, 0.5), time, velocity, walker_.number));
    }

    const Crowd& crowd_;
    const Walker& walker_;
};

/// The static domain with the crowd's costs. Every factor is at least 1, so its lower bound holds here too.
class CrowdedMesh {
  public:
    static constexpr bool grows = true;

    CrowdedMesh(const Crowd& crowd, const CrowdCost& cost, const RoutePoint& from, double radius)
        : ground_(crowd.router.mesh(), {.radius = radius, .filter = crowd.router.filter()}),
          cost_(cost),
          from_(from.position) {}

    [[nodiscard]] domains::MeshGraph& graph() noexcept { return ground_.graph(); }
    [[nodiscard]] std::size_t state_count() const noexcept { return ground_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        ground_.graph().successors(
            state, [&](const MeshMove& move) { return cost_of(move); }, domains::ThroughAnything{}, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        ground_.graph().predecessors(
            state, [&](const MeshMove& move) { return cost_of(move); }, domains::ThroughAnything{}, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const noexcept {
        return ground_.lower_bound(from, to);
    }

  private:
    [[nodiscard]] Cost cost_of(const MeshMove& move) const {
        return MeshCosts::cost(move.fixed +
                               cost_.along(move.layer, move.from, move.to, distance(from_, move.from)));
    }

    domains::StaticMeshDomain ground_;
    const CrowdCost& cost_;
    Vec2 from_;
};

/// Doors that open and close are for the router, which knows when.
bool uses_links(const domains::MeshGraph& graph, const std::vector<StateId>& path) {
    return std::any_of(path.begin(), path.end(), [&](StateId state) {
        return graph.is_gate(state) &&
               !graph.gates().origin(state - domains::MeshGraph::anchor_count).is_portal;
    });
}

}  // namespace

struct Rerouting::Scratches {
    struct Scratch {
        search::Context context;
        domains::CourseMaker maker;
    };
    Spare<Scratch> all;
};

Rerouting::Rerouting() : scratches_(std::make_unique<Scratches>()) {}
Rerouting::Rerouting(Rerouting&&) noexcept = default;
Rerouting& Rerouting::operator=(Rerouting&&) noexcept = default;
Rerouting::~Rerouting() = default;

std::vector<RoutePoint> Rerouting::find(const Crowd& crowd, const Walker& walker, const Route& route,
                                        double station, double radius, Budget& budget) const {
    const CrowdCost cost(crowd, walker);
    const double own = cost.of(route, station);
    if (own < crowded * (route.length() - station)) return {};

    const auto loan = scratches_->all.borrow();
    Scratches::Scratch& scratch = *loan;
    const RoutePoint from{route.position_at(station), route.layer_at(station)};
    CrowdedMesh mesh(crowd, cost, from, radius);
    const auto [start, goal] =
        mesh.graph().begin({from.layer, from.position, 0}, {walker.target.layer, walker.target.position, 0});
    if (start == search::no_state || goal == search::no_state) return {};
    search::Search<CrowdedMesh, search::Direction::forward> search(scratch.context, search::a_star());
    search.begin(mesh, start, goal);
    const search::Plan& plan = search.solve(mesh, budget);
    if (plan.status != StatusCode::ok || uses_links(mesh.graph(), plan.path)) return {};

    const domains::Course course = scratch.maker.make(mesh.graph(), plan.path, {});
    std::vector<RoutePoint> points;
    for (const domains::Place& place : course) points.push_back({place.position, place.layer});
    for (const std::size_t end : scratch.maker.crossings()) points[end - 1].is_crossing = true;
    const Route other(points, walker.spec.limits, crowd.scene.time_step);
    return cost.of(other, 0) < worth_leaving * own ? points : std::vector<RoutePoint>{};
}

}  // namespace wend
