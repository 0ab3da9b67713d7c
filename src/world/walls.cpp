#include "wend/world/walls.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <tuple>

#include "wend/geometry/segment.hpp"

#include "world/box_tree.hpp"

// Free space is a union less a union, so an edge of the input is a wall only in part: rooms may share an
// edge, overlap, or be cut by a blocked polygon. Every edge is cut where others meet it, and a piece is a
// boundary exactly when the two sides of its middle differ. The sides are looked at one micrometre off the
// piece: rounding below that cannot open or close anything, and no body is that small.

namespace wend {
namespace {

constexpr double side_step = 1e-6;
constexpr double join_distance = 1e-9;

struct Edge {
    Segment segment;
    std::uint32_t ring = 0;
};

/// A ring's place in the input: outlines come before their holes.
struct RingRole {
    std::uint32_t polygon = 0;
    bool is_hole = false;
    bool is_blocked = false;
};

struct Cover {
    bool walkable = false;
    bool blocked = false;
    [[nodiscard]] bool is_ground() const { return walkable && !blocked; }
};

class Arrangement {
  public:
    Arrangement(const Layer& layer, const Box2& bounds) {
        for (const Polygon& polygon : layer.walkable) add(polygon, false);
        if (layer.walkable.empty()) add({rectangle(bounds), {}}, false);
        for (const Polygon& polygon : layer.blocked) add(polygon, true);
        std::vector<Box2> boxes(edges_.size());
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            boxes[i].add(edges_[i].segment.from);
            boxes[i].add(edges_[i].segment.to);
        }
        tree_ = BoxTree(boxes);
    }

    /// Calls emit(piece, cover on its left, cover on its right) for every piece of every edge.
    template <class Emit>
    void pieces(Emit&& emit) const {
        std::vector<double> cuts;
        for (const Edge& edge : edges_) {
            find_cuts(edge.segment, cuts);
            for (std::size_t i = 1; i < cuts.size(); ++i) {
                const Segment piece{at(edge.segment, cuts[i - 1]), at(edge.segment, cuts[i])};
                const Vec2 along = piece.to - piece.from;
                if (length(along) <= join_distance) continue;
                const Vec2 off = perpendicular(normalized(along)) * side_step;
                const Vec2 middle = lerp(piece.from, piece.to, 0.5);
                emit(piece, cover(middle + off), cover(middle - off));
            }
        }
    }

  private:
    void add(const Polygon& polygon, bool is_blocked) {
        add(polygon.outline, {polygons_, false, is_blocked});
        for (const Ring& hole : polygon.holes) add(hole, {polygons_, true, is_blocked});
        ++polygons_;
    }
    void add(const Ring& ring, RingRole role) {
        const auto number = static_cast<std::uint32_t>(roles_.size());
        roles_.push_back(role);
        for (std::size_t i = 0; i < ring.size(); ++i)
            edges_.push_back({{ring[i], ring[(i + 1) % ring.size()]}, number});
    }

    /// The exact end points at 0 and 1, so that pieces of neighbouring edges meet.
    static Vec2 at(const Segment& edge, double share) {
        return share == 1 ? edge.to : lerp(edge.from, edge.to, share);
    }

    /// Shares of the edge, from 0 to 1 and rising, where other edges meet it.
    void find_cuts(const Segment& edge, std::vector<double>& cuts) const {
        cuts.assign({0, 1});
        Box2 box;
        box.add(edge.from);
        box.add(edge.to);
        const auto add_end = [&](Vec2 p) {
            const double share = nearest_parameter(edge.from, edge.to, p);
            if (distance(p, at(edge, share)) <= join_distance) cuts.push_back(share);
        };
        tree_.overlapping(box.grown(join_distance), [&](std::uint32_t i) {
            const Segment& other = edges_[i].segment;
            add_end(other.from);
            add_end(other.to);
            if (cross_properly(edge.from, edge.to, other.from, other.to)) {
                const Vec2 u = edge.to - edge.from, w = other.to - other.from;
                cuts.push_back(std::clamp(cross(other.from - edge.from, w) / cross(u, w), 0.0, 1.0));
            }
            return true;
        });
        std::sort(cuts.begin(), cuts.end());
        cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    }

    /// What lies over p, by the even-odd rule along a ray towards +x, ring by ring.
    [[nodiscard]] Cover cover(Vec2 p) const {
        std::vector<std::uint32_t> crossed;
        const Box2 ray{p, {std::numeric_limits<double>::infinity(), p.y}};
        tree_.overlapping(ray, [&](std::uint32_t i) {
            const auto [a, b] = edges_[i].segment;
            if ((a.y > p.y) != (b.y > p.y) && (cross(b - a, p - a) > 0) == (b.y > a.y))
                crossed.push_back(edges_[i].ring);
            return true;
        });
        std::sort(crossed.begin(), crossed.end());
        Cover result;
        for (std::size_t i = 0; i < crossed.size();) {
            const RingRole polygon = roles_[crossed[i]];
            bool in_outline = false, in_hole = false;
            while (i < crossed.size() && roles_[crossed[i]].polygon == polygon.polygon) {
                const std::uint32_t ring = crossed[i];
                bool is_odd = false;
                for (; i < crossed.size() && crossed[i] == ring; ++i) is_odd = !is_odd;
                (roles_[ring].is_hole ? in_hole : in_outline) |= is_odd;
            }
            if (in_outline && !in_hole) (polygon.is_blocked ? result.blocked : result.walkable) = true;
        }
        return result;
    }

    std::vector<Edge> edges_;
    std::vector<RingRole> roles_;
    std::uint32_t polygons_ = 0;
    BoxTree tree_;
};

/// Shared edges of two rings give the same piece twice.
void drop_repeats(std::vector<Segment>& walls) {
    const auto key = [](const Segment& s) { return std::tuple(s.from.x, s.from.y, s.to.x, s.to.y); };
    std::sort(walls.begin(), walls.end(),
              [&](const Segment& a, const Segment& b) { return key(a) < key(b); });
    walls.erase(std::unique(walls.begin(), walls.end()), walls.end());
}

Region make_region(std::vector<Segment> walls, bool inside_everywhere) {
    drop_repeats(walls);
    return Region(std::move(walls), inside_everywhere);
}

}  // namespace

Walls::Walls(const Scene& scene) {
    for (const Layer& layer : scene.layers) {
        std::vector<Segment> ground, not_solid;
        const auto add = [](std::vector<Segment>& walls, const Segment& piece, bool left, bool right) {
            if (left != right) walls.push_back(left ? piece : Segment{piece.to, piece.from});
        };
        Arrangement(layer, scene.bounds).pieces([&](const Segment& piece, Cover left, Cover right) {
            add(ground, piece, left.is_ground(), right.is_ground());
            add(not_solid, piece, !left.blocked, !right.blocked);
        });
        ground_.push_back(make_region(std::move(ground), false));
        not_solid_.push_back(make_region(std::move(not_solid), true));
    }
}

}  // namespace wend
