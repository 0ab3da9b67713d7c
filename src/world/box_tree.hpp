#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wend/geometry/box.hpp"

namespace wend {

/// A static tree over boxes: split at the median of the longer side, stored depth first in one array, so that
/// any spread of sizes and gaps costs a logarithm. (A uniform grid loses on a hall whose walls are far away.)
class BoxTree {
  public:
    BoxTree() = default;
    explicit BoxTree(const std::vector<Box2>& boxes);

    /// Calls visit(index) for every box that overlaps `range`, until visit returns false.
    template <class Visit>
    void overlapping(const Box2& range, Visit&& visit) const {
        std::array<std::uint32_t, max_depth> stack;
        std::size_t waiting = 0;
        if (!nodes_.empty()) stack[waiting++] = 0;
        while (waiting > 0) {
            const Node& node = nodes_[stack[--waiting]];
            if (!node.box.overlaps(range)) continue;
            if (node.count == 0) {
                stack[waiting++] = node.second;
                stack[waiting++] = first_child(node);
                continue;
            }
            for (std::uint32_t i = node.second; i < node.second + node.count; ++i)
                if (boxes_[i].overlaps(range) && !visit(items_[i])) return;
        }
    }

    /// Calls visit(index, bound) for boxes whose squared distance to p is below `bound`, nearer branches
    /// first; visit returns the new bound.
    template <class Visit>
    void nearest(Vec2 p, double bound, Visit&& visit) const {
        if (!nodes_.empty()) descend(0, p, bound, visit);
    }

  private:
    static constexpr std::size_t max_depth = 64;
    static constexpr std::uint32_t leaf_size = 4;

    struct Node {
        Box2 box;
        std::uint32_t second = 0;  ///< the second child, or in a leaf the first item
        std::uint32_t count = 0;   ///< items of a leaf; 0: an inner node, whose first child follows it
    };

    static double squared_distance_to(const Box2& box, Vec2 p) noexcept {
        const Vec2 nearest{std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y)};
        return squared_length(p - nearest);
    }
    std::uint32_t first_child(const Node& node) const noexcept {
        return static_cast<std::uint32_t>(&node - nodes_.data()) + 1;
    }

    template <class Visit>
    void descend(std::uint32_t index, Vec2 p, double& bound, Visit& visit) const {
        const Node& node = nodes_[index];
        if (node.count > 0) {
            for (std::uint32_t i = node.second; i < node.second + node.count; ++i)
                if (squared_distance_to(boxes_[i], p) < bound) bound = visit(items_[i], bound);
            return;
        }
        std::uint32_t near = index + 1, far = node.second;
        double near_by = squared_distance_to(nodes_[near].box, p);
        double far_by = squared_distance_to(nodes_[far].box, p);
        if (far_by < near_by) {
            std::swap(near, far);
            std::swap(near_by, far_by);
        }
        if (near_by < bound) descend(near, p, bound, visit);
        if (far_by < bound) descend(far, p, bound, visit);
    }

    void build(std::uint32_t first, std::uint32_t last, const std::vector<Box2>& boxes);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
    std::vector<Box2> boxes_;  ///< in the order of items_
};

}  // namespace wend
