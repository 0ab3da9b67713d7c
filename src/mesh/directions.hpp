#pragma once

// In which directions a straight way can cross a sequence of edges. It has the left ends l of all of them on
// its left and the right ends r on its right, so its direction turns left to reach l - r, for every such
// pair. Each pair leaves half of all directions; together they leave a sector. Where it is empty there is no
// such way, and no sequence that goes round something leaves any.

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {

class Directions {
  public:
    /// Over one edge.
    Directions(LatticePoint left, LatticePoint right) noexcept
        : rightmost_(difference(right, left)), leftmost_(difference(left, right)) {}

    /// Leaves those with `left` on their left and `right` on their right. False if there is none.
    [[nodiscard]] bool restrict(LatticePoint left, LatticePoint right) noexcept {
        const LatticePoint limit = difference(left, right);
        const bool keeps_rightmost = cross(rightmost_, limit) >= 0,
                   keeps_leftmost = cross(leftmost_, limit) >= 0;
        if (!keeps_leftmost) leftmost_ = limit;
        if (!keeps_rightmost) rightmost_ = difference(right, left);
        return keeps_leftmost || keeps_rightmost;
    }

  private:
    static LatticePoint difference(LatticePoint a, LatticePoint b) noexcept { return {a.x - b.x, a.y - b.y}; }
    static std::int64_t cross(LatticePoint a, LatticePoint b) noexcept { return orientation({}, a, b); }

    LatticePoint rightmost_, leftmost_;  ///< ends of the sector, counter-clockwise from one to the other
};

}  // namespace wend::mesh
