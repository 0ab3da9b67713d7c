#pragma once

// How groups do not lock. Promises keep a crowd safe; this makes it move on (after priority inheritance with
// backtracking: Okumura et al. 2022, "Priority inheritance with backtracking for iterative multi-agent path
// finding", here in the open plane and with promises in place of steps).
//
// All who are on their way have a rank that nobody shares: first who is in a narrow passage, then who may go
// into one, then who queues for it, all by how far they have to go to its end; then who walks freely, by
// number; then who waits for others to come out of a passage, then who has arrived. So before a door ranks
// fall from the door outward: with ranks by number, the stones of an arch had somebody of a higher rank
// behind them, who could not go first and need not make room.
//
// Who gets no further asks the one in its way to make room and lends it its rank; the other leaves the way
// that was asked for, be it by the few centimetres that it needs, or, when somebody of a lower rank stands in
// *its* way or there is no free place near, asks on. Whoever goes the same way need not leave it, unless the
// one it waits for is the one who asks. Among those who have been lent the same rank their own ones count: in
// a crowd that is asked all at once nobody could ask on otherwise. Who is asked does not come back into that
// way until the request has lapsed. What is lent on lapses with what it was lent from: a ring of walkers who
// pass a rank around could otherwise keep it long after its owner has gone.
//
// When it cannot lock: the one with the highest rank is never told to yield. While it stands only who gets
// nearer to the end of the same passage overtakes it, and goes through before it. Whoever is in its way finds
// a free place, or asks somebody lower for one, and so on, never in a ring, because no two are equal and each
// asks only lower ones; a request that cannot be met goes back by another way in the next turn, because the
// search then meets other places taken. So as long as the free ground that the group can reach without
// passing the first one has room for one body more than the group, the first one gets on, leaves the passage
// or arrives, and falls back in the ranks; then the next one is first. What this does not cover: dead ends
// whose only free ground lies behind the one who asks, bodies too wide for each other's ways, and goals that
// lie in the only way of somebody else who may not push them (all may: who has arrived ranks last). Whoever
// stands for `deadlock_time` in spite of all this is reported.

#include <cstdint>
#include <optional>
#include <vector>

#include "wend/sim/route.hpp"

#include "sim/people/request.hpp"
#include "sim/promise/commitment.hpp"

namespace wend {

struct Crowd;
struct Walker;
class Snapshot;
class Walls;
class Budget;

/// Seconds without progress after which somebody counts as deadlocked.
inline constexpr double deadlock_time = 10;

/// The rank that others see.
[[nodiscard]] Rank rank_of(const Walker& walker, double now);

/// Does the walk stay out of the way that the walker was asked to leave, or lead along it?
[[nodiscard]] bool respects(const Request& request, const Walker& walker, const Commitment& walk);
/// Is the walker in the way that it was asked to leave, and not about to walk along it?
[[nodiscard]] bool is_in_the_way(const Request& request, const Walker& walker);

/// What the walker asks of those in its way.
[[nodiscard]] Request request_of(const Walker& walker, std::vector<Vec2> way, double now);

/// Ticks are chords: where a way bends close to a corner one of them may cut it, although the way does not.
/// Says whether the walk does so nowhere; who is in a wall already may walk out of it.
[[nodiscard]] bool stays_off_walls(const Walls& walls, const Walker& walker, const Commitment& walk);

/// The walk along those points from rest for so long, if everybody's promises leave room for it.
[[nodiscard]] std::optional<Commitment> walk_along(const Crowd& crowd, const Walker& walker,
                                                   const Snapshot& world, std::vector<RoutePoint> points,
                                                   double seconds);

struct Yield {
    std::optional<Commitment> walk;
    std::vector<Ask> asks;
};
/// Makes room, as the walker was asked to.
[[nodiscard]] Yield make_room(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                              Budget& budget);
/// Leaves the ground before a passage to those who come out of it.
[[nodiscard]] Yield leave_apron(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                Budget& budget);
/// Gets on through a jam: a way between those who stand there, or, when one of them blocks its way, requests
/// to them.
[[nodiscard]] Yield get_through(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                Budget& budget, bool is_blocked);

}  // namespace wend
