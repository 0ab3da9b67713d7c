#include "mesh/way_lookup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

StatusCode WayLookup::run(double weight, Budget& budget) {
    find_legs();
    double least_unknown = infinity;
    for (;;) {
        const std::uint32_t row = least_row();
        const double bound =
            row == none ? infinity : scratch_.rows[row].bound - rounding(scratch_.rows[row].bound);
        lower_bound_ = std::min({bound, least_unknown, length_});
        if (length_ < infinity && length_ <= weight * lower_bound_) return StatusCode::ok;
        if (bound >= length_) return StatusCode::in_progress;
        if (!scratch_.rows[row].is_pair) {
            find_next(row);
            continue;
        }
        if (!budget.spend()) return StatusCode::out_of_budget;
        if (!settles(row)) least_unknown = std::min(least_unknown, bound);
        scratch_.rows[row].is_pair = false;
    }
}

/// How much bounds may be too great or too small, since legs are valued in a hurry and ways rounded.
double WayLookup::rounding(double bound) const noexcept {
    constexpr double single_precision = 1e-7;
    return 2 * RoadTable::legs_error * roads_.radius +
           single_precision * (std::abs(bound) + 4 * roads_.radius);
}

void WayLookup::find_legs() {
    scratch_.last_ends.resize(2 * roads_.corners.size());
    scratch_.last_ends.clear();
    view_.for_each_touching(goal_.at, [&](TriangleIndex t) {
        for (const std::uint32_t end : roads_.watchers[t]) scratch_.last_ends.insert(end);
    });
    scratch_.from_start.clear();
    scratch_.rows.clear();
    for (const RoughLeg& leg : legs(start_)) {
        scratch_.from_start.push_back({table_.value(leg), leg.end, false});
        // Before its pairs are known: straight on from the corner's circle.
        const double rest = distance(roads_.approaches[leg.end].center, goal_.point) - roads_.radius;
        scratch_.rows.push_back({leg.length + rest, none, false});
    }
    // Backwards, a path that turns around a single corner arrives at its other end.
    scratch_.last_ends.clear();
    for (const ValuedLeg& first : scratch_.from_start) scratch_.last_ends.insert(first.end ^ 1);
    scratch_.from_goal.clear();
    for (const RoughLeg& leg : legs(goal_)) scratch_.from_goal.push_back({table_.value(leg), leg.end, false});
}

std::span<const RoughLeg> WayLookup::legs(const End& from) {
    if (from.at.on == Location::On::triangle)
        return moves_.legs(table_.arrivals(), from.at.triangle, from.point, scratch_.last_ends,
                           scratch_.legs);
    return moves_.legs(view_, from.at, from.point, scratch_.last_ends, scratch_.legs);
}

/// Pairs of one row come in the order of their bounds.
void WayLookup::find_next(std::uint32_t row) {
    const ValuedLeg& first = scratch_.from_start[row];
    WayScratch::Row now = scratch_.rows[row];
    if (now.last == none) now.bound = -infinity;
    const float* ways = table_.values(first.end);
    WayScratch::Row next{infinity, none, true};
    for (std::uint32_t i = 0; i < scratch_.from_goal.size(); ++i) {
        const ValuedLeg& last = scratch_.from_goal[i];
        const double bound = first.value + (last.value + double{ways[last.end]});
        if (bound < next.bound && (bound > now.bound || (bound == now.bound && i > now.last)))
            next = {bound, i, true};
    }
    scratch_.rows[row] = next;
}

/// None when no pairs are left.
std::uint32_t WayLookup::least_row() const {
    double least = infinity;
    std::uint32_t found = none;
    for (std::uint32_t row = 0; row < scratch_.rows.size(); ++row) {
        if (!(scratch_.rows[row].bound < least)) continue;
        least = scratch_.rows[row].bound;
        found = row;
    }
    return found;
}

/// Looks at the row's next pair. False when the legs may have a shorter path than is known now.
bool WayLookup::settles(std::uint32_t row) {
    const double bound = scratch_.rows[row].bound;
    ValuedLeg& known_first = scratch_.from_start[row];
    ValuedLeg& known_last = scratch_.from_goal[scratch_.rows[row].last];
    const Leg first = leg(start_, known_first.end), last = leg(goal_, known_last.end);
    if (!is_open(first, start_, known_first) || !is_open(last, goal_, known_last)) return true;
    double length = 0;
    const Verdict verdict = follow(first, last, length);
    if (verdict != Verdict::free) return verdict == Verdict::never;
    if (length < length_) {
        length_ = length;
        best_first_ = first.end;
        best_last_ = last.end;
    }
    return length <= bound + rounding(bound);
}

/// Pairs with a leg that turns out to be blocked are of no more use.
bool WayLookup::is_open(const Leg& leg, const End& from, ValuedLeg& known) const {
    if (known.is_open) return true;
    known.is_open = known.value < infinity && moves_.is_free(leg, view_.free_triangle(from.at), from.point);
    if (!known.is_open) known.value = infinity;
    return known.is_open;
}

/// Along the way between two legs.
WayLookup::Verdict WayLookup::follow(const Leg& first, const Leg& last, double& length) const {
    std::uint32_t end = first.end;
    Vec2 arrives = first.arrives;
    double angle = angle_of(first.direction);
    double free_before = first.length;  // of the move before, up to where the disc left the one before that
    Verdict verdict = Verdict::free;
    length = first.length;
    for (std::size_t bends = 0; bends < 2 * roads_.corners.size(); ++bends) {
        const RoadCorner& corner = roads_.corner(end);
        const int side = Roadmap::Roads::side_of(end);
        const std::uint16_t number = table_.first_road(end, last.end);
        const bool is_last = number == RoadTable::no_road;
        const Road road =
            is_last ? Road{{}, last.length, angle_of(-last.direction), none} : roads_.end(end).roads[number];
        double turn = allowed_turn(corner, side, angle, road.angle), cut = 0;
        if (turn < 0) {
            turn = wrapped((road.angle - angle) * side);
            cut = roads_.radius * std::tan(-turn / 2);
            if (corner.is_pillar || cut > free_before || cut > road.length) return Verdict::unknown;
            verdict = Verdict::never;
        } else if (FreeSweep sweep; !moves_.may_turn(end, angle, arrives, turn, sweep)) {
            return Verdict::unknown;
        }
        length += roads_.radius * turn + road.length;
        if (is_last) return verdict;
        free_before = road.length - cut;
        arrives = road.arrives;
        angle = road.angle;
        end = road.to;
    }
    return Verdict::unknown;
}

void WayLookup::draw(Path& path) const {
    const Leg first = leg(start_, best_first_), last = leg(goal_, best_last_);
    path.pieces.clear();
    path.length = 0;
    append_straight(view_, start_.point, first.arrives, first.length, path);
    std::uint32_t end = first.end;
    Vec2 at = first.arrives;
    for (double angle = angle_of(first.direction);;) {
        const RoadCorner& corner = roads_.corner(end);
        const int side = Roadmap::Roads::side_of(end);
        const std::uint16_t number = table_.first_road(end, last.end);
        const bool is_last = number == RoadTable::no_road;
        const Road road = is_last ? Road{goal_.point, last.length, angle_of(-last.direction), none}
                                  : roads_.end(end).roads[number];
        const Vec2 direction = is_last ? -last.direction : moves_.direction(road);
        const Vec2 leaves = corner.center - perpendicular(direction) * (roads_.radius * side);
        append_arc(view_, corner.center, at, leaves, side * allowed_turn(corner, side, angle, road.angle),
                   path);
        append_straight(view_, leaves, road.arrives, road.length, path);
        if (is_last) break;
        end = road.to;
        at = road.arrives;
        angle = road.angle;
    }
    path.cost = path.length;
}

}  // namespace wend::mesh
