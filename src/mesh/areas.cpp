#include "wend/mesh/areas.hpp"

#include <algorithm>

namespace wend::mesh {

bool AreaFilter::is_plain() const noexcept {
    return std::all_of(factors.begin() + (factors.empty() ? 0 : 1), factors.end(),
                       [](double factor) { return factor == 1; });
}

double AreaCosts::weigh(Vec2 from, Vec2 to) const {
    const double length = distance(from, to);
    TriangleIndex t = areas_.locate(from).triangle;
    if (t == none || length == 0) return length;
    const Vec2 way = to - from;
    double cost = 0, done = 0;
    HalfEdge entered = none;
    while (done < 1) {
        // The edge through which the segment leaves is, of those that face it, the first it crosses.
        double leaves = 1;
        HalfEdge exit = none;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            const Vec2 a = areas_.position(areas_.vertex(h));
            const Vec2 along = areas_.position(areas_.vertex(Triangulation::next(h))) - a;
            const double facing = cross(way, along);
            if (facing <= 0 || h == entered) continue;
            const double at = cross(a - from, along) / facing;
            if (at < leaves) {
                leaves = std::max(at, done);
                exit = h;
            }
        }
        cost += (leaves - done) * length * filter_.factor(areas_.area_type(t));
        done = leaves;
        if (exit == none) break;
        entered = areas_.twin(exit);
        if (entered == none) return cost + (1 - done) * length;
        t = Triangulation::triangle_of(entered);
    }
    return cost;
}

}  // namespace wend::mesh
