#pragma once

// Space-time A* over landmarks with deferred edges, culling by waits and gap markers [ST §5, Figs. 8 and 9].
//
// A state is (landmark, step, heading). Where it differs from the listings:
//  - Whoever waits long enough can leave in any direction (`controller.hpp`), so a wait that costs no more
//    dominates every later visit of the landmark exactly, until standing there is interrupted. The gap
//    markers are known beforehand, from the same test that a wait is checked with.
//  - A deferred edge is culled by its earliest arrival only if the wait lasts until its latest one; otherwise
//  a
//    gap in between would be overlooked.
//  - The refined heuristic h1 bounds time and cost in excess of waiting separately, over all ways, so that it
//    stays admissible for costs other than time. A landmark that a wait dominates for good is no way at all.
//  - Values of h1 are kept until a wait is added on one of the landmarks they looked at.
//
// Costs are whole millionths. Equal keys are broken by step, then by number of the node.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/locomotion/edge_table.hpp"
#include "wend/locomotion/travel_cost.hpp"

namespace wend::locomotion {

using TravelUnits = std::int64_t;
inline constexpr double units_per_cost = 1e6;

struct PlanOptions {
    bool culling = true;      ///< without: only the closed set of A* (same landmark, step and heading)
    bool timed_bound = true;  ///< without: only the static graph's bounds [ST §5.5]
};

struct PlanRequest {
    EdgeTable::Index start = 0;
    EdgeTable::Index goal = 0;
    Step depart = 0;
    /// At rest on the landmark when empty, otherwise passing it with this heading.
    std::optional<double> heading;
};

/// One leg: a wait on a landmark until `depart`, then a move to the next one.
struct PlannedMove {
    EdgeTable::Index from = 0;
    EdgeTable::Index to = 0;
    std::size_t controller = 0;
    Step arrived = 0;  ///< on `from`; a wait when less than the departure
    Move move;
};

struct TravelPlan {
    StatusCode status = StatusCode::in_progress;
    PlanRequest request;
    std::vector<PlannedMove> moves;
    TravelUnits cost = 0;
    Step arrive = 0;
    [[nodiscard]] double price() const noexcept { return static_cast<double>(cost) / units_per_cost; }
};

struct PlanStats {
    std::uint64_t trajectories = 0;  ///< simulated for this plan
    std::uint64_t evaluated = 0;     ///< edges: those known from before included
    std::uint64_t expanded = 0;
    std::uint64_t culled = 0;
    std::uint64_t generated = 0;
    double heuristic_seconds = 0;  ///< to build the static graph
    double seconds = 0;
};

/// What a move costs; nothing when the function goes below what it promised.
[[nodiscard]] std::optional<TravelUnits> price_of(const EdgeTable& edges, const TravelCost& cost,
                                                  std::size_t controller, EdgeTable::Index from,
                                                  const Move& move);

/// For pictures: what became of a node.
struct ExploredNode {
    EdgeTable::Index landmark = 0;
    Step step = 0;
    enum class Fate : std::uint8_t { expanded, culled, waited } fate = Fate::expanded;
};

class SpaceTimePlanner {
  public:
    SpaceTimePlanner(EdgeTable& edges, TravelCost cost, PlanRequest request, PlanOptions options = {});
    ~SpaceTimePlanner();
    SpaceTimePlanner(const SpaceTimePlanner&) = delete;
    SpaceTimePlanner& operator=(const SpaceTimePlanner&) = delete;

    /// ok, unreachable (within the horizon), out_of_budget (call again to go on), or invalid_input.
    Status run(Budget& budget);
    /// The plan; of an unfinished search the way to the most promising node, marked partial.
    [[nodiscard]] TravelPlan plan() const;
    [[nodiscard]] const PlanStats& stats() const noexcept;
    [[nodiscard]] const std::vector<ExploredNode>& explored() const noexcept;

  private:
    struct Search;
    std::unique_ptr<Search> search_;
};

}  // namespace wend::locomotion
