#pragma once

// A static tree of boxes: which of them overlap a given one?

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "wend/geometry/box.hpp"

namespace wend::verify {

class BoxTree {
  public:
    BoxTree() = default;
    explicit BoxTree(std::vector<Box2> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
        std::iota(order_.begin(), order_.end(), 0u);
        if (!boxes_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
    }

    /// Calls `visit(index)` for every box that overlaps `box`, in a fixed order.
    template <class Visit>
    void query(const Box2& box, Visit&& visit) const {
        if (!nodes_.empty()) descend(0, box, visit);
    }

  private:
    static constexpr std::uint32_t leaf_size = 4;
    struct Node {
        Box2 box;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t right = 0;  ///< 0 in a leaf; the left child follows its parent
    };

    std::uint32_t build(std::uint32_t begin, std::uint32_t end) {
        const auto at = static_cast<std::uint32_t>(nodes_.size());
        Node node{{}, begin, end, 0};
        for (std::uint32_t i = begin; i < end; ++i) node.box.add(boxes_[order_[i]]);
        nodes_.push_back(node);
        if (end - begin <= leaf_size) return at;
        const bool wide = node.box.high.x - node.box.low.x > node.box.high.y - node.box.low.y;
        const auto middle = [&](std::uint32_t i) {
            const Box2& box = boxes_[i];
            return wide ? box.low.x + box.high.x : box.low.y + box.high.y;
        };
        const std::uint32_t half = (begin + end) / 2;
        std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                         [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); });
        build(begin, half);
        const std::uint32_t right = build(half, end);
        nodes_[at].right = right;
        return at;
    }

    template <class Visit>
    void descend(std::uint32_t at, const Box2& box, Visit& visit) const {
        const Node& node = nodes_[at];
        if (!node.box.overlaps(box)) return;
        if (node.right == 0) {
            for (std::uint32_t i = node.begin; i < node.end; ++i)
                if (boxes_[order_[i]].overlaps(box)) visit(order_[i]);
            return;
        }
        descend(at + 1, box, visit);
        descend(node.right, box, visit);
    }

    std::vector<Box2> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace wend::verify
