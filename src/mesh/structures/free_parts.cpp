#include "mesh/structures/free_parts.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/box.hpp"

namespace wend::mesh {

namespace {

/// The distance to a wall is convex along the segment, so it is too near in one interval.
class TooNear {
  public:
    TooNear(Vec2 from, Vec2 to, double radius) : from_(from), to_(to), radius_(radius) {}

    void add(Vec2 a, Vec2 b) {
        const auto off = [&](double share) {
            const Vec2 p = lerp(from_, to_, share);
            return distance(nearest_point(a, b, p), p) - radius_;
        };
        double low = 0, high = 1;
        for (int i = 0; i < 100; ++i) {  // golden enough: thirds
            const double one = low + (high - low) / 3, two = high - (high - low) / 3;
            if (off(one) < off(two))
                high = two;
            else
                low = one;
        }
        const double nearest = (low + high) / 2;
        if (off(nearest) >= 0) return;
        intervals_.push_back(
            {off(0) < 0 ? -1 : border(off, 0, nearest), off(1) < 0 ? 2 : border(off, 1, nearest)});
    }

    /// The rest.
    [[nodiscard]] std::vector<EdgePart> others() {
        std::sort(intervals_.begin(), intervals_.end(),
                  [](const EdgePart& a, const EdgePart& b) { return a.low < b.low; });
        std::vector<EdgePart> parts;
        double free_from = 0;
        for (const EdgePart& interval : intervals_) {
            if (interval.low > free_from) parts.push_back({free_from, interval.low});
            free_from = std::max(free_from, interval.high);
        }
        if (free_from <= 1) parts.push_back({free_from, 1});
        return parts;
    }

  private:
    template <class Off>
    static double border(const Off& off, double outside, double inside) {
        for (int i = 0; i < 100; ++i) {
            const double middle = (outside + inside) / 2;
            (off(middle) < 0 ? inside : outside) = middle;
        }
        return outside;
    }

    Vec2 from_, to_;
    double radius_;
    std::vector<EdgePart> intervals_;
};

/// A point may touch walls.
std::vector<EdgePart> parts_for_a_point(const MeshView& view, Vec2 from, Vec2 to) {
    const MeshLine line = MeshLine::between(from, to);
    std::vector<TriangleIndex> triangles;
    StampedSet seen;
    find_triangles_along(view, line, seen, triangles);
    std::vector<EdgePart> parts;
    for (const TriangleIndex t : triangles)
        if (!view.mesh().is_blocked(t))
            if (const auto part = part_within(view, line, t))
                parts.push_back({part->low / line.span, part->high / line.span});
    std::sort(parts.begin(), parts.end(), [](const EdgePart& a, const EdgePart& b) { return a.low < b.low; });
    std::vector<EdgePart> joined;
    const double rounding = 1e-6 / line.span;
    for (const EdgePart& part : parts)
        if (!joined.empty() && part.low <= joined.back().high + rounding)
            joined.back().high = std::max(joined.back().high, part.high);
        else
            joined.push_back(part);
    return joined;
}

}  // namespace

std::vector<EdgePart> free_parts(const MeshView& view, double radius, Vec2 from, Vec2 to) {
    if (radius == 0) return parts_for_a_point(view, from, to);
    const Triangulation& mesh = view.mesh();
    TooNear near(from, to, radius);
    Box2 reach;
    reach.add(from);
    reach.add(to);
    reach = reach.grown(radius);
    StampedSet seen;
    std::vector<TriangleIndex> triangles;
    find_triangles_along(view, MeshLine::between(from, to), seen, triangles);
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(triangles[k], i);
            Box2 edge;
            edge.add(view.origin(h));
            edge.add(view.target(h));
            if (!edge.overlaps(reach)) continue;
            if (!mesh.is_blocked(triangles[k]))
                near.add(view.origin(h), mesh.is_wall(h) ? view.target(h) : view.origin(h));
            if (mesh.twin(h) == none) continue;
            const TriangleIndex beyond = Triangulation::triangle_of(mesh.twin(h));
            if (seen.insert(beyond)) triangles.push_back(beyond);
        }
    std::vector<EdgePart> parts = near.others();
    // Deep inside of an obstacle no wall is near.
    std::erase_if(parts, [&](const EdgePart& part) {
        const Vec2 middle = lerp(from, to, (part.low + part.high) / 2);
        return view.free_triangle(mesh.locate(view.to_metres(middle))) == none;
    });
    return parts;
}

}  // namespace wend::mesh
