// Sources that are not points: how they are seen from places of the triangles that they lie in, and what of a
// line sees which generator.

#include <algorithm>
#include <cmath>

#include "mesh/structures/window_map.hpp"

namespace wend::mesh {

namespace {

bool has(const EdgePart& part, double place) noexcept {
    return place >= part.low - place_tolerance && place <= part.high + place_tolerance;
}

}  // namespace

Vec2 WindowMap::leaves_at(const Generator& from, Vec2 p) noexcept {
    const Vec2 behind = foot(from, p);
    if (!from.is_behind_slit()) return behind;
    const std::optional<double> place = from.slit.crossing(behind, p);
    return from.slit.at(std::clamp(place.value_or(0), 0.0, from.slit.span));
}

void WindowMap::add_slit(const MeshView& view, const MapSource& source, std::uint32_t index) {
    const std::uint32_t id = new_generator();
    Generator& made = generators_[id];
    made.slit = MeshLine::between(view.to_lattice(source.from), view.to_lattice(source.to));
    made.center = view.to_lattice(source.beyond->from);
    if (source.beyond->is_straight()) {
        const MeshLine exit = MeshLine::between(made.center, view.to_lattice(source.beyond->to));
        made.along = exit.along;
        made.span = exit.span;
    }
    made.length = source.length / view.unit();
    made.source = index;
    made.is_waiting = true;
    find_triangles_along(view, made.slit, refreshed_, made.triangles);
    for (const TriangleIndex t : made.triangles) sources_in_[t].push_back(id);
    open_.push(made.length, id | generator_flag);
}

/// Sends on what comes through the part of the slit that is in the triangle.
void WindowMap::emit_slit(const MeshView& view, std::uint32_t id, TriangleIndex t) {
    const Generator from = generators_[id];
    const std::optional<EdgePart> part = part_within(view, from.slit, t);
    if (!part || part->high - part->low <= place_tolerance) return;
    const Vec2 one = from.slit.at(part->low), two = from.slit.at(part->high), middle = (one + two) / 2;
    const Vec2 normal = perpendicular(from.along);
    const double sign = dot(normal, middle - from.center) > 0 ? 1 : -1;
    const Vec2 away = from.is_straight() ? normal * sign : middle - from.center;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        const Vec2 a = view.origin(h), b = view.target(h);
        if (is_seen_within(view, from, t, a)) arrive(view, h, length_to(from, a), id, none);
        const double outwards = cross(from.is_straight() ? away : a - from.center, b - a);
        const bool is_exit = outwards > place_tolerance * distance(a, b);
        if (view.mesh().is_wall(h) || !is_exit) continue;
        const bool is_first_left = cross(away, one - two) > 0;
        Vec2 left = is_first_left ? one : two, right = is_first_left ? two : one;
        const auto ray_to = [&](Vec2 p) { return from.is_straight() ? away : p - from.center; };
        // Of rays that do not go towards the edge none is between those to its ends.
        const bool is_left_away = cross(ray_to(left), b - a) <= 0;
        const bool is_right_away = cross(ray_to(right), b - a) <= 0;
        if (is_left_away && is_right_away) continue;
        if (is_left_away || cross(ray_to(left), b - left) < 0) left = b;
        if (is_right_away || cross(ray_to(right), a - right) > 0) right = a;
        Window like;
        like.generator = id;
        like.sign = static_cast<std::int8_t>(sign);
        offer(view, view.mesh().twin(h), like, left, right, none);
    }
}

bool WindowMap::is_seen_within(const MeshView& view, const Generator& from, TriangleIndex t, Vec2 p) {
    const Vec2 behind = foot(from, p);
    const MeshLine line = from.line();
    if (from.is_straight()) {
        // At right angles; other parts by windows.
        const double place = dot(p - from.center, from.along);
        if (place < 0 || place > from.span) return false;
    }
    const std::optional<EdgePart> part = part_within(view, line, t);
    if (!part) return false;
    const std::optional<double> place =
        from.is_behind_slit() ? line.crossing(behind, p) : line.place_of(behind);
    return place && has(*part, *place);
}

/// Leaves of the part what sees the source within the triangle.
void WindowMap::sight_within(const MeshView& view, const Generator& from, TriangleIndex t,
                             const MeshLine& line, EdgePart& part) const {
    if (!from.is_straight() && !from.is_behind_slit()) return;
    const std::optional<EdgePart> inside = part_within(view, from.line(), t);
    if (!inside) {
        part.high = part.low - 1;
        return;
    }
    const MeshLine lies = from.line();
    const Vec2 one = lies.at(inside->low), two = lies.at(inside->high);
    const auto keep_left_of = [&](Vec2 through, Vec2 direction) {
        keep_positive(cross(direction, line.from - through) / length(direction),
                      cross(direction, line.along) / length(direction), part);
    };
    if (!from.is_behind_slit()) {
        keep_positive(dot(line.from - one, lies.along), dot(line.along, lies.along), part);
        keep_positive(-dot(line.from - two, lies.along), -dot(line.along, lies.along), part);
        return;
    }
    const double side = lies.left_of(foot(from, (one + two) / 2)) > 0 ? -1 : 1;
    keep_left_of(lies.from, lies.along * side);
    const Vec2 right = side > 0 ? two : one, left = side > 0 ? one : two;
    const Vec2 normal =
        perpendicular(from.along) * (dot(perpendicular(from.along), one - from.center) > 0 ? 1 : -1);
    keep_left_of(right, from.is_straight() ? normal : right - from.center);
    keep_left_of(left, (from.is_straight() ? normal : left - from.center) * -1.0);
}

void WindowMap::list_sightings(const MeshView& view, const MeshLine& line, StampedSet& seen,
                               std::vector<Sighting>& list) const {
    std::vector<TriangleIndex> triangles;
    find_triangles_along(view, line, seen, triangles);
    list.clear();
    for (const TriangleIndex t : triangles) {
        if (view.mesh().is_blocked(t)) continue;
        const std::optional<EdgePart> inside = part_within(view, line, t);
        if (!inside) continue;
        const auto add = [&](std::uint32_t generator, const EdgePart& part) {
            if (part.high - part.low > place_tolerance) list.push_back({generator, part});
        };
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (corner_in_[h] != none) add(corner_in_[h], *inside);
            for (std::uint32_t w = windows_on_[h]; w != none; w = windows_[w].next_there) {
                EdgePart part = *inside;
                const auto keep = [&](const Ray& one, double side) {
                    const double scale = side / length(one.direction);
                    keep_positive(scale * cross(one.direction, line.from - one.through),
                                  scale * cross(one.direction, line.along), part);
                };
                keep(ray(windows_[w], windows_[w].left), -1);
                keep(ray(windows_[w], windows_[w].right), +1);
                add(windows_[w].generator, part);
            }
        }
        for (const std::uint32_t id : sources_in_[t]) {
            EdgePart part = *inside;
            sight_within(view, generators_[id], t, line, part);
            add(id, part);
        }
    }
    // What is one part in several triangles becomes one.
    std::sort(list.begin(), list.end(), [](const Sighting& a, const Sighting& b) {
        return a.generator != b.generator ? a.generator < b.generator : a.part.low < b.part.low;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Sighting next = list[i];
        const bool goes_on = kept > 0 && list[kept - 1].generator == next.generator &&
                             next.part.low <= list[kept - 1].part.high + place_tolerance;
        if (goes_on)
            list[kept - 1].part.high = std::max(list[kept - 1].part.high, next.part.high);
        else
            list[kept++] = next;
    }
    list.resize(kept);
}

}  // namespace wend::mesh
