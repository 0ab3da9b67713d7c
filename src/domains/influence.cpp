#include "wend/domains/influence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/geometry/segment.hpp"

namespace wend::domains {
namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

bool has_inside(const Ring& ring) {
    return ring.size() >= 3;
}

bool is_within(const InfluenceShape& shape, Vec2 p) {
    if (has_inside(shape.ring) && contains(shape.ring, p)) {
        bool in_hole = false;
        for (const Ring& hole : shape.holes)
            in_hole |= contains(hole, p) && boundary_distance(hole, p) > shape.margin;
        if (!in_hole) return true;
    }
    return boundary_distance(shape.ring, p) <= shape.margin;
}

double distance_to(const InfluenceShape& shape, Vec2 p) {
    if (is_within(shape, p)) return 0;
    double nearest = boundary_distance(shape.ring, p);
    for (const Ring& hole : shape.holes) nearest = std::min(nearest, boundary_distance(hole, p));
    return std::max(0.0, nearest - shape.margin);
}

template <class Visit>
void visit_edges(const Ring& ring, Visit&& visit) {
    for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i], ring[(i + 1) % ring.size()]);
}

void cut_by_line(Vec2 a, Vec2 b, Vec2 c, Vec2 d, std::vector<double>& cuts) {
    const double slope = cross(b - a, d - c);
    if (slope == 0) {  // parallel: its ends matter if it lies on the way itself
        if (squared_length(b - a) > 0 && std::abs(cross(b - a, c - a)) <= 1e-12 * squared_length(b - a))
            for (const Vec2 end : {c, d}) cuts.push_back(dot(end - a, b - a) / squared_length(b - a));
        return;
    }
    const double along = cross(c - a, d - c) / slope, beside = cross(c - a, b - a) / slope;
    if (beside >= -1e-9 && beside <= 1 + 1e-9) cuts.push_back(along);
}

void cut_by_circle(Vec2 a, Vec2 b, Vec2 center, double radius, std::vector<double>& cuts) {
    const Vec2 way = b - a, off = a - center;
    const double aa = squared_length(way), half_b = dot(way, off), c = squared_length(off) - radius * radius;
    const double root = half_b * half_b - aa * c;
    if (aa == 0 || root < 0) return;
    cuts.push_back((-half_b - std::sqrt(root)) / aa);
    cuts.push_back((-half_b + std::sqrt(root)) / aa);
}

void cut_by_ring(Vec2 a, Vec2 b, const Ring& ring, double margin, std::vector<double>& cuts) {
    visit_edges(ring, [&](Vec2 c, Vec2 d) {
        if (margin == 0) return cut_by_line(a, b, c, d, cuts);
        const Vec2 aside = perpendicular(normalized(d - c)) * margin;
        cut_by_line(a, b, c, d, cuts);
        cut_by_line(a, b, c + aside, d + aside, cuts);
        cut_by_line(a, b, c - aside, d - aside, cuts);
        cut_by_circle(a, b, c, margin, cuts);
    });
}

}  // namespace

Box2 Influence::box() const noexcept {
    Box2 all;
    for (const InfluenceShape& shape : shapes) all.add(bounds_of(shape.ring).grown(shape.margin));
    return all;
}

bool Influence::contains(Vec2 p) const noexcept {
    return std::any_of(shapes.begin(), shapes.end(), [&](const auto& shape) { return is_within(shape, p); });
}

double Influence::distance(Vec2 p) const noexcept {
    double nearest = everywhere;
    for (const InfluenceShape& shape : shapes) nearest = std::min(nearest, distance_to(shape, p));
    return nearest;
}

void Influence::append_cuts(Vec2 a, Vec2 b, std::vector<double>& cuts) const {
    const std::size_t first = cuts.size();
    Box2 way;
    way.add(a);
    way.add(b);
    for (const InfluenceShape& shape : shapes) {
        if (!bounds_of(shape.ring).grown(shape.margin).overlaps(way)) continue;
        cut_by_ring(a, b, shape.ring, shape.margin, cuts);
        for (const Ring& hole : shape.holes) cut_by_ring(a, b, hole, shape.margin, cuts);
    }
    const auto begin = cuts.begin() + static_cast<std::ptrdiff_t>(first);
    cuts.erase(std::remove_if(begin, cuts.end(), [](double t) { return !(t > 0 && t < 1); }), cuts.end());
}

bool Influence::touches(Vec2 a, Vec2 b) const {
    if (contains(a) || contains(b)) return true;
    std::vector<double> cuts;
    append_cuts(a, b, cuts);
    if (cuts.empty()) return false;
    cuts.push_back(0);
    cuts.push_back(1);
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        if (contains(lerp(a, b, cuts[i])) || contains(lerp(a, b, (cuts[i] + cuts[i + 1]) / 2))) return true;
    return false;
}

}  // namespace wend::domains
