#pragma once

// The ground of a goal field: layered square cells, each with a weight, joined by eight moves and by links
// (stairs, doors, jumps) between any two cells.
//
// A move between neighbours costs its length times the mean of the two weights, because half of it runs
// through either cell: for a multiplier that is constant within cells this is the integral itself, not an
// estimate (COURSE 3.2.3). In whole numbers a straight move costs 70 (wa + wb) and a diagonal one
// 99 (wa + wb); 140 is thus one cell's length at weight 1. A diagonal needs both cells beside it free.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/base/status.hpp"

namespace wend::fields {

using Cell = std::uint32_t;
using Weight = std::uint16_t;  ///< 0: blocked
using FieldCost = std::uint32_t;

inline constexpr Cell no_cell = ~Cell{0};
inline constexpr Weight blocked = 0;
inline constexpr FieldCost unreached = ~FieldCost{0};
inline constexpr FieldCost straight_unit = 70;
inline constexpr FieldCost diagonal_unit = 99;
/// What a cell's length costs at weight 1.
inline constexpr FieldCost cell_cost = 2 * straight_unit;

/// The eight moves: the four straight ones first.
inline constexpr std::array<int, 8> move_x{1, 0, -1, 0, 1, -1, -1, 1};
inline constexpr std::array<int, 8> move_y{0, 1, 0, -1, 1, 1, -1, -1};

struct FieldLink {
    Cell from = no_cell;
    Cell to = no_cell;
    FieldCost cost = 0;
    friend bool operator==(const FieldLink&, const FieldLink&) = default;
};

/// Asks the system for large pages where it offers them: a wave front on a large map touches more rows than
/// the processor keeps the addresses of.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

class FieldGrid {
  public:
    static constexpr std::uint32_t most_side = 32768;
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 28;

    /// All cells with the same weight.
    [[nodiscard]] static Result<FieldGrid> create(std::uint32_t width, std::uint32_t height,
                                                  std::uint32_t layers = 1, Weight weight = 1);

    [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
    [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
    [[nodiscard]] std::uint32_t layers() const noexcept { return layers_; }
    [[nodiscard]] std::size_t cell_count() const noexcept { return weights_.size(); }
    [[nodiscard]] Cell cell(std::uint32_t x, std::uint32_t y, std::uint32_t layer = 0) const noexcept {
        return (layer * height_ + y) * width_ + x;
    }
    [[nodiscard]] std::uint32_t x_of(Cell cell) const noexcept { return cell % width_; }
    [[nodiscard]] std::uint32_t y_of(Cell cell) const noexcept { return cell / width_ % height_; }
    [[nodiscard]] std::uint32_t layer_of(Cell cell) const noexcept { return cell / width_ / height_; }

    [[nodiscard]] Weight weight(Cell cell) const noexcept { return weights_[cell]; }
    [[nodiscard]] bool is_blocked(Cell cell) const noexcept { return weights_[cell] == blocked; }
    void set_weight(Cell cell, Weight weight);
    /// Asks `weight(x, y, layer)` of every cell.
    template <class Weigh>
    void fill(Weigh&& weigh) {
        Cell next = 0;
        for (std::uint32_t layer = 0; layer < layers_; ++layer)
            for (std::uint32_t y = 0; y < height_; ++y)
                for (std::uint32_t x = 0; x < width_; ++x) weights_[next++] = weigh(x, y, layer);
        update_all();
    }

    /// A way from one cell to another that is no move. It exists while neither is blocked, and costs what it
    /// says, whatever they weigh; at least 1.
    [[nodiscard]] Status add_link(const FieldLink& link);
    [[nodiscard]] std::span<const FieldLink> links() const noexcept { return links_; }

    /// Which of the eight moves a cell has, a bit each; moves go both ways.
    [[nodiscard]] std::uint8_t moves(Cell cell) const noexcept { return moves_[cell]; }
    [[nodiscard]] const std::array<std::int32_t, 8>& offsets() const noexcept { return offsets_; }
    [[nodiscard]] Cell beside(Cell cell, unsigned move) const noexcept {
        return cell + static_cast<Cell>(offsets_[move]);
    }
    [[nodiscard]] FieldCost move_cost(Cell from, Cell to, unsigned move) const noexcept {
        return (move < 4 ? straight_unit : diagonal_unit) * (FieldCost{weights_[from]} + weights_[to]);
    }

    /// visit(next, cost) for everything that leads away from the cell.
    template <class Visit>
    void visit_out(Cell cell, Visit&& visit) const {
        visit_moves(cell, visit);
        if (has_links(cell)) visit_links(cell, out_, &FieldLink::to, visit);
    }
    /// visit(before, cost) for everything that leads to the cell.
    template <class Visit>
    void visit_in(Cell cell, Visit&& visit) const {
        visit_moves(cell, visit);
        if (has_links(cell)) visit_links(cell, in_, &FieldLink::from, visit);
    }
    /// The same for those edges of which `is_wanted(other, cost)` is true. On open ground all eight moves are
    /// asked about before any is visited, without a branch: which of them a wave front takes is hard to
    /// guess.
    template <class IsWanted, class Visit>
    void visit_out_where(Cell cell, IsWanted&& is_wanted, Visit&& visit) const {
        visit_weighted(cell, is_wanted, visit);
        visit_wanted_links(cell, out_, &FieldLink::to, is_wanted, visit);
    }
    template <class IsWanted, class Visit>
    void visit_in_where(Cell cell, IsWanted&& is_wanted, Visit&& visit) const {
        visit_weighted(cell, is_wanted, visit);
        visit_wanted_links(cell, in_, &FieldLink::from, is_wanted, visit);
    }
    /// visit_in_where if all weights are equal and nothing is linked.
    template <class IsWanted, class Visit>
    void visit_in_uniform(Cell cell, IsWanted&& is_wanted, Visit&& visit) const {
        visit_wanted(
            cell, [&](Cell, unsigned move) { return uniform_steps_[move]; }, is_wanted, visit);
    }
    /// Asks for the memory that `visit_in` of the cell will read.
    void prefetch(Cell cell) const noexcept {
        __builtin_prefetch(moves_.data() + cell);
        if (uniform_weight() != 0) return;
        __builtin_prefetch(weights_.data() + cell);
        if (cell >= width_) __builtin_prefetch(weights_.data() + cell - width_);
        if (cell + width_ < weights_.size()) __builtin_prefetch(weights_.data() + cell + width_);
    }
    /// The cell and its neighbours: all ends of moves that a new weight of the cell can change.
    void append_affected(Cell cell, std::vector<Cell>& affected) const;

    /// Bounds on what any edge has ever cost.
    [[nodiscard]] FieldCost least_edge() const noexcept;
    [[nodiscard]] FieldCost most_edge() const noexcept;
    /// All free cells weigh the same and always have: that weight, else 0.
    [[nodiscard]] Weight uniform_weight() const noexcept {
        return least_weight_ == most_weight_ ? least_weight_ : Weight{0};
    }
    [[nodiscard]] bool has_links() const noexcept { return !links_.empty(); }
    [[nodiscard]] bool has_links(Cell cell) const noexcept { return has_links() && is_linked_[cell]; }
    [[nodiscard]] std::span<const Weight> weights() const noexcept { return weights_; }
    [[nodiscard]] std::span<const std::uint8_t> all_moves() const noexcept { return moves_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    FieldGrid(std::uint32_t width, std::uint32_t height, std::uint32_t layers, Weight weight);

    template <class IsWanted, class Visit>
    void visit_weighted(Cell cell, IsWanted&& is_wanted, Visit&& visit) const {
        const FieldCost here = weights_[cell];
        visit_wanted(
            cell,
            [&](Cell other, unsigned move) {
                return (move < 4 ? straight_unit : diagonal_unit) * (here + weights_[other]);
            },
            is_wanted, visit);
    }
    template <class CostOf, class IsWanted, class Visit>
    void visit_wanted(Cell cell, CostOf&& cost_of, IsWanted&& is_wanted, Visit&& visit) const {
        const unsigned legal = moves_[cell];
        unsigned left = 0;
        const auto ask = [&](unsigned move) {
            const Cell other = beside(cell, move);
            left |= (is_wanted(other, cost_of(other, move)) ? 1u : 0u) << move;
        };
        if (legal == 0xFF)
            for (unsigned move = 0; move < 8; ++move) ask(move);
        else
            for (unsigned rest = legal; rest != 0; rest &= rest - 1)
                ask(static_cast<unsigned>(__builtin_ctz(rest)));
        for (; left != 0; left &= left - 1) {
            const auto move = static_cast<unsigned>(__builtin_ctz(left));
            const Cell other = beside(cell, move);
            visit(other, cost_of(other, move));
        }
    }
    template <class IsWanted, class Visit>
    void visit_wanted_links(Cell cell, const std::vector<std::uint32_t>& order, Cell FieldLink::*end,
                            IsWanted&& is_wanted, Visit&& visit) const {
        if (!has_links(cell)) return;
        visit_links(cell, order, end, [&](Cell other, FieldCost cost) {
            if (is_wanted(other, cost)) visit(other, cost);
        });
    }
    template <class Visit>
    void visit_moves(Cell cell, Visit&& visit) const {
        for (unsigned left = moves_[cell]; left != 0; left &= left - 1) {
            const auto move = static_cast<unsigned>(__builtin_ctz(left));
            visit(beside(cell, move), move_cost(cell, beside(cell, move), move));
        }
    }
    template <class Visit>
    void visit_links(Cell cell, const std::vector<std::uint32_t>& order, Cell FieldLink::*end,
                     Visit&& visit) const {
        const Cell FieldLink::*here = end == &FieldLink::to ? &FieldLink::from : &FieldLink::to;
        if (is_blocked(cell)) return;
        for (std::size_t i = first_link(order, here, cell); i < order.size(); ++i) {
            const FieldLink& link = links_[order[i]];
            if (link.*here != cell) return;
            if (!is_blocked(link.*end)) visit(link.*end, link.cost);
        }
    }
    [[nodiscard]] std::size_t first_link(const std::vector<std::uint32_t>& order, const Cell FieldLink::*by,
                                         Cell cell) const noexcept;
    [[nodiscard]] std::uint8_t legal_moves(Cell cell) const noexcept;
    void note_weight(Weight weight) noexcept;
    void update_all();

    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::uint32_t layers_ = 0;
    std::array<std::int32_t, 8> offsets_{};
    std::array<FieldCost, 8> uniform_steps_{};  ///< of the largest weight so far
    std::vector<Weight> weights_;
    std::vector<std::uint8_t> moves_;
    std::vector<FieldLink> links_;
    std::vector<std::uint32_t> out_;  ///< links by where they lead from
    std::vector<std::uint32_t> in_;   ///< and by where to
    std::vector<bool> is_linked_;     ///< empty while there are no links
    Weight least_weight_ = 1;
    Weight most_weight_ = 1;
    FieldCost least_link_ = unreached;
    FieldCost most_link_ = 0;
};

}  // namespace wend::fields
