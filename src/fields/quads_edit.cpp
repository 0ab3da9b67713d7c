// Splitting and merging: a node around the edited cells is cut anew, and what comes out replaces its leaves.

#include <algorithm>
#include <bit>

#include "wend/fields/quads.hpp"

namespace wend::fields {

namespace {

/// No edge of a leaf may cost more than a link may.
bool may_weigh(std::uint32_t size, Weight weight) noexcept {
    return std::uint64_t{2 * diagonal_unit} * size * weight <= unreached / 4;
}

}  // namespace

/// What is being cut: a box that gets a weight, or, for the first cut, a grid that says all of them.
struct Quads::Edit {
    CellBox box;
    Weight weight = blocked;
    const FieldGrid* grid = nullptr;
    std::uint32_t layer = 0;
    std::vector<Piece> pieces;
};

Result<Quads> Quads::create(const FieldGrid& grid, std::uint32_t layer) {
    if (layer >= grid.layers())
        return Status::invalid_input("quads: found layer " + std::to_string(layer) + ", expected one below " +
                                     std::to_string(grid.layers()));
    Quads quads;
    quads.width_ = grid.width();
    quads.height_ = grid.height();
    quads.side_level_ = static_cast<unsigned>(std::bit_width(std::max(grid.width(), grid.height()) - 1));
    Edit edit;
    edit.grid = &grid;
    edit.layer = layer;
    const Node root{0, quads.side_level_};
    quads.cut(root, edit);
    std::vector<Cell> changed;
    quads.least_weight_ = ~Weight{0};
    quads.replace(root, edit.pieces, changed);
    if (quads.order_.empty()) quads.least_weight_ = 1;
    for (auto* list : {&quads.order_, &quads.codes_}) list->shrink_to_fit();
    quads.levels_.shrink_to_fit();
    quads.weights_.shrink_to_fit();
    return quads;
}

bool Quads::is_whole(Node node, Weight& weight) const noexcept {
    Cell number = no_cell;
    const Leaf there = square_at(x_of(node.code), y_of(node.code), number);
    weight = there.weight;
    return there.size >= std::uint32_t{1} << node.level;
}

/// Appends what becomes of the node, as one piece if it has one weight; says whether it has.
bool Quads::cut(Node node, Edit& edit) const {
    const std::uint32_t x = x_of(node.code), y = y_of(node.code), size = std::uint32_t{1} << node.level;
    const auto whole = [&](Weight weight) {
        edit.pieces.push_back({node, weight});
        return true;
    };
    if (edit.grid != nullptr) {
        if (x >= width_ || y >= height_) return whole(blocked);
        if (node.level == 0) return whole(edit.grid->weight(edit.grid->cell(x, y, edit.layer)));
    } else {
        const CellBox& box = edit.box;
        const bool is_inside =
            x >= box.x && y >= box.y && x + size <= box.x + box.width && y + size <= box.y + box.height;
        const bool is_outside =
            x >= box.x + box.width || y >= box.y + box.height || x + size <= box.x || y + size <= box.y;
        Weight weight = blocked;
        if (is_inside && may_weigh(size, edit.weight)) return whole(edit.weight);
        if (is_outside && is_whole(node, weight)) return whole(weight);
    }
    const std::size_t first = edit.pieces.size();
    bool are_whole = true;
    for (Code child = 0; child < 4; ++child)
        are_whole &= cut({node.code + child * cells_in(node.level - 1), node.level - 1}, edit);
    if (!are_whole) return false;
    const Weight weight = edit.pieces[first].weight;
    if (!may_weigh(size, weight)) return false;
    for (std::size_t i = first + 1; i < first + 4; ++i)
        if (edit.pieces[i].weight != weight) return false;
    edit.pieces.resize(first);
    return whole(weight);
}

/// The smallest node that holds the box, or the square of ground that does, so that it can be split.
Quads::Node Quads::node_around(const CellBox& box) const noexcept {
    const Code low = code_of(box.x, box.y), high = code_of(box.x + box.width - 1, box.y + box.height - 1);
    unsigned level = 0;
    while (low >> (2 * level) != high >> (2 * level)) ++level;
    Cell number = no_cell;
    const Leaf there = square_at(box.x, box.y, number);
    level = std::max(level, static_cast<unsigned>(std::bit_width(there.size)) - 1);
    return {low & ~(cells_in(level) - 1), level};
}

Cell Quads::new_number() {
    if (!unused_.empty()) {
        const Cell number = unused_.back();
        unused_.pop_back();
        return number;
    }
    codes_.push_back(0);
    levels_.push_back(0);
    weights_.push_back(blocked);
    return static_cast<Cell>(codes_.size() - 1);
}

/// Leaves that stay as they are keep their numbers; those that come or go are among the changed.
void Quads::replace(Node node, const std::vector<Piece>& pieces, std::vector<Cell>& changed) {
    const std::size_t first = first_at_or_after(node.code);
    std::size_t last = first;
    const std::uint64_t end = std::uint64_t{node.code} + cells_in(node.level);
    while (last < order_.size() && codes_[order_[last]] < end) ++last;
    std::vector<Cell> numbers;
    std::size_t old = first;
    const auto remove_before = [&](std::uint64_t code) {
        for (; old < last && codes_[order_[old]] < code; ++old) {
            weights_[order_[old]] = blocked;
            gone_.push_back(order_[old]);
            changed.push_back(order_[old]);
        }
    };
    for (const Piece& piece : pieces) {
        if (piece.weight == blocked) continue;
        remove_before(piece.node.code);
        if (old < last && codes_[order_[old]] == piece.node.code &&
            levels_[order_[old]] == piece.node.level) {
            const Cell kept = order_[old++];
            if (weights_[kept] != piece.weight) changed.push_back(kept);
            weights_[kept] = piece.weight;
            numbers.push_back(kept);
        } else {
            const Cell number = new_number();
            codes_[number] = piece.node.code;
            levels_[number] = static_cast<std::uint8_t>(piece.node.level);
            weights_[number] = piece.weight;
            numbers.push_back(number);
            changed.push_back(number);
        }
        least_weight_ = std::min(least_weight_, piece.weight);
        most_weight_ = std::max(most_weight_, piece.weight);
        most_size_ = std::max(most_size_, std::uint32_t{1} << piece.node.level);
    }
    remove_before(end);
    const auto at = order_.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t common = std::min(numbers.size(), last - first);
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(common);
    std::copy(numbers.begin(), middle, at);
    if (common == numbers.size())
        order_.erase(at + static_cast<std::ptrdiff_t>(common),
                     at + static_cast<std::ptrdiff_t>(last - first));
    else
        order_.insert(at + static_cast<std::ptrdiff_t>(common), middle, numbers.end());
}

/// Cuts the node around a small box anew. Where it becomes one piece, it may merge with the three beside it,
/// and so on upward.
void Quads::edit(const CellBox& box, Weight weight, std::vector<Cell>& changed) {
    Node node = node_around(box);
    Edit edit;
    edit.box = box;
    edit.weight = weight;
    while (cut(node, edit) && node.level < side_level_) {
        const Node parent{node.code & ~(cells_in(node.level + 1) - 1), node.level + 1};
        bool merges = true;
        for (Code child = 0; child < 4 && merges; ++child) {
            const Node sibling{parent.code + child * cells_in(node.level), node.level};
            Weight other = blocked;
            merges =
                sibling.code == node.code || (is_whole(sibling, other) && other == edit.pieces[0].weight);
        }
        if (!merges) break;
        node = parent;
        edit.pieces.clear();
    }
    replace(node, edit.pieces, changed);
    // Everything in the node and everything that touches it may have lost or won an edge.
    const Leaf square{x_of(node.code), y_of(node.code), std::uint32_t{1} << node.level, weight};
    visit_around(square, [&](Cell number, const Leaf&, bool) { changed.push_back(number); });
    const std::uint64_t end = std::uint64_t{node.code} + cells_in(node.level);
    for (std::size_t i = first_at_or_after(node.code); i < order_.size() && codes_[order_[i]] < end; ++i)
        changed.push_back(order_[i]);
}

std::vector<Cell> Quads::set_weight(const CellBox& asked, Weight weight) {
    CellBox box = asked;
    if (box.x >= width_ || box.y >= height_ || box.width == 0 || box.height == 0) return {};
    box.width = std::min(box.width, width_ - box.x);
    box.height = std::min(box.height, height_ - box.y);
    unused_.insert(unused_.end(), gone_.begin(), gone_.end());
    gone_.clear();
    // At most four nodes no smaller than the box hold it; the one node that does may be the whole map.
    std::vector<Cell> changed;
    const std::uint32_t step = std::bit_ceil(std::max(box.width, box.height));
    const std::uint32_t end_x = box.x + box.width, end_y = box.y + box.height;
    for (std::uint32_t y = box.y; y < end_y; y = (y / step + 1) * step)
        for (std::uint32_t x = box.x; x < end_x; x = (x / step + 1) * step)
            edit({x, y, std::min(end_x, (x / step + 1) * step) - x,
                  std::min(end_y, (y / step + 1) * step) - y},
                 weight, changed);
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    return changed;
}

}  // namespace wend::fields
