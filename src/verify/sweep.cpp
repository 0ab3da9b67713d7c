#include "verify/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::verify {
namespace {

/// Share of `path` at which it crosses ab, or NaN.
double crossing(const Path& path, Vec2 a, Vec2 b) noexcept {
    const Vec2 along = path.to - path.from, edge = b - a;
    const double denominator = cross(along, edge);
    if (denominator == 0) return std::numeric_limits<double>::quiet_NaN();
    const double s = cross(a - path.from, edge) / denominator;
    const double u = cross(a - path.from, along) / denominator;
    return s >= 0 && s <= 1 && u >= 0 && u <= 1 ? s : std::numeric_limits<double>::quiet_NaN();
}

/// Of the whole path the share nearest to ab. The distance to a convex thing is convex in s, so the nearest
/// share is a crossing, an end, or opposite an end of ab.
double nearest_share(const Path& path, Vec2 a, Vec2 b) noexcept {
    if (const double s = crossing(path, a, b); !std::isnan(s)) return s;
    double best = 0, least = std::numeric_limits<double>::infinity();
    for (const double s :
         {0.0, 1.0, nearest_parameter(path.from, path.to, a), nearest_parameter(path.from, path.to, b)}) {
        const double distance = segment_distance(path.at(s), a, b);
        if (distance < least) {
            least = distance;
            best = s;
        }
    }
    return best;
}

/// Where a convex function that is below `level` at `inside` rises to it on the way to `outside`.
template <class Function>
double rising_share(Function&& distance, double inside, double outside, double level) {
    if (distance(outside) < level) return outside;
    for (int round = 0; round < 52; ++round) {
        const double middle = (inside + outside) / 2;
        (distance(middle) < level ? inside : outside) = middle;
    }
    return inside;
}

}  // namespace

void Contact::add(const Contact& other) noexcept {
    if (!other.found) return;
    if (!found) {
        *this = other;
        return;
    }
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
    if (other.depth > depth) {
        depth = other.depth;
        at = other.at;
    }
}

double segment_distance(Vec2 p, Vec2 a, Vec2 b) noexcept {
    return length(p - nearest_point(a, b, p));
}

Contact sweep_point(const Path& path, Vec2 center, double reach, double tolerance) noexcept {
    const double at = nearest_parameter(path.from, path.to, center);
    const double depth = reach - length(path.at(at) - center);
    if (!(depth > tolerance)) return {};
    const auto distance = [&](double s) { return length(path.at(s) - center); };
    const double level = reach - tolerance;
    return {true, rising_share(distance, at, 0.0, level), rising_share(distance, at, 1.0, level), at, depth};
}

Contact sweep_segment(const Path& path, Vec2 a, Vec2 b, double reach, double tolerance) noexcept {
    const double at = nearest_share(path, a, b);
    const double depth = reach - segment_distance(path.at(at), a, b);
    if (!(depth > tolerance)) return {};
    const auto distance = [&](double s) { return segment_distance(path.at(s), a, b); };
    const double level = reach - tolerance;
    return {true, rising_share(distance, at, 0.0, level), rising_share(distance, at, 1.0, level), at, depth};
}

Contact sweep_ring(const Path& path, const Ring& ring, double reach, double tolerance) {
    Contact contact;
    Box2 near;
    near.add(path.from);
    near.add(path.to);
    near = near.grown(reach);
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        Box2 edge;
        edge.add(ring[j]);
        edge.add(ring[i]);
        if (near.overlaps(edge)) contact.add(sweep_segment(path, ring[j], ring[i], reach, tolerance));
    }
    // Between one crossing and the next the point is wholly inside or wholly outside.
    std::vector<double> stops{0.0, 1.0};
    crossings(path, ring, stops);
    std::sort(stops.begin(), stops.end());
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
        const double middle = (stops[i] + stops[i + 1]) / 2;
        if (!is_inside(ring, path.at(middle))) continue;
        for (const double s : {stops[i], middle, stops[i + 1]})
            contact.add({true, stops[i], stops[i + 1], s, reach + ring_distance(ring, path.at(s))});
    }
    return contact;
}

double ring_distance(const Ring& ring, Vec2 p) noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        least = std::min(least, segment_distance(p, ring[j], ring[i]));
    return least;
}

bool is_inside(const Ring& ring, Vec2 p) noexcept {
    bool inside = false;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        const Vec2 a = ring[j], b = ring[i];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

void crossings(const Path& path, const Ring& ring, std::vector<double>& out) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if (const double s = crossing(path, ring[j], ring[i]); !std::isnan(s)) out.push_back(s);
}

}  // namespace wend::verify
