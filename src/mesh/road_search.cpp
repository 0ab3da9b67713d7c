#include "mesh/road_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/tangent.hpp"
#include "mesh/tangent_search.hpp"

namespace wend::mesh {

namespace {

constexpr double pi = std::numbers::pi;

/// The angle in (-pi, pi]; from (-3 pi, 3 pi].
double wrapped(double angle) noexcept {
    if (angle > pi) return angle - 2 * pi;
    return angle <= -pi ? angle + 2 * pi : angle;
}

/// Radians to turn towards a direction; negative when the corner's walls do not allow it.
double allowed_turn(bool is_pillar, double turn) noexcept {
    if (turn >= 0) return turn;
    if (turn > -2 * turn_tolerance) return 0;
    return is_pillar && turn + 2 * pi <= longest_turn ? turn + 2 * pi : -1;
}

}  // namespace

RoadSearch::RoadSearch(const MeshView& view, const DiscCheck& check, const Roadmap::Roads& roads,
                       RoadScratch& scratch, const Location& start_at, const Location& goal_at, Vec2 start,
                       Vec2 goal)
    : view_(view),
      check_(check),
      roads_(roads),
      scratch_(scratch),
      start_(start),
      goal_(goal),
      start_seed_(view.free_triangle(start_at)),
      goal_seed_(view.free_triangle(goal_at)),
      start_at_(start_at),
      goal_at_(goal_at) {
    is_in_sight_ = is_way_free(goal_seed_, goal_, start_, true);
}

void RoadSearch::find_ends() {
    has_ends_ = true;
    const std::size_t ends = 2 * roads_.corners.size();
    scratch_.first_roads.clear();
    scratch_.is_first.resize(ends);
    scratch_.is_first.clear();
    scratch_.sees_goal.resize(ends);
    scratch_.sees_goal.clear();
    scratch_.labels_at.resize(roads_.corners.size());
    view_.for_each_touching(goal_at_, [&](TriangleIndex t) {
        for (const std::uint32_t end : roads_.watchers[t]) scratch_.sees_goal.insert(end);
    });
    view_.for_each_touching(start_at_, [&](TriangleIndex t) {
        for (const std::uint32_t end : roads_.watchers[t])
            if (may_be_taut(roads_.corner(end), Roadmap::Roads::side_of(end), start_, roads_.radius) &&
                scratch_.is_first.insert(end))
                find_first_road(end ^ 1);
    });
}

/// Paths that leave a corner for the start, backwards, are those that arrive there with it on the other side.
void RoadSearch::find_first_road(std::uint32_t end) {
    const RoadCorner& corner = roads_.corner(end);
    const int side = Roadmap::Roads::side_of(end);
    const Tangent move = tangent(start_, 0, corner.center, roads_.radius * side);
    if (!move.exists()) return;
    if (!corner.is_pillar && !leans_on(move.direction, corner.walls[end & 1], side)) return;
    if (!scratch_.sees_goal.has(end) && !corner.leads_on(side, move.to)) return;
    scratch_.first_roads.push_back({move.to, move.direction, move.length, end, TangentEdge::State::unknown});
}

StatusCode RoadSearch::run(double weight, double upper, Budget& budget) {
    weight_ = weight;
    upper_ = upper;
    lower_bound_ = 0;
    if (is_in_sight_) {
        found_ = 0;
        length_ = lower_bound_ = distance(start_, goal_);
        return StatusCode::ok;
    }
    if (!has_ends_) find_ends();
    scratch_.labels.clear();
    scratch_.steps.clear();
    scratch_.open.clear();
    scratch_.labels_at.clear();
    scratch_.labels.push_back({start_, 0, 0, none, none, none, {}});
    push_first_roads();
    while (!scratch_.open.empty()) {
        const auto [priority, id] = scratch_.open.top();
        scratch_.open.pop();
        const RoadStep step = scratch_.steps[id];
        if (step.road == to_goal) {
            if (!arrives(step)) continue;
            found_ = step.label;
            length_ = step.length;
            lower_bound_ = std::max(lower_bound_, length_ / weight_);
            return StatusCode::ok;
        }
        if (!make_label(step)) continue;
        if (!budget.spend()) return StatusCode::out_of_budget;
        lower_bound_ = std::max(lower_bound_, priority / weight_);
        const auto from = static_cast<std::uint32_t>(scratch_.labels.size() - 1);
        if (scratch_.sees_goal.has(scratch_.labels[from].end)) push_goal(from);
        push_roads(from);
    }
    return StatusCode::unreachable;
}

void RoadSearch::list_turns(std::vector<Turn>& turns) const {
    turns.clear();
    turns.push_back({goal_, 0, none});
    for (std::uint32_t i = found_; i != 0; i = scratch_.labels[i].parent) {
        const std::uint32_t end = scratch_.labels[i].end;
        turns.push_back({roads_.corner(end).center, Roadmap::Roads::side_of(end), roads_.corner(end).spoke});
    }
    turns.push_back({start_, 0, none});
    std::reverse(turns.begin(), turns.end());
}

void RoadSearch::push(const RoadStep& step, double rest) {
    if (step.length + rest >= upper_) return;
    scratch_.open.push(step.length + weight_ * rest, static_cast<std::uint32_t>(scratch_.steps.size()));
    scratch_.steps.push_back(step);
}

void RoadSearch::push_first_roads() {
    for (std::uint32_t i = 0; i < scratch_.first_roads.size(); ++i) {
        const FirstRoad& road = scratch_.first_roads[i];
        if (road.state == TangentEdge::State::blocked) continue;
        push({road.length, 0, 0, i}, distance(road.arrives, goal_));
    }
}

void RoadSearch::push_roads(std::uint32_t from) {
    const RoadLabel label = scratch_.labels[from];
    const RoadCorner& corner = roads_.corner(label.end);
    const int side = Roadmap::Roads::side_of(label.end);
    const std::vector<Road>& roads = corner.ends[label.end & 1].roads;
    for (std::uint32_t i = 0; i < roads.size(); ++i) {
        const Road& road = roads[i];
        if (!scratch_.sees_goal.has(road.to) &&
            !roads_.corner(road.to).leads_on(Roadmap::Roads::side_of(road.to), road.arrives))
            continue;
        const double turn = allowed_turn(corner.is_pillar, wrapped((road.angle - label.angle) * side));
        if (turn < 0) continue;
        const double length = label.length + roads_.radius * turn + road.length;
        push({length, turn, from, i}, distance(road.arrives, goal_));
    }
}

void RoadSearch::push_goal(std::uint32_t from) {
    const RoadLabel& label = scratch_.labels[from];
    const RoadCorner& corner = roads_.corner(label.end);
    const int side = Roadmap::Roads::side_of(label.end);
    const Tangent last = tangent(corner.center, roads_.radius * side, goal_, 0);
    if (!last.exists()) return;
    const double turn =
        allowed_turn(corner.is_pillar, wrapped((angle_of(last.direction) - label.angle) * side));
    if (turn < 0) return;
    push({label.length + roads_.radius * turn + last.length, turn, from, to_goal}, 0);
}

/// Appends the label that the step leads to, if it is worth expanding.
bool RoadSearch::make_label(const RoadStep& step) {
    RoadLabel label{{}, 0, step.length, 0, step.label, none, {}};
    if (step.label == 0) {
        FirstRoad& road = scratch_.first_roads[step.road];
        if (!is_first_road_open(road)) return false;
        label.arrives = road.arrives;
        label.angle = angle_of(road.direction);
        label.end = road.to;
    } else {
        const Road& road = roads_.end(scratch_.labels[step.label].end).roads[step.road];
        label.arrives = road.arrives;
        label.angle = road.angle;
        label.end = road.to;
    }
    if (is_dominated(label.end, label.angle, label.length)) return false;
    if (step.label != 0 && !may_turn(scratch_.labels[step.label], step.turn)) return false;
    const std::uint32_t corner = label.end / 2;
    if (scratch_.labels_at.has(corner)) label.next_there = scratch_.labels_at[corner];
    scratch_.labels_at.set(corner, static_cast<std::uint32_t>(scratch_.labels.size()));
    scratch_.labels.push_back(label);
    return true;
}

bool RoadSearch::is_first_road_open(FirstRoad& road) const {
    if (road.state == TangentEdge::State::unknown) {
        road.state = is_way_free(start_seed_, start_, road.arrives, is_free_at(road.to, road.direction))
                         ? TangentEdge::State::open
                         : TangentEdge::State::blocked;
    }
    return road.state == TangentEdge::State::open;
}

/// Another label of the corner gets to where this one arrives, along the circle, no later.
bool RoadSearch::is_dominated(std::uint32_t end, double angle, double length) {
    const std::uint32_t corner = end / 2;
    if (!scratch_.labels_at.has(corner)) return false;
    for (std::uint32_t i = scratch_.labels_at[corner]; i != none; i = scratch_.labels[i].next_there) {
        RoadLabel& other = scratch_.labels[i];
        const bool is_same_side = other.end == end;
        const double saved = length - other.length - (is_same_side ? 0 : late_tolerance);
        if (saved < 0) continue;
        const double turn = wrapped(angle - other.angle + (is_same_side ? 0 : pi));
        if (roads_.radius * std::abs(turn) > saved) continue;
        if (roads_.corners[corner].is_roomy || surely_turns(other, turn)) return true;
    }
    return false;
}

/// The disc surely may go on around the label's corner by that turn (negative: to the right).
bool RoadSearch::surely_turns(RoadLabel& label, double turn) const {
    if (label.sweep.left < 0)
        label.sweep = free_sweep(roads_.corner(label.end).blocks,
                                 label.angle - Roadmap::Roads::side_of(label.end) * (pi / 2));
    return turn >= 0 ? turn <= label.sweep.left + turn_tolerance
                     : -turn <= label.sweep.right + turn_tolerance;
}

bool RoadSearch::may_turn(RoadLabel& label, double turn) const {
    if (turn == 0) return true;
    const RoadCorner& corner = roads_.corner(label.end);
    if (turn < pi && corner.is_roomy) return true;
    const double signed_turn = turn * Roadmap::Roads::side_of(label.end);
    if (surely_turns(label, signed_turn)) return true;
    return check_.arc_is_free(corner.spoke, (label.arrives - corner.center) / roads_.radius, signed_turn,
                              roads_.radius);
}

bool RoadSearch::arrives(const RoadStep& step) {
    RoadLabel& label = scratch_.labels[step.label];
    if (!may_turn(label, step.turn)) return false;
    const double offset = roads_.radius * Roadmap::Roads::side_of(label.end);
    const Vec2 leaves = tangent(roads_.corner(label.end).center, offset, goal_, 0).from;
    return is_way_free(goal_seed_, goal_, leaves, is_free_at(label.end, goal_ - leaves));
}

/// The disc is surely free where a tangent of that direction touches the corner's circle.
bool RoadSearch::is_free_at(std::uint32_t end, Vec2 direction) const {
    const RoadCorner& corner = roads_.corner(end);
    if (corner.is_roomy) return true;
    const double at = angle_of(direction) - Roadmap::Roads::side_of(end) * (pi / 2);
    return std::all_of(corner.blocks.begin(), corner.blocks.end(),
                       [&](const ArcBlock& block) { return std::abs(wrapped(at - block.at)) >= block.half; });
}

/// From an end of the path, where the disc is free, straight to another point.
bool RoadSearch::is_way_free(TriangleIndex seed, Vec2 end, Vec2 to, bool is_free_there) const {
    return is_free_there ? check_.way_between_is_free(seed, end, to, roads_.radius)
                         : check_.segment_is_free(seed, end, to, roads_.radius);
}

}  // namespace wend::mesh
