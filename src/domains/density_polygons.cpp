#include "wend/domains/density_polygons.hpp"

#include <algorithm>

namespace wend::domains {
namespace {

/// The ring's part where `side` is not negative (Sutherland and Hodgman 1974).
template <class Side>
Ring clipped(const Ring& ring, const Side& side) {
    Ring kept;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        const double at_a = side(a), at_b = side(b);
        if (at_a >= 0) kept.push_back(a);
        if ((at_a >= 0) != (at_b >= 0)) kept.push_back(lerp(a, b, at_a / (at_a - at_b)));
    }
    return kept;
}

Ring triangle_ring(const mesh::Triangulation& mesh, mesh::TriangleIndex triangle) {
    Ring ring;
    for (std::uint32_t corner = 0; corner < 3; ++corner)
        ring.push_back(mesh.position(mesh.vertex(mesh::Triangulation::half_edge(triangle, corner))));
    return ring;
}

}  // namespace

Interval clip_to(const Box2& box, Vec2 from, Vec2 to) noexcept {
    Interval kept{0, 1};
    const auto clip = [&](double start, double way, double low, double high) {
        if (way == 0) {
            if (start < low || start > high) kept.high = -1;
            return;
        }
        double first = (low - start) / way, last = (high - start) / way;
        if (first > last) std::swap(first, last);
        kept.low = std::max(kept.low, first);
        kept.high = std::min(kept.high, last);
    };
    clip(from.x, to.x - from.x, box.low.x, box.high.x);
    clip(from.y, to.y - from.y, box.low.y, box.high.y);
    return kept;
}

DensityPolygons::DensityPolygons(const mesh::NavMesh& mesh, mesh::FilterIndex filter, double cell)
    : mesh_(&mesh), filter_(filter), cell_(cell > 0 ? cell : whole_triangles) {
    constexpr double most_cells = std::numeric_limits<std::uint16_t>::max();
    for (std::uint32_t layer = 0; layer < mesh.layer_count() && is_fine(); ++layer) {
        const Box2& bounds = floor(layer).bounds();
        const double side = std::max(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
        cell_ = std::max(cell_, side / most_cells);
    }
}

DensityPolygon DensityPolygons::at(std::uint32_t layer, mesh::TriangleIndex triangle, Vec2 point) const {
    if (!is_fine()) return {layer, triangle, 0, 0};
    const Vec2 low = floor(layer).bounds().low;
    const auto number = [&](double offset) {
        const double cell = std::floor(offset / cell_);
        return static_cast<std::uint16_t>(
            std::clamp(cell, 0.0, double{std::numeric_limits<std::uint16_t>::max()}));
    };
    return {layer, triangle, number(point.x - low.x), number(point.y - low.y)};
}

Ring DensityPolygons::outline(const DensityPolygon& polygon) const {
    Ring ring = triangle_ring(floor(polygon.layer), polygon.triangle);
    if (!is_fine()) return ring;
    const Vec2 low = floor(polygon.layer).bounds().low + Vec2{polygon.column * cell_, polygon.row * cell_};
    ring = clipped(ring, [&](Vec2 p) { return p.x - low.x; });
    ring = clipped(ring, [&](Vec2 p) { return low.x + cell_ - p.x; });
    ring = clipped(ring, [&](Vec2 p) { return p.y - low.y; });
    return clipped(ring, [&](Vec2 p) { return low.y + cell_ - p.y; });
}

double DensityPolygons::area(const DensityPolygon& polygon) const {
    return std::max(least_area, signed_area(outline(polygon)));
}

std::vector<DensityPolygon> DensityPolygons::inside(std::uint32_t layer, mesh::TriangleIndex triangle) const {
    if (!is_fine()) return {{layer, triangle, 0, 0}};
    const Box2 box = bounds_of(triangle_ring(floor(layer), triangle));
    const DensityPolygon low = at(layer, triangle, box.low), high = at(layer, triangle, box.high);
    std::vector<DensityPolygon> found;
    for (std::uint32_t row = low.row; row <= high.row; ++row)
        for (std::uint32_t column = low.column; column <= high.column; ++column) {
            const DensityPolygon polygon{layer, triangle, static_cast<std::uint16_t>(column),
                                         static_cast<std::uint16_t>(row)};
            if (signed_area(outline(polygon)) > 0) found.push_back(polygon);
        }
    return found;
}

double DensityPolygons::next_cut(std::uint32_t layer, Vec2 from, Vec2 to, double after) const noexcept {
    const Vec2 low = floor(layer).bounds().low;
    double first = std::numeric_limits<double>::infinity();
    const auto offer = [&](double start, double way) {
        if (way == 0) return;
        double line = std::floor((start + after * way) / cell_) + (way > 0 ? 0 : 1);
        double cut = after;
        for (; cut <= after; line += way > 0 ? 1 : -1) cut = (line * cell_ - start) / way;
        first = std::min(first, cut);
    };
    offer(from.x - low.x, to.x - from.x);
    offer(from.y - low.y, to.y - from.y);
    return first;
}

}  // namespace wend::domains
