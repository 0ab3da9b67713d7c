#pragma once

// Promises that are broken because the world did what nobody foresaw. Whoever brakes or gets out of the way
// of a thing may run into those who relied on its promise; they brake in the same tick, and so on. That may
// not come out even: then those who would meet keep the promises they had, which are free of each other, and
// are hit by what came at them as their own bad luck. So agents never meet for the sake of an obstacle.

#include <cstdint>
#include <vector>

#include "sim/crowd.hpp"

namespace wend {

/// A promise as it was before this frame's emergency.
struct KeptPromise {
    std::uint32_t number = 0;
    Commitment commitment;  ///< what is left of it
    double station = 0;
    bool is_aside = false;
};
[[nodiscard]] KeptPromise keep_promise(const Walker& walker);

/// Lets everybody around those who have broken their promises do what they must; `broken` holds what these
/// had promised before. `braking` have no way back.
void settle_emergencies(Crowd& crowd, std::vector<KeptPromise> broken, std::vector<std::uint32_t> braking);

}  // namespace wend
