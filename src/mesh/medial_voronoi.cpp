// The only file that sees Boost.Polygon. Its segment Voronoi diagram is exact in its topology for integer
// input; positions of vertices are within rounding of doubles.

#include <cstdint>

#include <boost/polygon/voronoi.hpp>

#include "mesh/medial_data.hpp"

namespace wend::mesh {
namespace {

using Diagram = boost::polygon::voronoi_diagram<double>;

class GraphBuilder {
  public:
    explicit GraphBuilder(MedialAxis::Data& data) : data_(data) {}

    void run() {
        boost::polygon::default_voronoi_builder builder;
        for (const MedialWall& wall : data_.walls) {
            if (wall.from == wall.to)
                builder.insert_point(wall.from.x, wall.from.y);
            else
                builder.insert_segment(wall.from.x, wall.from.y, wall.to.x, wall.to.y);
        }
        Diagram diagram;
        builder.construct(&diagram);
        vertex_numbers_.assign(diagram.num_vertices(), UINT32_MAX);
        first_vertex_ = diagram.vertices().data();
        const Diagram::edge_type* first = diagram.edges().data();
        for (const Diagram::edge_type& edge : diagram.edges())
            // Each edge is there twice, once a direction; the diagram keeps both next to each other.
            if ((&edge - first) % 2 == 0 && edge.is_primary() && edge.is_finite()) add(edge);
    }

  private:
    [[nodiscard]] MedialSite site_of(const Diagram::cell_type& cell) const {
        const auto wall = static_cast<std::uint32_t>(cell.source_index());
        if (cell.contains_segment()) return wall;
        const bool is_to = cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_END_POINT;
        const LatticePoint end = is_to ? data_.walls[wall].to : data_.walls[wall].from;
        return static_cast<MedialSite>(data_.walls.size()) + data_.end_index(end);
    }

    [[nodiscard]] Vec2 position(const Diagram::vertex_type& vertex) const {
        return Vec2{vertex.x(), vertex.y()} * data_.lattice.unit;
    }

    [[nodiscard]] double distance_to(MedialSite site, Vec2 p) const {
        return distance(p, data_.nearest_on(site, p));
    }

    [[nodiscard]] MedialCurve curve_of(MedialSite left, MedialSite right, Vec2 a, Vec2 b) const {
        if (!data_.is_end(left) && !data_.is_end(right))
            return MedialCurve::even(a, b, distance_to(left, a), distance_to(left, b));
        if (data_.is_end(left) && data_.is_end(right))
            return MedialCurve::bisector(a, b, data_.end_position(left), data_.end_position(right));
        const MedialSite end = data_.is_end(left) ? left : right, wall = data_.is_end(left) ? right : left;
        return MedialCurve::parabola(a, b, data_.end_position(end), data_.index.from(wall),
                                     data_.index.to(wall));
    }

    void add(const Diagram::edge_type& edge) {
        MedialEdge result;
        result.left = site_of(*edge.cell());
        result.right = site_of(*edge.twin()->cell());
        const Vec2 a = position(*edge.vertex0()), b = position(*edge.vertex1());
        const MedialCurve curve = curve_of(result.left, result.right, a, b);
        // Far from both ends the edge is farthest from walls it may begin on.
        if (!data_.is_free(data_.is_end(result.left) ? result.right : result.left, curve.at(0.5))) return;
        result.from = vertex_number(*edge.vertex0(), result.left);
        result.to = vertex_number(*edge.vertex1(), result.left);
        result.length = curve.length(0, 1);
        result.min_clearance = curve.clearance(curve.narrowest(0, 1));
        data_.edges.push_back(result);
        data_.curves.push_back(curve);
    }

    std::uint32_t vertex_number(const Diagram::vertex_type& vertex, MedialSite near) {
        std::uint32_t& number = vertex_numbers_[static_cast<std::size_t>(&vertex - first_vertex_)];
        if (number == UINT32_MAX) {
            number = static_cast<std::uint32_t>(data_.vertices.size());
            const Vec2 p = position(vertex);
            data_.vertices.push_back({p, distance_to(near, p)});
            data_.widest = std::max(data_.widest, data_.vertices.back().clearance);
        }
        return number;
    }

    MedialAxis::Data& data_;
    std::vector<std::uint32_t> vertex_numbers_;
    const Diagram::vertex_type* first_vertex_ = nullptr;
};

}  // namespace

void build_medial_graph(MedialAxis::Data& data) {
    GraphBuilder(data).run();
}

}  // namespace wend::mesh
