#include "wend/fields/field_grid.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace wend::fields {

void prefer_large_pages(void* memory, std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::size_t page = 4096, large = std::size_t{1} << 21;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    if (end > begin + 2 * large) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

Result<FieldGrid> FieldGrid::create(std::uint32_t width, std::uint32_t height, std::uint32_t layers,
                                    Weight weight) {
    const std::uint64_t cells = std::uint64_t{width} * height * layers;
    if (width == 0 || height == 0 || layers == 0 || width > most_side || height > most_side ||
        cells > most_cells)
        return Status::invalid_input("field grid: found " + std::to_string(width) + " x " +
                                     std::to_string(height) + " cells on " + std::to_string(layers) +
                                     " layers, expected 1 to 32768 a side and at most 2^28 in all");
    return FieldGrid(width, height, layers, weight);
}

FieldGrid::FieldGrid(std::uint32_t width, std::uint32_t height, std::uint32_t layers, Weight weight)
    : width_(width),
      height_(height),
      layers_(layers),
      weights_(std::size_t{width} * height * layers, weight),
      moves_(weights_.size(), 0) {
    for (std::size_t move = 0; move < offsets_.size(); ++move)
        offsets_[move] = move_y[move] * static_cast<std::int32_t>(width) + move_x[move];
    least_weight_ = most_weight_ = std::max<Weight>(weight, 1);
    update_all();
}

std::uint8_t FieldGrid::legal_moves(Cell cell) const noexcept {
    if (is_blocked(cell)) return 0;
    const std::uint32_t x = x_of(cell), y = y_of(cell);
    const bool inside[4] = {x + 1 < width_, y + 1 < height_, x > 0, y > 0};
    unsigned moves = 0;
    for (unsigned side = 0; side < 4; ++side)
        if (inside[side] && !is_blocked(beside(cell, side))) moves |= 1u << side;
    // Diagonal 4 + k lies between the straight moves k and k + 1.
    for (unsigned side = 0; side < 4; ++side) {
        const unsigned both = 1u << side | 1u << (side + 1) % 4;
        if ((moves & both) == both && !is_blocked(beside(cell, 4 + side))) moves |= 16u << side;
    }
    return static_cast<std::uint8_t>(moves);
}

void FieldGrid::note_weight(Weight weight) noexcept {
    if (weight == blocked) return;
    least_weight_ = std::min(least_weight_, weight);
    most_weight_ = std::max(most_weight_, weight);
    for (std::size_t move = 0; move < 8; ++move)
        uniform_steps_[move] = (move < 4 ? 2 * straight_unit : 2 * diagonal_unit) * most_weight_;
}

void FieldGrid::update_all() {
    Weight least = ~Weight{0}, most = 0;
    for (const Weight weight : weights_) {
        if (weight == blocked) continue;
        least = std::min(least, weight);
        most = std::max(most, weight);
    }
    if (most != 0) least_weight_ = least, most_weight_ = most;
    note_weight(least_weight_);
    for (Cell cell = 0; cell < weights_.size(); ++cell) moves_[cell] = legal_moves(cell);
}

void FieldGrid::set_weight(Cell cell, Weight weight) {
    const bool is_same_shape = (weights_[cell] == blocked) == (weight == blocked);
    weights_[cell] = weight;
    note_weight(weight);
    if (is_same_shape) return;
    std::vector<Cell> around;
    append_affected(cell, around);
    for (const Cell near : around) moves_[near] = legal_moves(near);
}

void FieldGrid::append_affected(Cell cell, std::vector<Cell>& affected) const {
    const std::uint32_t x = x_of(cell), y = y_of(cell);
    affected.push_back(cell);
    for (unsigned move = 0; move < 8; ++move) {
        const std::uint32_t nx = x + static_cast<std::uint32_t>(move_x[move]);
        const std::uint32_t ny = y + static_cast<std::uint32_t>(move_y[move]);
        if (nx < width_ && ny < height_) affected.push_back(beside(cell, move));
    }
    if (!has_links(cell)) return;
    // A link of a blocked cell does not exist, but its ends are affected all the same.
    for (std::size_t i = first_link(out_, &FieldLink::from, cell);
         i < out_.size() && links_[out_[i]].from == cell; ++i)
        affected.push_back(links_[out_[i]].to);
    for (std::size_t i = first_link(in_, &FieldLink::to, cell); i < in_.size() && links_[in_[i]].to == cell;
         ++i)
        affected.push_back(links_[in_[i]].from);
}

Status FieldGrid::add_link(const FieldLink& link) {
    if (link.from >= cell_count() || link.to >= cell_count())
        return Status::invalid_input("field grid: a link from cell " + std::to_string(link.from) + " to " +
                                     std::to_string(link.to) + ", expected cells below " +
                                     std::to_string(cell_count()));
    if (link.cost == 0 || link.cost > unreached / 4)
        return Status::invalid_input("field grid: a link that costs " + std::to_string(link.cost) +
                                     ", expected 1 to 2^30");
    links_.push_back(link);
    least_link_ = std::min(least_link_, link.cost);
    most_link_ = std::max(most_link_, link.cost);
    is_linked_.resize(cell_count());
    is_linked_[link.from] = is_linked_[link.to] = true;
    const auto sort = [&](std::vector<std::uint32_t>& order, const Cell FieldLink::*by) {
        order.resize(links_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return links_[a].*by < links_[b].*by; });
    };
    sort(out_, &FieldLink::from);
    sort(in_, &FieldLink::to);
    return Status::ok();
}

std::size_t FieldGrid::first_link(const std::vector<std::uint32_t>& order, const Cell FieldLink::*by,
                                  Cell cell) const noexcept {
    const auto found = std::lower_bound(order.begin(), order.end(), cell,
                                        [&](std::uint32_t link, Cell at) { return links_[link].*by < at; });
    return static_cast<std::size_t>(found - order.begin());
}

FieldCost FieldGrid::least_edge() const noexcept {
    return std::min(2 * straight_unit * least_weight_, least_link_);
}
FieldCost FieldGrid::most_edge() const noexcept {
    return std::max(2 * diagonal_unit * most_weight_, most_link_);
}

std::size_t FieldGrid::bytes() const noexcept {
    return weights_.capacity() * sizeof(Weight) + moves_.capacity() + is_linked_.capacity() / 8 +
           links_.capacity() * sizeof(FieldLink) + (out_.capacity() + in_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace wend::fields
