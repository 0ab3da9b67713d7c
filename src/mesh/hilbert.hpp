#pragma once

// Order along a Hilbert curve: points that follow each other are near each other.

#include <compare>
#include <cstdint>

#include "wend/geometry/lattice.hpp"

namespace wend::mesh {

[[nodiscard]] constexpr std::uint64_t hilbert_key(LatticePoint p) noexcept {
    constexpr int bits = 27;
    std::uint32_t x = static_cast<std::uint32_t>(p.x + lattice_limit);
    std::uint32_t y = static_cast<std::uint32_t>(p.y + lattice_limit);
    std::uint64_t key = 0;
    for (int k = bits; k >= 0; --k) {
        const std::uint32_t right = x >> k & 1, upper = y >> k & 1;
        key = key << 2 | ((3 * right) ^ upper);
        if (upper == 0) {
            if (right != 0) {
                x = ~x;
                y = ~y;
            }
            const std::uint32_t swapped = x;
            x = y;
            y = swapped;
        }
    }
    return key;
}

struct HilbertItem {
    std::uint64_t key;
    LatticePoint point;
    std::uint32_t index;
    friend auto operator<=>(const HilbertItem&, const HilbertItem&) = default;
};

}  // namespace wend::mesh
