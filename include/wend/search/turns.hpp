#pragma once

// When to stop keeping old work. Rules that hold on any map:
//
//   - a search from scratch, the rival, runs beside a detour. The detour may do a given share of the rival's
//     work, so that noticing that the old work was of no use, or that the goal was walled in, costs no more
//     than that share, whatever the map. What a search from scratch is known to need counts as done by it.
//     A detour that lost gets less of the next race, one that won more;
//   - bounds wear out as the world moves away from them. Like any machine, they are replaced as soon as using
//     them once more costs more than they have cost on average, their own making included.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "wend/search/kernel.hpp"

namespace wend::search {

/// The expansions that a detour and its rival may have made in all when their turns end.
class Turns {
  public:
    /// `share` of what a search from scratch is known to need, `race_share` of what the rival has done. The
    /// detour has `spent` so much already.
    void begin(double share, double race_share, std::uint64_t spent = 0) noexcept {
        share_ = share;
        race_share_ = race_share;
        detour_ = spent;
        lengthen();
    }
    /// By an eighth: the rival is never much farther ahead than it has to be.
    void lengthen() noexcept { detour_ += 1 + detour_ / 8; }

    [[nodiscard]] std::uint64_t detour() const noexcept { return detour_; }
    /// What a search from scratch has to be known to need, so that the rival is not.
    [[nodiscard]] std::uint64_t known() const noexcept { return divide(detour_, share_); }
    [[nodiscard]] std::uint64_t rival() const noexcept { return divide(detour_, race_share_); }

  private:
    [[nodiscard]] static std::uint64_t divide(std::uint64_t work, double share) noexcept {
        const double turn = std::ceil(static_cast<double>(work) / share);
        return turn < 1e18 ? static_cast<std::uint64_t>(turn) : RunLimits::none / 2;
    }

    double share_ = 0;
    double race_share_ = 0;
    std::uint64_t detour_ = 0;
};

/// How much of the share that a detour may have is worth giving to it.
class Luck {
  public:
    [[nodiscard]] double of(double share) const noexcept { return share * factor_; }
    void note(bool has_won) noexcept {
        factor_ = has_won ? std::min(factor_ * 2, 1.0) : std::max(factor_ / 2, least);
    }

  private:
    /// Enough to notice when times have changed.
    static constexpr double least = 1.0 / 16;

    double factor_ = 1;
};

/// Keeps books of what bounds have cost.
class Wear {
  public:
    void begin(std::uint64_t making) noexcept {
        work_ = making;
        uses_ = 1;
        worn_out_ = false;
    }
    void use(std::uint64_t work) noexcept {
        work_ += work;
        ++uses_;
        worn_out_ = work * uses_ > work_;
    }
    [[nodiscard]] bool is_worn_out() const noexcept { return worn_out_; }

  private:
    std::uint64_t work_ = 0;
    std::uint64_t uses_ = 0;
    bool worn_out_ = false;
};

}  // namespace wend::search
