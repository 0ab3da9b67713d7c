#include "mesh/tangent_graph.hpp"

#include <algorithm>

namespace wend::mesh {

namespace {

/// Takes all there is.
struct Everything {
    std::vector<TangentEdge>& edges;
    std::vector<SeenTriangle>& seen;

    [[nodiscard]] bool keep(const ViewCone&) const noexcept { return true; }
    [[nodiscard]] bool wants(Vec2, double) const noexcept { return true; }
    void take(TangentEdge& edge) {
        edge.angle = angle_of(edge.direction);
        edges.push_back(edge);
    }
    void see(const SeenTriangle& triangle) { seen.push_back(triangle); }
};

}  // namespace

void TangentGraph::begin(const Triangulation& mesh, double radius) {
    corners_.begin(mesh, radius);
    moves_.begin(mesh, radius);
    const bool is_known = changes_.catch_up(mesh) && radius_ == radius;
    const std::size_t kept = edges_.size() * sizeof(TangentEdge) + seen_.size() * sizeof(SeenTriangle) +
                             sectors_.size() * sizeof(Sector);
    if (!is_known || kept >= most_kept) {
        radius_ = radius;
        sectors_.clear();
        edges_.clear();
        seen_.clear();
        visited_.clear();
    }
    visited_bound_ = 2 * std::size_t{mesh.vertex_bound()};
}

/// All that a sector depends on - the triangles seen, what is within a radius of a tangent, the walls at its
/// ends - lies within two radii of the triangles seen.
void TangentGraph::review(const MeshView& view, HalfEdge spoke, Sector& sector) const {
    const double reach = (static_cast<double>(sector.reach) + 2 * radius_) * view.unit();
    if (!changes_.is_untouched(view.to_metres(view.origin(spoke)), reach, sector.known_since)) sector = {};
    sector.known_since = changes_.now();
}

/// The edge's left end belongs to the next sector, unless a wall ends the fan.
void TangentGraph::find_near(const MeshView& view, HalfEdge spoke, int side, Sector& sector) {
    const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
    Everything all{edges_, seen_};
    TangentSweep sweep(view, corners_, radius_, {view.origin(spoke), side, spoke, {}}, at_hand_, all);
    sector.near.first = static_cast<std::uint32_t>(edges_.size());
    sweep.offer_end(right_end);
    if (view.mesh().is_wall(left_end)) sweep.offer_end(left_end);
    sweep.reach_to(view.origin(left_end));
    sector.near.last = static_cast<std::uint32_t>(edges_.size());
    sector.leads_on = sweep.start(right_end, sector.cone);
    sector.reach = std::max(sector.reach, sweep.reach());
    sector.is_near_known = true;
}

void TangentGraph::find_beyond(const MeshView& view, HalfEdge spoke, int side, Sector& sector) {
    Everything all{edges_, seen_};
    TangentSweep sweep(view, corners_, radius_, {view.origin(spoke), side, spoke, {}}, at_hand_, all);
    sector.beyond.first = static_cast<std::uint32_t>(edges_.size());
    sector.seen.first = static_cast<std::uint32_t>(seen_.size());
    for (const HalfEdge end : {Triangulation::next(spoke), Triangulation::previous(spoke)})
        sweep.reach_to(view.origin(end));
    sweep.look_through(Triangulation::next(spoke));
    sector.beyond.last = static_cast<std::uint32_t>(edges_.size());
    sector.seen.last = static_cast<std::uint32_t>(seen_.size());
    sector.reach = std::max(sector.reach, sweep.reach());
    sector.is_beyond_known = true;
}

bool TangentGraph::is_open(TangentEdge& edge, const DiscCheck& check, Vec2 from) const {
    if (edge.state == TangentEdge::State::unknown) {
        const bool is_free =
            radius_ == 0 || check.segment_is_free(Triangulation::triangle_of(edge.spoke), from,
                                                  from + edge.direction * edge.length, radius_);
        edge.state = is_free ? TangentEdge::State::open : TangentEdge::State::blocked;
    }
    return edge.state == TangentEdge::State::open;
}

}  // namespace wend::mesh
