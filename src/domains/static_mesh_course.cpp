#include "wend/domains/static_mesh_course.hpp"

namespace wend::domains {

void CourseMaker::append(std::uint32_t layer, Vec2 point) {
    constexpr double same = 1e-6;  // metres: a piece of a path that is only rounding
    if (!course_.empty() && course_.back().layer == layer && distance(course_.back().position, point) < same)
        return;
    course_.push_back({layer, point, 0});
    fixed_.push_back(0);
}

void CourseMaker::cross(const MeshGate& gate) {
    crossings_.push_back(course_.size());
    course_.push_back({gate.to.layer, gate.to.at, 0});
    const bool is_walked = gate.from.layer == gate.to.layer;  // as far as set_times knows
    fixed_.push_back(is_walked ? gate.cost - distance(gate.from.at, gate.to.at) : gate.cost);
}

void CourseMaker::walk(const MeshGraph& graph, const mesh::MeshPoint& from, const mesh::MeshPoint& to) {
    const mesh::Triangulation& floor = graph.floor(from.layer);
    const double radius = graph.options().radius;
    bool is_found = follow_corridor(floor, corridor_, from.at, to.at, radius, query_, path_);
    if (!is_found) {
        Budget budget = Budget::unlimited();
        const mesh::PathQuery query{from.at, to.at, radius, mesh::PathMode::corridor, nullptr};
        find_path(floor, query, query_, budget, path_);
        is_found = path_.has_route();
    }
    append(from.layer, from.at);
    const std::vector<Vec2> corners = is_found ? polyline(path_, arc_tolerance) : edges_;
    for (const Vec2 corner : corners) append(from.layer, corner);
    append(to.layer, to.at);
    corridor_.clear();
    edges_.clear();
}

Course CourseMaker::make(const MeshGraph& graph, std::span<const StateId> found, const CoursePace& pace) {
    course_.clear();
    fixed_.clear();
    corridor_.clear();
    edges_.clear();
    crossings_.clear();
    if (found.empty()) return {};
    const std::vector<StateId> path = graph.with_passed(found);
    mesh::MeshPoint from = graph.position(path.front());
    for (std::size_t i = 0; i < path.size(); ++i) {
        const StateId state = path[i];
        const mesh::MeshPoint at = graph.position(state);
        const bool is_edge = !graph.is_anchor(state) && !graph.is_gate(state);
        if (is_edge && i > 0) corridor_.push_back(graph.edge(state).half_edge);
        if (is_edge) edges_.push_back(at.at);
        const bool is_last = i + 1 == path.size();
        if (graph.is_gate(state) || is_last) walk(graph, from, at);
        if (!graph.is_gate(state) || is_last) continue;
        from = graph.gate(state).to;
        cross(graph.gate(state));
    }
    const mesh::MeshPoint goal = graph.position(path.back());
    if (course_.back().layer == goal.layer) course_.back().position = goal.at;
    set_times(course_, pace, fixed_);
    return course_;
}

}  // namespace wend::domains
