#include "refined_bound.hpp"

#include <algorithm>
#include <functional>

namespace wend::locomotion {

TravelUnits RefinedBound::floor_of(EdgeTable::Index p, EdgeTable::Index q, Step step,
                                   TravelUnits excess) const {
    if (graph_.steps(p, q) >= horizon_ - step + 1) return no_way;
    const Step earliest = step + static_cast<Step>(graph_.steps(p, q));
    const TravelUnits more = graph_.excess(p, q);
    const Step free = waits_.free_from(q, earliest, excess + more);
    return free > horizon_ ? no_way : more + waiting_ * (free - step);
}

void RefinedBound::relax(const Entry& entry, EdgeTable::Index p, Step step, TravelUnits excess,
                         std::vector<EdgeTable::Index>& looked_at) {
    for (const auto& edge : graph_.edges_of(entry.landmark)) {
        const EdgeTable::Index q = edge.to;
        if (graph_.to_goal(q) >= no_way) continue;
        if (floor_[q] < 0) {
            floor_[q] = floor_of(p, q, step, excess);
            looked_at.push_back(q);
        }
        const TravelUnits cost = std::max(entry.cost + edge.cost, floor_[q]);
        if (cost >= cost_[q]) continue;
        cost_[q] = cost;
        heap_.push_back({cost + graph_.to_goal(q), cost, q});
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
}

TravelUnits RefinedBound::operator()(EdgeTable::Index p, Step step, TravelUnits excess,
                                     std::vector<EdgeTable::Index>& looked_at) {
    looked_at.clear();
    if (p == goal_) return 0;
    if (graph_.steps(p, goal_) > horizon_ - step) return no_way;
    const std::size_t count = graph_.size();
    cost_.assign(count, no_way);
    floor_.assign(count, -1);
    heap_.assign(1, {graph_.to_goal(p), 0, p});
    cost_[p] = 0;
    while (!heap_.empty()) {
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        const Entry entry = heap_.back();
        heap_.pop_back();
        if (entry.landmark == goal_) return entry.cost;
        if (entry.cost == cost_[entry.landmark]) relax(entry, p, step, excess, looked_at);
    }
    return no_way;
}

}  // namespace wend::locomotion
