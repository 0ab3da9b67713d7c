#include "wend/fields/quads.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wend::fields {

Quads::Code Quads::code_of(std::uint32_t x, std::uint32_t y) noexcept {
    const auto spread = [](std::uint32_t v) {
        v = (v | v << 8) & 0x00FF00FFu;
        v = (v | v << 4) & 0x0F0F0F0Fu;
        v = (v | v << 2) & 0x33333333u;
        return (v | v << 1) & 0x55555555u;
    };
    return spread(x) | spread(y) << 1;
}

std::uint32_t Quads::x_of(Code code) noexcept {
    code &= 0x55555555u;
    code = (code | code >> 1) & 0x33333333u;
    code = (code | code >> 2) & 0x0F0F0F0Fu;
    code = (code | code >> 4) & 0x00FF00FFu;
    return (code | code >> 8) & 0x0000FFFFu;
}

Leaf Quads::leaf(Cell number) const noexcept {
    const Code code = codes_[number];
    return {x_of(code), y_of(code), std::uint32_t{1} << levels_[number], weights_[number]};
}

std::size_t Quads::first_at_or_after(Code code) const noexcept {
    const auto found = std::lower_bound(order_.begin(), order_.end(), code,
                                        [&](Cell number, Code at) { return codes_[number] < at; });
    return static_cast<std::size_t>(found - order_.begin());
}

Leaf Quads::square_at(std::uint32_t x, std::uint32_t y, Cell& number) const noexcept {
    const Code code = code_of(x, y);
    const auto after = std::upper_bound(order_.begin(), order_.end(), code,
                                        [&](Code at, Cell other) { return at < codes_[other]; });
    std::uint64_t free_from = 0, free_to = cells_in(side_level_);
    if (after != order_.begin()) {
        const Cell before = *(after - 1);
        free_from = std::uint64_t{codes_[before]} + cells_in(levels_[before]);
        if (code < free_from) {
            number = before;
            return leaf(before);
        }
    }
    if (after != order_.end()) free_to = codes_[*after];
    // The largest square around the cell in the gap between two leaves.
    unsigned level = 0;
    while (level < side_level_) {
        const Code cells = cells_in(level + 1), begin = code & ~(cells - 1);
        if (begin < free_from || std::uint64_t{begin} + cells > free_to) break;
        ++level;
    }
    const Code begin = code & ~(cells_in(level) - 1);
    number = no_cell;
    return {x_of(begin), y_of(begin), std::uint32_t{1} << level, blocked};
}

Cell Quads::leaf_at(std::uint32_t x, std::uint32_t y) const noexcept {
    Cell number = no_cell;
    if (x < width_ && y < height_) static_cast<void>(square_at(x, y, number));
    return number;
}

bool Quads::is_diagonal_open(const Leaf& here, const Leaf& there) const noexcept {
    if (here.size != there.size) return false;
    // The two cells beside the common corner.
    const std::uint32_t x = std::max(here.x, there.x), y = std::max(here.y, there.y);
    const bool rises = (here.x < there.x) == (here.y < there.y);
    return rises ? leaf_at(x, y - 1) != no_cell && leaf_at(x - 1, y) != no_cell
                 : leaf_at(x, y) != no_cell && leaf_at(x - 1, y - 1) != no_cell;
}

FieldCost Quads::edge_cost(const Leaf& here, const Leaf& there, bool is_corner) noexcept {
    const FieldCost weights = FieldCost{here.weight} + there.weight;
    if (is_corner) return diagonal_unit * here.size * weights;
    if (here.size == there.size) return straight_unit * here.size * weights;
    // In half cells; every factor is symmetric, so that the way back costs the same.
    const double a = here.size, b = there.size;
    const double dx = 2.0 * here.x + a - (2.0 * there.x + b), dy = 2.0 * here.y + a - (2.0 * there.y + b);
    const double mean = (a * here.weight + b * there.weight) / (a + b);
    return static_cast<FieldCost>(std::llround(straight_unit * std::sqrt(dx * dx + dy * dy) * mean));
}

search::Cost Quads::lower_bound(search::StateId from, search::StateId to) const noexcept {
    const Leaf a = leaf(from), b = leaf(to);
    const double dx = 2.0 * a.x + a.size - (2.0 * b.x + b.size);
    const double dy = 2.0 * a.y + a.size - (2.0 * b.y + b.size);
    return static_cast<search::Cost>(0.98 * straight_unit * least_weight_ * std::sqrt(dx * dx + dy * dy));
}

std::size_t Quads::bytes() const noexcept {
    return codes_.capacity() * sizeof(Code) + levels_.capacity() + weights_.capacity() * sizeof(Weight) +
           (order_.capacity() + unused_.capacity() + gone_.capacity()) * sizeof(Cell);
}

}  // namespace wend::fields
