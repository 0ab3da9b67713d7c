#pragma once

// Costs are whole numbers of a unit that the domain chooses. Whole numbers add exactly, so that "equal" means
// equal, ties are broken by rule and not by rounding, and a plan is the same on every machine. An edge and a
// path cost less than `max_path_cost` units; a path that would cost more is never built, and a search that
// met one says so instead of claiming that nothing is reachable.

#include <cmath>
#include <cstdint>
#include <limits>

#include "wend/base/status.hpp"

namespace wend::search {

using Cost = std::uint32_t;
using StateId = std::uint32_t;

inline constexpr StateId no_state = std::numeric_limits<StateId>::max();
/// No path, or no edge.
inline constexpr Cost infinite_cost = std::numeric_limits<Cost>::max() >> 1;
/// What a path may cost at most; more is `invalid_input`.
inline constexpr Cost max_path_cost = Cost{1} << 30;

/// The factor by which a search trusts its lower bounds too much: at least 1, in steps of 1/1024, so that
/// keys are whole numbers too.
class Inflation {
  public:
    static constexpr std::uint32_t one = 1024;
    static constexpr double max = 1024.0;

    constexpr Inflation() noexcept = default;
    /// Clamped to [1, max] and rounded down to a step; not a number counts as 1.
    explicit constexpr Inflation(double factor) noexcept
        : steps_(!(factor > 1.0) ? one : static_cast<std::uint32_t>((factor < max ? factor : max) * one)) {}

    [[nodiscard]] constexpr double value() const noexcept { return static_cast<double>(steps_) / one; }
    [[nodiscard]] constexpr std::uint32_t steps() const noexcept { return steps_; }
    [[nodiscard]] constexpr bool is_one() const noexcept { return steps_ == one; }
    /// Lower by `step`, at least by one step of 1/1024, and never below `floor`.
    [[nodiscard]] constexpr Inflation lowered(double step, Inflation floor) const noexcept {
        Inflation next(value() - step);
        if (next.steps_ >= steps_ && steps_ > one) next.steps_ = steps_ - 1;
        return next < floor ? floor : next;
    }
    friend constexpr auto operator<=>(const Inflation&, const Inflation&) = default;

  private:
    std::uint32_t steps_ = one;
};

/// Turns real costs into units. Costs round up and lower bounds round down, so that a consistent heuristic
/// stays consistent: bound(x + y) <= cost(x) + bound(y).
class CostScale {
  public:
    /// `unit`: how much one unit of Cost is worth, in the domain's own measure; positive and finite.
    explicit CostScale(double unit) noexcept : unit_(unit) {}

    /// Positive infinity becomes `infinite_cost`: no edge. Negative, not a number or too large is refused.
    [[nodiscard]] Result<Cost> cost(double value) const {
        if (value == std::numeric_limits<double>::infinity()) return infinite_cost;
        const double units = std::ceil(value / unit_);
        if (!(value >= 0) || !(units < max_path_cost)) return refuse(value);
        return static_cast<Cost>(units);
    }
    /// Never refuses: what is no number or negative bounds nothing (0), what is too large is clipped.
    [[nodiscard]] Cost bound(double value) const noexcept {
        const double units = std::floor(value / unit_);
        if (!(units > 0)) return 0;
        return units < max_path_cost ? static_cast<Cost>(units) : max_path_cost - 1;
    }
    [[nodiscard]] double value(Cost cost) const noexcept { return cost * unit_; }

  private:
    [[nodiscard]] Status refuse(double value) const;
    double unit_;
};

}  // namespace wend::search
