#pragma once

// An agent's way to its goal: asked of the router from where the agent can still turn off, and joined to what
// it walks until then. When obstacles have come or gone, the shortest way is found from what is left of the
// one before and from the news about it, by dynamically pruned A* [DPA]: an agent remembers no more than
// that.

#include <optional>

#include "sim/planners/planning.hpp"

namespace wend {

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
