#include "wend/geometry/polygon.hpp"

#include <cmath>
#include <limits>

namespace wend {
namespace {

bool is_on_segment(Vec2 a, Vec2 b, Vec2 p) noexcept {
    return cross(b - a, p - a) == 0 && dot(p - a, p - b) <= 0;
}

bool is_on_boundary(const Ring& ring, Vec2 p) noexcept {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if (is_on_segment(ring[j], ring[i], p)) return true;
    return false;
}

/// Even-odd rule; a point on the boundary may fall either way.
bool is_inside(const Ring& ring, Vec2 p) noexcept {
    bool inside = false;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        const Vec2 a = ring[j], b = ring[i];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if ((cross(b - a, p - a) > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

}  // namespace

Ring rectangle(const Box2& box) {
    return {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
}

double signed_area(const Ring& ring) noexcept {
    double twice = 0;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        twice += cross(ring[j] - ring[0], ring[i] - ring[0]);
    return twice / 2;
}

Box2 bounds_of(const Ring& ring) noexcept {
    Box2 box;
    for (const Vec2 p : ring) box.add(p);
    return box;
}

double reach_of(const Ring& ring) noexcept {
    double reach = 0;
    for (const Vec2 p : ring) reach = std::max(reach, length(p));
    return reach;
}

bool contains(const Ring& ring, Vec2 p) noexcept {
    return !ring.empty() && (is_on_boundary(ring, p) || is_inside(ring, p));
}

bool contains(const Polygon& polygon, Vec2 p) noexcept {
    if (!contains(polygon.outline, p)) return false;
    for (const Ring& hole : polygon.holes)
        if (!hole.empty() && is_inside(hole, p) && !is_on_boundary(hole, p)) return false;
    return true;
}

double boundary_distance(const Ring& ring, Vec2 p) noexcept {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        nearest = std::min(nearest, squared_length(p - nearest_point(ring[j], ring[i], p)));
    return std::sqrt(nearest);
}

}  // namespace wend
