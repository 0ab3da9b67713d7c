#include "planning/mesh_facets.hpp"

namespace wend::planning {
namespace {

domains::MeshGraphOptions graph_options(const Ground& ground, const Traveller& who) {
    domains::MeshGraphOptions options;
    options.radius = who.limits.radius;
    options.filter = ground.filter;
    options.constraints = who.constraints;
    options.links = ground.ferries;
    return options;
}

}  // namespace

StaticMeshFacet::StaticMeshFacet(const Ground& ground, const Traveller& who)
    : MeshFacet(std::make_unique<Domain>(*ground.mesh, graph_options(ground, who)), who.cruise_speed) {}

Ends StaticMeshFacet::begin(const Problem& problem, const View& view) {
    catch_up(view);
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

Ends DensityMeshFacet::begin(const Problem& problem, const View& view) {
    catch_up(view);
    pace_.start_time = problem.start.at.time;
    note_constraints();
    const auto [start, goal] = domain_->begin(problem.start.at, problem.goal.at, pace_);
    if (!guide_.empty()) domain_->set_guide(guide_, pace_.speed);
    domain_->note_density();
    domain_->graph().changes().clear();
    looked_ = view.now;
    seen_ = domain_->field().stamp();
    return {start, goal};
}

void DensityMeshFacet::guide(const domains::Course& course, std::span<const search::StateId> known,
                             std::vector<search::StateId>& affected) {
    guide_ = course;
    if (known.empty()) return;
    domain_->change_guide(course, pace_.speed, known);
    (void)take_changes(affected);
}

bool DensityMeshFacet::is_stale(const View& view) const noexcept {
    return MeshFacet::is_stale(view) || (view.now >= looked_ + refresh && seen_ != domain_->field().stamp());
}

bool DensityMeshFacet::observe(const View& view, std::span<const Change> changes,
                               std::vector<search::StateId>& affected) {
    if (MeshFacet::is_stale(view) || !note_edits(view, changes)) return false;
    domain_->note_density();
    looked_ = view.now;
    seen_ = domain_->field().stamp();
    return take_changes(affected);
}

}  // namespace wend::planning
