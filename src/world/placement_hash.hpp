#pragma once

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/geometry/vec.hpp"

namespace wend {

/// Discs already placed, found by cell. Cells are as wide as the largest gap that can matter, so a question
/// looks at nine of them.
class PlacementHash {
  public:
    explicit PlacementHash(double largest_gap) : cell_(std::max(largest_gap, 1e-3)) {}

    struct Placed {
        Vec2 position;
        double radius = 0;
        double spacing = 0;
        std::uint32_t group = 0;
    };

    void add(std::uint32_t layer, const Placed& disc) {
        cells_[key(layer, column(disc.position.x), column(disc.position.y))].push_back(disc);
    }

    /// Is there room for `disc` beside everybody but the members of `ignored`, who were added last? They may
    /// be very many in one place and are not looked at.
    [[nodiscard]] bool is_free(std::uint32_t layer, const Placed& disc, std::uint32_t ignored) const {
        const std::int64_t x = column(disc.position.x), y = column(disc.position.y);
        for (std::int64_t dx = -1; dx <= 1; ++dx)
            for (std::int64_t dy = -1; dy <= 1; ++dy) {
                const auto cell = cells_.find(key(layer, x + dx, y + dy));
                if (cell == cells_.end()) continue;
                for (const Placed& other : cell->second) {
                    if (other.group == ignored) break;
                    if (is_too_near(disc, other)) return false;
                }
            }
        return true;
    }

  private:
    static bool is_too_near(const Placed& a, const Placed& b) {
        const double gap = a.radius + b.radius + std::max(a.spacing, b.spacing);
        return squared_length(a.position - b.position) < gap * gap;
    }
    [[nodiscard]] std::int64_t column(double x) const {
        return static_cast<std::int64_t>(std::floor(x / cell_));
    }
    static std::uint64_t key(std::uint32_t layer, std::int64_t x, std::int64_t y) {
        return scatter(scatter(static_cast<std::uint64_t>(x) + layer * 0x9E3779B97F4A7C15u) +
                       static_cast<std::uint64_t>(y));
    }

    double cell_;
    std::unordered_map<std::uint64_t, std::vector<Placed>> cells_;
};

}  // namespace wend
