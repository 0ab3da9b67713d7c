// The maps of MovingAI with non-uniform costs, before and after changes, in all ways that there are to
// compute a field: cells on the processor, cells on an OpenCL device, quads.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/fields/open_cl_field.hpp"
#include "wend/fields/quads.hpp"
#include "wend/io/movingai.hpp"

#include "worlds.hpp"

namespace wend::fields::test {
namespace {

constexpr std::uint32_t patch = 8;  ///< cells of one weight, on a side

/// visit(name, grid, rng) for every map, its ground in patches of five weights.
template <class Visit>
void for_each_map(Visit&& visit) {
    std::size_t maps = 0;
    for (const auto& entry : std::filesystem::directory_iterator(wend::test::data_dir() / "movingai")) {
        if (entry.path().extension() != ".map") continue;
        const auto map = io::load_map(entry.path());
        ASSERT_TRUE(map);
        SCOPED_TRACE(entry.path());
        Rng rng(++maps);
        FieldGrid grid = FieldGrid::create(map.value().width, map.value().height).value();
        const std::size_t patches_x = grid.width() / patch + 1;
        std::vector<Weight> patches(patches_x * (grid.height() / patch + 1));
        for (Weight& weight : patches) weight = static_cast<Weight>(1 + rng.below(5));
        grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t) {
            return map.value().is_blocked(x, y) ? blocked : patches[y / patch * patches_x + x / patch];
        });
        visit(grid, rng);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GE(maps, 13u);
}

Cell free_cell(Rng& rng, const FieldGrid& grid) {
    Cell cell = 0;
    do cell = static_cast<Cell>(rng.below(grid.cell_count()));
    while (grid.is_blocked(cell));
    return cell;
}

/// Boxes that close, open or weigh something else; the goal stays free.
std::vector<CellBox> some_boxes(Rng& rng, const FieldGrid& grid) {
    std::vector<CellBox> boxes(6);
    for (CellBox& box : boxes)
        box = {static_cast<std::uint32_t>(rng.below(grid.width())),
               static_cast<std::uint32_t>(rng.below(grid.height())),
               static_cast<std::uint32_t>(1 + rng.below(40)), static_cast<std::uint32_t>(1 + rng.below(40))};
    return boxes;
}

bool holds(const FieldGrid& grid, const CellBox& box, Cell cell) {
    return grid.x_of(cell) >= box.x && grid.x_of(cell) < box.x + box.width && grid.y_of(cell) >= box.y &&
           grid.y_of(cell) < box.y + box.height;
}

void paint(FieldGrid& grid, const CellBox& box, Weight weight, std::vector<Cell>& changed) {
    for (std::uint32_t y = box.y; y < std::min(box.y + box.height, grid.height()); ++y)
        for (std::uint32_t x = box.x; x < std::min(box.x + box.width, grid.width()); ++x) {
            grid.set_weight(grid.cell(x, y), weight);
            changed.push_back(grid.cell(x, y));
        }
}

/// Changes the grid; says what cells, and what boxes with which weights.
std::vector<Cell> change(Rng& rng, FieldGrid& grid, Cell goal,
                         std::vector<std::pair<CellBox, Weight>>& painted) {
    std::vector<Cell> changed;
    for (const CellBox& box : some_boxes(rng, grid)) {
        const auto weight = static_cast<Weight>(rng.below(6));
        if (holds(grid, box, goal)) continue;
        painted.emplace_back(box, weight);
        paint(grid, box, weight, changed);
    }
    return changed;
}

TEST(AllMaps, cells_cost_what_dijkstra_finds_on_processor_and_device) {
    WEND_NEEDS_DATA("movingai");
    auto device = OpenClField::open();
    if (!device) std::printf("without OpenCL: %s\n", device.status().message.c_str());
    for_each_map([&](FieldGrid& grid, Rng& rng) {
        const FieldGoal goal{free_cell(rng, grid), 0};
        const std::span goals(&goal, 1);
        GoalField field, early;
        ASSERT_TRUE(field.begin(grid, goals).is_ok());
        ASSERT_TRUE(field.advance(grid).is_ok());
        if (device) {
            ASSERT_TRUE(device.value().compute(grid, goals, Kernel::tiles).is_ok());
            ASSERT_TRUE(
                std::equal(field.costs().begin(), field.costs().end(), device.value().costs().begin()));
        }
        std::vector<std::pair<CellBox, Weight>> painted;
        const auto changed = change(rng, grid, goal.cell, painted);
        const std::vector<FieldCost> truth = dijkstra(grid, goals);
        field.repair(grid, changed);
        ASSERT_TRUE(field.advance(grid).is_ok());
        ASSERT_EQ(costs_of(field), truth);
        if (device) {
            ASSERT_TRUE(device.value().repair(grid, changed, Kernel::tiles).is_ok());
            ASSERT_TRUE(std::equal(truth.begin(), truth.end(), device.value().costs().begin()));
        }
        const Cell agents[] = {free_cell(rng, grid), free_cell(rng, grid), free_cell(rng, grid)};
        ASSERT_TRUE(early.begin(grid, goals).is_ok());
        ASSERT_TRUE(early.advance(grid, agents).is_ok());
        for (const Cell agent : agents) ASSERT_EQ(early.cost(agent), truth[agent]);
    });
}

/// Edges between leaves as the outlines say, found by walking over all cells; no quadcodes.
class QuadsByCells {
  public:
    QuadsByCells(const Quads& quads, const FieldGrid& grid)
        : quads_(quads), grid_(grid), owner_(grid.cell_count(), no_cell), near_(quads.cell_count()) {
        for (Cell number = 0; number < quads.cell_count(); ++number) {
            if (quads.is_blocked(number)) continue;
            const Leaf leaf = quads.leaf(number);
            for (std::uint32_t i = 0; i < leaf.size * leaf.size; ++i)
                owner_[grid.cell(leaf.x + i % leaf.size, leaf.y + i / leaf.size)] = number;
        }
        for (std::uint32_t y = 0; y < grid.height(); ++y)
            for (std::uint32_t x = 0; x < grid.width(); ++x) {
                join(x, y, x + 1, y);
                join(x, y, x, y + 1);
                if (is_open(x, y)) join_corner(x, y, x + 1, y + 1), join_corner(x + 1, y, x, y + 1);
            }
    }

    /// Is every free cell some leaf's, and of its weight?
    [[nodiscard]] bool covers() const {
        for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
            if (grid_.is_blocked(cell)
                    ? owner_[cell] != no_cell
                    : owner_[cell] == no_cell || quads_.leaf(owner_[cell]).weight != grid_.weight(cell))
                return false;
        return true;
    }

    [[nodiscard]] std::vector<FieldCost> field(Cell goal) const {
        std::vector<std::uint64_t> costs(quads_.cell_count(), unreached);
        using Entry = std::pair<std::uint64_t, Cell>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        open.emplace(costs[goal] = 0, goal);
        while (!open.empty()) {
            const auto [cost, at] = open.top();
            open.pop();
            if (cost != costs[at]) continue;
            for (const auto& [next, edge] : near_[at])
                if (cost + edge < costs[next]) open.emplace(costs[next] = cost + edge, next);
        }
        return {costs.begin(), costs.end()};
    }

  private:
    [[nodiscard]] Cell owner(std::uint32_t x, std::uint32_t y) const {
        return x < grid_.width() && y < grid_.height() ? owner_[grid_.cell(x, y)] : no_cell;
    }
    /// Are the four cells around the upper right corner free?
    [[nodiscard]] bool is_open(std::uint32_t x, std::uint32_t y) const {
        return owner(x, y) != no_cell && owner(x + 1, y) != no_cell && owner(x, y + 1) != no_cell &&
               owner(x + 1, y + 1) != no_cell;
    }
    void add(Cell a, Cell b, std::uint64_t cost) {
        near_[a].emplace_back(b, cost);
        near_[b].emplace_back(a, cost);
    }
    void join(std::uint32_t ax, std::uint32_t ay, std::uint32_t bx, std::uint32_t by) {
        const Cell a = owner(ax, ay), b = owner(bx, by);
        if (a == b || a == no_cell || b == no_cell) return;
        const Leaf p = quads_.leaf(a), q = quads_.leaf(b);
        const double dx = p.x + p.size / 2.0 - q.x - q.size / 2.0,
                     dy = p.y + p.size / 2.0 - q.y - q.size / 2.0;
        const double mean = (double(p.size) * p.weight + double(q.size) * q.weight) / double(p.size + q.size);
        add(a, b, static_cast<std::uint64_t>(std::llround(140 * std::hypot(dx, dy) * mean)));
    }
    /// Leaves of one size that have nothing but this corner in common.
    void join_corner(std::uint32_t ax, std::uint32_t ay, std::uint32_t bx, std::uint32_t by) {
        const Cell a = owner(ax, ay), b = owner(bx, by);
        const Leaf p = quads_.leaf(a), q = quads_.leaf(b);
        const auto apart = [&](std::uint32_t from, std::uint32_t to) {
            return from > to ? from - to : to - from;
        };
        if (p.size != q.size || apart(p.x, q.x) != p.size || apart(p.y, q.y) != p.size) return;
        add(a, b, 99 * p.size * (std::uint64_t{p.weight} + q.weight));
    }

    const Quads& quads_;
    const FieldGrid& grid_;
    std::vector<Cell> owner_;  ///< by cell
    std::vector<std::vector<std::pair<Cell, std::uint64_t>>> near_;
};

TEST(AllMaps, quads_cost_what_dijkstra_finds_on_them) {
    WEND_NEEDS_DATA("movingai");
    for_each_map([&](FieldGrid& grid, Rng& rng) {
        Quads quads = Quads::create(grid).value();
        const Cell at = free_cell(rng, grid);
        // A leaf that lasts: a single cell of its own weight.
        grid.set_weight(at, 9);
        quads.set_weight({grid.x_of(at), grid.y_of(at), 1, 1}, 9);
        const FieldGoal goal{quads.leaf_at(grid.x_of(at), grid.y_of(at)), 0};
        QuadField field;
        ASSERT_TRUE(field.begin(quads, std::span(&goal, 1)).is_ok());
        for (int step = 0; step < 3; ++step) {
            ASSERT_TRUE(field.advance(quads).is_ok());
            const QuadsByCells truth(quads, grid);
            ASSERT_TRUE(truth.covers()) << "step " << step;
            ASSERT_EQ(std::vector<FieldCost>(field.costs().begin(), field.costs().end()),
                      truth.field(goal.cell))
                << "step " << step;
            std::vector<std::pair<CellBox, Weight>> painted;
            change(rng, grid, at, painted);
            for (const auto& [box, weight] : painted)
                field.repair_edges(quads, quads.set_weight(box, weight));
        }
    });
}

}  // namespace
}  // namespace wend::fields::test
