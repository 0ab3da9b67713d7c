#include "mesh/road_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

constexpr double pi = std::numbers::pi;

}  // namespace

double wrapped(double angle) noexcept {
    if (angle > pi) return angle - 2 * pi;
    return angle <= -pi ? angle + 2 * pi : angle;
}

double allowed_turn(const RoadCorner& corner, int side, double from, double to) noexcept {
    const double turn = wrapped((to - from) * side);
    if (turn >= 0) return turn;
    if (turn > -2 * turn_tolerance) return 0;
    return corner.is_pillar && turn + 2 * pi <= longest_turn ? turn + 2 * pi : -1;
}

// One in two watchers is of use, and no processor can guess which: all are written down, and only the count
// depends on it.

std::span<const RoughLeg> RoadMoves::legs(const MeshView& view, const Location& at, Vec2 from,
                                          const StampedSet& last_ends, LegScratch& scratch) const {
    find_ends(view, at, from, scratch);
    return legs_to(scratch.ends, from, last_ends, scratch.legs);
}

std::span<const RoughLeg> RoadMoves::legs(const Arrivals& arrivals, TriangleIndex triangle, Vec2 from,
                                          const StampedSet& last_ends, LegScratch& scratch) const {
    const auto leading_on = arrivals.leading_on(triangle), others = arrivals.others(triangle);
    const std::size_t most = leading_on.size() + others.size();
    if (scratch.ends.size() < most) scratch.ends.resize(most);
    std::uint32_t* found = scratch.ends.data();
    for (const std::uint32_t end : leading_on) {
        *found = end;
        found += roads_.approaches[end].may_be_taut(from);
    }
    for (const std::uint32_t end : others) {
        *found = end;
        found += last_ends.has(end);
    }
    return legs_to({scratch.ends.data(), found}, from, last_ends, scratch.legs);
}

std::span<const RoughLeg> RoadMoves::legs_to(std::span<const std::uint32_t> ends, Vec2 from,
                                             const StampedSet& last_ends, std::vector<RoughLeg>& legs) const {
    if (legs.size() < ends.size()) legs.resize(ends.size());
    RoughLeg* found = legs.data();
    for (const std::uint32_t end : ends) {
        const RoughLeg leg = rough_leg(from, end);
        const Approach& approach = roads_.approaches[end];
        const bool exists = leg.length >= 0, is_taut = approach.is_taut(leg.along, leg.squared);
        const bool is_last = last_ends.has(end), leads_on = approach.leads_on(leg.along, leg.squared);
        *found = leg;
        found += exists & is_taut & (is_last | leads_on);
    }
    return {legs.data(), found};
}

/// Where tangents from the point may be taut. Paths that leave a corner for the point are, backwards, those
/// that arrive there with it on the other side.
void RoadMoves::find_ends(const MeshView& view, const Location& at, Vec2 from, LegScratch& scratch) const {
    std::vector<std::uint32_t>& ends = scratch.ends;
    ends.clear();
    view.for_each_touching(at, [&](TriangleIndex t) {
        const std::size_t before = ends.size();
        ends.resize(before + roads_.watchers[t].size());
        std::uint32_t* found = ends.data() + before;
        for (const std::uint32_t watcher : roads_.watchers[t]) {
            *found = watcher ^ 1;
            found += roads_.approaches[watcher ^ 1].may_be_taut(from);
        }
        ends.resize(static_cast<std::size_t>(found - ends.data()));
    });
    if (at.on == Location::On::triangle) return;
    scratch.seen.resize(roads_.approaches.size());
    scratch.seen.clear();
    std::erase_if(ends, [&](std::uint32_t end) { return !scratch.seen.insert(end); });
}

bool RoadMoves::is_free(const Leg& leg, TriangleIndex triangle, Vec2 from) const {
    return is_free_at(leg.end, leg.direction)
               ? check_.way_between_is_free(triangle, from, leg.arrives, roads_.radius)
               : check_.segment_is_free(triangle, from, leg.arrives, roads_.radius);
}

bool RoadMoves::may_turn(std::uint32_t end, double angle, Vec2 arrives, double turn, FreeSweep& sweep) const {
    if (turn == 0) return true;
    const RoadCorner& corner = roads_.corner(end);
    if (turn < pi && corner.is_roomy) return true;
    const double signed_turn = turn * Roadmap::Roads::side_of(end);
    if (surely_turns(end, angle, signed_turn, sweep)) return true;
    return check_.arc_is_free(corner.spoke, (arrives - corner.center) / roads_.radius, signed_turn,
                              roads_.radius);
}

bool RoadMoves::surely_turns(std::uint32_t end, double angle, double turn, FreeSweep& sweep) const {
    if (sweep.left < 0)
        sweep = free_sweep(roads_.corner(end).blocks, angle - Roadmap::Roads::side_of(end) * (pi / 2));
    return turn >= 0 ? turn <= sweep.left + turn_tolerance : -turn <= sweep.right + turn_tolerance;
}

/// The disc is surely free where a tangent of that direction touches the corner's circle.
bool RoadMoves::is_free_at(std::uint32_t end, Vec2 direction) const {
    const RoadCorner& corner = roads_.corner(end);
    if (corner.is_roomy) return true;
    const double at = angle_of(direction) - Roadmap::Roads::side_of(end) * (pi / 2);
    return std::all_of(corner.blocks.begin(), corner.blocks.end(),
                       [&](const ArcBlock& block) { return std::abs(wrapped(at - block.at)) >= block.half; });
}

}  // namespace wend::mesh
