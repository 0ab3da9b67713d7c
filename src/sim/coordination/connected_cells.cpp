#include "sim/coordination/connected_cells.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace wend {
namespace {

/// Cells of one column that hang together by themselves. Whatever is near enough to their stretch of the
/// column is near enough to one of them, since none of the holes in it is wider.
struct Run {
    std::uint32_t layer = 0;
    std::int32_t x = 0, low = 0, high = 0;  ///< cells
    std::uint32_t begin = 0, end = 0;       ///< of the cells that came
};

std::vector<Run> runs_of(std::span<const StreamCell> cells, std::int32_t farthest) {
    std::vector<Run> runs;
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
        const StreamCell& cell = cells[i];
        const bool goes_on = !runs.empty() && runs.back().layer == cell.layer && runs.back().x == cell.x &&
                             cell.y - runs.back().high <= farthest;
        if (!goes_on) runs.push_back({cell.layer, cell.x, cell.y, cell.y, i, i});
        runs.back().high = cell.y;
        runs.back().end = i + 1;
    }
    return runs;
}

/// The first of a group stands for it.
class Groups {
  public:
    explicit Groups(std::size_t count) : first_(count) { std::iota(first_.begin(), first_.end(), 0u); }
    [[nodiscard]] std::uint32_t of(std::uint32_t i) {
        while (first_[i] != i) i = first_[i] = first_[first_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = of(a);
        b = of(b);
        first_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::uint32_t> first_;
};

/// Joins a run with those of a later column.
void join_with(const std::vector<Run>& runs, std::uint32_t number, std::int32_t x, std::int32_t farthest,
               Groups& groups) {
    const Run& run = runs[number];
    const auto is_before = [&](const Run& other) {
        return std::tie(other.layer, other.x, other.high) < std::tuple(run.layer, x, run.low - farthest);
    };
    auto other = std::partition_point(runs.begin() + number, runs.end(), is_before);
    for (; other != runs.end() && other->layer == run.layer && other->x == x &&
           other->low <= run.high + farthest;
         ++other)
        groups.join(number, static_cast<std::uint32_t>(other - runs.begin()));
}

}  // namespace

std::vector<std::vector<StreamCell>> connected_cells(std::span<const StreamCell> cells,
                                                     std::int32_t farthest) {
    const std::vector<Run> runs = runs_of(cells, farthest);
    Groups groups(runs.size());
    for (std::uint32_t i = 0; i < runs.size(); ++i)
        for (std::int32_t off = 1; off <= farthest; ++off)
            join_with(runs, i, runs[i].x + off, farthest, groups);
    std::vector<std::vector<StreamCell>> connected;
    std::vector<std::uint32_t> place(runs.size());
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
        const std::uint32_t first = groups.of(i);
        if (first == i) {
            place[i] = static_cast<std::uint32_t>(connected.size());
            connected.emplace_back();
        }
        std::vector<StreamCell>& group = connected[place[first]];
        const auto some = cells.subspan(runs[i].begin, runs[i].end - runs[i].begin);
        group.insert(group.end(), some.begin(), some.end());
    }
    return connected;
}

}  // namespace wend
