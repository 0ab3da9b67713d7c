#pragma once

// One generated scene, run by the crowd from beginning to end, and what came of it.

#include <cstdint>

#include "wend/io/recording.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/world/generate.hpp"

namespace wend::bench {

struct StreamOutcome {
    std::uint32_t agents = 0;
    std::uint32_t arrived = 0;
    double mean_delay = 0;   ///< travel time over that of a free walk, mean of those who arrived
    double worst_delay = 0;  ///< the same of the slowest
    double last = 0;         ///< seconds until the last arrival, or the end
    double deepest = 0;      ///< metres, of the deepest overlap of two bodies; 0 or less: none
    double stops = 0;        ///< a minute and agent
    double reversals = 0;  ///< of the heading, by more than a right angle within a second; a minute and agent
    double standing = 0;   ///< share of the time
    double seconds = 0;    ///< of processor time

    [[nodiscard]] bool all_arrived() const noexcept { return arrived == agents; }
};

/// Throws when the scene cannot be made or run.
[[nodiscard]] StreamOutcome run_streams(const GeneratorSpec& spec, std::uint32_t threads = 0);

}  // namespace wend::bench
