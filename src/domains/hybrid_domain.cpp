#include "wend/domains/hybrid_domain.hpp"

namespace wend::domains {

namespace {

Vec2 middle_of(const mesh::Triangulation& triangles, mesh::HalfEdge edge) {
    return (triangles.position(triangles.vertex(edge)) +
            triangles.position(triangles.vertex(triangles.next(edge)))) /
           2;
}

}  // namespace

void HybridDomain::add_highways(const mesh::Triangulation& triangles, std::uint32_t layer,
                                std::span<const ResolvedConstraint> annotations, std::span<const Vec2> ends) {
    const auto cell_of = [&](mesh::HalfEdge edge) { return free_cell(layer, middle_of(triangles, edge)); };
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
    for (const ResolvedConstraint& annotation : annotations)
        if (annotation.layer == layer)
            for (const InfluenceShape& shape : annotation.influence.shapes) annotate(triangles, layer, shape);
    for (const Vec2 end : ends) join_to_edges(triangles, layer, end);
    std::sort(highways_.begin(), highways_.end(), [](const Highway& a, const Highway& b) {
        return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
    const auto same = [](const Highway& a, const Highway& b) { return a.from == b.from && a.to == b.to; };
    highways_.erase(std::unique(highways_.begin(), highways_.end(), same), highways_.end());
}

HybridDomain::Key HybridDomain::free_cell(std::uint32_t layer, Vec2 place) const {
    const Key key = grid_->cell_at({layer, place, 0});
    return key != GridDomain::no_cell && grid_->is_free(key) ? key : GridDomain::no_cell;
}

HybridDomain::Key HybridDomain::join_to_edges(const mesh::Triangulation& triangles, std::uint32_t layer,
                                              Vec2 place) {
    const Key key = free_cell(layer, place);
    if (key == GridDomain::no_cell) return key;
    const mesh::TriangleIndex inside = triangles.locate(place).triangle;
    if (inside == mesh::none || triangles.is_blocked(inside)) return key;
    for (std::uint32_t k = 0; k < 3; ++k) {
        const mesh::HalfEdge edge = triangles.half_edge(inside, k);
        if (triangles.is_wall(edge)) continue;
        const Key side = free_cell(layer, middle_of(triangles, edge));
        add(key, side);
        add(side, key);
    }
    return key;
}

void HybridDomain::annotate(const mesh::Triangulation& triangles, std::uint32_t layer,
                            const InfluenceShape& shape) {
    const std::size_t stride = 1 + shape.ring.size() / most_corners;
    std::vector<Key> corners;
    for (std::size_t i = 0; i < shape.ring.size(); i += stride)
        if (const Key key = join_to_edges(triangles, layer, shape.ring[i]); key != GridDomain::no_cell)
            corners.push_back(key);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Key next = corners[(i + 1) % corners.size()];
        add(corners[i], next);
        add(next, corners[i]);
    }
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
