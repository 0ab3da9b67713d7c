#include "wend/domains/density_mesh_domain.hpp"

#include <algorithm>

namespace wend::domains {

void DensityMeshDomain::set_guide(const Course& guide, double speed) {
    guide_ = guide;
    speed_ = speed;
    graph().changes().everything = true;
}

void DensityMeshDomain::change_guide(const Course& guide, double speed, std::span<const StateId> known) {
    guide_ = guide;
    speed_ = speed;
    for (const StateId state : known)
        if (leads_through_somebody(state)) graph().changes().states.push_back(state);
}

bool DensityMeshDomain::leads_through_somebody(StateId state) const {
    bool is_found = false;
    const auto look = [&](const MeshMove& move) {
        is_found = is_found || (move.triangle != mesh::none && field_->is_visited(move.layer, move.triangle));
        return Cost{1};
    };
    graph().successors(state, look, ThroughAnything{}, [](StateId, Cost) {});
    if (!is_found) graph().predecessors(state, look, ThroughAnything{}, [](StateId, Cost) {});
    return is_found;
}

MeshGraph::Problem DensityMeshDomain::begin(const Place& start, const Place& goal, const CoursePace& pace) {
    Course guide{start, goal};
    set_times(guide, pace);
    if (start.layer != goal.layer) guide.pop_back();
    set_guide(guide, pace.speed);
    return graph().begin(start, goal);
}

double DensityMeshDomain::arrival(std::uint32_t layer, Vec2 point) const noexcept {
    if (guide_.empty()) return 0;
    double least = std::numeric_limits<double>::infinity(), time = 0;
    const auto offer = [&](Vec2 from, double at_from, Vec2 to, double at_to) {
        const double parameter = nearest_parameter(from, to, point);
        const double apart = squared_length(lerp(from, to, parameter) - point);
        if (apart < least) least = apart, time = at_from + (at_to - at_from) * parameter;
    };
    for (std::size_t i = 0; i < guide_.size(); ++i) {
        const Place &from = guide_[i], &to = guide_[std::min(i + 1, guide_.size() - 1)];
        if (from.layer != layer) continue;
        if (to.layer == layer)
            offer(from.position, from.time, to.position, to.time);
        else
            offer(from.position, from.time, from.position, from.time);
    }
    if (least < std::numeric_limits<double>::infinity()) return time + std::sqrt(least) / speed_;
    return guide_.front().time + distance(guide_.front().position, point) / speed_;
}

double DensityMeshDomain::metres(const MeshMove& move) const {
    const double plain = ground_.metres(move), walked = plain - move.fixed;
    const double time = time_of(move);
    const std::int64_t slot = field_->slot_of(time);
    if (slot < field_->first_slot() || slot >= field_->end_slot() || !is_in_scope(move, time)) return plain;
    double factor = 0;
    field_->polygons().for_each_part(
        move.layer, move.triangle, move.from, move.to, 0, 1,
        [&](const DensityPolygon& polygon, double low, double high) {
            factor += (high - low) * options_.cost.factor(field_->density(polygon, slot, options_.self));
        });
    return move.fixed + walked * std::max(1.0, factor);
}

/// A crowd changes the same few polygons over and over: each triangle is looked at once.
void DensityMeshDomain::note_density() {
    struct Moment {
        std::uint32_t layer;
        mesh::TriangleIndex triangle;
        std::int64_t slot;
        auto operator<=>(const Moment&) const = default;
    };
    std::vector<Moment> moments;
    const bool is_complete = field_->visit_changes(seen_, [&](const DensityChange& change) {
        if (change.who != options_.self)
            moments.push_back({change.polygon.layer, change.polygon.triangle, change.slot});
    });
    if (!is_complete) graph().changes().everything = true;
    seen_ = field_->stamp();
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    std::vector<std::int64_t> slots;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        slots.push_back(moments[i].slot);
        const bool goes_on = i + 1 < moments.size() && moments[i + 1].layer == moments[i].layer &&
                             moments[i + 1].triangle == moments[i].triangle;
        if (goes_on) continue;
        note_moves(moments[i].layer, moments[i].triangle, slots);
        slots.clear();
    }
    std::vector<StateId>& told = graph().changes().states;
    std::sort(told.begin(), told.end());
    told.erase(std::unique(told.begin(), told.end()), told.end());
}

/// Both ends of every move that leads through the triangle in one of these slots.
void DensityMeshDomain::note_moves(std::uint32_t layer, mesh::TriangleIndex triangle,
                                   std::span<const std::int64_t> slots) {
    if (!graph().floor(layer).is_triangle(triangle)) return;
    std::vector<StateId>& told = graph().changes().states;
    const auto tell = [&](StateId state) { told.push_back(state); };
    graph().for_each_around(layer, triangle, [&](StateId state) {
        graph().for_each_out(state, [&](StateId next, const MeshMove& move) {
            if (move.layer != layer || move.triangle != triangle) return;
            const double time = time_of(move);
            if (!std::binary_search(slots.begin(), slots.end(), field_->slot_of(time)) ||
                !is_in_scope(move, time))
                return;
            for (const StateId end : {state, next}) {
                tell(end);
                if (graph().role(end) == MeshGraph::Role::passed) graph().for_each_end(end, tell);
            }
        });
    });
}

}  // namespace wend::domains
