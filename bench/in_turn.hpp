#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "benchmark.hpp"

namespace wend::bench {

/// Processor seconds of two ways to do the same, one after the other and again, so that neither is the one
/// that finds memory cold: the least of each.
template <class First, class Second>
std::pair<double, double> seconds_in_turn(First&& first, Second&& second) {
    constexpr int rounds = 3;
    constexpr double most = std::numeric_limits<double>::infinity();
    std::pair<double, double> least{most, most};
    for (int i = 0; i < rounds; ++i) {
        least.first = std::min(least.first, processor_seconds(first));
        least.second = std::min(least.second, processor_seconds(second));
    }
    return least;
}

}  // namespace wend::bench
