#pragma once

#include <span>
#include <vector>

#include "wend/sim/route.hpp"

namespace wend {

/// How corners are rounded: by arcs of up to `radius` metres, in steps of at most `step` radians.
struct Rounding {
    Rounding(double radius_, double step_);
    double radius, step;
    double surely_straight;  ///< squared sine of the step, a little less
};

/// Appends the corner between its two neighbours, or the arc that takes its place.
void append_rounded(std::vector<RoutePoint>& out, const RoutePoint& before, const RoutePoint& corner,
                    const RoutePoint& after, const Rounding& rounding);

/// The polyline with all its corners rounded.
[[nodiscard]] std::vector<RoutePoint> rounded(const std::vector<RoutePoint>& points,
                                              const Rounding& rounding);

}  // namespace wend
