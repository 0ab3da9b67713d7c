#pragma once

#include "wend/locomotion/planner.hpp"

#include "static_graph.hpp"

namespace wend::locomotion {

/// Least cost to the goal from a landmark at a step, over the controllers' own bounds for each departure:
/// headings, obstacles and the time to prepare are left out, so it is no more than the true cost; but a
/// surface that is not there yet is waited for, which a graph without time cannot know [ST §5.5]. Found
/// backwards in time.
class TimedBound {
  public:
    TimedBound(EdgeTable& edges, const MovePrices& prices, const StaticGraph& graph,
               const PlanRequest& request);

    /// Of somebody who is there at that step.
    [[nodiscard]] TravelUnits at(EdgeTable::Index p, Step step) const { return there_[index(p, step)]; }
    /// Of somebody who arrives then or later, where later costs at least the wait.
    [[nodiscard]] TravelUnits from(EdgeTable::Index p, Step step) const { return later_[index(p, step)]; }

  private:
    [[nodiscard]] std::size_t index(EdgeTable::Index p, Step step) const {
        return static_cast<std::size_t>(step) * count_ + p;
    }
    [[nodiscard]] TravelUnits leaving(EdgeTable& edges, const MovePrices& prices, const StaticGraph& graph,
                                      EdgeTable::Index p, Step step) const;

    std::size_t count_;
    std::vector<TravelUnits> there_;
    std::vector<TravelUnits> later_;
};

}  // namespace wend::locomotion
