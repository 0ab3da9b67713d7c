#pragma once

#include <algorithm>
#include <cmath>

namespace wend::domains {

/// What a crowd makes of a metre: the factor by which its cost grows with density, at least 1 and rising.
///
/// Sparse crowds cost by encounters: who walks a metre through density d comes as near as `encounter_width`
/// to d * encounter_width others, and each costs `encounter_detour` metres of swerving. Dense crowds cost by
/// the speed that is left in them (Weidmann 1993, as van Toll et al. 2012 use it), down to a tenth.
struct DensityCost {
    double weight = 1;            ///< of all of it; 0 ignores the crowd
    double encounter_width = 4;   ///< metres
    double encounter_detour = 1;  ///< metres

    static constexpr double jam_density = 5.4;  ///< persons a square metre: nobody moves

    /// Share of the free speed that is left at a density, persons a square metre.
    [[nodiscard]] static double speed_share(double density) noexcept {
        if (density <= 0) return 1;
        const double share = 1 - std::exp(-1.913 * (1 / density - 1 / jam_density));
        return std::max(0.1, share);
    }
    [[nodiscard]] double factor(double density) const noexcept {
        if (density <= 0) return 1;
        const double slowing = 1 / speed_share(density) - 1;
        return 1 + weight * (encounter_width * encounter_detour * density + slowing);
    }
};

}  // namespace wend::domains
