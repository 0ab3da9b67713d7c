#include "sim/ground/ready_field.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

/// How far a body may be from the cell at which it begins to follow a field.
constexpr int longest_reach = 12;  // cells

constexpr double rounding = 1e-9;  ///< of costs, as a share

/// With points at most so far apart, on the same lines.
std::vector<RoutePoint> divided(const std::vector<RoutePoint>& points, double spacing) {
    std::vector<RoutePoint> more{points.front()};
    for (std::size_t i = 1; i < points.size(); ++i) {
        const RoutePoint &a = points[i - 1], &b = points[i];
        const bool is_ground = !a.is_crossing && a.layer == b.layer;
        const int parts =
            is_ground ? static_cast<int>(std::ceil(distance(a.position, b.position) / spacing)) : 1;
        for (int k = 1; k < parts; ++k)
            more.push_back({lerp(a.position, b.position, static_cast<double>(k) / parts), a.layer, false});
        more.push_back(b);
    }
    return more;
}

}  // namespace

bool is_inside(const Goal& goal, const RoutePoint& place) {
    if (goal.layer != place.layer) return false;
    if (const auto* disc = std::get_if<DiscRegion>(&goal.region))
        return distance(disc->center, place.position) <= disc->radius;
    return contains(std::get<Polygon>(goal.region), place.position);
}

Result<ReadyField> ReadyField::create(const FieldSource& source, double radius, const Goal* region,
                                      const RoutePoint& place) {
    const domains::FieldSettings settings{cell, radius, 0};
    auto ground = domains::field_ground(source.scene, source.walls, source.multipliers, settings);
    if (!ground) return ground.status();
    ReadyField made(std::move(ground).value(), radius);
    const fields::FieldGrid& grid = made.ground_.grid;
    std::vector<domains::ChangedGround> standing;
    for (const domains::ResolvedConstraint& body : source.standing)
        standing.push_back({body.layer, body.influence.box()});
    std::vector<fields::FieldGoal> goals;
    if (region != nullptr) {
        for (fields::Cell at = 0; at < grid.cell_count(); ++at)
            if (is_inside(*region, {made.ground_.frame.center(grid, at), grid.layer_of(at), false}))
                goals.push_back({at, 0});
    } else {
        // A goal may be nearer to a wall than the centre of its cell: all cells around it from which it can
        // be reached straight are goals, as dear as that way is long.
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const Vec2 beside = place.position + Vec2{dx * cell, dy * cell};
                const fields::Cell at = made.ground_.frame.cell_at(grid, beside, place.layer);
                if (at == fields::no_cell) continue;
                const Vec2 center = made.ground_.frame.center(grid, at);
                if (!source.walls.ground(place.layer).fits_along(center, place.position, radius)) continue;
                const double away = distance(center, place.position) / made.ground_.unit;
                goals.push_back({at, static_cast<fields::FieldCost>(away)});
            }
    }
    if (Status begun = made.field_.begin(grid, goals); !begun.is_ok()) return begun;
    made.repair(source, standing);
    return made;
}

void ReadyField::repair(const FieldSource& source, std::span<const domains::ChangedGround> changed) {
    const domains::FieldSettings settings{cell, radius_, 0};
    for (const domains::ChangedGround& where : changed)
        domains::weigh_again(ground_, source.scene, source.walls, source.multipliers, source.standing,
                             settings, {where.layer, where.box.grown(radius_)}, changed_);
    if (changed_.size() <= cells()) return;
    std::sort(changed_.begin(), changed_.end());
    changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
}

void ReadyField::grow(fields::Cell start, fields::OpenClField* device) {
    if (knows(start)) return;
    if (device && compute_on(*device).is_ok()) {
        field_.adopt(ground_.grid, device->costs());
    } else {
        if (!changed_.empty()) field_.repair(ground_.grid, changed_);
        (void)field_.advance(ground_.grid, std::span(&start, 1));
    }
    changed_.clear();
}

Status ReadyField::compute_on(fields::OpenClField& device) {
    if (!field_.is_complete()) return device.compute(ground_.grid, field_.goals(), fields::Kernel::tiles);
    device.resume(field_.goals(), field_.costs());
    return device.repair(ground_.grid, changed_, fields::Kernel::tiles);
}

bool ReadyField::may_walk(const FieldSource& source, std::uint32_t layer, Vec2 from, Vec2 to) const {
    if (!source.walls.ground(layer).fits_along(from, to, radius_)) return false;
    Box2 way;
    way.add(from);
    way.add(to);
    for (const domains::ResolvedConstraint& body : source.standing)
        if (body.layer == layer && body.influence.box().overlaps(way) && body.influence.touches(from, to))
            return false;
    return source.multipliers.forbids(layer, from) || !source.multipliers.forbids(layer, from, to);
}

fields::Cell ReadyField::start(const FieldSource& source, const RoutePoint& from) const {
    const fields::Cell here = ground_.frame.cell_at(ground_.grid, from.position, from.layer);
    if (here == fields::no_cell || !ground_.grid.is_blocked(here)) return here;
    // From too near a wall, or out of ground that must not be entered, to the nearest cell that is free.
    fields::Cell best = fields::no_cell;
    double nearest = longest_reach * cell;
    for (int dy = -longest_reach; dy <= longest_reach; ++dy)
        for (int dx = -longest_reach; dx <= longest_reach; ++dx) {
            const Vec2 beside = from.position + Vec2{dx * cell, dy * cell};
            const fields::Cell at = ground_.frame.cell_at(ground_.grid, beside, from.layer);
            if (at == fields::no_cell || ground_.grid.is_blocked(at)) continue;
            const Vec2 center = ground_.frame.center(ground_.grid, at);
            const double away = distance(center, from.position);
            if (away < nearest && may_walk(source, from.layer, from.position, center))
                nearest = away, best = at;
        }
    return best;
}

std::vector<RoutePoint> ReadyField::way(const FieldSource& source, fields::Cell start, const RoutePoint& from,
                                        const RoutePoint& to) const {
    const std::vector<fields::Cell> cells = fields::cells_to_goal(ground_.grid, field_, start);
    if (cells.empty() || ground_.grid.layer_of(cells.back()) != to.layer) return {};
    if (ground_.grid.uniform_weight() == 0) {
        std::vector<RoutePoint> points = points_of(cells);
        points.insert(points.begin(), {from.position, from.layer, false});
        points.push_back({to.position, to.layer, false});
        points = pulled_tight(source, std::move(points));
        if (is_walkable(source, points)) return points;
    }
    for (const bool is_careful : {false, true}) {
        std::vector<RoutePoint> points =
            points_of(is_careful ? careful_corners(source, cells)
                                 : fields::corners_to_goal(ground_.grid, field_, start));
        // The first and the last cell's centres are passed only where that is necessary.
        points.insert(points.begin(), {from.position, from.layer, false});
        points.push_back({to.position, to.layer, false});
        const auto is_straight = [&](const RoutePoint& a, const RoutePoint& over, const RoutePoint& b) {
            return !over.is_crossing && a.layer == b.layer && over.layer == a.layer &&
                   may_walk(source, a.layer, a.position, b.position);
        };
        if (points.size() > 2 && is_straight(points[0], points[1], points[2]))
            points.erase(points.begin() + 1);
        const std::size_t last = points.size() - 1;
        if (last >= 2 && !points[last - 2].is_crossing &&
            is_straight(points[last - 2], points[last - 1], points[last]))
            points.erase(points.end() - 2);
        if (is_walkable(source, points)) return points;
    }
    return {};
}

/// Cells promise that a body fits at their centres; pulled tight with a look at the walls themselves.
std::vector<fields::Cell> ReadyField::careful_corners(const FieldSource& source,
                                                      const std::vector<fields::Cell>& cells) const {
    const auto can_skip = [&](fields::Cell a, fields::Cell b) {
        return fields::is_open_line(ground_.grid, a, b) &&
               may_walk(source, ground_.grid.layer_of(a), ground_.frame.center(ground_.grid, a),
                        ground_.frame.center(ground_.grid, b));
    };
    std::vector<fields::Cell> corners{cells.front()};
    for (std::size_t i = 1; i + 1 < cells.size(); ++i)
        if (!can_skip(corners.back(), cells[i + 1])) corners.push_back(cells[i]);
    if (cells.size() > 1) corners.push_back(cells.back());
    return corners;
}

/// Where every cell has a weight of its own, straight lines are as good as those of one weight if they cost
/// no more than the cells that they replace. Pulled from both ends, so that neither is left slack.
std::vector<RoutePoint> ReadyField::pulled_tight(const FieldSource& source,
                                                 std::vector<RoutePoint> points) const {
    const auto cost = [&](const RoutePoint& a, const RoutePoint& b) {
        const auto in_cells = [&](Vec2 p) { return (p - ground_.frame.origin) / cell; };
        return fields::line_cost(ground_.grid, in_cells(a.position), in_cells(b.position), a.layer);
    };
    const auto skip_points = [&] {
        std::vector<RoutePoint> kept{points.front()};
        double spent = 0;  // from the last one kept
        for (std::size_t i = 1; i + 1 < points.size(); ++i) {
            const RoutePoint &a = kept.back(), &b = points[i], &c = points[i + 1];
            const bool is_ground = !a.is_crossing && !b.is_crossing && !c.is_crossing && a.layer == b.layer &&
                                   b.layer == c.layer;
            if (is_ground) spent += cost(points[i - 1], b);
            if (is_ground && cost(a, c) <= (spent + cost(b, c)) * (1 + rounding) && std::isfinite(spent) &&
                may_walk(source, a.layer, a.position, c.position))
                continue;
            kept.push_back(b);
            spent = 0;
        }
        kept.push_back(points.back());
        points = std::move(kept);
    };
    skip_points();
    points = divided(points, cell);
    std::reverse(points.begin(), points.end());
    skip_points();
    std::reverse(points.begin(), points.end());
    return points;
}

std::vector<RoutePoint> ReadyField::points_of(const std::vector<fields::Cell>& corners) const {
    std::vector<RoutePoint> points;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        points.push_back(
            {ground_.frame.center(ground_.grid, corners[i]), ground_.grid.layer_of(corners[i]), false});
        if (i + 1 == corners.size()) break;
        const auto crossing = std::find_if(ground_.crossings.begin(), ground_.crossings.end(),
                                           [&](const domains::FieldCrossing& one) {
                                               return one.from == corners[i] && one.to == corners[i + 1];
                                           });
        if (crossing == ground_.crossings.end()) continue;
        points.push_back({crossing->enters, points.back().layer, true});
        points.push_back({crossing->leaves, ground_.grid.layer_of(corners[i + 1]), false});
    }
    return points;
}

bool ReadyField::is_walkable(const FieldSource& source, std::span<const RoutePoint> points) const {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const RoutePoint &a = points[i], &b = points[i + 1];
        if (a.is_crossing) continue;
        if (a.layer != b.layer || !may_walk(source, a.layer, a.position, b.position)) return false;
    }
    return true;
}

}  // namespace wend
