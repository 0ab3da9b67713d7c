#include "mesh_lengths.hpp"

#include <cmath>

#include "wend/mesh/query.hpp"

#include "mesh/path_oracle.hpp"

namespace wend::bench {

namespace {

/// The walls of the layer that a path no longer than `length` can come near, as thin walls: those that reach
/// into the box around the ellipse about its ends, grown by the radius.
std::vector<Ring> walls_that_matter(const mesh::Triangulation& layer, Vec2 from, Vec2 to, double length,
                                    double radius) {
    const Vec2 middle = (from + to) / 2, axis = normalized(to - from);
    const double half = length / 2 + radius;
    const double across = std::sqrt(length * length - squared_length(to - from)) / 2 + radius;
    std::vector<Ring> near;
    for (mesh::TriangleIndex t = 0; t < layer.triangle_bound(); ++t) {
        if (!layer.is_triangle(t) || layer.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const mesh::HalfEdge h = mesh::Triangulation::half_edge(t, i);
            if (!layer.is_wall(h)) continue;
            const Vec2 a = layer.position(layer.vertex(h));
            const Vec2 b = layer.position(layer.vertex(mesh::Triangulation::next(h)));
            Box2 frame;
            for (const Vec2 p : {a, b}) frame.add(Vec2{dot(axis, p - middle), cross(axis, p - middle)});
            if (frame.low.x < half && frame.high.x > -half && frame.low.y < across && frame.high.y > -across)
                near.push_back({a, b});
        }
    }
    return near;
}

}  // namespace

nlohmann::json compare_with_oracle(const Ground& ground, const std::vector<QueryPair>& pairs, int most) {
    constexpr std::size_t most_walls = 90;
    int compared = 0, asked = 0;
    double worst = 0, longest = 1, worst_bound = 0;
    for (const QueryPair& pair : pairs) {
        if (compared == most || asked == 50 * most) break;
        const mesh::NavQuery& query = pair.query;
        // On the layer of the start, half way to the goal and nearer, so that few walls matter.
        const mesh::Triangulation& layer = ground.mesh.layer(query.from.layer);
        mesh::QueryContext context(layer);
        for (double share = 1; share > 0.02; share /= 2) {
            const Vec2 to = lerp(query.from.at, query.to.at, share);
            if (mesh::clearance_at(layer, to, 2 * query.radius, context) < 1.1 * query.radius) continue;
            mesh::PathQuery question{query.from.at, to, query.radius};
            const mesh::Path path = mesh::find_path(layer, question, context);
            ++asked;
            if (!path.has_route()) continue;
            const std::vector<Ring> walls =
                walls_that_matter(layer, query.from.at, to, path.length + 0.01, query.radius);
            if (walls.size() > most_walls) continue;
            const test::PathOracle oracle(ground.bounds, walls);
            const auto optimum = oracle.shortest(query.from.at, to, query.radius);
            worst = std::max(worst, optimum ? std::abs(path.length / *optimum - 1) : 1.0);
            question.mode = mesh::PathMode::corridor;
            const mesh::Path fast = mesh::find_path(layer, question, context);
            if (optimum && *optimum > 0) {
                longest = std::max(longest, fast.has_route() ? fast.length / *optimum : 1e9);
                worst_bound = std::max(worst_bound, fast.lower_bound / *optimum);
            }
            ++compared;
            break;
        }
    }
    return {{"compared", compared},
            {"worst_relative_error", worst},
            {"fast_longest", longest},
            {"fast_bound_over_optimum", worst_bound}};
}

}  // namespace wend::bench
