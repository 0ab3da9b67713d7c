#include "checker_arrangement.hpp"

#include <algorithm>

#include "checker_arithmetic.hpp"

namespace wend::mesh::test {

void Arrangement::add(const std::vector<LatticePoint>& ring, int region) {
    for (std::size_t k = 0; k < ring.size(); ++k) {
        hot.insert(ring[k]);
        if (ring.size() > 1) paths.push_back({ring[k], ring[(k + 1) % ring.size()], region, {}});
    }
}

void Arrangement::add_crossings() {
    for (std::size_t i = 0; i < paths.size(); ++i)
        for (std::size_t j = i + 1; j < paths.size(); ++j)
            if (crosses_properly(paths[i].start, paths[i].end, paths[j].start, paths[j].end))
                hot.insert(crossing_pixel(paths[i].start, paths[i].end, paths[j].start, paths[j].end));
}

void find_stops(Path& path, const std::vector<LatticePoint>& vertices) {
    for (const LatticePoint p : vertices)
        if (visits_pixel(path.start, path.end, p)) path.stops.push_back(p);
    const auto along = [&](LatticePoint p) {
        return Wide{p.x - path.start.x} * (path.end.x - path.start.x) +
               Wide{p.y - path.start.y} * (path.end.y - path.start.y);
    };
    std::sort(path.stops.begin(), path.stops.end(),
              [&](LatticePoint p, LatticePoint q) { return along(p) < along(q); });
}

int crossing_of_ray(LatticePoint from, LatticePoint to, Fraction point, bool above) {
    const std::int64_t ay = from.y * point.times, by = to.y * point.times, y = point.y;
    const bool from_below = above ? ay <= y : ay < y, to_below = above ? by <= y : by < y;
    if (from_below == to_below) return 0;
    const Wide ax = Wide{from.x} * point.times, bx = Wide{to.x} * point.times;
    const Wide side = (bx - ax) * (y - ay) - Wide{by - ay} * (Wide{point.x} - ax);
    if (from_below && side > 0) return 1;
    return to_below && side < 0 ? -1 : 0;
}

namespace {

using DirectedEdge = std::pair<LatticePoint, LatticePoint>;
/// What each region adds to the winding on the left of an edge, compared to its right.
using Steps = std::map<int, int>;

bool is_inside_any(const Steps& windings) {
    return std::ranges::any_of(windings, [](const auto& w) { return w.first >= 0 && w.second != 0; });
}

/// Windings on the left and on the right of an edge, which does not point down, nor to the left if it is
/// level.
std::pair<Steps, Steps> windings_beside(const DirectedEdge& edge,
                                        const std::map<DirectedEdge, Steps>& edges) {
    const auto [a, b] = edge;
    const Fraction middle{std::int64_t{a.x} + b.x, std::int64_t{a.y} + b.y, 2};
    const bool is_level = a.y == b.y;
    Steps left, right;
    for (const auto& [other, steps] : edges) {
        if (other == edge) {
            // A ray to the right from the left side meets the edge itself, unless that is level.
            for (const auto& [region, step] : steps) left[region] += is_level ? 0 : step;
        } else if (const int above = crossing_of_ray(other.first, other.second, middle, true),
                   below = crossing_of_ray(other.first, other.second, middle, !is_level);
                   above != 0 || below != 0) {
            for (const auto& [region, step] : steps) {
                left[region] += step * above;
                right[region] += step * below;
            }
        }
    }
    return {left, right};
}

}  // namespace

std::vector<DirectedEdge> boundary_of_union(Arrangement arrangement) {
    arrangement.add_crossings();
    const std::vector<LatticePoint> vertices(arrangement.hot.begin(), arrangement.hot.end());
    std::map<DirectedEdge, Steps> edges;
    for (Path& path : arrangement.paths) {
        find_stops(path, vertices);
        for (std::size_t k = 0; k + 1 < path.stops.size(); ++k) {
            const LatticePoint a = path.stops[k], b = path.stops[k + 1];
            const bool is_upward = a.y < b.y || (a.y == b.y && a.x < b.x);
            edges[is_upward ? DirectedEdge{a, b} : DirectedEdge{b, a}][path.region] += is_upward ? 1 : -1;
        }
    }
    std::vector<DirectedEdge> boundary;
    for (const auto& [edge, steps] : edges) {
        const auto [left, right] = windings_beside(edge, edges);
        const bool is_left = is_inside_any(left), is_right = is_inside_any(right);
        if (is_left && !is_right) boundary.push_back(edge);
        if (is_right && !is_left) boundary.push_back({edge.second, edge.first});
    }
    return boundary;
}

}  // namespace wend::mesh::test
