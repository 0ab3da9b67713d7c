#pragma once

// Order along a Hilbert curve: points that follow each other are near each other.

#include <algorithm>
#include <cstdint>

#include "wend/geometry/lattice.hpp"

namespace wend::mesh {

/// Number of the cell, of 2^16 x 2^16 cells, along the curve; x and y below 2^16.
[[nodiscard]] constexpr std::uint32_t hilbert_key(std::uint32_t x, std::uint32_t y) noexcept {
    std::uint32_t key = 0;
    for (int k = 15; k >= 0; --k) {
        const std::uint32_t right = x >> k & 1, upper = y >> k & 1;
        key = key << 2 | ((3 * right) ^ upper);
        // In the lower half the curve is mirrored, on the right at the other diagonal.
        const std::uint32_t mirrored = upper - 1, turned = mirrored & (0u - right);
        const std::uint32_t difference = (x ^ y) & mirrored;
        x ^= difference ^ turned;
        y ^= difference ^ turned;
    }
    return key;
}

/// The same for points in a box.
class HilbertOrder {
  public:
    HilbertOrder(LatticePoint low, LatticePoint high) noexcept : low_(low) {
        const std::int64_t span = std::max(std::int64_t{high.x} - low.x, std::int64_t{high.y} - low.y);
        while (span >> shift_ >= 1 << 16) ++shift_;
    }
    [[nodiscard]] std::uint32_t key(LatticePoint p) const noexcept {
        return hilbert_key(static_cast<std::uint32_t>(p.x - low_.x) >> shift_,
                           static_cast<std::uint32_t>(p.y - low_.y) >> shift_);
    }

  private:
    LatticePoint low_;
    int shift_ = 0;
};

}  // namespace wend::mesh
