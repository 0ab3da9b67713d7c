#include "wend/planning/navigation.hpp"

#include <deque>

#include "wend/base/mutex.hpp"

#include "planning/cell_facets.hpp"
#include "planning/footstep_facet.hpp"
#include "planning/mesh_facets.hpp"
#include "planning/ride_facet.hpp"

namespace wend::planning {
namespace {

/// What agents of the same limits share, made when the first of them needs it. Legs are made while planners
/// run side by side.
class Workshop {
  public:
    explicit Workshop(const Ground& ground) : ground_(ground) {}

    [[nodiscard]] const Ground& ground() const noexcept { return ground_; }
    struct Kit {
        AgentLimits limits;
        std::shared_ptr<const domains::Terrain> terrain;
        std::shared_ptr<const domains::MoveTable> moves;
        GridFacet::Crossings crossings;
    };
    const Kit& kit(const AgentLimits& limits) {
        const std::scoped_lock lock(making_);
        for (const Kit& kit : kits_)
            if (kit.limits == limits) return kit;
        const auto terrain = std::make_shared<const domains::Terrain>(*ground_.scene, *ground_.walls,
                                                                      limits.radius, ground_.lattice.frame);
        const auto crossings = std::make_shared<const std::vector<domains::Crossing>>(terrain->crossings());
        kits_.push_back({limits, terrain, std::make_shared<const domains::MoveTable>(limits, ground_.lattice),
                         crossings});
        return kits_.back();
    }
    std::shared_ptr<const domains::DensityField> nobody() {
        const std::scoped_lock lock(making_);
        if (!nobody_) nobody_ = std::make_shared<const domains::DensityField>(*ground_.mesh);
        return nobody_;
    }

  private:
    Ground ground_;
    Mutex making_;
    std::deque<Kit> kits_;  ///< stay where they are
    std::shared_ptr<const domains::DensityField> nobody_;
};

/// Of an agent's greatest speed, what footsteps keep up.
constexpr double stepping_speed_share = 0.58;

template <Facet F>
std::unique_ptr<Task> task_of(F facet, const TaskSettings& settings) {
    return std::make_unique<SearchTask<F>>(std::move(facet), settings);
}

Stage stage_of(const char* domain, const search::Options& options, TunnelWidth width) {
    Stage stage;
    stage.domain = domain;
    stage.settings.search = options;
    stage.settings.tunnel = width;
    return stage;
}

}  // namespace

DomainSet navigation_domains(const Ground& ground) {
    const auto shop = std::make_shared<Workshop>(ground);
    DomainSet set;
    set.add("static_mesh", [shop](const Traveller& who, const TaskSettings& settings) {
        return task_of(StaticMeshFacet(shop->ground(), who), settings);
    });
    set.add("density_mesh", [shop](const Traveller& who, const TaskSettings& settings) {
        return task_of(DensityMeshFacet(shop->ground(), who, shop->nobody()), settings);
    });
    set.add("grid", [shop](const Traveller& who, const TaskSettings& settings) {
        return task_of(GridFacet(shop->ground(), who, shop->kit(who.limits).crossings), settings);
    });
    set.add("hybrid", [shop](const Traveller& who, const TaskSettings& settings) {
        return task_of(HybridFacet(shop->ground(), who, shop->kit(who.limits).crossings), settings);
    });
    set.add("space_time", [shop](const Traveller& who, const TaskSettings& settings) {
        const Workshop::Kit& kit = shop->kit(who.limits);
        return task_of(SpaceTimeFacet(shop->ground(), who, kit.terrain, kit.moves), settings);
    });
    const auto soles = std::make_shared<FootstepWorkshop>(ground);
    set.add("footsteps", [soles](const Traveller& who, const TaskSettings& settings) {
        return task_of(FootstepFacet(soles->kit(who.limits), who), settings);
    });
    const auto rides = std::make_shared<RideWorkshop>(ground);
    set.add("ride", [rides](const Traveller& who, const TaskSettings& settings) {
        return task_of(RideFacet(rides->ground(who.limits), rides->frame(), who), settings);
    });
    return set;
}

/// The mesh domains are small enough for the best plan at once; the others begin with a quick one.
Chain tunnel_chain() {
    Chain chain;
    chain.stages = {stage_of("static_mesh", search::ad_star(1), {8, 20}),
                    stage_of("density_mesh", search::ad_star(1), {15, 20}),
                    stage_of("grid", search::ad_star(5), {8, 20}),
                    stage_of("space_time", search::ad_star(2.5), {4, 12})};
    return chain;
}

void make_room_for_footsteps(Chain& chain) {
    for (std::size_t i = 0; i + 1 < chain.stages.size(); ++i) {
        chain.stages[i].radius_share = domains::FootstepBody::depth_share;
        chain.stages[i].speed_share = stepping_speed_share;
    }
}

Chain footstep_chain() {
    Chain chain = tunnel_chain();
    chain.stages.push_back(stage_of("footsteps", search::ad_star(2.5), {4, 30}));
    make_room_for_footsteps(chain);
    return chain;
}

Chain ride_chain() {
    Chain chain;
    chain.stages = {stage_of("ride", search::ad_star(1), {4, 12})};
    return chain;
}

/// Legs that take long are asked something easier: the next waypoint, another route.
Chain waypoint_chain(double spacing) {
    Chain chain = tunnel_chain();
    for (Stage& stage : chain.stages) stage.settings.forgets = true;
    chain.stages[2].from_above = Relation::waypoints;
    chain.stages[2].waypoint_spacing = spacing;
    chain.stages[2].settings.patience = 250;
    chain.stages[3].settings.patience = 3000;
    chain.stages[3].settings.ambition = 100;
    return chain;
}

}  // namespace wend::planning
