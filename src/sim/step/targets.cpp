// Places in goal regions: who has none yet, or finds somebody standing on its own, is given one that nobody
// else has taken or chosen.

#include <algorithm>
#include <cmath>
#include <span>

#include "wend/base/rng.hpp"

#include "sim/crowd.hpp"
#include "sim/ground/goals.hpp"
#include "sim/promise/box_index.hpp"

namespace wend {
namespace {

/// Seconds after which one who stands short of an occupied target looks for another place in the goal region.
constexpr double target_patience = 2;
/// Seconds between two looks for a place that a way leads to.
constexpr double search_patience = 1;

/// Someone without a place in its goal region, or whose place is taken by somebody who stands there.
bool needs_target(const Walker& walker) {
    if (walker.wants_target) return true;
    if (walker.has_arrived || walker.was_served || walker.is_paused || walker.waited < target_patience)
        return false;
    if (walker.route_status.code == StatusCode::invalid_input) return true;
    const Route* route = walker.commitment.route.get();
    return route && route->length() - walker.walk.station < 3 * walker.spec.limits.radius;
}

/// No way leads to its place; other places of the same region may lie on its own side of a wall.
bool is_cut_off(const Crowd& crowd, const Walker& walker) {
    // Each in its own frames: a crowd without a way must not look for one all at once.
    const auto period =
        static_cast<std::uint64_t>(std::max(1L, std::lround(search_patience / crowd.scene.time_step)));
    if ((crowd.frame + walker.number) % period != 0) return false;
    return !walker.wants_target && !walker.is_in_focus && !walker.has_arrived && !walker.is_paused &&
           walker.is_standing() && walker.waited >= search_patience &&
           walker.route_status.code == StatusCode::unreachable;
}

using Places = BoxIndex<std::pair<std::uint32_t, Standing>>;

Standing standing_of(const Walker& walker) {
    return {walker.has_arrived ? walker.place : walker.target, walker.spec.limits.radius};
}

Box2 room_of(const Standing& standing) {
    return Box2::around(standing.place.position, standing.radius);
}

/// Where somebody who looks for a place must know of all who stand there.
Box2 room_to_choose_from(const Walker& walker) {
    return bounds_of(walker.goal.region).grown(walker.spec.limits.radius + 0.1);
}

void take_place(Places& places, const Walker& walker) {
    const Standing standing = standing_of(walker);
    places.add(standing.place.layer, room_of(standing), {walker.number, standing});
}

std::vector<Standing> places_taken(const Places& places, const Walker& by_others_than) {
    std::vector<Standing> taken;
    places.any(by_others_than.goal.layer, room_to_choose_from(by_others_than), [&](const auto& place) {
        if (place.first != by_others_than.number) taken.push_back(place.second);
        return false;
    });
    return taken;
}

/// Does the walker's place matter to those who look for one there? While they are many nobody asks.
bool matters(const Walker& walker, std::span<const Box2> rooms) {
    constexpr std::size_t few = 16;
    if (rooms.size() > few) return true;
    const Box2 room = room_of(standing_of(walker));
    return std::any_of(rooms.begin(), rooms.end(), [&](const Box2& other) { return other.overlaps(room); });
}

}  // namespace

void choose_targets(Crowd& crowd, const Budget& budget) {
    std::vector<std::uint32_t> wanting;
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present() && (needs_target(walker) || is_cut_off(crowd, walker)))
            wanting.push_back(walker.number);
    if (wanting.empty()) return;
    std::vector<Box2> rooms;
    for (const std::uint32_t number : wanting) rooms.push_back(room_to_choose_from(crowd.walkers[number]));
    Places places(2);
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present() && !walker.wants_target && matters(walker, rooms)) take_place(places, walker);
    for (const std::uint32_t number : wanting) {
        if (number != wanting.front() && budget.exhausted()) break;
        Walker& walker = crowd.walkers[number];
        const std::uint64_t seed = Rng(crowd.options.seed).split(walker.number).split(crowd.frame).next();
        const auto taken = places_taken(places, walker);
        if (is_cut_off(crowd, walker)) {
            walker.waited = 0;
            const auto other = choose_beyond(walker.target, walker.goal, walker.spec.limits.radius,
                                             crowd.world.walls(), taken, seed);
            if (!other) continue;
            walker.target = *other;
        } else {
            walker.target =
                choose_target(walker.goal, walker.spec.limits.radius, crowd.world.walls(), taken, seed);
        }
        walker.wants_target = false;
        walker.wants_route = true;
        walker.waited = 0;
        take_place(places, walker);
    }
}

}  // namespace wend
