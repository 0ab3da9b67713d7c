#pragma once

// One generated scene, run from beginning to end by our crowd or by DetourCrowd, and what came of it. Both
// are measured by the same eyes on their frames.

#include <cstdint>
#include <vector>

#include "wend/io/recording.hpp"
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
    std::vector<double> free_walks;  ///< seconds that each would take alone

    [[nodiscard]] bool all_arrived() const noexcept { return arrived == agents; }
};

/// Throws when the scene cannot be made or run.
[[nodiscard]] StreamOutcome run_streams(const GeneratorSpec& spec, std::uint32_t threads = 0);
/// The same agents in DetourCrowd, compared with the same free walks.
[[nodiscard]] StreamOutcome run_streams_of_peer(const GeneratorSpec& spec,
                                                const std::vector<double>& free_walks);

}  // namespace wend::bench
