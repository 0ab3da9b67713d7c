#include "sim/queueing.hpp"

#include <algorithm>
#include <limits>

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

}  // namespace wend
