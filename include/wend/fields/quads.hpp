#pragma once

// Ground as squares of different sizes, as large as the weights allow (COURSE 3.4.1, Garcia et al. 2014).
//
// A leaf is known by its quadcode: the bits of x and y of its low corner, interleaved, and its level. Codes
// in order are the leaves in order, so one sorted list is the whole tree: no nodes, no pointers. The leaf at
// a cell is found by its code; neighbours are the leaves at the cells beyond the sides. Blocked ground is
// what no leaf covers. The decomposition is the coarsest one: four leaves of a node never weigh the same
// (unless their edges would cost more than 2^30).
//
// It is a ground for BasicGoalField, and a search::Domain. Moves lead from centre to centre of leaves that
// share a side; two such leaves hold the straight line between their centres (with half sides B > b the line
// crosses the common side within b (B - b) / (B + b) < b of its middle). The cost is its length, split where
// it crosses, times the weights. Leaves of one size also have the diagonals of a grid, by the same rule.
// Where all leaves are single cells, edges and costs are exactly those of FieldGrid.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/fields/goal_field.hpp"
#include "wend/search/cost.hpp"

namespace wend::fields {

/// Cells x, x + 1, ..., x + width - 1 and the same in y.
struct CellBox {
    std::uint32_t x = 0, y = 0, width = 1, height = 1;
};

struct Leaf {
    std::uint32_t x = 0, y = 0;  ///< of its low corner
    std::uint32_t size = 1;      ///< cells a side
    Weight weight = blocked;
};

class Quads {
  public:
    static constexpr std::uint32_t most_side = 32768;

    /// From one layer of a grid; what a square of 2^k cells has beyond it is blocked.
    [[nodiscard]] static Result<Quads> create(const FieldGrid& grid, std::uint32_t layer = 0);

    [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
    [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
    [[nodiscard]] std::size_t leaf_count() const noexcept { return order_.size(); }

    /// All cells of the box get this weight: splits and merges what has to be, near the box alone. Returns
    /// the leaves with whose edges something has happened, for `BasicGoalField::repair_edges` and
    /// `Search::change`; numbers of leaves that are gone are not used again before the next call.
    std::vector<Cell> set_weight(const CellBox& box, Weight weight);

    /// The number of the leaf at a cell, `no_cell` where it is blocked.
    [[nodiscard]] Cell leaf_at(std::uint32_t x, std::uint32_t y) const noexcept;
    [[nodiscard]] Leaf leaf(Cell number) const noexcept;
    [[nodiscard]] std::size_t bytes() const noexcept;

    // Ground of a field: cells are numbers of leaves.
    [[nodiscard]] std::size_t cell_count() const noexcept { return codes_.size(); }
    [[nodiscard]] bool is_blocked(Cell number) const noexcept { return weights_[number] == blocked; }
    template <class Visit>
    void visit_out(Cell number, Visit&& visit) const {
        if (is_blocked(number)) return;
        const Leaf here = leaf(number);
        visit_around(here, [&](Cell other, const Leaf& there, bool is_corner) {
            if (is_corner && !is_diagonal_open(here, there)) return;
            visit(other, edge_cost(here, there, is_corner));
        });
    }
    template <class Visit>
    void visit_in(Cell number, Visit&& visit) const {
        visit_out(number, visit);
    }
    [[nodiscard]] FieldCost least_edge() const noexcept { return 2 * straight_unit * least_weight_; }
    [[nodiscard]] FieldCost most_edge() const noexcept {
        return 2 * diagonal_unit * most_weight_ * most_size_;
    }

    // search::Domain
    [[nodiscard]] std::size_t state_count() const noexcept { return codes_.size(); }
    template <class Visit>
    void successors(search::StateId state, Visit&& visit) const {
        visit_out(state, visit);
    }
    template <class Visit>
    void predecessors(search::StateId state, Visit&& visit) const {
        visit_out(state, visit);
    }
    /// The straight distance at the least weight, less the two hundredths by which edges may be rounded.
    [[nodiscard]] search::Cost lower_bound(search::StateId from, search::StateId to) const noexcept;

  private:
    using Code = std::uint32_t;
    /// A square of the tree, leaf or not.
    struct Node {
        Code code = 0;
        unsigned level = 0;  ///< 2^level cells a side
    };
    /// What becomes of a node: one weight, or leaves of its own.
    struct Piece {
        Node node;
        Weight weight = blocked;
    };
    struct Edit;

    [[nodiscard]] static Code code_of(std::uint32_t x, std::uint32_t y) noexcept;
    [[nodiscard]] static std::uint32_t x_of(Code code) noexcept;
    [[nodiscard]] static std::uint32_t y_of(Code code) noexcept { return x_of(code >> 1); }
    [[nodiscard]] static Code cells_in(unsigned level) noexcept { return Code{1} << (2 * level); }

    [[nodiscard]] std::size_t first_at_or_after(Code code) const noexcept;
    /// The leaf at a cell, or the largest blocked square around it.
    [[nodiscard]] Leaf square_at(std::uint32_t x, std::uint32_t y, Cell& number) const noexcept;
    [[nodiscard]] bool is_diagonal_open(const Leaf& here, const Leaf& there) const noexcept;
    [[nodiscard]] static FieldCost edge_cost(const Leaf& here, const Leaf& there, bool is_corner) noexcept;
    /// The weight of a node that is one square of ground, blocked or not.
    [[nodiscard]] bool is_whole(Node node, Weight& weight) const noexcept;
    bool cut(Node node, Edit& edit) const;
    void edit(const CellBox& box, Weight weight, std::vector<Cell>& changed);
    [[nodiscard]] Node node_around(const CellBox& box) const noexcept;
    void replace(Node node, const std::vector<Piece>& pieces, std::vector<Cell>& changed);
    [[nodiscard]] Cell new_number();

    /// visit(number, leaf, touches in a corner only) for all leaves that touch this square.
    template <class Visit>
    void visit_around(const Leaf& here, Visit&& visit) const {
        const std::uint32_t side = std::uint32_t{1} << side_level_;
        const std::uint32_t end_x = here.x + here.size, end_y = here.y + here.size;
        if (end_x < side) visit_side(end_x, here.y, here.size, true, visit);
        if (end_y < side) visit_side(here.x, end_y, here.size, false, visit);
        if (here.x > 0) visit_side(here.x - 1, here.y, here.size, true, visit);
        if (here.y > 0) visit_side(here.x, here.y - 1, here.size, false, visit);
        const auto corner = [&](std::uint32_t x, std::uint32_t y) {
            if (x >= side || y >= side) return;
            Cell number = no_cell;
            const Leaf there = square_at(x, y, number);
            // Larger squares may reach round the corner along a side, where they have been met already.
            const bool beyond_x = there.x >= end_x || there.x + there.size <= here.x;
            const bool beyond_y = there.y >= end_y || there.y + there.size <= here.y;
            if (number != no_cell && beyond_x && beyond_y) visit(number, there, true);
        };
        corner(end_x, end_y);
        corner(here.x - 1, end_y);
        corner(here.x - 1, here.y - 1);
        corner(end_x, here.y - 1);
    }
    template <class Visit>
    void visit_side(std::uint32_t x, std::uint32_t y, std::uint32_t length, bool upward,
                    Visit&& visit) const {
        std::uint32_t& along = upward ? y : x;
        for (const std::uint32_t end = along + length; along < end;) {
            Cell number = no_cell;
            const Leaf there = square_at(x, y, number);
            if (number != no_cell) visit(number, there, false);
            along = (upward ? there.y : there.x) + there.size;
        }
    }

    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    unsigned side_level_ = 0;
    std::vector<Code> codes_;           ///< by number
    std::vector<std::uint8_t> levels_;  ///< by number
    std::vector<Weight> weights_;       ///< by number; blocked: not in use
    std::vector<Cell> order_;           ///< numbers by code
    std::vector<Cell> unused_;
    std::vector<Cell> gone_;  ///< unused from the next edit on
    Weight least_weight_ = 1;
    Weight most_weight_ = 1;
    std::uint32_t most_size_ = 1;
};

using QuadField = BasicGoalField<Quads>;

}  // namespace wend::fields
