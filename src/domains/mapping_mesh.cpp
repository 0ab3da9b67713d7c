#include "wend/domains/mapping_mesh.hpp"

namespace wend::domains {

std::vector<StateId> static_to_density(const MeshGraph& coarse, StateId state, const MeshGraph& fine) {
    std::vector<StateId> found;
    if (coarse.is_anchor(state)) {
        for (const auto& [from, to] : {std::pair(coarse.start(), fine.start()), {coarse.goal(), fine.goal()}})
            if (state == from && to != search::no_state) found.push_back(to);
    } else if (coarse.is_gate(state)) {
        const MeshGates::Origin wanted = coarse.gates().origin(state - MeshGraph::anchor_count);
        for (StateId gate = 0; gate < fine.gates().size(); ++gate)
            if (fine.gates().origin(gate) == wanted && fine.gates()[gate].is_usable())
                found.push_back(gate + MeshGraph::anchor_count);
    } else if (coarse.exists(state)) {
        const MeshGraph::Edge edge = coarse.edge(state);
        for (std::uint32_t part = 0; part < fine.parts(edge.layer, edge.half_edge); ++part)
            found.push_back(fine.state({edge.layer, edge.half_edge, part}));
    }
    return found;
}

std::vector<DensityPolygon> static_to_density(const MeshGraph& coarse, StateId state,
                                              const DensityPolygons& polygons) {
    const mesh::TriangleIndex triangle = coarse.triangle(state);
    if (triangle == mesh::none) return {};
    return polygons.inside(coarse.position(state).layer, triangle);
}

std::vector<Place> density_to_grid(const DensityPolygons& polygons, const DensityPolygon& polygon,
                                   const GridFrame& frame) {
    const Ring outline = polygons.outline(polygon);
    const Box2 box = bounds_of(outline);
    std::vector<Place> cells;
    const auto first = [&](double low, double origin) { return std::ceil((low - origin) / frame.cell); };
    const auto last = [&](double high, double origin) { return std::floor((high - origin) / frame.cell); };
    for (double y = first(box.low.y, frame.origin.y); y <= last(box.high.y, frame.origin.y); ++y)
        for (double x = first(box.low.x, frame.origin.x); x <= last(box.high.x, frame.origin.x); ++x) {
            const Vec2 center = frame.origin + Vec2{x, y} * frame.cell;
            if (contains(outline, center)) cells.push_back({polygon.layer, center, 0});
        }
    return cells;
}

std::vector<Place> density_to_grid(const DensityMeshDomain& domain, StateId state, const GridFrame& frame) {
    std::vector<Place> cells;
    const DensityPolygons& polygons = domain.field().polygons();
    for (const DensityPolygon& polygon : static_to_density(domain.graph(), state, polygons))
        for (Place cell : density_to_grid(polygons, polygon, frame)) {
            cell.time = domain.arrival(cell.layer, cell.position);
            cells.push_back(cell);
        }
    return cells;
}

std::optional<Place> grid_candidate(const DensityMeshDomain& domain, StateId state, mesh::QueryContext& query,
                                    double reach) {
    const MeshGraph& graph = domain.graph();
    if (graph.triangle(state) == mesh::none) return std::nullopt;
    Place place = domain.place(state);
    const auto free =
        nearest_free_point(graph.floor(place.layer), place.position, graph.options().radius, query, reach);
    if (!free) return std::nullopt;
    place.position = *free;
    place.time = domain.arrival(place.layer, place.position);
    return place;
}

}  // namespace wend::domains
