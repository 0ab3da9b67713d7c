#pragma once

// Where a foot holds: on the layer's free ground less its gaps, or on a foothold. It stands on one surface
// with all of its sole. Which orientations do is asked for a heading at a time.

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "wend/domains/footstep_body.hpp"
#include "wend/world/walls.hpp"

namespace wend::domains {

/// Orientations of a foot, in eighths of 90 degrees from a heading, both ends included. Which of them it
/// takes is decided once the plan is known.
struct FootTurns {
    static constexpr double unit = 3.141592653589793 / 16;  ///< radians
    static constexpr int most = 2;                          ///< to either side of the heading at the plant
    static constexpr int most_borne = 4;                    ///< while the other foot swings

    int low = 0, high = 0;
    [[nodiscard]] constexpr bool is_empty() const noexcept { return low > high; }
    friend bool operator==(const FootTurns&, const FootTurns&) = default;
};

class FootstepGround {
  public:
    explicit FootstepGround(const Scene& scene);

    /// All of -`most`..`most` sixteenths of a half turn around the heading that hold the foot, as bits from
    /// the lowest on; 0: none does.
    [[nodiscard]] std::uint32_t holding(std::uint32_t layer, Vec2 at, double heading, int most) const;
    [[nodiscard]] bool holds(std::uint32_t layer, const FootPlace& foot) const;
    /// Of the surface there, metres above the layer's floor.
    [[nodiscard]] double height(std::uint32_t layer, Vec2 at) const;

  private:
    struct Surface {
        std::uint32_t layer = 0;
        Box2 box;
        Region region;
        Foothold spec;
    };
    static constexpr double cell = 1;  ///< metres
    [[nodiscard]] static std::uint64_t cell_key(std::uint32_t layer, Vec2 at) noexcept;
    /// The foothold there, null when there is none.
    [[nodiscard]] const Surface* foothold_at(std::uint32_t layer, Vec2 at) const;
    [[nodiscard]] const Region* surface_at(std::uint32_t layer, Vec2 at) const;

    std::vector<Surface> footholds_;                                      ///< the highest first
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> near_;  ///< footholds by cell
    std::vector<Region> ground_;  ///< by layer, what lies around and between them
};

}  // namespace wend::domains
