#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace wend {

/// What a solve may use: expansions, wall-clock time, or both. Passed by reference to a solve, which spends
/// from it; what is left over is there for the next one. With expansions alone every result is reproducible.
///
/// Polling is cheap: the clock is read as often as steps take `poll_period`, but at least once in
/// `clock_stride` of them.
class Budget {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint32_t clock_stride = 64;
    static constexpr Clock::duration poll_period = std::chrono::microseconds(20);

    static Budget unlimited() noexcept { return {}; }
    static Budget expansions(std::uint64_t count) noexcept {
        Budget budget;
        budget.left_ = count;
        return budget;
    }
    static Budget until(Clock::time_point deadline) noexcept {
        Budget budget;
        budget.deadline_ = deadline;
        return budget;
    }
    static Budget lasting(Clock::duration time) noexcept { return until(Clock::now() + time); }

    /// The same budget, also limited to `count` expansions.
    [[nodiscard]] Budget and_expansions(std::uint64_t count) const noexcept {
        Budget budget = *this;
        if (count < budget.left_) budget.left_ = count;
        budget.forget_pace();
        return budget;
    }

    /// The same budget, also limited by a deadline.
    [[nodiscard]] Budget and_until(Clock::time_point deadline) const noexcept {
        Budget budget = *this;
        if (deadline < budget.deadline_) budget.deadline_ = deadline;
        budget.forget_pace();
        return budget;
    }

    /// Takes what was spent from a part of this budget.
    void charge(std::uint64_t count) noexcept {
        left_ -= count < left_ ? count : left_;
        spent_ += count;
    }

    /// Takes one expansion. False, and nothing taken, once the budget is used up.
    bool spend() noexcept {
        if (left_ == 0 || (has_deadline() && !poll_clock())) return false;
        --left_;
        ++spent_;
        return true;
    }

    /// For a small step of work that expands nothing, like looking whether a state is concerned by a change:
    /// so many of them are taken as one expansion. False once the budget is used up.
    static constexpr std::uint32_t looks_per_expansion = 16;
    bool look() noexcept {
        if (left_ == 0 || (has_deadline() && !poll_clock())) return false;
        if (++looks_ < looks_per_expansion) return true;
        looks_ = 0;
        --left_;
        ++spent_;
        return true;
    }

    [[nodiscard]] bool exhausted() const noexcept {
        return left_ == 0 || (has_deadline() && Clock::now() >= deadline_);
    }
    [[nodiscard]] bool has_deadline() const noexcept { return deadline_ != Clock::time_point::max(); }
    [[nodiscard]] Clock::time_point deadline() const noexcept { return deadline_; }
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_; }
    [[nodiscard]] std::uint64_t expansions_left() const noexcept { return left_; }

  private:
    bool poll_clock() noexcept {
        if (until_poll_ > 0) {
            --until_poll_;
            return true;
        }
        const Clock::time_point now = Clock::now();
        if (now >= deadline_) {
            left_ = 0;
            return false;
        }
        if (now - polled_ > poll_period)
            stride_ = 1;
        else if (stride_ < clock_stride && now - polled_ < poll_period / 2)
            stride_ *= 2;
        polled_ = now;
        until_poll_ = stride_ - 1;
        return true;
    }
    /// The next steps may be of another kind.
    void forget_pace() noexcept {
        stride_ = 1;
        until_poll_ = 0;
    }

    std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t spent_ = 0;
    Clock::time_point deadline_ = Clock::time_point::max();
    Clock::time_point polled_ = {};
    std::uint32_t stride_ = 1;
    std::uint32_t until_poll_ = 0;
    std::uint32_t looks_ = 0;  ///< since the last one that was counted
};

}  // namespace wend
