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

}  // namespace

std::vector<EdgePart> free_parts(const MeshView& view, double radius, Vec2 from, Vec2 to) {
    const Triangulation& mesh = view.mesh();
    TooNear near(from, to, radius);
    Box2 reach;
    reach.add(from);
    reach.add(to);
    reach = reach.grown(radius);
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = view.origin(h), b = mesh.is_wall(h) ? view.target(h) : a;
            Box2 wall;
            wall.add(a);
            wall.add(b);
            if (wall.overlaps(reach)) near.add(a, b);
        }
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
