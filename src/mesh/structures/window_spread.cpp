// How windows spread: what generators send, and how windows are carried on from triangle to triangle.

#include <algorithm>
#include <cmath>

#include "mesh/structures/window_map.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

/// How far beside a ray (lattice units) a point still counts as on it: far above rounding, far below the
/// tolerance of answers.
constexpr double ray_tolerance = 1e-7;

/// p is to the left of the ray, by more than the tolerance times `factor`.
bool is_left_of(Vec2 direction, Vec2 away, double factor) noexcept {
    const double side = cross(direction, away);
    const double slack = factor * ray_tolerance;
    return slack >= 0 ? side > 0 && side * side > slack * slack * squared_length(direction)
                      : side > 0 || side * side <= slack * slack * squared_length(direction);
}

}  // namespace

WindowMap::Ray WindowMap::ray(const Window& window, Vec2 through) const noexcept {
    const Generator& from = generators_[window.generator];
    if (from.is_straight()) return {through, perpendicular(from.along) * window.sign};
    return {from.center, through - from.center};
}

Vec2 WindowMap::foot(const Generator& from, Vec2 p) noexcept {
    if (!from.is_straight()) return from.center;
    return from.center + from.along * std::clamp(dot(p - from.center, from.along), 0.0, from.span);
}

double WindowMap::length_to(const Generator& from, Vec2 p) noexcept {
    return from.length + distance(foot(from, p), p);
}

void WindowMap::run(const MeshView& view) {
    while (!open_.empty()) {
        const std::uint32_t id = open_.top().id;
        open_.pop();
        if ((id & generator_flag) != 0) {
            Generator& from = generators_[id ^ generator_flag];
            if (!from.is_alive || !from.is_waiting) continue;
            from.is_waiting = false;
            emit(view, id ^ generator_flag);
        } else {
            Window& window = windows_[id];
            if (!window.is_alive || !window.is_waiting) continue;
            window.is_waiting = false;
            expand(view, id);
        }
        ++work_;
    }
}

void WindowMap::emit(const MeshView& view, std::uint32_t id) {
    if (generators_[id].vertex != none) {
        emit_corner(view, id);
        return;
    }
    const std::vector<TriangleIndex> triangles = generators_[id].triangles;
    for (const TriangleIndex t : triangles) {
        if (view.mesh().is_blocked(t)) continue;
        if (generators_[id].is_behind_slit())
            emit_slit(view, id, t);
        else
            generators_[id].is_straight() ? emit_segment(view, id, t) : emit_point(view, id, t);
    }
}

/// A corner sends windows into what the path that arrived there does not see: on from its direction towards
/// the wall that it bends around.
void WindowMap::emit_corner(const MeshView& view, std::uint32_t id) {
    const struct {
        Vec2 center, arrives;
        HalfEdge right_wall;
    } from{generators_[id].center, generators_[id].arrives, generators_[id].right_wall};
    const auto contains = [&](HalfEdge spoke) {
        return cross(view.target(spoke) - from.center, from.arrives) >= 0 &&
               cross(from.arrives, view.at(view.apex(spoke)) - from.center) >= 0;
    };
    HalfEdge ahead = none, last = from.right_wall;
    for (HalfEdge spoke = from.right_wall;; spoke = view.turn_left(spoke)) {
        if (ahead == none && contains(spoke)) ahead = spoke;
        last = spoke;
        if (view.mesh().is_wall(Triangulation::previous(spoke))) break;
    }
    if (ahead == none) return;
    const Vec2 left_wall = view.at(view.apex(last)) - from.center;
    const Vec2 right_wall = view.target(from.right_wall) - from.center;
    // Along a wall without width to its end: either side may be the hidden one.
    const bool is_both = left_wall == right_wall && dot(from.arrives, left_wall) < 0 &&
                         is_left_of(from.arrives, left_wall, -1) && !is_left_of(from.arrives, left_wall, 1);
    if (is_both || cross(from.arrives, left_wall) > 0)
        for (HalfEdge spoke = ahead;; spoke = view.turn_left(spoke)) {
            emit_into(view, id, spoke, +1, spoke == ahead);
            if (spoke == last) break;
        }
    if (is_both || cross(from.arrives, right_wall) < 0)
        for (HalfEdge spoke = ahead;; spoke = view.turn_right(spoke)) {
            emit_into(view, id, spoke, -1, spoke == ahead);
            if (spoke == from.right_wall) break;
        }
}

void WindowMap::emit_into(const MeshView& view, std::uint32_t id, HalfEdge spoke, int side, bool is_first) {
    const Vec2 center = generators_[id].center, ahead = generators_[id].arrives;
    const double length = generators_[id].length;
    const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
    if (corner_in_[spoke] != id) generators_[id].looks.push_back(spoke);
    corner_in_[spoke] = id;
    Vec2 right = view.origin(right_end), left = view.origin(left_end);
    if (!is_first || cross(ahead, right - center) * side >= 0)
        arrive(view, right_end, length + distance(center, right), id, none);
    if (!is_first || cross(ahead, left - center) * side >= 0)
        arrive(view, left_end, length + distance(center, left), id, none);
    if (view.mesh().is_wall(right_end)) return;
    if (is_first) (side > 0 ? right : left) = center + ahead;
    Window like;
    like.generator = id;
    offer(view, view.mesh().twin(right_end), like, left, right, none);
}

void WindowMap::emit_point(const MeshView& view, std::uint32_t id, TriangleIndex t) {
    const Vec2 center = generators_[id].center;
    const double length = generators_[id].length;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        const Vec2 a = view.origin(h), b = view.target(h);
        arrive(view, h, length + distance(center, a), id, none);
        if (view.mesh().is_wall(h) || cross(b - a, center - a) <= 0) continue;
        Window like;
        like.generator = id;
        offer(view, view.mesh().twin(h), like, b, a, none);
    }
}

/// A straight exit sends windows at right angles, to both sides of what of it is in the triangle.
void WindowMap::emit_segment(const MeshView& view, std::uint32_t id, TriangleIndex t) {
    const Generator from = generators_[id];
    const Vec2 normal = perpendicular(from.along);
    const std::optional<EdgePart> inside = part_within(view, from.line(), t);
    if (!inside) return;
    const auto [low, high] = *inside;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        const Vec2 a = view.origin(h), b = view.target(h);
        const double place = dot(a - from.center, from.along);
        if (place >= low && place <= high)
            arrive(view, h, from.length + std::abs(dot(a - from.center, normal)), id, none);
        if (view.mesh().is_wall(h)) continue;
        for (const int sign : {-1, +1}) {
            const Vec2 away = normal * sign;
            if (cross(away, b - a) <= 0) continue;  // it would not leave by this edge
            const double other = dot(b - from.center, from.along);
            const double first = std::max(low, std::min(place, other));
            const double last = std::min(high, std::max(place, other));
            if (last <= first) continue;
            Window like;
            like.generator = id;
            like.sign = static_cast<std::int8_t>(sign);
            const Vec2 one = from.center + from.along * first, two = from.center + from.along * last;
            const bool is_first_left = cross(away, one - two) > 0;
            offer(view, view.mesh().twin(h), like, is_first_left ? one : two, is_first_left ? two : one,
                  none);
        }
    }
}

/// Into the triangle that the window enters: it reaches the apex if that is between its rays, and goes on by
/// one or both of the other edges.
void WindowMap::expand(const MeshView& view, std::uint32_t id) {
    const Window window = windows_[id];
    const HalfEdge left_exit = Triangulation::previous(window.enters);
    const HalfEdge right_exit = Triangulation::next(window.enters);
    const Vec2 apex = view.origin(left_exit);
    const Ray left = ray(window, window.left), right = ray(window, window.right);
    const bool is_right_of_left = cross(left.direction, apex - left.through) < 0;
    const bool is_left_of_right = cross(right.direction, apex - right.through) > 0;
    if (!is_left_of(left.direction, apex - left.through, 1) &&
        is_left_of(right.direction, apex - right.through, -1))
        arrive(view, left_exit, length_to(generators_[window.generator], apex), window.generator, id);
    if (!windows_[id].is_alive) return;
    if (is_right_of_left && !view.mesh().is_wall(left_exit))
        offer(view, view.mesh().twin(left_exit), window, window.left, is_left_of_right ? apex : window.right,
              id);
    if (is_left_of_right && !view.mesh().is_wall(right_exit))
        offer(view, view.mesh().twin(right_exit), window, is_right_of_left ? apex : window.left, window.right,
              id);
}

/// A window like the one given, between other rays, on another edge.
void WindowMap::offer(const MeshView& view, HalfEdge enters, const Window& like, Vec2 left, Vec2 right,
                      std::uint32_t parent) {
    if (parent != none && !windows_[parent].is_alive) return;
    const Generator& from = generators_[like.generator];
    const Vec2 start = view.origin(enters), edge = view.target(enters) - start;
    const double length = wend::length(edge);
    const Vec2 along = edge / length;
    Window made;
    made.generator = like.generator;
    made.sign = like.sign;
    made.enters = enters;
    made.parent = parent;
    made.left = left;
    made.right = right;
    const auto place = [&](Vec2 through) {
        const Ray line = ray(made, through);
        const double facing = cross(line.direction, along);
        if (facing >= 0) return cross(line.direction, start - line.through) >= 0 ? 0.0 : length;
        return std::clamp(cross(line.direction, line.through - start) / facing, 0.0, length);
    };
    made.part = {place(left), place(right)};
    if (made.part.high - made.part.low <= 1e-9) return;
    if (from.is_straight()) {
        const double slope = cross(from.along, along) * made.sign;
        made.distance = {from.length + cross(from.along, start - from.center) * made.sign, 0, 0, slope, true};
    } else {
        const Vec2 away = from.center - start;
        made.distance = {from.length, dot(along, away), std::abs(cross(along, away)), 0, false};
    }
    if (is_reached_sooner(view, made, length) || !keep_needed(view, made, length)) return;
    insert(made);
}

/// By way of an end of the edge: along it that way grows by the full distance and no other faster, so the far
/// end of the window decides (Xin and Wang 2009).
bool WindowMap::is_reached_sooner(const MeshView& view, const Window& window, double length) const {
    const Triangulation& mesh = view.mesh();
    const Measured& left = measured_[mesh.vertex(window.enters)];
    const Measured& right = measured_[mesh.vertex(Triangulation::next(window.enters))];
    const EdgePart& part = window.part;
    return left.length + part.high + length_tolerance < window.distance.at(part.high) ||
           right.length + (length - part.low) + length_tolerance < window.distance.at(part.low);
}

/// Leaves of the window what no other on the edge reaches as soon, and of others what it does not reach
/// sooner. False when nothing is left.
bool WindowMap::keep_needed(const MeshView& view, Window& window, double length) {
    const HalfEdge sides[2] = {window.enters, view.mesh().twin(window.enters)};
    EdgePart part = window.part;
    for (int round = 0; round < 2; ++round) {
        const EdgePart before = part;
        for (const HalfEdge side : sides) {
            const bool is_mirrored = side != window.enters;
            for (std::uint32_t i = windows_on_[side]; i != none; i = windows_[i].next_there) {
                const Window& other = windows_[i];
                const EdgePart theirs =
                    is_mirrored ? EdgePart{length - other.part.high, length - other.part.low} : other.part;
                const EdgePart shared{std::max(part.low, theirs.low), std::min(part.high, theirs.high)};
                if (shared.high - shared.low <= 1e-9) continue;
                const bool at_low = shared.low <= part.low, at_high = shared.high >= part.high;
                if (!at_low && !at_high) continue;
                const EdgeDistance distance = is_mirrored ? other.distance.mirrored(length) : other.distance;
                const std::optional<EdgePart> needed = part_needed(window.distance, distance, shared);
                if (!needed && at_low && at_high) return false;
                if (at_low) part.low = needed ? needed->low : shared.high;
                if (at_high && (needed || !at_low)) part.high = needed ? needed->high : shared.low;
                if (part.high - part.low <= 1e-9) return false;
            }
        }
        if (part.low == before.low && part.high == before.high) break;
    }
    shrink(view, window, part, length);
    const EdgeDistance mirrored = window.distance.mirrored(length);
    for (const HalfEdge side : sides) {
        const bool is_mirrored = side != window.enters;
        const EdgePart mine = is_mirrored ? EdgePart{length - part.high, length - part.low} : part;
        for (std::uint32_t i = windows_on_[side]; i != none;) {
            Window& other = windows_[i];
            const std::uint32_t id = i;
            i = other.next_there;
            const EdgePart shared{std::max(mine.low, other.part.low), std::min(mine.high, other.part.high)};
            if (!other.is_waiting || shared.high - shared.low <= 1e-9) continue;
            const bool at_low = shared.low <= other.part.low, at_high = shared.high >= other.part.high;
            const std::optional<EdgePart> needed =
                part_needed(other.distance, is_mirrored ? mirrored : window.distance, shared);
            EdgePart left = other.part;
            if (at_low) left.low = needed ? needed->low : shared.high;
            if (at_high && (needed || !at_low)) left.high = needed ? needed->high : shared.low;
            if (left.high - left.low > 1e-9)
                shrink(view, other, left, length);
            else if (other.first_child == none && other.corner == none)
                forget_window(id, false);
        }
    }
    return true;
}

void WindowMap::shrink(const MeshView& view, Window& window, const EdgePart& part, double length) const {
    const Vec2 start = view.origin(window.enters);
    const Vec2 along = (view.target(window.enters) - start) / length;
    if (part.low > window.part.low) window.left = start + along * part.low;
    if (part.high < window.part.high) window.right = start + along * part.high;
    window.part = part;
    window.near = window.distance.least(part.low, part.high);
}

void WindowMap::insert(const Window& made) {
    std::uint32_t id = static_cast<std::uint32_t>(windows_.size());
    if (free_windows_.empty()) {
        windows_.emplace_back();
    } else {
        id = free_windows_.back();
        free_windows_.pop_back();
    }
    Window& window = windows_[id] = made;
    window.near = window.distance.least(window.part.low, window.part.high);
    window.next_there = windows_on_[window.enters];
    windows_on_[window.enters] = id;
    window.is_alive = window.is_waiting = true;
    if (window.parent != none) {
        window.next_sibling = windows_[window.parent].first_child;
        windows_[window.parent].first_child = id;
    } else {
        generators_[window.generator].windows.push_back(id);
    }
    open_.push(window.near, id);
}

std::uint32_t WindowMap::corner_at(VertexIndex v, HalfEdge right_wall) const noexcept {
    std::uint32_t id = corners_at_[v];
    while (id != none && generators_[id].right_wall != right_wall) id = generators_[id].next;
    return id;
}

/// A path gets to vertex(spoke), in the triangle of the spoke: straight from a generator, by a window or
/// along an edge.
void WindowMap::arrive(const MeshView& view, HalfEdge spoke, double length, std::uint32_t from,
                       std::uint32_t window) {
    const VertexIndex v = view.mesh().vertex(spoke);
    const VertexFan fan = corners_.fan(view, spoke);
    if (fan.kind != VertexFan::Kind::pinched && corners_.at(view, spoke).kind != VertexFan::Kind::pinched &&
        length < measured_[v].length) {
        measured_[v] = {length, window == none ? from | generator_flag : window};
        if (window == none)
            generators_[from].measured.push_back(v);
        else
            windows_[window].apex = v;
    }
    const Vec2 at = view.at(v);
    if (fan.is_blunt || fan.kind == VertexFan::Kind::pillar) return;
    const Vec2 before = foot(generators_[from], at);
    if (before == at) {
        // A source in the corner itself: it sees what it sees.
        if (generators_[from].vertex == none) return;
    }
    std::uint32_t id = corner_at(v, fan.right_wall);
    if (id != none) {
        if (length >= generators_[id].length - length_tolerance) return;
        forget_corner(id, false);
        if (!generators_[from].is_alive || (window != none && !windows_[window].is_alive)) return;
    }
    id = new_generator();
    Generator& made = generators_[id];
    made.center = at;
    made.length = length;
    made.arrives = at - before;
    made.vertex = v;
    made.right_wall = fan.right_wall;
    made.parent = from;
    made.window = window;
    made.source = generators_[from].source;
    made.next = corners_at_[v];
    corners_at_[v] = id;
    if (window == none)
        generators_[from].reached.push_back(id);
    else
        windows_[window].corner = id;
    made.is_waiting = true;
    open_.push(length, id | generator_flag);
}

}  // namespace wend::mesh
