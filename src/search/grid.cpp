#include "wend/search/grid.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace wend::search {
namespace {

struct Step {
    int x;
    int y;
};
/// The straight ones first: a move's cost follows from its number.
constexpr Step steps[8] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

}  // namespace

Grid::Grid(std::uint32_t width, std::uint32_t height, Connectivity connectivity, StepCosts costs)
    : width_(width),
      height_(height),
      // An odd pitch keeps the cells of a column out of one another's cache sets.
      pitch_(width | 1),
      connectivity_(connectivity),
      costs_(costs),
      corner_saving_(connectivity == Connectivity::eight ? 2 * costs.straight - costs.diagonal : 0),
      reciprocal_((std::uint64_t{1} << reciprocal_shift) / pitch_ + 1),
      moves_(std::size_t{pitch_} * height),
      free_(moves_.size(), 1) {
    assert(width > 0 && height > 0 && width <= 32768 && height <= 32768 && moves_.size() <= 1u << 28);
    assert(costs.straight <= costs.diagonal && costs.diagonal <= 2 * costs.straight);
    for (int i = 0; i < 8; ++i)
        offsets_[i] = static_cast<StateId>(steps[i].y * static_cast<int>(pitch_) + steps[i].x);
    if (pitch_ != width_)
        for (std::uint32_t y = 0; y < height_; ++y) free_[state(width_, y)] = 0;
    update_all_moves();
}

std::uint8_t Grid::legal_moves(std::int64_t x, std::int64_t y) const noexcept {
    if (!is_free(x, y)) return 0;
    unsigned moves = 0;
    const unsigned count = connectivity_ == Connectivity::eight ? 8 : 4;
    for (unsigned i = 0; i < count; ++i) {
        const auto [dx, dy] = steps[i];
        if (is_free(x + dx, y + dy) && is_free(x + dx, y) && is_free(x, y + dy)) moves |= 1u << i;
    }
    return static_cast<std::uint8_t>(moves);
}

void Grid::update_all_moves() {
    for (std::uint32_t y = 0; y < height_; ++y)
        for (std::uint32_t x = 0; x < width_; ++x) moves_[state(x, y)] = legal_moves(x, y);
}

void Grid::set_blocked(StateId cell, bool blocked) {
    free_[cell] = blocked ? 0 : 1;
    const std::int64_t x = x_of(cell), y = y_of(cell);
    for (std::int64_t v = std::max<std::int64_t>(y - 1, 0); v <= std::min<std::int64_t>(y + 1, height_ - 1);
         ++v)
        for (std::int64_t u = std::max<std::int64_t>(x - 1, 0);
             u <= std::min<std::int64_t>(x + 1, width_ - 1); ++u)
            moves_[static_cast<std::size_t>(v * pitch_ + u)] = legal_moves(u, v);
}

std::uint32_t Grid::least_steps(StateId from, StateId to, Cost cost) const noexcept {
    const bool diagonals = connectivity_ == Connectivity::eight;
    const std::uint32_t width = std::max(x_of(from), x_of(to)) - std::min(x_of(from), x_of(to));
    const std::uint32_t height = std::max(y_of(from), y_of(to)) - std::min(y_of(from), y_of(to));
    const std::uint32_t far = diagonals ? std::max(width, height) : width + height;
    const Cost longest = (diagonals ? costs_.diagonal : costs_.straight) * most_weight_;
    return std::max(far, cost / std::max<Cost>(longest, 1));
}

void Grid::set_weight(StateId cell, Weight weight) {
    if (weights_.empty()) weights_.assign(moves_.size(), 1);
    weights_[cell] = std::max<Weight>(weight, 1);
    most_weight_ = std::max(most_weight_, weight);
}

void Grid::append_affected(StateId cell, std::vector<StateId>& affected) const {
    const std::int64_t x = x_of(cell), y = y_of(cell);
    for (std::int64_t v = std::max<std::int64_t>(y - 1, 0); v <= std::min<std::int64_t>(y + 1, height_ - 1);
         ++v)
        for (std::int64_t u = std::max<std::int64_t>(x - 1, 0);
             u <= std::min<std::int64_t>(x + 1, width_ - 1); ++u)
            affected.push_back(static_cast<StateId>(v * pitch_ + u));
}

}  // namespace wend::search
