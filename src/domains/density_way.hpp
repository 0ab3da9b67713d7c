#pragma once

// A body's way as straight legs, unrolled: what comes before the first keyframe, loops, and staying at the
// end included.

#include <algorithm>
#include <cmath>

#include "wend/world/body.hpp"

namespace wend::domains {

struct WayLeg {
    Interval span;  ///< seconds
    Vec2 from, to;
};

/// Calls visit(leg) for the legs of a body during a finite window, in order.
template <class Visit>
void for_each_leg(const Body& body, Interval window, Visit&& visit) {
    const Interval span{std::max(window.low, body.present.low), std::min(window.high, body.present.high)};
    const std::vector<Keyframe>& keys = body.motion.keyframes;
    const auto visit_part = [&](double low, double high, double begin, Vec2 from, double end, Vec2 to) {
        low = std::max(low, span.low), high = std::min(high, span.high);
        if (!(low < high)) return;
        const double length = end - begin;
        const auto at = [&](double t) { return length > 0 ? lerp(from, to, (t - begin) / length) : from; };
        visit(WayLeg{{low, high}, at(low), at(high)});
    };
    const double first = keys.front().time, period = keys.back().time - first;
    visit_part(span.low, first, 0, keys.front().pose.position, 0, {});
    const bool loops = body.motion.loops && period > 0;
    double turn = loops ? std::max(0.0, std::floor((span.low - first) / period)) : 0;
    for (;; ++turn) {
        const double shift = loops ? turn * period : 0;
        if (first + shift >= span.high) return;
        for (std::size_t i = 1; i < keys.size(); ++i)
            visit_part(keys[i - 1].time + shift, keys[i].time + shift, keys[i - 1].time + shift,
                       keys[i - 1].pose.position, keys[i].time + shift, keys[i].pose.position);
        if (!loops) break;
    }
    visit_part(keys.back().time, span.high, 0, keys.back().pose.position, 0, {});
}

}  // namespace wend::domains
