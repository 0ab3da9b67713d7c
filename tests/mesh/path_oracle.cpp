#include "path_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>

namespace wend::test {

namespace {

constexpr double tolerance = 1e-9;
constexpr double full_turn = 2 * std::numbers::pi;

double segment_distance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const auto side = [](Vec2 p, Vec2 q, Vec2 x) { return cross(q - p, x - p); };
    if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
    return std::min({distance(nearest_point(a, b, c), c), distance(nearest_point(a, b, d), d),
                     distance(nearest_point(c, d, a), a), distance(nearest_point(c, d, b), b)});
}

/// Inside the ring, not on its boundary.
bool is_strictly_inside(const Ring& ring, Vec2 p) {
    int winding = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        if (distance(nearest_point(a, b, p), p) < tolerance) return false;
        if (a.y <= p.y && b.y > p.y && cross(b - a, p - a) > 0) ++winding;
        if (a.y > p.y && b.y <= p.y && cross(b - a, p - a) < 0) --winding;
    }
    return winding != 0;
}

class Graph {
  public:
    std::size_t add_node() {
        edges_.emplace_back();
        return edges_.size() - 1;
    }
    void join(std::size_t a, std::size_t b, double length) {
        edges_[a].push_back({b, length});
        edges_[b].push_back({a, length});
    }
    void go(std::size_t a, std::size_t b, double length) { edges_[a].push_back({b, length}); }

    [[nodiscard]] std::optional<double> shortest(std::size_t from, std::size_t to) const {
        std::vector<double> best(edges_.size(), std::numeric_limits<double>::infinity());
        using Item = std::pair<double, std::size_t>;
        std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
        open.push({0, from});
        best[from] = 0;
        while (!open.empty()) {
            const auto [length, node] = open.top();
            open.pop();
            if (node == to) return length;
            if (length > best[node]) continue;
            for (const auto& [next, step] : edges_[node])
                if (length + step < best[next]) open.push({best[next] = length + step, next});
        }
        return std::nullopt;
    }

  private:
    std::vector<std::vector<std::pair<std::size_t, double>>> edges_;
};

/// A stop on a circle: where a tangent begins or ends. `left` stops belong to paths that run around the
/// circle counter-clockwise, so that no path can turn back on itself.
struct Stop {
    double angle;
    std::size_t node;
    bool counter_clockwise;
};

double angle_of(Vec2 v) {
    const double angle = std::atan2(v.y, v.x);
    return angle < 0 ? angle + full_turn : angle;
}

}  // namespace

PathOracle::PathOracle(const Box2& bounds, std::vector<Ring> obstacles) : obstacles_(std::move(obstacles)) {
    const Ring outline{bounds.low, {bounds.high.x, bounds.low.y}, bounds.high, {bounds.low.x, bounds.high.y}};
    const auto add = [this](const Ring& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            walls_.push_back({ring[i], ring[(i + 1) % ring.size()]});
            corners_.push_back(ring[i]);
        }
    };
    add(outline);
    for (const Ring& ring : obstacles_) add(ring);
}

bool PathOracle::is_inside(Vec2 p) const {
    return std::any_of(obstacles_.begin(), obstacles_.end(),
                       [p](const Ring& ring) { return is_strictly_inside(ring, p); });
}

double PathOracle::clearance(Vec2 p) const {
    return is_inside(p) ? 0 : clearance(p, p);
}

double PathOracle::clearance(Vec2 from, Vec2 to) const {
    double least = std::numeric_limits<double>::infinity();
    for (const OracleWall& wall : walls_) least = std::min(least, segment_distance(from, to, wall.a, wall.b));
    return least;
}

std::optional<double> PathOracle::shortest(Vec2 from, Vec2 to, double radius) const {
    return radius > 0 ? shortest_for_disc(from, to, radius) : shortest_for_point(from, to);
}

bool PathOracle::point_can_see(Vec2 from, Vec2 to) const {
    std::vector<double> cuts{0, 1};
    for (const OracleWall& wall : walls_) {
        const Vec2 way = to - from, along = wall.b - wall.a;
        const double facing = cross(way, along);
        if (std::abs(facing) <= tolerance * length(way) * length(along)) {
            for (const Vec2 end : {wall.a, wall.b})
                cuts.push_back(dot(end - from, way) / squared_length(way));
            continue;
        }
        const double t = cross(wall.a - from, along) / facing, s = cross(wall.a - from, way) / facing;
        const bool inside_wall = s > tolerance && s < 1 - tolerance;
        if (inside_wall && t > tolerance && t < 1 - tolerance) return false;
        cuts.push_back(t);
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        if (cuts[i] >= 0 && cuts[i + 1] <= 1 && cuts[i + 1] - cuts[i] > tolerance &&
            is_inside(lerp(from, to, (cuts[i] + cuts[i + 1]) / 2)))
            return false;
    return true;
}

std::optional<double> PathOracle::shortest_for_point(Vec2 from, Vec2 to) const {
    std::vector<Vec2> points{from, to};
    points.insert(points.end(), corners_.begin(), corners_.end());
    Graph graph;
    for (std::size_t i = 0; i < points.size(); ++i) graph.add_node();
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!(points[i] == points[j]) && point_can_see(points[i], points[j]))
                graph.join(i, j, distance(points[i], points[j]));
    return graph.shortest(0, 1);
}

std::optional<double> PathOracle::shortest_for_disc(Vec2 from, Vec2 to, double radius) const {
    std::vector<Vec2> centers = corners_;
    std::sort(centers.begin(), centers.end(),
              [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    centers.erase(std::unique(centers.begin(), centers.end()), centers.end());
    const std::size_t count = centers.size();
    std::vector<std::vector<Stop>> stops(count);
    Graph graph;
    const std::size_t start = graph.add_node(), goal = graph.add_node();
    const auto add_stop = [&](std::size_t circle, Vec2 at, bool counter_clockwise) {
        const std::size_t node = graph.add_node();
        stops[circle].push_back({angle_of(at - centers[circle]), node, counter_clockwise});
        return node;
    };
    const auto is_free = [&](Vec2 a, Vec2 b) { return clearance(a, b) >= radius - tolerance; };

    if (is_free(from, to)) return distance(from, to);
    for (std::size_t i = 0; i < count; ++i) {
        // From a point p the tangent points of a circle are at +-acos(r / d) around the direction to p.
        for (const bool leaves : {true, false}) {
            const Vec2 p = leaves ? from : to;
            const double away = distance(p, centers[i]);
            if (away <= radius) continue;
            for (const double sign : {-1.0, 1.0}) {
                const double angle = angle_of(p - centers[i]) + sign * std::acos(radius / away);
                const Vec2 touch = centers[i] + unit_vector(angle) * radius;
                if (!is_free(p, touch)) continue;
                const double run = distance(p, touch);
                // Arriving at p + acos the circle is on the left: the path goes on counter-clockwise.
                if (leaves)
                    graph.go(start, add_stop(i, touch, sign > 0), run);
                else
                    graph.go(add_stop(i, touch, sign < 0), goal, run);
            }
        }
        for (std::size_t j = 0; j < count; ++j) {
            if (i == j) continue;
            const double away = distance(centers[i], centers[j]);
            const double heading = angle_of(centers[j] - centers[i]);
            for (const bool ccw : {true, false}) {
                // Outer tangent from i to j: the path keeps both circles on the same side.
                const double side = ccw ? -std::numbers::pi / 2 : std::numbers::pi / 2;
                const Vec2 shift = unit_vector(heading + side) * radius;
                if (is_free(centers[i] + shift, centers[j] + shift))
                    graph.go(add_stop(i, centers[i] + shift, ccw), add_stop(j, centers[j] + shift, ccw),
                             away);
                if (away < 2 * radius) continue;
                const double lean = std::acos(2 * radius / away) * (ccw ? -1 : 1);
                const Vec2 off = unit_vector(heading + lean) * radius;
                if (is_free(centers[i] + off, centers[j] - off))
                    graph.go(add_stop(i, centers[i] + off, ccw), add_stop(j, centers[j] - off, !ccw),
                             distance(centers[i] + off, centers[j] - off));
            }
        }
    }

    for (std::size_t i = 0; i < count; ++i) {
        // Where the circle enters or leaves the inflated walls; between these all of an arc is alike.
        std::vector<double> marks;
        for (const OracleWall& wall : walls_) {
            for (const Vec2 end : {wall.a, wall.b}) {
                const double away = distance(end, centers[i]);
                if (away == 0 || away > 2 * radius) continue;
                const double half = std::acos(away / (2 * radius)), at = angle_of(end - centers[i]);
                marks.insert(marks.end(), {at - half, at + half});
            }
            const Vec2 across = normalized(perpendicular(wall.b - wall.a));
            if (across == Vec2{}) continue;
            for (const double shift : {-radius, radius}) {
                const double gap = dot(wall.a - centers[i], across) + shift;
                if (std::abs(gap) > radius) continue;
                const double half = std::acos(gap / radius), at = angle_of(across);
                marks.insert(marks.end(), {at - half, at + half});
            }
        }
        std::vector<Stop> all = stops[i];
        for (const double mark : marks)
            all.push_back(
                {std::fmod(mark + 2 * full_turn, full_turn), std::numeric_limits<std::size_t>::max(), true});
        std::sort(all.begin(), all.end(), [](const Stop& a, const Stop& b) { return a.angle < b.angle; });
        // Nodes at every stop and mark, once for each sense of rotation.
        std::vector<std::size_t> ccw(all.size()), clockwise(all.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
            ccw[k] = graph.add_node();
            clockwise[k] = graph.add_node();
            if (all[k].node == std::numeric_limits<std::size_t>::max()) continue;
            graph.join(all[k].node, all[k].counter_clockwise ? ccw[k] : clockwise[k], 0);
        }
        for (std::size_t k = 0; k < all.size(); ++k) {
            const std::size_t next = (k + 1) % all.size();
            double sweep = all[next].angle - all[k].angle;
            if (next <= k) sweep += full_turn;
            const Vec2 middle = centers[i] + unit_vector(all[k].angle + sweep / 2) * radius;
            if (sweep > 1e-12 && clearance(middle) < radius - tolerance) continue;
            graph.go(ccw[k], ccw[next], sweep * radius);
            graph.go(clockwise[next], clockwise[k], sweep * radius);
        }
    }
    return graph.shortest(start, goal);
}

}  // namespace wend::test
