// What the start and the vertices of labels see, as far as a path shorter than `upper_` may lead there.

#include "mesh/tangent_search.hpp"

namespace wend::mesh {

/// Looks ahead from a label. The start puts cones off.
struct TangentSearch::AheadLook {
    TangentSearch& search;
    const Label& label;
    std::uint32_t id;

    [[nodiscard]] bool keep(const ViewCone& cone) const {
        return id != 0 ? search.may_be_shorter(label, cone) : search.is_first(cone);
    }
    [[nodiscard]] bool wants(Vec2 corner, double least_move) const {
        return label.length + least_move + distance(corner, search.goal_) - search.radius_ < search.upper_;
    }
    void take(TangentEdge& edge) const {
        if (label.length + edge.length + distance(edge.arrives, search.goal_) >= search.upper_) return;
        edge.angle = angle_of(edge.direction);
        std::vector<TangentEdge>& edges = search.scratch_.found_edges;
        const auto index = static_cast<std::uint32_t>(edges.size());
        if (search.push_edge(id, edge, index)) edges.push_back(edge);
    }
    void see(const SeenTriangle& seen) const { search.look_for_goal(id, seen); }
};

void TangentSearch::look_from_start(const Location& start) {
    AheadLook look{*this, scratch_.labels[0], 0};
    TangentSweep sweep(view_, corners(), radius_, {start_, 0, none, {}}, scratch_.at_hand, look);
    view_.for_each_touching(start, [&](TriangleIndex t) {
        if (has_goal(t)) push_goal(0);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            sweep.offer_end(h);
            if (cross(view_.target(h) - view_.origin(h), start_ - view_.origin(h)) > 0) sweep.look_through(h);
        }
    });
}

/// Puts the cone off, unless it comes before all else.
bool TangentSearch::is_first(const ViewCone& cone) {
    const double priority = bound_in(scratch_.labels[0], cone);
    if (priority >= upper_) return false;
    if (scratch_.open.empty() || priority < scratch_.open.top().priority) return true;
    push_cone(priority, {cone, 0, none});
    return false;
}

void TangentSearch::push_cone(double priority, const OpenCone& open) {
    const auto id = static_cast<std::uint32_t>(scratch_.cones.size());
    scratch_.cones.push_back(open);
    scratch_.open.push(priority, id | cone_node);
}

void TangentSearch::expand_label(std::uint32_t id) {
    const Label& label = scratch_.labels[id];
    if (graph_.is_familiar(view_.mesh().vertex(label.spoke), label.side)) {
        for_each_spoke_ahead(id, [&](HalfEdge spoke) {
            const TangentGraph::Sector& sector = graph_.sector(view_, spoke, label.side);
            push_edges(id, sector.near);
            const bool is_empty = sector.is_beyond_known && sector.beyond.first == sector.beyond.last;
            if (sector.leads_on && (!is_empty || may_see_goal({id, spoke}, sector.reach)))
                push_sector({id, spoke}, sector);
        });
        return;
    }
    AheadLook look{*this, label, id};
    TangentSweep sweep(view_, corners(), radius_, {label.center, label.side, label.spoke, label.direction},
                       scratch_.at_hand, look);
    OpenCone open{{}, id, none};
    for_each_spoke_ahead(id, [&](HalfEdge spoke) {
        const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
        sweep.offer_end(right_end);
        if (view_.mesh().is_wall(left_end)) sweep.offer_end(left_end);
        open.cone = {};
        open.spoke = spoke;
        if (!sweep.start(right_end, open.cone)) return;
        const double priority = bound_in(label, open.cone);
        if (priority < upper_) push_cone(priority, open);
    });
}

/// Looks at the triangles around the label's vertex, from where the path arrives to where its turn must end,
/// for the goal, and visits the spokes of those that are not to the rear.
template <class Visit>
void TangentSearch::for_each_spoke_ahead(std::uint32_t id, Visit&& visit) {
    const Label& label = scratch_.labels[id];
    const HalfEdge first = label.spoke, end = label.fan_end;
    bool is_rear = end != none;
    for (HalfEdge spoke = first;;) {
        const HalfEdge next = label.side > 0 ? view_.turn_left(spoke) : view_.turn_right(spoke);
        const bool is_last =
            end != none ? (label.side > 0 ? Triangulation::previous(spoke) : spoke) == end : next == first;
        is_rear = is_rear && !is_last && is_behind(label, spoke);
        if (has_goal(Triangulation::triangle_of(spoke))) push_goal(id);
        if (!is_rear) visit(spoke);
        if (is_last) break;
        spoke = next;
    }
}

void TangentSearch::push_edges(std::uint32_t from, const TangentGraph::Range& edges) {
    for (std::uint32_t i = edges.first; i != edges.last; ++i) push_edge(from, graph_.edge(i), i | kept_edge);
}

void TangentSearch::push_sector(const OpenSector& open, const TangentGraph::Sector& sector) {
    const Label& label = scratch_.labels[open.label];
    ViewCone cone = sector.cone;
    if (!reaches(label, cone)) return;
    const double priority = bound_in(label, cone);
    if (priority >= upper_) return;
    const auto id = static_cast<std::uint32_t>(scratch_.sectors.size());
    scratch_.sectors.push_back(open);
    scratch_.open.push(priority, id | sector_node);
}

void TangentSearch::expand_sector(const OpenSector& open) {
    const Label& label = scratch_.labels[open.label];
    const TangentGraph::Sector* known = graph_.whole_sector(view_, open.spoke, label.side);
    if (known == nullptr) {
        AheadLook look{*this, label, open.label};
        TangentSweep(view_, corners(), radius_, {label.center, label.side, open.spoke, label.direction},
                     scratch_.at_hand, look)
            .look_through(Triangulation::next(open.spoke));
        return;
    }
    push_edges(open.label, known->beyond);
    if (!may_see_goal(open, known->reach)) return;
    for (std::uint32_t i = known->seen.first; i != known->seen.last; ++i)
        look_for_goal(open.label, graph_.seen(i));
}

void TangentSearch::expand_cone(const OpenCone& open) {
    const Label& label = scratch_.labels[open.label];
    AheadLook look{*this, label, open.label};
    TangentSweep(view_, corners(), radius_, {label.center, label.side, open.spoke, label.direction},
                 scratch_.at_hand, look)
        .follow(open.cone);
}

}  // namespace wend::mesh
