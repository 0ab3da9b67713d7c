#include "timed_bound.hpp"

#include <algorithm>

namespace wend::locomotion {

TravelUnits TimedBound::leaving(EdgeTable& edges, const MovePrices& prices, const StaticGraph& graph,
                                EdgeTable::Index p, Step step) const {
    TravelUnits best = no_way;
    for (const EdgeTable::Index q : edges.successors(p)) {
        if (graph.to_goal(q) >= no_way) continue;
        for (std::size_t c = 0; c < prices.least.size(); ++c) {
            if (edges.fewest_steps(c, p, q, step) == 0) continue;
            const Step steps = edges.foreseen_steps(c, p, q, step);
            if (steps == 0 || step + steps > edges.timing().horizon) continue;
            best = std::min(best, prices.of(c, p, q, steps) + from(q, step + steps));
        }
    }
    return best;
}

TimedBound::TimedBound(EdgeTable& edges, const MovePrices& prices, const StaticGraph& graph,
                       const PlanRequest& request)
    : count_(edges.landmarks().size()) {
    const Step horizon = edges.timing().horizon;
    there_.assign(count_ * (static_cast<std::size_t>(horizon) + 1), no_way);
    later_ = there_;
    for (Step step = horizon; step >= 0; --step)
        for (EdgeTable::Index p = 0; p < count_; ++p) {
            // Nobody is there so early.
            if (step < request.depart + graph.steps(request.start, p)) continue;
            TravelUnits& here = there_[index(p, step)];
            if (p == request.goal) {
                const Step stop = std::min(step + edges.prepare_steps(), horizon);
                here = edges.standing_until(p, step) >= stop ? 0 : no_way;
            } else if (step < horizon && graph.to_goal(p) < no_way) {
                here = leaving(edges, prices, graph, p, step);
                if (edges.standing_until(p, step) > step)
                    here = std::min(here, at(p, step + 1) + prices.waiting);
            }
            later_[index(p, step)] =
                step < horizon ? std::min(here, from(p, step + 1) + prices.waiting) : here;
        }
}

}  // namespace wend::locomotion
