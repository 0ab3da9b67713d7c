#include "wend/mesh/structures/visibility_graph.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "mesh/roads.hpp"
#include "mesh/structures/page.hpp"

namespace wend::mesh {

namespace {

/// What one vertex sees, triangle by triangle, between the vertices passed on both sides.
class VertexSight {
  public:
    VertexSight(const MeshView& view, VertexIndex from, std::vector<VertexIndex>& seen)
        : view_(view), from_(view.at(from)), seen_(seen) {}

    void look_into(HalfEdge spoke) {
        const HalfEdge opposite = Triangulation::next(spoke);
        seen_.push_back(view_.mesh().vertex(opposite));
        seen_.push_back(view_.mesh().vertex(Triangulation::previous(spoke)));
        through(opposite, view_.origin(opposite), view_.target(opposite));
    }

  private:
    void through(HalfEdge exit, Vec2 right, Vec2 left) {
        if (view_.mesh().is_wall(exit)) return;
        const HalfEdge enters = view_.mesh().twin(exit);
        const Vec2 apex = view_.at(view_.apex(enters));
        const double beside_left = cross(left - from_, apex - from_);
        const double beside_right = cross(right - from_, apex - from_);
        if (beside_left <= 0 && beside_right >= 0) seen_.push_back(view_.apex(enters));
        if (beside_right > 0) through(Triangulation::next(enters), right, beside_left < 0 ? apex : left);
        if (beside_left < 0) through(Triangulation::previous(enters), beside_right > 0 ? apex : right, left);
    }

    const MeshView& view_;
    Vec2 from_;
    std::vector<VertexIndex>& seen_;
};

void keep_each_once(std::vector<VisibilityEdge>& edges) {
    const auto key = [](const VisibilityEdge& edge) {
        return std::tuple(edge.from, edge.to, edge.leaves.x, edge.leaves.y, edge.arrives.x, edge.arrives.y);
    };
    std::sort(edges.begin(), edges.end(),
              [&](const VisibilityEdge& a, const VisibilityEdge& b) { return key(a) < key(b); });
    const auto is_same = [](const VisibilityEdge& a, const VisibilityEdge& b) {
        return a.from == b.from && a.to == b.to && distance(a.leaves, b.leaves) < 1e-9 &&
               distance(a.arrives, b.arrives) < 1e-9;
    };
    // Tangents of one pair that differ by rounding need not be neighbours, but there are four at most.
    std::vector<VisibilityEdge> kept;
    for (const VisibilityEdge& edge : edges) {
        bool is_new = true;
        for (auto other = kept.rbegin();
             other != kept.rend() && other->from == edge.from && other->to == edge.to && is_new; ++other)
            is_new = !is_same(*other, edge);
        if (is_new) kept.push_back(edge);
    }
    edges = std::move(kept);
}

}  // namespace

VisibilityGraph full_visibility_graph(const Triangulation& mesh) {
    const MeshView view(mesh);
    VisibilityGraph graph;
    std::vector<std::uint32_t> number(mesh.vertex_bound(), none);
    std::vector<VertexIndex> order;
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            for (const VertexIndex v : {mesh.vertex(h), mesh.vertex(Triangulation::next(h))}) {
                if (!mesh.is_wall(h) || number[v] != none) continue;
                number[v] = static_cast<std::uint32_t>(order.size());
                order.push_back(v);
                graph.corners.push_back(mesh.position(v));
            }
        }
    }
    std::vector<VertexIndex> seen;
    for (const VertexIndex v : order) {
        seen.clear();
        VertexSight sight(view, v, seen);
        const HalfEdge first = view.first_spoke(mesh.half_edge_from(v));
        HalfEdge spoke = first;
        do {
            if (!mesh.is_blocked(Triangulation::triangle_of(spoke))) sight.look_into(spoke);
            spoke = view.turn_left(spoke);
        } while (spoke != none && spoke != first);
        std::sort(seen.begin(), seen.end());
        seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
        for (const VertexIndex other : seen) {
            if (number[other] == none || number[other] <= number[v]) continue;
            const Vec2 a = mesh.position(v), b = mesh.position(other);
            graph.edges.push_back({number[v], number[other], a, b, distance(a, b)});
        }
    }
    return graph;
}

VisibilityGraph visibility_graph(const Triangulation& mesh, const Roadmap& roadmap) {
    const MeshView view(mesh);
    const Roadmap::Roads& roads = roadmap.roads();
    VisibilityGraph graph;
    graph.radius = roadmap.radius();
    std::vector<std::uint32_t> number(roads.corners.size(), none);
    for (std::size_t i = 0; i < roads.corners.size(); ++i) {
        if (roads.corners[i].spoke == none) continue;
        number[i] = static_cast<std::uint32_t>(graph.corners.size());
        graph.corners.push_back(view.to_metres(roads.corners[i].center));
    }
    for (std::uint32_t end = 0; end < 2 * roads.corners.size(); ++end) {
        if (number[end / 2] == none) continue;
        for (const Road& road : roads.end(end).roads) {
            const Vec2 leaves = road.arrives - unit_vector(road.angle) * road.length;
            VisibilityEdge edge{number[end / 2], number[road.to / 2], view.to_metres(leaves),
                                view.to_metres(road.arrives), road.length * view.unit()};
            if (graph.radius == 0) {
                edge.leaves = graph.corners[edge.from];
                edge.arrives = graph.corners[edge.to];
            }
            if (edge.from > edge.to) {
                std::swap(edge.from, edge.to);
                std::swap(edge.leaves, edge.arrives);
            }
            graph.edges.push_back(edge);
        }
    }
    keep_each_once(graph.edges);
    return graph;
}

std::string to_csv(const VisibilityGraph& graph) {
    std::string text = "from,to,leaves_x,leaves_y,arrives_x,arrives_y,length\n";
    char line[256];
    for (const VisibilityEdge& edge : graph.edges) {
        const int size =
            std::snprintf(line, sizeof line, "%u,%u,%.9g,%.9g,%.9g,%.9g,%.9g\n", edge.from, edge.to,
                          edge.leaves.x, edge.leaves.y, edge.arrives.x, edge.arrives.y, edge.length);
        text.append(line, static_cast<std::size_t>(size));
    }
    return text;
}

std::string draw_svg(const Triangulation& mesh, const VisibilityGraph& graph, double width) {
    Page page(mesh.bounds(), width);
    page.walls(mesh);
    page.begin_path();
    for (const VisibilityEdge& edge : graph.edges) {
        page.move_to(edge.leaves);
        page.line_to(edge.arrives);
    }
    page.end_path("fill=\"none\" stroke=\"#1d3557\" stroke-opacity=\"0.5\" stroke-width=\"0.6\"");
    for (const Vec2 corner : graph.corners) page.dot(corner, 1.6, "fill=\"#d1495b\"");
    return std::move(page).finish();
}

}  // namespace wend::mesh
