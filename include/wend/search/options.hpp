#pragma once

// The algorithms as settings of one search. They differ in the inflation they start with, whether they go on
// to lower it, and what they are told between solves; nothing else.

#include <cstdint>

#include "wend/search/cost.hpp"

namespace wend::search {

/// What a search does when edges that its plan relies on became dearer or disappeared.
enum class OnRise : unsigned char {
    repair,   ///< takes costs back from all states that relied on them, and finds them new ones
    reroute,  ///< keeps the costs as lower bounds, mends the plan, and searches around the change from the
              ///< other end; repairs only where next to nothing relied on those edges
};

/// When a search throws its work away instead of keeping it.
struct RestartRule {
    /// A* from scratch runs beside a detour, and whichever ends first has the plan; if it is the one from
    /// scratch, the search has restarted. The detour may do this share of its rival's work, so that both
    /// together never cost more than (1 + share) times A*. Infinity never restarts, 0 always.
    double detour_share = 0.5;
    /// Restart when the end that the search runs to moves farther than this lower bound at once (MD Alg. 2,
    /// StartChangeUpdate, which compares with a time instead). Costs stay valid whatever the distance, so
    /// this only bounds the memory that is carried along.
    Cost target_jump = infinite_cost;
};

struct Options {
    Inflation first;    ///< of the first plan
    Inflation last;     ///< stop improving here
    double step = 0.5;  ///< how much the inflation falls from one plan to the next
    /// Back to `first` when a change breaks the current plan, to have a plan again soon.
    bool inflate_when_broken = true;
    OnRise on_rise = OnRise::repair;
    RestartRule restart;
};

[[nodiscard]] constexpr Options anytime(double first, double last, double step) noexcept {
    Options options;
    options.first = Inflation(first);
    options.last = Inflation(last);
    options.step = step;
    return options;
}

/// Hart, Nilsson and Raphael 1968.
[[nodiscard]] constexpr Options a_star() noexcept {
    return {};
}
[[nodiscard]] constexpr Options weighted_a_star(double inflation) noexcept {
    return anytime(inflation, inflation, 0);
}
/// Likhachev, Gordon and Thrun 2003.
[[nodiscard]] constexpr Options ara_star(double first, double step = 0.5) noexcept {
    return anytime(first, 1, step);
}
/// Koenig and Likhachev 2002: always optimal, always repaired, never restarted.
[[nodiscard]] constexpr Options d_star_lite() noexcept {
    return {};
}
/// Likhachev et al. 2005, with the rule for restarts that MD 5.1 leaves open, and detours instead of repairs
/// that would concern much of the tree.
[[nodiscard]] constexpr Options ad_star(double first, double step = 0.5) noexcept {
    Options options = anytime(first, 1, step);
    options.on_rise = OnRise::reroute;
    return options;
}

}  // namespace wend::search
