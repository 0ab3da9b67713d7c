#pragma once

// Around those who will be in the way: a way beside an agent's route, through the ground that will be least
// crowded when it comes by (MD section 4.1, Sigma 2; sim/forecast/prediction.hpp). The ground on both sides
// of the next stretch of the route is a lattice, one row for every few metres, and the cheapest way from row
// to row is found by dynamic programming. A metre costs what domains/density_cost.hpp makes of the predicted
// crowd, times what constraints make of it for those whom they bind; the left side of the route costs a
// little more than the right, so that streams that meet choose different sides.
//
//          o   o   o---o---o   o       offsets to the left
//      ----o---o   o   o   o---o----   the route
//          o   o   o   o   o   o       offsets to the right

#include <vector>

#include "wend/base/budget.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/snapshot.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// The points of a way from that station of the route to the route's end that meets fewer than the route
/// itself; empty when there is none that is worth it. One expansion a row.
[[nodiscard]] std::vector<RoutePoint> evade(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                            const Route& route, double station, Budget& budget);

}  // namespace wend
