#pragma once

// The opponents of the goal field: a plain bucket queue (Dial 1969), one bucket for each cost, and a binary
// heap. They use the same ground with the same table of moves.

#include <queue>
#include <vector>

#include "wend/fields/goal_field.hpp"

namespace wend::bench {

inline void plain_bucket_field(const fields::FieldGrid& grid, fields::Cell goal,
                               std::vector<fields::FieldCost>& costs) {
    using namespace fields;
    costs.assign(grid.cell_count(), unreached);
    const std::size_t span = std::size_t{grid.most_edge()} + 1;
    std::vector<std::vector<Cell>> buckets(span);
    costs[goal] = 0;
    buckets[0].push_back(goal);
    std::size_t waiting = 1;
    for (FieldCost at = 0; waiting > 0; ++at) {
        auto& bucket = buckets[at % span];
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            const Cell cell = bucket[i];
            if (costs[cell] != at) continue;
            grid.visit_in(cell, [&](Cell before, FieldCost edge) {
                if (at + edge >= costs[before]) return;
                costs[before] = at + edge;
                buckets[(at + edge) % span].push_back(before);
                ++waiting;
            });
        }
        waiting -= bucket.size();
        bucket.clear();
    }
}

inline void binary_heap_field(const fields::FieldGrid& grid, fields::Cell goal,
                              std::vector<fields::FieldCost>& costs) {
    using namespace fields;
    costs.assign(grid.cell_count(), unreached);
    using HeapEntry = std::pair<FieldCost, Cell>;
    std::priority_queue<HeapEntry, std::vector<HeapEntry>, std::greater<>> open;
    costs[goal] = 0;
    open.emplace(0, goal);
    while (!open.empty()) {
        const auto [at, cell] = open.top();
        open.pop();
        if (costs[cell] != at) continue;
        grid.visit_in(cell, [&, at = at](Cell before, FieldCost edge) {
            if (at + edge >= costs[before]) return;
            costs[before] = at + edge;
            open.emplace(at + edge, before);
        });
    }
}

}  // namespace wend::bench
