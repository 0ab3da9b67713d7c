#pragma once

// An agent's way to its goal: asked of the router from where the agent can still turn off, and joined to what
// it walks until then. A way that something new cuts off is mended: a short way around the cut, then on as
// before. Only where that leads nowhere, or far around, is the whole way looked for anew.

#include <optional>

#include "sim/planning.hpp"

namespace wend {

/// Metres to keep between a body and a wall beyond touching, where there is room.
inline constexpr double usual_wall_gap = 0.02;

struct Way {
    std::shared_ptr<const Route> route;
    WalkState walk;
};

/// Notes in the outcome how it went.
[[nodiscard]] std::optional<Way> find_way(const Crowd& crowd, const Walker& walker, Budget& budget,
                                          PlanningOutcome& outcome);

/// The same way without what no body can walk: a course through the mesh turns corners by chords, which cut
/// them. Places without room, or from which no way leads on, are left out, and legs without room led around
/// by the router; empty where it finds no way to the end.
[[nodiscard]] std::vector<RoutePoint> walkable(const Crowd& crowd, const Walker& walker,
                                               const std::vector<RoutePoint>& points, Budget& budget);

/// Another way to the goal than through the crowd ahead, where that is worth it.
[[nodiscard]] std::optional<Way> less_crowded_way(const Crowd& crowd, const Walker& walker, Budget& budget);

/// The same way on the right side of a corridor where others come the other way.
[[nodiscard]] std::optional<Way> way_on_its_side(const Crowd& crowd, const Walker& walker,
                                                 PlanningOutcome& outcome);

/// A way around those who will stand or come in the way, where that is worth it.
[[nodiscard]] std::optional<Way> evasive_way(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                             Budget& budget);

}  // namespace wend
