#pragma once

// When do two moving things overlap? Answered in continuous time: nothing is sampled.
//
// Touching is not overlap; bodies overlap once one reaches more than `contact_slack` into the other. Answers
// are closed intervals, the hull of the open times of overlap.
//
// |d + w s| - (r + g s) is convex in s (a norm of something linear, less something linear), so two discs in
// uniform relative motion, growing or not, overlap during at most one interval, and so do a disc and a
// segment. Its ends are roots of a quadratic or of linear functions.

#include <optional>
#include <vector>

#include "wend/geometry/interval.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/geometry/segment.hpp"

namespace wend {

/// A disc in uniform motion whose radius may grow; `start` and `radius` are those at span.low, which is
/// finite. span.high may be infinite.
struct MovingDisc {
    Interval span;
    Vec2 start;
    Vec2 velocity;
    double radius = 0;
    double growth = 0;  ///< metres a second

    [[nodiscard]] Vec2 at(double time) const noexcept { return start + velocity * (time - span.low); }
    [[nodiscard]] double radius_at(double time) const noexcept { return radius + growth * (time - span.low); }
    /// The same motion during a part of its span.
    [[nodiscard]] MovingDisc during(Interval part) const noexcept;
};

/// A ring in uniform motion that may turn about its own origin; `start` and `angle` are those at span.low.
struct MovingRing {
    Interval span;
    const Ring* outline = nullptr;
    Vec2 start;
    Vec2 velocity;
    double angle = 0;
    double spin = 0;   ///< radians a second
    double reach = 0;  ///< distance of the farthest corner from the origin
};

/// When two discs overlap.
[[nodiscard]] std::optional<Interval> overlap_time(const MovingDisc& a, const MovingDisc& b) noexcept;

/// When a disc overlaps the standing segment ab.
[[nodiscard]] std::optional<Interval> overlap_time(const MovingDisc& disc, Vec2 a, Vec2 b) noexcept;

/// Appends the times at which a disc overlaps a ring or is inside it, sorted and disjoint.
///
/// Exact while the ring does not turn. While it turns, the times are found by conservative advancement
/// (Mirtich 1996): no point of the ring nears the disc faster than |relative velocity| + |spin| * reach +
/// growth, so a gap of d metres stays open for at least d / that. Coming within turning_tolerance counts as
/// overlap: every real overlap is reported, and nothing that stays 2 * turning_tolerance apart.
void append_overlap_times(const MovingDisc& disc, const MovingRing& ring, std::vector<Interval>& times);
inline constexpr double turning_tolerance = 1e-3;  ///< metres

}  // namespace wend
