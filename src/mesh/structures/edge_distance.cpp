#include "mesh/structures/edge_distance.hpp"

#include <array>
#include <limits>

namespace wend::mesh {

namespace {

/// How much longer b is than a.
double gain(const EdgeDistance& a, const EdgeDistance& b, double s) noexcept {
    return b.at(s) - a.at(s);
}

/// Where b may be longer than a by just the tolerance: squaring h_a = d + h_b twice leaves a quadratic
/// equation. Whoever asks looks whether it is so.
std::array<double, 2> where_equal(const EdgeDistance& a, const EdgeDistance& b) noexcept {
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    if (a.is_linear || b.is_linear) return {nowhere, nowhere};
    const double d = b.base - a.base - length_tolerance, apart = b.x - a.x;
    const double p = 2 * apart, q = a.y * a.y - b.y * b.y + apart * apart - d * d;  // of s - b.x
    const double square = p * p - 4 * d * d, half = p * q, rest = q * q - 4 * d * d * b.y * b.y;
    const double under = half * half - square * rest;
    if (!(under >= 0)) return {nowhere, nowhere};
    const double sum = half >= 0 ? -half - std::sqrt(under) : -half + std::sqrt(under);
    return {b.x + sum / square, b.x + rest / sum};
}

/// Between a place where a gains nothing and one where it does: the last one found where it gains nothing.
double last_without_gain(const EdgeDistance& a, const EdgeDistance& b, double without, double with) noexcept {
    constexpr double close = 1e-5;  ///< lattice units
    const double step = with > without ? 0.4 * close : -0.4 * close;
    for (const double place : where_equal(a, b)) {
        const double before = place - step, after = place + step;
        const bool is_between = (before - without) * step >= 0 && (with - after) * step >= 0;
        if (is_between && gain(a, b, before) <= length_tolerance && gain(a, b, after) > length_tolerance)
            return before;
    }
    double low_gain = gain(a, b, without), high_gain = gain(a, b, with);
    for (int i = 0; i < 60 && std::abs(with - without) > close; ++i) {
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
