#include "wend/domains/hybrid_domain.hpp"

namespace wend::domains {

HybridDomain::HybridDomain(const GridDomain& grid, const mesh::Triangulation& triangles, std::uint32_t layer)
    : grid_(&grid), longest_(2 * grid.settings().cell) {
    const auto cell_of = [&](mesh::HalfEdge edge) {
        const Vec2 a = triangles.position(triangles.vertex(edge));
        const Vec2 b = triangles.position(triangles.vertex(triangles.next(edge)));
        const Key key = grid.cell_at({layer, (a + b) / 2, 0});
        return key != GridDomain::no_cell && grid.is_free(key) ? key : GridDomain::no_cell;
    };
    for (mesh::TriangleIndex t = 0; t < triangles.triangle_bound(); ++t) {
        if (!triangles.is_triangle(t) || triangles.is_blocked(t)) continue;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const mesh::HalfEdge edge = triangles.half_edge(t, corner);
            const mesh::HalfEdge other = triangles.next(edge);
            if (triangles.is_wall(edge) || triangles.is_wall(other)) continue;
            add(cell_of(edge), cell_of(other));
            add(cell_of(other), cell_of(edge));
        }
    }
    std::sort(highways_.begin(), highways_.end(), [](const Highway& a, const Highway& b) {
        return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
    const auto same = [](const Highway& a, const Highway& b) { return a.from == b.from && a.to == b.to; };
    highways_.erase(std::unique(highways_.begin(), highways_.end(), same), highways_.end());
}

void HybridDomain::add(Key from, Key to) {
    if (from == GridDomain::no_cell || to == GridDomain::no_cell || from == to) return;
    const Place a = place(from), b = place(to);
    const double span = distance(a.position, b.position);
    if (!grid_->sees(a.layer, a.position, b.position)) return;
    longest_ = std::max(longest_, span);
    highways_.push_back({from, to, static_cast<Cost>(std::ceil(span / cost_unit))});
}

std::vector<HybridDomain::Key> HybridDomain::ends_through(std::span<const ChangedGround> changed) const {
    std::vector<Key> ends;
    for (const Highway& highway : highways_) {
        const Place a = place(highway.from), b = place(highway.to);
        Box2 way;
        way.add(a.position);
        way.add(b.position);
        for (const ChangedGround& ground : changed)
            if (ground.layer == a.layer && ground.box.overlaps(way)) {
                ends.push_back(highway.from);
                break;
            }
    }
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

}  // namespace wend::domains
