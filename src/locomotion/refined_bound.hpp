#pragma once

#include "static_graph.hpp"
#include "wait_book.hpp"

namespace wend::locomotion {

/// The heuristic h1 [ST §5.5]: least cost from a landmark to the goal on the static graph, where a landmark
/// that waits dominate is not reached before they end. For any way there that takes until step f, the cost is
/// at least its excess plus waiting until f.
class RefinedBound {
  public:
    RefinedBound(const StaticGraph& graph, const WaitBook& waits, TravelUnits waiting, Step horizon,
                 EdgeTable::Index goal)
        : graph_(graph),
          waits_(waits),
          waiting_(waiting),
          horizon_(horizon),
          goal_(goal),
          cost_(graph.size()) {}

    /// From landmark p at a step, with the cost so far in excess of waiting. `looked_at`: what it depends on.
    TravelUnits operator()(EdgeTable::Index p, Step step, TravelUnits excess,
                           std::vector<EdgeTable::Index>& looked_at);

  private:
    struct Entry {
        TravelUnits key, cost;
        EdgeTable::Index landmark;
        friend bool operator>(const Entry& a, const Entry& b) noexcept {
            return a.key != b.key ? a.key > b.key : a.landmark > b.landmark;
        }
    };
    [[nodiscard]] TravelUnits floor_of(EdgeTable::Index p, EdgeTable::Index q, Step step,
                                       TravelUnits excess) const;
    void relax(const Entry& entry, EdgeTable::Index p, Step step, TravelUnits excess,
               std::vector<EdgeTable::Index>& looked_at);

    const StaticGraph& graph_;
    const WaitBook& waits_;
    TravelUnits waiting_;
    Step horizon_;
    EdgeTable::Index goal_;
    std::vector<Entry> heap_;
    std::vector<TravelUnits> cost_;
    std::vector<TravelUnits> floor_;
};

}  // namespace wend::locomotion
