#pragma once

// Eqs. 2 and 3 of MD 5.2: which task of an agent is executed next.

#include <cstdint>
#include <limits>

#include "wend/planning/task.hpp"

namespace wend::planning {

/// Omega: the state of a plan. 1 without a valid one, its inflation while that is above 1, infinite when
/// nothing is left to gain. MD lets a task that has shown its problem unsolvable count as invalid for ever;
/// there is nothing left to gain from it either until something happens.
[[nodiscard]] inline double plan_weight(const TaskStatus& status) noexcept {
    if (status.is_settled) return std::numeric_limits<double>::infinity();
    if (!status.has_plan) return 1;
    return status.inflation > 1 ? status.inflation : std::numeric_limits<double>::infinity();
}

/// Smaller is sooner. `steps`: edges of the task dependency chain from the task to T0 (mu), 0 for T0 itself.
[[nodiscard]] inline double priority(std::uint32_t steps, double weight) noexcept {
    return steps == 0 ? 1 : steps * weight;
}

/// A task's place in the order of execution. Of equal priorities the one that others depend on is first, and
/// T0, on which nobody does, is last.
struct Turn {
    double priority = std::numeric_limits<double>::infinity();
    std::uint32_t steps = 0;
    std::uint32_t task = 0;  ///< number, in the order of the chain

    friend bool operator<(const Turn& a, const Turn& b) noexcept {
        if (a.priority != b.priority) return a.priority < b.priority;
        if (a.steps != b.steps) return a.steps > b.steps;
        return a.task < b.task;
    }
};

}  // namespace wend::planning
