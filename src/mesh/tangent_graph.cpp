#include "mesh/tangent_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::mesh {

/// Finds what a vertex or a point sees through an edge, triangle by triangle.
class TangentGraph::Sweep {
  public:
    Sweep(const MeshView& view, TangentGraph& graph, const Viewpoint& from, SectorView& found)
        : view_(view),
          graph_(graph),
          center_(from.center),
          side_(from.side),
          radius_(graph.radius_),
          found_(found) {
        found.clear();
        if (side_ == 0) return;
        const VertexFan fan = fan_at(from.spoke);
        is_pillar_ = fan.kind == VertexFan::Kind::pillar;
        behind_ = side_ > 0 ? fan.right_along : fan.left_along;
    }

    /// What is seen through e, an edge of the triangle that has the viewpoint.
    void start(HalfEdge e) {
        const Triangulation& mesh = view_.mesh();
        if (mesh.is_wall(e)) return;
        ViewCone cone;
        cone.enters = mesh.twin(e);
        cone.left = mesh.vertex(cone.enters);
        cone.right = mesh.vertex(Triangulation::next(cone.enters));
        if (side_ != 0 && !is_pillar_)
            (side_ > 0 ? cone.right_limit : cone.left_limit).direction = -normalized(behind_);
        tighten(cone.left_limit, to_corner(view_.at(cone.left), +1), -1);
        tighten(cone.right_limit, to_corner(view_.at(cone.right), -1), +1);
        if (leads_on(cone)) found_.cones.push_back(cone);
    }
    void finish() {
        while (!found_.cones.empty()) {
            const ViewCone cone = found_.cones.back();
            found_.cones.pop_back();
            follow(cone);
        }
    }

    /// Walks the cone to where it splits in two, or to its end at a wall.
    void follow(ViewCone cone) {
        const Triangulation& mesh = view_.mesh();
        Vec2 left = view_.at(cone.left) - center_, right = view_.at(cone.right) - center_;
        for (;;) {
            found_.seen.push_back({Triangulation::triangle_of(cone.enters), cone.left, cone.right});
            const HalfEdge left_exit = Triangulation::previous(cone.enters);
            const HalfEdge right_exit = Triangulation::next(cone.enters);
            const Vec2 apex = view_.origin(left_exit) - center_;
            squared_reach_ = std::max(squared_reach_, squared_length(apex));
            const bool is_beyond_left = cross(left, apex) > 0;
            if (!is_beyond_left && cross(right, apex) >= 0) {
                const GoesOn goes_on = split(cone, left_exit, right_exit);
                if (goes_on == GoesOn::no) return;
                (goes_on == GoesOn::left ? right : left) = apex;
                continue;
            }
            const HalfEdge exit = is_beyond_left ? right_exit : left_exit;
            if (mesh.is_wall(exit)) return;
            cone.enters = mesh.twin(exit);
            if (!leads_on(cone)) return;
        }
    }

    /// Tangents to vertex(spoke), but for those that a limit of the cone is in the way of.
    void offer(HalfEdge spoke, const Tangent (&moves)[2], const ViewCone& cone) {
        const VertexFan& known = graph_.corners_.at(view_, spoke);
        const bool is_pillar = known.kind == VertexFan::Kind::pillar;
        if (known.is_blunt || (is_pillar && radius_ == 0)) return;
        const VertexFan fan = fan_at(spoke);
        for (const int side : {-1, +1}) {
            const Tangent& move = moves[side > 0];
            if (!move.exists() || !may_leave(move.direction)) continue;
            if (!is_pillar && !leans(move.direction, side > 0 ? fan.left_along : fan.right_along, side))
                continue;
            if (radius_ > 0 && !passes(cone, move)) continue;
            TangentEdge edge;
            edge.direction = move.direction;
            edge.length = move.length;
            edge.angle = std::atan2(move.direction.y, move.direction.x);
            edge.spoke = spoke;
            edge.side = static_cast<std::int8_t>(side);
            found_.edges.push_back(edge);
        }
    }
    void offer_end(HalfEdge spoke) {
        const Vec2 corner = view_.origin(spoke);
        reach_to(corner);
        offer(spoke, {to_corner(corner, -1), to_corner(corner, +1)}, {});
    }

    /// All that has been looked at is within that distance of the viewpoint.
    [[nodiscard]] float reach() const noexcept {
        return static_cast<float>(std::sqrt(squared_reach_) * (1 + 1e-6));
    }
    void reach_to(Vec2 p) noexcept { squared_reach_ = std::max(squared_reach_, squared_length(p - center_)); }

  private:
    /// Of the free sector that has the spoke's triangle.
    [[nodiscard]] VertexFan fan_at(HalfEdge spoke) const {
        const VertexFan& known = graph_.corners_.at(view_, spoke);
        return known.kind == VertexFan::Kind::pinched ? look_around(view_, spoke, radius_) : known;
    }
    [[nodiscard]] Tangent to_corner(Vec2 corner, int side) const {
        return tangent(center_, radius_ * side_, corner, radius_ * side);
    }
    static void tighten(Limit& limit, const Tangent& tangent, int towards) {
        if (!tangent.exists()) return;
        if (limit.direction == Vec2{} || cross(limit.direction, tangent.direction) * towards > 0)
            limit = {tangent.direction, tangent.length};
    }

    /// The wall is on that side of the direction.
    [[nodiscard]] static bool leans(Vec2 direction, Vec2 wall, int side) {
        const double leaning = cross(direction, wall) * side;
        return leaning >= 0 || leaning * leaning <= turn_tolerance * turn_tolerance * squared_length(wall);
    }
    /// Backwards the path arrives with the vertex on its other side.
    [[nodiscard]] bool may_leave(Vec2 direction) const {
        return side_ == 0 || is_pillar_ || leans(direction, behind_, side_);
    }
    /// The tangent keeps the vertices that limit the cone at a distance.
    [[nodiscard]] bool passes(const ViewCone& cone, const Tangent& move) const {
        const double least = radius_ - touch_tolerance;
        const auto hits = [&](const Limit& limit, int side) {
            if (limit.direction == Vec2{} || cross(move.direction, limit.direction) * side >= 0) return false;
            const Vec2 vertex = center_ + limit.direction * limit.touches +
                                perpendicular(limit.direction) * (radius_ * (side - side_));
            const double x = dot(vertex - move.from, move.direction);
            const double beside = cross(move.direction, vertex - move.from);
            const double gap = x < 0 ? x : x > move.length ? x - move.length : 0;
            return gap * gap + beside * beside < least * least;
        };
        return !hits(cone.left_limit, +1) && !hits(cone.right_limit, -1);
    }

    enum class GoesOn : std::uint8_t { no, left, right };

    /// Where the cone leads on past the vertex on one side only, goes on there and says so. Two cones are
    /// left for later.
    GoesOn split(ViewCone& cone, HalfEdge left_exit, HalfEdge right_exit) {
        const Triangulation& mesh = view_.mesh();
        const Vec2 corner = view_.origin(left_exit);
        const Tangent moves[2] = {to_corner(corner, -1), to_corner(corner, +1)};
        offer(left_exit, moves, cone);
        ViewCone left_cone = cone, right_cone = cone;
        left_cone.right = right_cone.left = mesh.vertex(left_exit);
        left_cone.enters = mesh.twin(left_exit);
        right_cone.enters = mesh.twin(right_exit);
        tighten(left_cone.right_limit, moves[0], +1);
        tighten(right_cone.left_limit, moves[1], -1);
        const bool is_left = !mesh.is_wall(left_exit) && leads_on(left_cone);
        const bool is_right = !mesh.is_wall(right_exit) && leads_on(right_cone);
        if (is_left && is_right)
            found_.cones.insert(found_.cones.end(), {left_cone, right_cone});
        else if (is_left || is_right)
            cone = is_left ? left_cone : right_cone;
        return is_left == is_right ? GoesOn::no : is_left ? GoesOn::left : GoesOn::right;
    }

    /// False when the disc cannot cross an edge on the way and nothing beyond is near enough to touch.
    [[nodiscard]] bool leads_on(ViewCone& cone) const {
        const Vec2 a = view_.origin(cone.enters), along = view_.target(cone.enters) - a;
        if (!(cone.narrow_along == Vec2{})) {
            const double depth = (radius_ + touch_tolerance) * length(cone.narrow_along);
            return cross(cone.narrow_along, a - cone.narrow_from) < depth ||
                   cross(cone.narrow_along, a + along - cone.narrow_from) < depth;
        }
        if (may_cross(cone, a, along)) return true;
        cone.narrow_from = a;
        cone.narrow_along = along;
        return radius_ > 0 && graph_.corners_.has_pocket(view_, cone.enters);
    }

    /// The disc crosses an edge between the cone's limits and at least a radius from its ends. Where the
    /// circle around the viewpoint reaches across the edge, it may do so while it turns.
    [[nodiscard]] bool may_cross(const ViewCone& cone, Vec2 a, Vec2 along) const {
        double low = 0, high = 1;
        if (radius_ > 0) {
            const double edge_length = length(along);
            low = (radius_ - touch_tolerance) / edge_length;
            high = 1 - low;
            if (cross(along, center_ - a) > -radius_ * edge_length) return low <= high + 1e-9;
        }
        const auto cut = [&](const Limit& limit) {
            const Vec2 leaves = center_ - perpendicular(limit.direction) * (radius_ * side_);
            const bool is_before = cross(along, leaves + limit.direction * limit.touches - a) <= 0;
            return is_before ? crossing(leaves, limit.direction, a, along)
                             : std::numeric_limits<double>::quiet_NaN();
        };
        low = std::max(low, cut(cone.left_limit));
        high = std::min(high, cut(cone.right_limit));
        return low <= high + 1e-9;
    }

    const MeshView& view_;
    TangentGraph& graph_;
    Vec2 center_;
    int side_;
    double radius_;
    bool is_pillar_ = false;
    Vec2 behind_;  ///< the wall that a path leaves behind
    double squared_reach_ = 0;
    SectorView& found_;
};

void TangentGraph::begin(const Triangulation& mesh, double radius) {
    corners_.begin(mesh, radius);
    moves_.begin(mesh, radius);
    const bool is_known = changes_.catch_up(mesh) && radius_ == radius;
    const std::size_t kept = edges_.size() * sizeof(TangentEdge) + seen_.size() * sizeof(SeenTriangle) +
                             sectors_.size() * sizeof(Sector);
    if (is_known && kept < most_kept) return;
    radius_ = radius;
    sectors_.clear();
    edges_.clear();
    seen_.clear();
}

/// All that a sector depends on - the triangles seen, what is within a radius of a tangent, the walls at its
/// ends - lies within two radii of the triangles seen.
void TangentGraph::review(const MeshView& view, HalfEdge spoke, Sector& sector) const {
    const double reach = (static_cast<double>(sector.reach) + 2 * radius_) * view.unit();
    if (!changes_.is_untouched(view.to_metres(view.origin(spoke)), reach, sector.known_since)) sector = {};
    sector.known_since = changes_.now();
}

TangentGraph::Range TangentGraph::keep_edges() {
    const auto first = static_cast<std::uint32_t>(edges_.size());
    edges_.insert(edges_.end(), view_.edges.begin(), view_.edges.end());
    return {first, static_cast<std::uint32_t>(edges_.size())};
}

/// The edge's left end belongs to the next sector, unless a wall ends the fan.
void TangentGraph::find_near(const MeshView& view, HalfEdge spoke, int side, Sector& sector) {
    const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
    Sweep sweep(view, *this, {view.origin(spoke), side, spoke}, view_);
    sweep.offer_end(right_end);
    if (view.mesh().is_wall(left_end)) sweep.offer_end(left_end);
    sweep.reach_to(view.origin(left_end));
    sector.near = keep_edges();
    sector.reach = sweep.reach();
    sector.is_near_known = true;
}

void TangentGraph::find_beyond(const MeshView& view, HalfEdge spoke, int side, Sector& sector) {
    Sweep sweep(view, *this, {view.origin(spoke), side, spoke}, view_);
    sweep.start(Triangulation::next(spoke));
    sweep.finish();
    sector.beyond = keep_edges();
    sector.seen.first = static_cast<std::uint32_t>(seen_.size());
    seen_.insert(seen_.end(), view_.seen.begin(), view_.seen.end());
    sector.seen.last = static_cast<std::uint32_t>(seen_.size());
    sector.reach = std::max(sector.reach, sweep.reach());
    sector.is_beyond_known = true;
}

void TangentGraph::look_from(const MeshView& view, Vec2 point, HalfEdge h, SectorView& found) {
    Sweep sweep(view, *this, {point, 0, none}, found);
    sweep.offer_end(h);
    if (cross(view.target(h) - view.origin(h), point - view.origin(h)) > 0) sweep.start(h);
}

void TangentGraph::look_on(const MeshView& view, Vec2 point, const ViewCone& cone, SectorView& found) {
    Sweep(view, *this, {point, 0, none}, found).follow(cone);
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
