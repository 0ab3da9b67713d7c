#include "sim/coordination/queueing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/coordination/jam.hpp"
#include "sim/coordination/lanes.hpp"
#include "sim/coordination/yielding.hpp"
#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double queue_ahead = 3;       ///< metres
constexpr double queueing_speed = 0.4;  ///< m/s; who is faster is no queue
constexpr double beside_it = 0.2;       ///< metres ahead; nearer ones stand beside it
constexpr double gap_to_queue = 0.1;    ///< metres

/// Does it stand, or nearly, on its own side, on its way in that direction?
bool queues_along(const Walker& other, Vec2 ahead) {
    return !other.has_arrived && !other.is_on_wrong_side && other.walk.speed <= queueing_speed &&
           dot(unit_vector(other.walk.heading), ahead) >= 0.5;
}

}  // namespace

double stop_behind_queue(const Crowd& crowd, const Walker& walker, const Snapshot& world, const Route& route,
                         double station) {
    double stop = std::numeric_limits<double>::infinity();
    if (!walker.is_on_wrong_side) return stop;
    const Vec2 ahead = unit_vector(route.heading(route.leg_at(station))), here = walker.place.position;
    for (const Neighbour& near :
         world.occupancy().within(walker.place.layer, here, queue_ahead, world.time(), walker.id)) {
        if (near.who.agent.is_null()) continue;
        const Walker& other = crowd.walkers[crowd.numbers.at(near.who.agent)];
        const double off = dot(other.place.position - here, ahead);
        if (off < beside_it || !queues_along(other, ahead)) continue;
        stop = std::min(stop,
                        station + off - walker.spec.limits.radius - other.spec.limits.radius - gap_to_queue);
    }
    return std::max(stop, station);
}

namespace {

constexpr double longest_step = 1.5, least_gain = 0.1, apart = 0.01;  ///< metres

struct Step {
    Vec2 by;
    double gain = 0;  ///< metres to the right
};

/// Metres that a disc can go in a direction until it is `reach` from a point.
double way_until(Vec2 from, Vec2 direction, Vec2 point, double reach) {
    const Vec2 off = point - from;
    const double along = dot(off, direction), squared = reach * reach - (squared_length(off) - along * along);
    if (along <= 0 || squared <= 0) return longest_step;
    return std::max(0.0, along - std::sqrt(squared));
}

/// The steps that lead farthest to the right between those who stand there, the best first.
std::vector<Step> steps_to_the_right(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                     const LanePlace& lane) {
    const Vec2 here = walker.place.position, ahead = perpendicular(lane.right);
    const auto near =
        world.occupancy().within(walker.place.layer, here, longest_step + 1, world.time(), walker.id);
    std::vector<Step> steps;
    for (const double turn : {0.0, 0.5, 1.0}) {  // radians from the right ahead
        const Vec2 direction = lane.right * std::cos(turn) + ahead * std::sin(turn);
        double way = std::min(longest_step, lane.room_right / std::cos(turn));
        for (const Neighbour& other : near) {
            if (other.who.agent.is_null()) continue;
            const Walker& stander = crowd.walkers[crowd.numbers.at(other.who.agent)];
            const double reach = walker.spec.limits.radius + stander.spec.limits.radius + apart;
            way = std::min(way, way_until(here, direction, resting_place(stander).position, reach));
        }
        if (way * std::cos(turn) >= least_gain) steps.push_back({direction * way, way * std::cos(turn)});
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Step& a, const Step& b) { return a.gain > b.gain; });
    return steps;
}

}  // namespace

std::optional<Commitment> close_up(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                   Budget& budget) {
    const bool waits = walker.is_queueing(world.time()) && !walker.crossing.is_granted;
    if (!walker.is_standing() || walker.has_arrived || !(waits || walker.is_on_wrong_side))
        return std::nullopt;
    const auto lane = place_in_lane(crowd, walker, *walker.commitment.route, walker.walk.station);
    if (!lane || lane->room_right < least_gain) return std::nullopt;
    constexpr double seconds = 3;
    for (const Step& step : steps_to_the_right(crowd, walker, world, *lane)) {
        if (!budget.spend()) return std::nullopt;
        const RoutePoint there{walker.place.position + step.by, walker.place.layer};
        if (auto walk = walk_along(crowd, walker, world, {walker.place, there}, seconds)) return walk;
    }
    return std::nullopt;
}

}  // namespace wend
