#include "static_graph.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace wend::locomotion {
namespace {

using Heap = std::priority_queue<std::pair<TravelUnits, EdgeTable::Index>,
                                 std::vector<std::pair<TravelUnits, EdgeTable::Index>>, std::greater<>>;
using Adjacency = std::vector<std::vector<StaticGraph::Edge>>;

void flood(const Adjacency& graph, EdgeTable::Index from, TravelUnits* least) {
    std::fill(least, least + graph.size(), no_way);
    Heap heap;
    heap.push({least[from] = 0, from});
    while (!heap.empty()) {
        const auto [cost, p] = heap.top();
        heap.pop();
        if (cost > least[p]) continue;
        for (const auto& edge : graph[p])
            if (cost + edge.cost < least[edge.to]) heap.push({least[edge.to] = cost + edge.cost, edge.to});
    }
}

}  // namespace

StepPrices step_prices(const EdgeTable& edges, const TravelCost& cost) {
    const double unit = edges.timing().seconds() * units_per_cost;
    StepPrices prices;
    prices.waiting = static_cast<TravelUnits>(std::llround(cost.waiting * unit));
    for (const auto& controller : edges.controllers())
        prices.least.push_back(
            static_cast<TravelUnits>(std::llround(cost.least_of(controller->name()) * unit)));
    return prices;
}

StaticGraph::StaticGraph(const EdgeTable& edges, const StepPrices& prices, EdgeTable::Index goal)
    : count_(edges.landmarks().size()),
      edges_(count_),
      to_goal_(count_),
      steps_(count_ * count_),
      excess_(count_ * count_) {
    Adjacency back(count_);
    Adjacency times(count_);
    Adjacency excesses(count_);
    for (EdgeTable::Index p = 0; p < count_; ++p) {
        for (const EdgeTable::Index q : edges.successors(p)) {
            TravelUnits cost = no_way;
            TravelUnits time = no_way;
            TravelUnits excess = no_way;
            for (std::size_t c = 0; c < prices.least.size(); ++c) {
                const Step steps = edges.fewest_ever(c, p, q);
                if (steps == 0) continue;
                time = std::min<TravelUnits>(time, steps);
                cost = std::min(cost, prices.least[c] * steps);
                excess = std::min(excess, std::max<TravelUnits>(0, prices.least[c] - prices.waiting) * steps);
            }
            edges_[p].push_back({q, cost});
            back[q].push_back({p, cost});
            times[p].push_back({q, time});
            excesses[p].push_back({q, excess});
        }
    }
    flood(back, goal, to_goal_.data());
    for (EdgeTable::Index p = 0; p < count_; ++p) {
        flood(times, p, &steps_[p * count_]);
        flood(excesses, p, &excess_[p * count_]);
    }
}

}  // namespace wend::locomotion
