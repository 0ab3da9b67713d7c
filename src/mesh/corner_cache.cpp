#include "mesh/corner_cache.hpp"

#include <algorithm>
#include <cmath>

namespace wend::mesh {

namespace {

/// Walks the free triangles within two radii of a corner.
class RoomSearch {
  public:
    RoomSearch(const MeshView& view, Vec2 center, double radius)
        : view_(view), center_(center), reach_(4 * radius * radius) {}

    /// Nothing but the corner and its own walls beyond h, seen from its triangle.
    [[nodiscard]] bool is_empty_beyond(HalfEdge h) const {
        const Vec2 a = view_.origin(h) - center_, b = view_.target(h) - center_;
        if (squared_length(nearest_point(a, b, {})) >= reach_) return true;
        if (view_.mesh().is_wall(h)) return false;
        const HalfEdge enters = view_.mesh().twin(h);
        if (squared_length(view_.at(view_.apex(enters)) - center_) < reach_) return false;
        return is_empty_beyond(Triangulation::next(enters)) &&
               is_empty_beyond(Triangulation::previous(enters));
    }
    /// The triangle of a spoke of the corner, and what lies beyond its opposite edge.
    [[nodiscard]] bool is_empty_around(HalfEdge spoke) const {
        const HalfEdge opposite = Triangulation::next(spoke);
        return squared_length(view_.origin(opposite) - center_) >= reach_ &&
               squared_length(view_.target(opposite) - center_) >= reach_ && is_empty_beyond(opposite);
    }

  private:
    const MeshView& view_;
    Vec2 center_;
    double reach_;
};

/// The strip above an edge, to the left of it; in its frame the edge runs from 0 along x.
struct PocketStrip {
    Vec2 a;
    Vec2 along;
    double squared;
    double depth;  ///< times the edge's length

    [[nodiscard]] Vec2 in_frame(Vec2 p) const noexcept { return {dot(along, p - a), cross(along, p - a)}; }
    [[nodiscard]] bool has(Vec2 p) const noexcept { return p.y < depth && p.x > 0 && p.x < squared; }
    [[nodiscard]] bool may_meet(Vec2 p, Vec2 q) const noexcept {
        return (p.y < depth || q.y < depth) && (p.x > 0 || q.x > 0) && (p.x < squared || q.x < squared);
    }
};

}  // namespace

VertexFan look_around(const MeshView& view, HalfEdge spoke) {
    const Triangulation& mesh = view.mesh();
    VertexFan fan;
    const Vec2 center = view.origin(spoke);
    HalfEdge last = spoke;
    while (!mesh.is_wall(Triangulation::previous(last))) {
        last = view.turn_left(last);
        if (last != spoke) continue;
        fan.kind = VertexFan::Kind::pillar;
        return fan;
    }
    HalfEdge first = spoke;
    while (!mesh.is_wall(first)) first = view.turn_right(first);
    fan.left_wall = Triangulation::previous(last);
    fan.right_wall = first;
    fan.left_along = view.origin(fan.left_wall) - center;
    fan.right_along = view.target(first) - center;
    const auto is_blocked = [&](HalfEdge s) { return mesh.is_blocked(Triangulation::triangle_of(s)); };
    HalfEdge s = view.turn_left(last);
    while (s != none && s != first && is_blocked(s)) s = view.turn_left(s);
    if (s == none)
        for (s = view.turn_right(first); s != none && is_blocked(s);) s = view.turn_right(s);
    if (s != none && s != first) return fan;
    fan.kind = VertexFan::Kind::corner;
    const double opening = cross(fan.right_along, fan.left_along);
    const bool is_half = opening == 0 && dot(fan.right_along, fan.left_along) < 0;
    fan.is_blunt = opening > 0 || is_half;
    return fan;
}

bool CornerCache::find_room(const MeshView& view, HalfEdge spoke) {
    VertexFan& fan = *fans_.find(view.mesh().vertex(spoke));
    const RoomSearch room(view, view.origin(spoke), radius_);
    bool is_roomy = fan.kind == VertexFan::Kind::corner;
    for (HalfEdge s = fan.right_wall; is_roomy; s = view.turn_left(s)) {
        is_roomy = room.is_empty_around(s);
        if (Triangulation::previous(s) == fan.left_wall) break;
    }
    fan.room = is_roomy ? VertexFan::Room::roomy : VertexFan::Room::cramped;
    return is_roomy;
}

void CornerCache::begin(const Triangulation& mesh, double radius) {
    const bool is_known = changes_.catch_up(mesh) && radius_ == radius;
    if (is_known) return;
    radius_ = radius;
    fans_.clear();
    blocks_.clear();
    pockets_.clear();
}

/// Whatever changes at a vertex, it is in the box of the change.
VertexFan& CornerCache::look_again(const MeshView& view, HalfEdge spoke) {
    const VertexIndex v = view.mesh().vertex(spoke);
    VertexFan* known = fans_.find(v);
    if (known == nullptr)
        known = &fans_.add(v, look_around(view, spoke));
    else if (!changes_.is_untouched(view.to_metres(view.at(v)), 2 * radius_ * view.unit(),
                                    known->known_since))
        *known = look_around(view, spoke);
    known->known_since = changes_.now();
    return *known;
}

/// Where several free sectors meet, each has its own.
FreeSweep CornerCache::sweep(const MeshView& view, const DiscCheck& check, HalfEdge spoke, double start) {
    const std::size_t first = blocks_.size();
    if (at(view, spoke).kind == VertexFan::Kind::pinched) {
        check.find_blocks(spoke, radius_, blocks_);
        const FreeSweep found = free_sweep(std::span(blocks_).subspan(first), start);
        blocks_.resize(first);
        return found;
    }
    VertexFan& fan = *fans_.find(view.mesh().vertex(spoke));
    if (fan.first_block == none) {
        check.find_blocks(spoke, radius_, blocks_);
        fan.first_block = static_cast<std::uint32_t>(first);
        fan.block_count = static_cast<std::uint32_t>(blocks_.size() - first);
    }
    return free_sweep(std::span(blocks_).subspan(fan.first_block, fan.block_count), start);
}

CornerCache::Pockets& CornerCache::forget_pockets(const MeshView& view, HalfEdge enters) {
    const TriangleIndex t = Triangulation::triangle_of(enters);
    Pockets* known = pockets_.find(t);
    if (known == nullptr) return pockets_.add(t, {0, changes_.now()});
    const Vec2 a = view.origin(enters), b = view.target(enters), c = view.at(view.apex(enters));
    const double reach = (distance(a, b) + distance(a, c) + radius_) * view.unit();
    if (!changes_.is_untouched(view.to_metres(a), reach, known->known_since)) known->bits = 0;
    known->known_since = changes_.now();
    return *known;
}

/// A disc with its centre before the edge that is clear of the edge's ends reaches, beyond it, only what lies
/// above the edge.
bool CornerCache::find_pocket(const MeshView& view, HalfEdge enters) {
    const Vec2 a = view.origin(enters), along = view.target(enters) - a;
    const double squared = squared_length(along);
    const PocketStrip strip{a, along, squared, radius_ * std::sqrt(squared)};
    const auto search = [&](const auto& self, HalfEdge h, Vec2 from, Vec2 to) -> bool {
        const HalfEdge left_exit = Triangulation::previous(h), right_exit = Triangulation::next(h);
        const Vec2 apex = strip.in_frame(view.origin(left_exit));
        if (strip.has(apex) && !at(view, left_exit).is_blunt) return true;
        const auto leads_on = [&](HalfEdge exit, Vec2 p, Vec2 q) {
            return strip.may_meet(p, q) && !view.mesh().is_wall(exit) &&
                   self(self, view.mesh().twin(exit), q, p);
        };
        return leads_on(left_exit, apex, from) || leads_on(right_exit, to, apex);
    };
    return search(search, enters, {0, 0}, {squared, 0});
}

}  // namespace wend::mesh
