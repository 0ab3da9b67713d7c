#pragma once

// Lanes in corridors: where others come the other way through ground that is not wide open, a way is led over
// to one side of it, the right one. Whoever is on its side already stays where it is, so that the whole width
// of a lane is used; the farther somebody is on the wrong side, the nearer to the wall it goes. A corridor as
// wide as two bodies has two lanes then, one as wide as six has three files to each lane, and nobody meets
// anybody head-on.

#include <optional>
#include <vector>

#include "wend/sim/route.hpp"

#include "sim/people/claims.hpp"

namespace wend {

struct Crowd;
struct Walker;

struct LaneWay {
    bool is_in_corridor = false;     ///< others come the other way in a corridor that has room for lanes
    std::optional<Mouth> mouth;      ///< of such a corridor, near ahead
    std::vector<RoutePoint> points;  ///< from the station on, in the lane; empty: the route is in it already
};

/// Station before which somebody on that route must wait, who has not got over to its side of a mouth.
[[nodiscard]] double stop_before_mouth(const Mouth& mouth, const Route& route, double station, double radius);

/// A place of the route in a corridor in which others come the other way.
struct LanePlace {
    Vec2 right;              ///< across the way
    double room_right = 0;   ///< metres that the middle of the body can go to the right
    double beside_lane = 0;  ///< metres from its lane; negative in it
    double lane = 0;         ///< metres that the middle of the body has in it
};
[[nodiscard]] std::optional<LanePlace> place_in_lane(const Crowd& crowd, const Walker& walker,
                                                     const Route& route, double station);

[[nodiscard]] bool is_on_wrong_side(const Walker& walker, const LanePlace& place);
/// Is a place of the route on the wrong side of a corridor in which others come the other way?
[[nodiscard]] bool is_on_wrong_side(const Crowd& crowd, const Walker& walker, const Route& route,
                                    double station);

[[nodiscard]] LaneWay way_in_lane(const Crowd& crowd, const Walker& walker, const Route& route,
                                  double station);

}  // namespace wend
