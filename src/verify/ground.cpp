#include "verify/ground.hpp"

#include <cmath>

#include "verify/sweep.hpp"

namespace wend::verify {
namespace {

constexpr double probe_distance = 1e-6;    ///< metres beside an edge at which its sides are looked at
constexpr double opening_distance = 1e-3;  ///< a wall this near to a portal is the portal
constexpr double shortest_piece = 1e-9;    ///< metres

void add_edges(const Ring& ring, std::vector<Segment>& edges) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if (ring[i] != ring[j]) edges.push_back({ring[j], ring[i]});
}

void add_edges(const std::vector<Polygon>& polygons, std::vector<Segment>& edges) {
    for (const Polygon& polygon : polygons) {
        add_edges(polygon.outline, edges);
        for (const Ring& hole : polygon.holes) add_edges(hole, edges);
    }
}

Box2 edge_box(const Segment& edge) {
    Box2 box;
    box.add(edge.from);
    box.add(edge.to);
    return box;
}

/// Where along `edge` the other one meets, ends on, or runs along it.
void add_cuts(const Segment& edge, const Segment& other, double near, std::vector<double>& cuts) {
    const Vec2 along = edge.to - edge.from, across = other.to - other.from;
    if (const double denominator = cross(along, across); denominator != 0) {
        const double s = cross(other.from - edge.from, across) / denominator;
        if (s > 0 && s < 1) cuts.push_back(s);
    }
    for (const Vec2 end : {other.from, other.to}) {
        const double s = nearest_parameter(edge.from, edge.to, end);
        if (s > 0 && s < 1 && length(lerp(edge.from, edge.to, s) - end) < near) cuts.push_back(s);
    }
}

std::vector<Segment> portal_segments(const Scene& scene, std::uint32_t layer) {
    std::vector<Segment> segments;
    for (const Portal& portal : scene.portals) {
        if (portal.layer_a == layer) segments.push_back(portal.a);
        if (portal.layer_b == layer) segments.push_back(portal.b);
    }
    return segments;
}

bool is_open(const std::vector<Segment>& openings, Vec2 p) {
    return std::any_of(openings.begin(), openings.end(), [p](const Segment& opening) {
        return segment_distance(p, opening.from, opening.to) < opening_distance;
    });
}

}  // namespace

Ground::Ground(const Scene& scene, std::uint32_t layer) {
    std::vector<Polygon> walkable = scene.layers[layer].walkable;
    const Box2& bounds = scene.bounds;
    if (walkable.empty() && bounds.is_empty()) limited_ = false;
    if (walkable.empty() && !bounds.is_empty()) walkable.push_back({rectangle(bounds), {}});
    walkable_ = Area(walkable);
    blocked_ = Area(scene.layers[layer].blocked);
    std::vector<Segment> edges;
    add_edges(walkable, edges);
    add_edges(scene.layers[layer].blocked, edges);
    find_walls(edges, portal_segments(scene, layer));
}

void Ground::find_walls(const std::vector<Segment>& edges, const std::vector<Segment>& openings) {
    std::vector<Box2> boxes;
    for (const Segment& edge : edges) boxes.push_back(edge_box(edge).grown(probe_distance));
    const BoxTree tree(boxes);
    std::vector<double> cuts;
    std::vector<Box2> wall_boxes;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const Segment& edge = edges[e];
        cuts.assign({0.0, 1.0});
        tree.query(boxes[e], [&](std::uint32_t other) {
            if (other != e) add_cuts(edge, edges[other], probe_distance, cuts);
        });
        for (const Segment& opening : openings) add_cuts(edge, opening, opening_distance, cuts);
        std::sort(cuts.begin(), cuts.end());
        const Vec2 aside = probe_distance * normalized(perpendicular(edge.to - edge.from));
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
            const Vec2 a = lerp(edge.from, edge.to, cuts[i]), b = lerp(edge.from, edge.to, cuts[i + 1]);
            if (distance(a, b) < shortest_piece) continue;
            const Vec2 middle = (a + b) / 2;
            const bool left = is_free(middle + aside), right = is_free(middle - aside);
            if (left == right || is_open(openings, middle)) continue;
            walls_.push_back({a, b, is_blocked(left ? middle - aside : middle + aside)});
            wall_boxes.push_back(edge_box({a, b}));
        }
    }
    tree_ = BoxTree(std::move(wall_boxes));
}

double Ground::wall_distance(Vec2 p, double most) const {
    double least = most;
    walls_near(Box2::around(p, most),
               [&](const Wall& wall) { least = std::min(least, segment_distance(p, wall.a, wall.b)); });
    return least;
}

}  // namespace wend::verify
