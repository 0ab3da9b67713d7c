#pragma once

// A grid of cells as a search domain: 4- or 8-connected, cells blocked or free, each with a weight. The rules
// are those of the MovingAI benchmarks (Sturtevant 2012): a diagonal step needs both cells beside it free.
//
// The legal moves of each cell are kept as eight bits and updated around a cell that is blocked or freed, so
// that a search reads one byte instead of asking up to twelve cells and the borders.

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/search/domain.hpp"

namespace wend::search {

/// What a step costs between cells of weight 1. The default ratio is a convergent of the square root of two,
/// right to 6e-8: lengths in cells are cost / straight.
struct StepCosts {
    Cost straight = 2378;
    Cost diagonal = 3363;  ///< at least `straight`, at most twice as much
};

enum class Connectivity : unsigned char { four, eight };

class Grid {
  public:
    using Weight = std::uint8_t;

    /// All cells free. At most 32768 cells a side and 2^28 in all.
    Grid(std::uint32_t width, std::uint32_t height, Connectivity connectivity = Connectivity::eight,
         StepCosts costs = {});

    [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
    [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
    [[nodiscard]] const StepCosts& costs() const noexcept { return costs_; }

    /// Ids leave gaps between rows.
    [[nodiscard]] StateId state(std::uint32_t x, std::uint32_t y) const noexcept { return y * pitch_ + x; }
    [[nodiscard]] std::uint32_t y_of(StateId state) const noexcept {
        return static_cast<std::uint32_t>((state * reciprocal_) >> reciprocal_shift);
    }
    [[nodiscard]] std::uint32_t x_of(StateId state) const noexcept { return state - y_of(state) * pitch_; }

    [[nodiscard]] bool is_blocked(StateId state) const noexcept { return free_[state] == 0; }
    void set_blocked(StateId state, bool blocked);
    /// Blocks or frees many cells at once: `blocked(x, y)` is asked for each.
    template <class Blocked>
    void fill(Blocked&& blocked) {
        for (std::uint32_t y = 0; y < height_; ++y)
            for (std::uint32_t x = 0; x < width_; ++x) free_[state(x, y)] = blocked(x, y) ? 0 : 1;
        update_all_moves();
    }

    /// A step costs its base cost times the weight of the cell it enters; at least 1.
    [[nodiscard]] Weight weight(StateId state) const noexcept {
        return weights_.empty() ? Weight{1} : weights_[state];
    }
    void set_weight(StateId state, Weight weight);

    /// The cell and its neighbours: every end of an edge that blocking, freeing or weighing the cell can
    /// change.
    void append_affected(StateId state, std::vector<StateId>& affected) const;

    // Domain
    [[nodiscard]] std::size_t state_count() const noexcept { return moves_.size(); }

    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if (weights_.empty())
            visit_moves(state, visit);
        else
            visit_moves(state, [&](StateId next, Cost step) { visit(next, step * weights_[next]); });
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if (weights_.empty())
            visit_moves(state, visit);
        else
            visit_moves(state, [&, weight = weights_[state]](StateId next, Cost step) {
                visit(next, step * weight);
            });
    }

    /// The octile distance, or the Manhattan distance when 4-connected.
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const noexcept {
        const std::uint32_t from_y = y_of(from), to_y = y_of(to);
        const auto dy = static_cast<std::int32_t>(from_y - to_y);
        const auto dx = static_cast<std::int32_t>(from - to) - dy * static_cast<std::int32_t>(pitch_);
        const auto width = static_cast<std::uint32_t>(dx < 0 ? -dx : dx);
        const auto height = static_cast<std::uint32_t>(dy < 0 ? -dy : dy);
        return costs_.straight * (width + height) - corner_saving_ * (width < height ? width : height);
    }
    /// How many steps a path has at least that costs no less than `cost`.
    [[nodiscard]] std::uint32_t least_steps(StateId from, StateId to, Cost cost) const noexcept;

  private:
    static constexpr int reciprocal_shift = 44;
    static constexpr std::uint8_t all_moves = 0xFF;

    /// Moves are symmetric: the same bits serve both directions.
    template <class Visit>
    void visit_moves(StateId state, Visit&& visit) const {
        for (unsigned moves = moves_[state]; moves != 0; moves &= moves - 1) {
            const auto move = static_cast<unsigned>(std::countr_zero(moves));
            visit(state + offsets_[move], move < 4 ? costs_.straight : costs_.diagonal);
        }
    }

    [[nodiscard]] bool is_free(std::int64_t x, std::int64_t y) const noexcept {
        return x >= 0 && y >= 0 && x < width_ && y < height_ && free_[y * pitch_ + x] != 0;
    }
    [[nodiscard]] std::uint8_t legal_moves(std::int64_t x, std::int64_t y) const noexcept;
    void update_all_moves();

    std::uint32_t width_;
    std::uint32_t height_;
    std::uint32_t pitch_;
    Connectivity connectivity_;
    StepCosts costs_;
    Cost corner_saving_;  ///< what one diagonal step saves against two straight ones
    std::uint64_t reciprocal_;
    StateId offsets_[8];
    std::vector<std::uint8_t> moves_;
    std::vector<std::uint8_t> free_;
    std::vector<Weight> weights_;  ///< empty while all are 1
    Weight most_weight_ = 1;       ///< that any cell has had
};

}  // namespace wend::search
