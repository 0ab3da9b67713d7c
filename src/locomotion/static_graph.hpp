#pragma once

// Best-case connectivity of landmarks [ST §5.5]: the least cost, time and cost in excess of waiting that any
// move between two of them can have at any time, and the least sums over all ways.

#include <limits>
#include <vector>

#include "wend/locomotion/planner.hpp"

namespace wend::locomotion {

inline constexpr TravelUnits no_way = std::numeric_limits<TravelUnits>::max() / 4;

/// Prices of one step.
struct StepPrices {
    TravelUnits waiting = 0;
    std::vector<TravelUnits> least;  ///< by controller
};
[[nodiscard]] StepPrices step_prices(const EdgeTable& edges, const TravelCost& cost);

class StaticGraph {
  public:
    struct Edge {
        EdgeTable::Index to = 0;
        TravelUnits cost = 0;
    };
    StaticGraph(const EdgeTable& edges, const StepPrices& prices, EdgeTable::Index goal);

    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// Least cost to the goal; `no_way` when there is none.
    [[nodiscard]] TravelUnits to_goal(EdgeTable::Index p) const { return to_goal_[p]; }
    [[nodiscard]] const std::vector<Edge>& edges_of(EdgeTable::Index p) const { return edges_[p]; }
    /// Fewest steps, and least cost in excess of waiting, from p to q.
    [[nodiscard]] TravelUnits steps(EdgeTable::Index p, EdgeTable::Index q) const {
        return steps_[p * count_ + q];
    }
    [[nodiscard]] TravelUnits excess(EdgeTable::Index p, EdgeTable::Index q) const {
        return excess_[p * count_ + q];
    }

  private:
    std::size_t count_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<TravelUnits> to_goal_;
    std::vector<TravelUnits> steps_;
    std::vector<TravelUnits> excess_;
};

}  // namespace wend::locomotion
