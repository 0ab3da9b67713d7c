#include "mesh/road_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mesh/tangent.hpp"
#include "mesh/tangent_search.hpp"

namespace wend::mesh {

RoadSearch::RoadSearch(const MeshView& view, const DiscCheck& check, const Roadmap::Roads& roads,
                       RoadScratch& scratch, const Location& start_at, const Location& goal_at, Vec2 start,
                       Vec2 goal)
    : view_(view),
      moves_(check, roads),
      roads_(roads),
      scratch_(scratch),
      start_(start),
      goal_(goal),
      start_seed_(view.free_triangle(start_at)),
      goal_seed_(view.free_triangle(goal_at)),
      start_at_(start_at),
      goal_at_(goal_at) {
    is_in_sight_ = moves_.is_in_sight(goal_seed_, goal_, start_);
}

void RoadSearch::find_ends() {
    has_ends_ = true;
    const std::size_t ends = 2 * roads_.corners.size();
    scratch_.first_legs.clear();
    scratch_.sees_goal.resize(ends);
    scratch_.sees_goal.clear();
    scratch_.labels_at.resize(roads_.corners.size());
    view_.for_each_touching(goal_at_, [&](TriangleIndex t) {
        for (const std::uint32_t end : roads_.watchers[t]) scratch_.sees_goal.insert(end);
    });
    for (const RoughLeg& leg : moves_.legs(view_, start_at_, start_, scratch_.sees_goal, scratch_.legs))
        scratch_.first_legs.push_back(moves_.leg(leg));
    scratch_.leg_states.assign(scratch_.first_legs.size(), TangentEdge::State::unknown);
}

StatusCode RoadSearch::run(double weight, double upper, Budget& budget) {
    weight_ = weight;
    upper_ = upper;
    lower_bound_ = 0;
    joins_ = nullptr;
    turn_limit_ = std::numeric_limits<double>::infinity();
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
    push_first_legs();
    return search(budget);
}

StatusCode RoadSearch::run(const RoadMemory& memory, Budget& budget) {
    memory_ = joins_memory_ = &memory;
    const StatusCode found = run(1, memory.upper, budget);
    memory_ = nullptr;
    return found;
}

StatusCode RoadSearch::search(Budget& budget) {
    while (!scratch_.open.empty()) {
        const auto [priority, id] = scratch_.open.top();
        scratch_.open.pop();
        if (priority >= upper_) break;
        const RoadStep step = scratch_.steps[id];
        if (step.road == to_goal) {
            if (!arrives(step)) continue;
            found_ = step.label;
            joins_ = nullptr;
            length_ = step.length;
            lower_bound_ = std::max(lower_bound_, length_ / weight_);
            return StatusCode::ok;
        }
        if (!make_label(step)) continue;
        const auto from = static_cast<std::uint32_t>(scratch_.labels.size() - 1);
        if (memory_ != nullptr && (step.is_by_old_path || is_pruned(from))) continue;
        if (!budget.spend()) return StatusCode::out_of_budget;
        lower_bound_ = std::max(lower_bound_, priority / weight_);
        if (memory_ != nullptr) join(from);
        if (scratch_.sees_goal.has(scratch_.labels[from].end)) push_goal(from);
        push_roads(from);
    }
    if (joins_ == nullptr) return StatusCode::unreachable;
    lower_bound_ = length_;
    return StatusCode::ok;
}

/// Nothing that goes on from the label is shorter than what is known: what avoids the gains was there before
/// and not shorter than the old path, and the gains are too far away.
bool RoadSearch::is_pruned(std::uint32_t label) const {
    const RoadLabel& at = scratch_.labels[label];
    if (at.has_gained || memory_->old_length < upper_) return false;
    return at.length + memory_->through(at.arrives, goal_) >= upper_;
}

const RestTurn* RoadSearch::rest_turn_at(std::uint32_t end) const {
    const int side = Roadmap::Roads::side_of(end);
    const Vec2 center = roads_.corner(end).center;
    const auto at = std::ranges::find_if(memory_->turns, [&](const RestTurn& rest) {
        return rest.turn.side == side && rest.turn.center == center;
    });
    return at == memory_->turns.end() ? nullptr : &*at;
}

/// The label can go on along the circle to where the old path leaves it, and along that. Roads that leave the
/// circle later than that come by the old path, which no path from there beats unless it gains.
void RoadSearch::join(std::uint32_t label) {
    turn_limit_ = std::numeric_limits<double>::infinity();
    RoadLabel& at = scratch_.labels[label];
    const RestTurn* old = rest_turn_at(at.end);
    if (old == nullptr) return;
    const int side = Roadmap::Roads::side_of(at.end);
    const double turn = allowed_turn(roads_.corner(at.end), side, at.angle, old->departs);
    if (turn < 0 || !may_turn(at, turn)) return;
    const double until = at.length + roads_.radius * turn;
    if (until + old->rest < upper_) {
        upper_ = length_ = until + old->rest;
        found_ = label;
        joins_ = old;
    }
    if (until + memory_->through(old->leaves, goal_) >= upper_) turn_limit_ = turn - turn_tolerance;
}

void RoadSearch::list_turns(std::vector<Turn>& turns) const {
    turns.clear();
    turns.push_back({goal_, 0, none});
    if (joins_ != nullptr)
        for (const RestTurn* rest = &joins_memory_->turns.back(); rest != joins_; --rest)
            turns.push_back(rest->turn);
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

void RoadSearch::push_first_legs() {
    for (std::uint32_t i = 0; i < scratch_.first_legs.size(); ++i) {
        const Leg& leg = scratch_.first_legs[i];
        if (scratch_.leg_states[i] == TangentEdge::State::blocked) continue;
        push({leg.length, 0, 0, i}, distance(leg.arrives, goal_));
    }
}

void RoadSearch::push_roads(std::uint32_t from) {
    const RoadLabel label = scratch_.labels[from];
    const RoadCorner& corner = roads_.corner(label.end);
    const int side = Roadmap::Roads::side_of(label.end);
    const std::vector<Road>& roads = corner.ends[label.end & 1].roads;
    for (std::uint32_t i = 0; i < roads.size(); ++i) {
        const Road& road = roads[i];
        const Approach& approach = roads_.approaches[road.to];
        // The direction in which it arrives, as long as the radius.
        if (!scratch_.sees_goal.has(road.to) &&
            !approach.leads_on(perpendicular(road.arrives - approach.center) * (approach.offset < 0 ? -1 : 1),
                               roads_.radius))
            continue;
        const double turn = allowed_turn(corner, side, label.angle, road.angle);
        if (turn < 0) continue;
        const double length = label.length + roads_.radius * turn + road.length;
        push({length, turn, from, i, turn > turn_limit_}, distance(road.arrives, goal_));
    }
}

void RoadSearch::push_goal(std::uint32_t from) {
    const RoadLabel& label = scratch_.labels[from];
    const RoadCorner& corner = roads_.corner(label.end);
    const int side = Roadmap::Roads::side_of(label.end);
    const Tangent last = tangent(corner.center, roads_.radius * side, goal_, 0);
    if (!last.exists()) return;
    const double turn = allowed_turn(corner, side, label.angle, angle_of(last.direction));
    if (turn < 0 || turn > turn_limit_) return;
    push({label.length + roads_.radius * turn + last.length, turn, from, to_goal}, 0);
}

/// Appends the label that the step leads to, if it is worth expanding.
bool RoadSearch::make_label(const RoadStep& step) {
    RoadLabel label{{}, 0, step.length, 0, step.label, none, {}};
    if (step.label == 0) {
        const Leg& leg = scratch_.first_legs[step.road];
        if (!is_open(step.road)) return false;
        label.arrives = leg.arrives;
        label.angle = angle_of(leg.direction);
        label.end = leg.end;
    } else {
        const Road& road = roads_.end(scratch_.labels[step.label].end).roads[step.road];
        label.arrives = road.arrives;
        label.angle = road.angle;
        label.end = road.to;
    }
    if (is_dominated(label.end, label.angle, label.length)) return false;
    if (step.label != 0 && !may_turn(scratch_.labels[step.label], step.turn)) return false;
    if (memory_ != nullptr) {
        const RoadLabel& before = scratch_.labels[step.label];
        // Arcs stay within two radii of where they begin.
        label.has_gained =
            before.has_gained || memory_->touches(before.arrives, label.arrives, 2 * roads_.radius);
    }
    const std::uint32_t corner = label.end / 2;
    if (scratch_.labels_at.has(corner)) label.next_there = scratch_.labels_at[corner];
    scratch_.labels_at.set(corner, static_cast<std::uint32_t>(scratch_.labels.size()));
    scratch_.labels.push_back(label);
    return true;
}

/// The disc can follow that first leg.
bool RoadSearch::is_open(std::uint32_t leg) {
    using enum TangentEdge::State;
    TangentEdge::State& state = scratch_.leg_states[leg];
    if (state == unknown)
        state = moves_.is_free(scratch_.first_legs[leg], start_seed_, start_) ? open : blocked;
    return state == open;
}

/// Who arrives at an end of the same corner can go on along its circle to where a label arrives that is
/// `later` metres longer, and gets there no later.
bool RoadSearch::gets_there(std::uint32_t own_end, double own_angle, FreeSweep& sweep, std::uint32_t end,
                            double angle, double later) const {
    const bool is_same_side = own_end == end;
    const double saved = later - (is_same_side ? 0 : late_tolerance);
    if (saved < 0) return false;
    const double turn = wrapped(angle - own_angle + (is_same_side ? 0 : std::numbers::pi));
    if (roads_.radius * std::abs(turn) > saved) return false;
    return roads_.corner(end).is_roomy || moves_.surely_turns(own_end, own_angle, turn, sweep);
}

/// Another label of the corner gets to where this one arrives, along the circle, no later.
bool RoadSearch::is_dominated(std::uint32_t end, double angle, double length) {
    if (memory_ != nullptr && is_behind_old_path(end, angle, length)) return true;
    const std::uint32_t corner = end / 2;
    if (!scratch_.labels_at.has(corner)) return false;
    for (std::uint32_t i = scratch_.labels_at[corner]; i != none; i = scratch_.labels[i].next_there) {
        RoadLabel& other = scratch_.labels[i];
        if (gets_there(other.end, other.angle, other.sweep, end, angle, length - other.length)) return true;
    }
    return false;
}

/// The old path gets there no later, and nothing that goes on from it is shorter than what is known: the
/// turns of the best whole path are as good as labels.
bool RoadSearch::is_behind_old_path(std::uint32_t end, double angle, double length) const {
    if (std::isinf(upper_)) return false;
    const Vec2 center = roads_.corner(end).center;
    const auto first = joins_ == nullptr ? 0 : joins_ - memory_->turns.data() + 1;
    for (const RestTurn& old : std::span(memory_->turns).subspan(static_cast<std::size_t>(first))) {
        if (old.turn.center != center) continue;
        const double reached = upper_ - old.whole;
        if (reached + memory_->through(old.arrives, goal_) < upper_) continue;
        FreeSweep sweep;
        const std::uint32_t old_end = Roadmap::Roads::end_of(end / 2, old.turn.side);
        if (gets_there(old_end, old.arrival, sweep, end, angle, length - reached)) return true;
    }
    return false;
}

bool RoadSearch::may_turn(RoadLabel& label, double turn) const {
    return moves_.may_turn(label.end, label.angle, label.arrives, turn, label.sweep);
}

bool RoadSearch::arrives(const RoadStep& step) {
    RoadLabel& label = scratch_.labels[step.label];
    if (!may_turn(label, step.turn)) return false;
    return moves_.is_free(moves_.leg(moves_.rough_leg(goal_, label.end ^ 1)), goal_seed_, goal_);
}

}  // namespace wend::mesh
