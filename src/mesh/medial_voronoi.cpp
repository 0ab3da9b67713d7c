// The only file that sees Boost.Polygon. Its segment Voronoi diagram is exact in its topology for integer
// input; positions of vertices are within rounding of doubles.

#include <cstdint>

#include <boost/polygon/voronoi.hpp>

#include "mesh/medial_data.hpp"

namespace wend::mesh {
namespace {

using Diagram = boost::polygon::voronoi_diagram<double>;

double distance_to_site(const MedialAxis::Data& data, MedialSite site, Vec2 p) {
    return distance(p, data.nearest_on(site, p));
}

MedialSite site_of_cell(const MedialAxis::Data& data, std::span<const std::uint32_t> walls,
                        const Diagram::cell_type& cell) {
    const std::uint32_t wall = walls[cell.source_index()];
    if (cell.contains_segment()) return wall;
    const bool is_to = cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_END_POINT;
    return data.site_at(is_to ? data.walls[wall].to : data.walls[wall].from);
}

MedialCurve curve_between(const MedialAxis::Data& data, const VoronoiEdge& edge) {
    const Vec2 a = edge.from_at, b = edge.to_at;
    const bool is_left_end = data.is_end(edge.left), is_right_end = data.is_end(edge.right);
    if (!is_left_end && !is_right_end)
        return MedialCurve::even(a, b, distance_to_site(data, edge.left, a),
                                 distance_to_site(data, edge.left, b));
    if (is_left_end && is_right_end)
        return MedialCurve::bisector(a, b, data.end_position(edge.left), data.end_position(edge.right));
    const MedialSite end = is_left_end ? edge.left : edge.right, wall = is_left_end ? edge.right : edge.left;
    return MedialCurve::parabola(a, b, data.end_position(end), data.index.from(wall), data.index.to(wall));
}

}  // namespace

std::vector<VoronoiEdge> voronoi_edges(const MedialAxis::Data& data, std::span<const std::uint32_t> walls) {
    boost::polygon::default_voronoi_builder builder;
    for (const std::uint32_t number : walls) {
        const MedialWall& wall = data.walls[number];
        if (wall.from == wall.to)
            builder.insert_point(wall.from.x, wall.from.y);
        else
            builder.insert_segment(wall.from.x, wall.from.y, wall.to.x, wall.to.y);
    }
    Diagram diagram;
    builder.construct(&diagram);
    const Diagram::vertex_type* const first_vertex = diagram.vertices().data();
    const Diagram::edge_type* const first = diagram.edges().data();
    std::vector<VoronoiEdge> edges;
    const auto number = [&](const Diagram::vertex_type* vertex) {
        return vertex == nullptr ? medial_end : static_cast<std::uint32_t>(vertex - first_vertex);
    };
    const auto position = [&](const Diagram::vertex_type* vertex) {
        return vertex == nullptr ? Vec2{} : Vec2{vertex->x(), vertex->y()} * data.lattice.unit;
    };
    for (const Diagram::edge_type& edge : diagram.edges()) {
        // Each edge is there twice, once a direction; the diagram keeps both next to each other.
        if ((&edge - first) % 2 != 0 || (!edge.is_primary() && edge.is_finite())) continue;
        edges.push_back({site_of_cell(data, walls, *edge.cell()),
                         site_of_cell(data, walls, *edge.twin()->cell()), number(edge.vertex0()),
                         number(edge.vertex1()), position(edge.vertex0()), position(edge.vertex1())});
    }
    return edges;
}

bool make_medial_edge(const MedialAxis::Data& data, const VoronoiEdge& stretch, bool asks_both,
                      MedialEdge& edge, MedialCurve& curve) {
    curve = curve_between(data, stretch);
    const bool is_left_end = data.is_end(stretch.left);
    // Far from both ends the edge is farthest from walls it may begin on.
    const Vec2 middle = curve.at(0.5);
    if (!data.is_free(is_left_end ? stretch.right : stretch.left, middle)) return false;
    if (asks_both && !data.is_free(is_left_end ? stretch.left : stretch.right, middle)) return false;
    edge.left = stretch.left;
    edge.right = stretch.right;
    edge.length = curve.length(0, 1);
    edge.min_clearance = curve.clearance(curve.narrowest(0, 1));
    return true;
}

void build_medial_graph(MedialAxis::Data& data) {
    std::vector<std::uint32_t> walls(data.walls.size());
    for (std::uint32_t i = 0; i < walls.size(); ++i) walls[i] = i;
    std::vector<std::uint32_t> numbers;
    const auto vertex = [&](std::uint32_t local, Vec2 at, MedialSite near) {
        if (local >= numbers.size()) numbers.resize(local + std::size_t{1}, medial_end);
        if (numbers[local] == medial_end)
            numbers[local] = data.add_vertex({at, distance_to_site(data, near, at)});
        return numbers[local];
    };
    MedialEdge edge;
    MedialCurve curve;
    for (const VoronoiEdge& stretch : voronoi_edges(data, walls)) {
        if (stretch.from == medial_end || stretch.to == medial_end) continue;
        if (!make_medial_edge(data, stretch, false, edge, curve)) continue;
        edge.from = vertex(stretch.from, stretch.from_at, stretch.left);
        edge.to = vertex(stretch.to, stretch.to_at, stretch.left);
        data.add_edge(edge, curve);
    }
}

}  // namespace wend::mesh
