#include "planning/mesh_facets.hpp"

namespace wend::planning {
namespace {

domains::MeshGraphOptions graph_options(const Ground& ground, const Traveller& who) {
    domains::MeshGraphOptions options;
    options.radius = who.limits.radius;
    options.filter = ground.filter;
    options.constraints = who.constraints;
    return options;
}

}  // namespace

StaticMeshFacet::StaticMeshFacet(const Ground& ground, const Traveller& who)
    : MeshFacet(std::make_unique<Domain>(*ground.mesh, graph_options(ground, who)), who.cruise_speed) {}

Ends StaticMeshFacet::begin(const Problem& problem, const View&) {
    pace_.start_time = problem.start.at.time;
    note_constraints();
    const auto [start, goal] = domain_->graph().begin(problem.start.at, problem.goal.at);
    domain_->graph().changes().clear();
    return {start, goal};
}

DensityMeshFacet::DensityMeshFacet(const Ground& ground, const Traveller& who,
                                   std::shared_ptr<const domains::DensityField> empty)
    : MeshFacet(std::make_unique<Domain>(
                    *ground.mesh, ground.density ? *ground.density : *empty,
                    domains::DensityMeshOptions{graph_options(ground, who), {}, BodyId(who.id), {}}),
                who.cruise_speed),
      empty_(std::move(empty)) {}

Ends DensityMeshFacet::begin(const Problem& problem, const View&) {
    pace_.start_time = problem.start.at.time;
    note_constraints();
    const auto [start, goal] = domain_->begin(problem.start.at, problem.goal.at, pace_);
    if (!guide_.empty()) domain_->set_guide(guide_, pace_.speed);
    domain_->note_density();
    domain_->graph().changes().clear();
    return {start, goal};
}

bool DensityMeshFacet::observe(const View&, std::span<const Change>, std::vector<search::StateId>& affected) {
    if (is_stale({})) return false;
    domain_->note_density();
    return take_changes(affected);
}

}  // namespace wend::planning
