#include "mesh/structures/edge_distance.hpp"

namespace wend::mesh {

namespace {

/// How much longer b is than a.
double gain(const EdgeDistance& a, const EdgeDistance& b, double s) noexcept {
    return b.at(s) - a.at(s);
}

/// Between a place where a gains nothing and one where it does: the last one found where it gains nothing.
double last_without_gain(const EdgeDistance& a, const EdgeDistance& b, double without, double with) noexcept {
    double low_gain = gain(a, b, without), high_gain = gain(a, b, with);
    for (int i = 0; i < 60 && std::abs(with - without) > 1e-5; ++i) {
        // By turns along the chord and in the middle: fast, and never stuck.
        const double share = low_gain / (low_gain - high_gain);
        const double middle =
            without + (with - without) * (i % 2 == 0 && share > 0.001 && share < 0.999 ? share : 0.5);
        const double here = gain(a, b, middle);
        if (here > length_tolerance) {
            with = middle;
            high_gain = here;
        } else {
            without = middle;
            low_gain = here;
        }
    }
    return without;
}

}  // namespace

std::optional<EdgePart> part_needed(const EdgeDistance& a, const EdgeDistance& b,
                                    const EdgePart& part) noexcept {
    double places[3] = {part.low, part.high, part.high};
    int count = 2;
    const std::optional<double> middle = equal_direction(a, b);
    if (middle && *middle > part.low && *middle < part.high) {
        places[1] = *middle;
        count = 3;
    }
    int first = -1, last = -1;
    for (int i = 0; i < count; ++i) {
        if (gain(a, b, places[i]) <= length_tolerance) continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first < 0) return std::nullopt;
    EdgePart needed = part;
    if (first > 0) needed.low = last_without_gain(a, b, places[first - 1], places[first]);
    if (last + 1 < count) needed.high = last_without_gain(a, b, places[last + 1], places[last]);
    return needed;
}

}  // namespace wend::mesh
