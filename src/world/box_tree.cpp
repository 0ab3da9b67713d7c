#include "world/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace wend {

BoxTree::BoxTree(const std::vector<Box2>& boxes) {
    if (boxes.empty()) return;
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0u);
    nodes_.reserve(boxes.size());
    build(0, static_cast<std::uint32_t>(boxes.size()), boxes);
    boxes_.reserve(boxes.size());
    for (const std::uint32_t item : items_) boxes_.push_back(boxes[item]);
}

void BoxTree::build(std::uint32_t first, std::uint32_t last, const std::vector<Box2>& boxes) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    for (std::uint32_t i = first; i < last; ++i) nodes_[index].box.add(boxes[items_[i]]);
    if (last - first <= leaf_size) {
        nodes_[index].second = first;
        nodes_[index].count = last - first;
        return;
    }
    const Vec2 size = nodes_[index].box.high - nodes_[index].box.low;
    const auto centre = [&](std::uint32_t item) {
        const Vec2 twice = boxes[item].low + boxes[item].high;
        return size.x >= size.y ? twice.x : twice.y;
    };
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double at_a = centre(a), at_b = centre(b);
                         return at_a != at_b ? at_a < at_b : a < b;
                     });
    build(first, middle, boxes);
    nodes_[index].second = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last, boxes);
}

}  // namespace wend
