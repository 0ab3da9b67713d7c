// Which cells hang together: the same as by a search from cell to cell. Grids of cells that come as they are
// needed.

#include "sim/coordination/connected_cells.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

namespace wend {
namespace {

std::vector<StreamCell> random_cells(Rng& rng) {
    const auto span = static_cast<std::int32_t>(4 + rng.below(60));
    const std::uint64_t count = 1 + rng.below(120);
    std::set<StreamCell> cells;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto coordinate = [&] {
            return static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(span))) - span / 2;
        };
        cells.insert({static_cast<std::uint32_t>(rng.below(2)), coordinate(), coordinate()});
    }
    return {cells.begin(), cells.end()};
}

bool are_near(const StreamCell& a, const StreamCell& b, std::int32_t farthest) {
    return a.layer == b.layer && std::abs(a.x - b.x) <= farthest && std::abs(a.y - b.y) <= farthest;
}

std::vector<std::vector<StreamCell>> by_search(const std::vector<StreamCell>& cells, std::int32_t farthest) {
    std::vector<bool> is_taken(cells.size());
    std::vector<std::vector<StreamCell>> groups;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (is_taken[i]) continue;
        is_taken[i] = true;
        std::vector<StreamCell> group{cells[i]};
        for (std::size_t k = 0; k < group.size(); ++k)
            for (std::size_t j = 0; j < cells.size(); ++j)
                if (!is_taken[j] && are_near(group[k], cells[j], farthest)) {
                    is_taken[j] = true;
                    group.push_back(cells[j]);
                }
        std::sort(group.begin(), group.end());
        groups.push_back(std::move(group));
    }
    return groups;
}

TEST(ConnectedCells, AreThoseOfASearch) {
    Rng rng(31);
    for (int round = 0; round < 2000; ++round) {
        const std::vector<StreamCell> cells = random_cells(rng);
        const auto farthest = static_cast<std::int32_t>(1 + rng.below(5));
        EXPECT_EQ(connected_cells(cells, farthest), by_search(cells, farthest)) << "round " << round;
    }
}

TEST(CellGrid, HoldsWhatAMapHolds) {
    Rng rng(32);
    CellGrid<int> grid;
    for (int round = 0; round < 20; ++round) {
        grid.clear();
        std::map<StreamCell, int> map;
        for (int value = 1; value < 400; ++value) {
            const StreamCell cell{static_cast<std::uint32_t>(rng.below(3)),
                                  static_cast<std::int32_t>(rng.below(300)) - 150,
                                  static_cast<std::int32_t>(rng.below(300)) - 150};
            grid[cell] = map[cell] = value;
        }
        auto value_at = grid.reader();
        for (const auto& [cell, value] : map) {
            const int* found = value_at(cell);
            ASSERT_NE(found, nullptr);
            EXPECT_EQ(*found, value);
        }
        std::map<StreamCell, int> visited;
        grid.for_each([&](const StreamCell& cell, int value) {
            if (value != 0) visited[cell] = value;
        });
        EXPECT_EQ(visited, map);
        EXPECT_EQ(grid.reader()({9, 0, 0}), nullptr);
    }
}

TEST(CellGrid, CellsBeginAtWholeSteps) {
    const double width = StreamCell::width;
    EXPECT_EQ(StreamCell::at(1, {0, 0}), (StreamCell{1, 0, 0}));
    EXPECT_EQ(StreamCell::at(0, {-0.1 * width, 1.5 * width}), (StreamCell{0, -1, 1}));
    EXPECT_EQ(StreamCell::at(0, {-width, -1.01 * width}), (StreamCell{0, -1, -2}));
}

}  // namespace
}  // namespace wend
