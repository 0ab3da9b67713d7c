#pragma once

// Dynamically pruned A* [DPA] on the tangents that shortest paths are made of: a new shortest path after
// obstacles came and went, from the old one and what happened since. The lengths are true shortest lengths in
// free space, which an insertion cannot lessen and a deletion cannot add to, so the rules of all four
// scenarios are theorems here:
//   1. inserted, old path free: it is still the shortest; nothing is searched.
//   2. inserted, old path cut: whoever gets to where the old path leaves a corner behind the last cut has a
//      whole path, and nothing that goes by that point is shorter.
//   3. deleted, old path free: a shorter path leads through where an obstacle was, or there is none.
//   4. both, or the walker is beside its path: what of the above still holds.
// The old path alone is remembered; a walker needs no other memory.

#include <span>

#include "wend/geometry/polygon.hpp"
#include "wend/mesh/query.hpp"

namespace wend::mesh {

/// An obstacle that appeared or disappeared since the old path was planned, in any order.
struct ObstacleEvent {
    Ring outline;  ///< metres
    bool inserted = true;
};

enum class ReplanScenario : std::uint8_t {
    planned_anew,          ///< no old path that could tell anything
    insertion_unaffected,  ///< [DPA §III.C] 1
    insertion_affected,    ///< 2
    deletion_unaffected,   ///< 3
    deletion_affected,     ///< the same from beside the path: in free space a deletion cuts nothing
    both_unaffected,
    both_affected,
};

struct ReplanReport {
    ReplanScenario scenario = ReplanScenario::planned_anew;
    bool kept_old = false;         ///< what is left of the old path is still the shortest
    bool fell_back = false;        ///< planned anew: no roads of this radius, or nothing left to prune with
    std::uint64_t expansions = 0;  ///< corners looked at
};

/// What is left of `old` after so many metres of it.
[[nodiscard]] Path rest_of(const Path& old, double walked);

/// Does a disc that follows the path come nearer to the outline than its radius?
[[nodiscard]] bool is_cut(const Path& path, const Ring& outline, double radius);

/// The shortest path of the query, `query.mode` and areas left aside. `rest`: what is left of a path that was
/// the shortest before the events; it ends at `query.to`, and starts at `query.from` unless the walker has
/// left it. With a roadmap of the radius that is up to date the search is pruned; without one it is plain.
/// `path` may not be `rest`. Statuses are those of find_path; out_of_budget: call again with more.
ReplanReport replan_path(const Triangulation& mesh, const PathQuery& query, const Path& rest,
                         std::span<const ObstacleEvent> events, QueryContext& context, Budget& budget,
                         Path& path, const Connectivity* connectivity = nullptr,
                         const Roadmap* roadmap = nullptr);

}  // namespace wend::mesh
