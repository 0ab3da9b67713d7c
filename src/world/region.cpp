#include <array>
#include <cmath>

#include "wend/geometry/motion.hpp"
#include "wend/geometry/segment.hpp"
#include "wend/world/walls.hpp"

#include "world/box_tree.hpp"
#include "world/side_grid.hpp"

namespace wend {

struct Region::Index {
    std::vector<Segment> walls;
    BoxTree tree;
    SideGrid sides;
    bool inside_everywhere = false;

    [[nodiscard]] std::optional<WallPoint> nearest(Vec2 p, double within) const;
    [[nodiscard]] bool contains(Vec2 p) const;
};

namespace {

std::vector<Box2> boxes_of(const std::vector<Segment>& walls) {
    std::vector<Box2> boxes(walls.size());
    for (std::size_t i = 0; i < walls.size(); ++i) {
        boxes[i].add(walls[i].from);
        boxes[i].add(walls[i].to);
    }
    return boxes;
}

/// How far p lies left of the wall's line, metres.
double left_of(const Segment& wall, Vec2 p) {
    return cross(normalized(wall.to - wall.from), p - wall.from);
}

}  // namespace

Region::Region(std::vector<Segment> walls, bool inside_everywhere) {
    auto index = std::make_shared<Index>();
    index->tree = BoxTree(boxes_of(walls));
    index->walls = std::move(walls);
    index->inside_everywhere = inside_everywhere;
    index->sides = SideGrid(index->walls, [&](Vec2 p) { return index->contains(p); });
    index_ = std::move(index);
}

std::span<const Segment> Region::walls() const noexcept {
    return index_->walls;
}

std::optional<WallPoint> Region::Index::nearest(Vec2 p, double within) const {
    std::optional<WallPoint> best;
    tree.nearest(p, within * within, [&](std::uint32_t i, double bound) {
        const Segment& wall = walls[i];
        const Vec2 point = nearest_point(wall.from, wall.to, p);
        const double squared = squared_length(p - point);
        if (squared >= bound) return bound;
        best = WallPoint{point, std::sqrt(squared), i};
        return squared;
    });
    return best;
}

// The nearest wall tells the side. At a corner several walls are equally near; the two that bound the wedge
// in which p lies are those most square to the line from the corner to p, and both have p on the same side as
// the wedge, so the one with the largest offset decides.
bool Region::Index::contains(Vec2 p) const {
    const auto at = nearest(p, std::numeric_limits<double>::infinity());
    if (!at) return inside_everywhere;
    if (at->distance <= contact_slack) return true;
    double offset = left_of(walls[at->wall], p);
    tree.overlapping(Box2::around(at->point, contact_slack), [&](std::uint32_t i) {
        const Segment& wall = walls[i];
        if (squared_length(at->point - nearest_point(wall.from, wall.to, at->point)) >
            contact_slack * contact_slack)
            return true;
        const double candidate = left_of(wall, p);
        if (std::abs(candidate) > std::abs(offset)) offset = candidate;
        return true;
    });
    return offset > 0;
}

std::optional<WallPoint> Region::nearest(Vec2 p, double within) const {
    return index_->nearest(p, within);
}

bool Region::contains(Vec2 p) const {
    const auto known = index_->sides.at(p);
    return known ? *known : index_->contains(p);
}

double Region::clearance(Vec2 p) const {
    const auto at = nearest(p);
    const double away = at ? at->distance : std::numeric_limits<double>::infinity();
    return contains(p) ? away : -away;
}

bool Region::fits(Vec2 p, double radius) const {
    const auto known = index_->sides.at(p);
    if (known && !*known) return false;
    return !nearest(p, radius - contact_slack) && (known || index_->contains(p));
}

bool Region::is_clear_along(std::span<const Vec2> points, double radius) const {
    const double limit = std::max(radius - contact_slack, 0.0);
    Box2 swept;
    for (const Vec2 p : points) swept.add(p);
    bool is_free = true;
    index_->tree.overlapping(swept.grown(limit), [&](std::uint32_t number) {
        const Segment& wall = index_->walls[number];
        Box2 near;
        near.add(wall.from);
        near.add(wall.to);
        near = near.grown(limit);
        for (std::size_t i = 1; i < points.size() && is_free; ++i) {
            const Vec2 from = points[i - 1], to = points[i];
            Box2 leg;
            leg.add(from);
            leg.add(to);
            if (leg.overlaps(near))
                is_free = !(squared_distance(from, to, wall.from, wall.to) < limit * limit);
        }
        return is_free;
    });
    return is_free;
}

bool Region::fits_along(Vec2 from, Vec2 to, double radius) const {
    return is_clear_along(std::array{from, to}, radius) && contains(from);
}

double Region::free_share(Vec2 from, Vec2 to, double radius) const {
    const MovingDisc disc{{0, 1}, from, to - from, radius, 0};
    double share = 1;
    Box2 swept;
    swept.add(from);
    swept.add(to);
    index_->tree.overlapping(swept.grown(radius), [&](std::uint32_t i) {
        const Segment& wall = index_->walls[i];
        if (const auto contact = overlap_time(disc, wall.from, wall.to))
            share = std::min(share, contact->low);
        return share > 0;
    });
    return contains(from) ? share : 0;
}

}  // namespace wend
