#pragma once

// The algorithms as settings of one search. They differ in the inflation they start with, whether they go on
// to lower it, and what they are told between solves; nothing else.

#include <cstdint>
#include <limits>

#include "wend/search/cost.hpp"

namespace wend::search {

/// When a search throws its work away instead of repairing it.
struct RestartRule {
    /// Restart when taking back costs needs more expansions than this share of what a search from scratch is
    /// expected to need: the last search from scratch, scaled by the square of how much shorter the plan is
    /// now. What is taken back is mostly expanded a second time, and whatever else a repair expands, a search
    /// from scratch would expand as well; so a repair that ends in a restart costs about (1 + 2 share)
    /// searches from scratch. Infinity never restarts, 0 never repairs.
    double repair_share = 0.0625;
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
    Options options;
    options.restart.repair_share = std::numeric_limits<double>::infinity();
    return options;
}
/// Likhachev et al. 2005, with the rule for restarts that MD 5.1 leaves open.
[[nodiscard]] constexpr Options ad_star(double first, double step = 0.5) noexcept {
    return anytime(first, 1, step);
}

}  // namespace wend::search
