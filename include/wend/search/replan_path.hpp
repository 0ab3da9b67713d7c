#pragma once

// What an agent remembers of its plan, what re-planning makes of it, and how often it did what.

#include <concepts>
#include <cstdint>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/search/cost.hpp"

namespace wend::search {

/// A path and what each of its states is from the goal along it: all that dynamically pruned A* needs to
/// know, eight bytes a state.
struct RememberedPath {
    std::vector<StateId> states;  ///< both ends included
    std::vector<Cost> to_goal;    ///< by state; the last is 0

    [[nodiscard]] bool empty() const noexcept { return states.empty(); }
    [[nodiscard]] Cost cost() const noexcept { return to_goal.empty() ? infinite_cost : to_goal.front(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return states.size() * sizeof(StateId) + to_goal.size() * sizeof(Cost);
    }
    /// Cuts off what was walked: the first `count` states.
    void walk(std::size_t count) {
        states.erase(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count));
        to_goal.erase(to_goal.begin(), to_goal.begin() + static_cast<std::ptrdiff_t>(count));
    }
};

/// [DPA §III.C], by what is left of the path: a part that was walked already does not count.
enum class Scenario : unsigned char {
    first_plan,
    insertion_unaffected,  ///< scenario 1
    insertion_affected,    ///< scenario 2
    deletion_unaffected,   ///< scenario 3
    deletion_affected,     ///< scenario 4
    both_unaffected,       ///< insertions and deletions since the last plan
    both_affected,
};

[[nodiscard]] constexpr Scenario scenario_of(bool inserted, bool deleted, bool is_whole) noexcept {
    using enum Scenario;
    if (inserted && deleted) return is_whole ? both_unaffected : both_affected;
    if (deleted) return is_whole ? deletion_unaffected : deletion_affected;
    return is_whole ? insertion_unaffected : insertion_affected;
}

struct Replan {
    /// ok: optimal. unreachable: proven. out_of_budget: solve again to go on.
    StatusCode status = StatusCode::in_progress;
    Scenario scenario = Scenario::first_plan;
    RememberedPath path;           ///< empty unless ok
    bool kept_old = false;         ///< the old path is still optimal
    bool fell_back = false;        ///< plain A* was expected to be cheaper
    std::uint64_t expansions = 0;  ///< of this plan, over all its slices
};

struct ReplanCounts {
    std::uint64_t searches = 0;
    std::uint64_t kept = 0;
    std::uint64_t fallbacks = 0;
    std::uint64_t expansions = 0;
};

/// Nothing changed: what plain A* is asked with.
struct Unaffected {
    [[nodiscard]] static constexpr bool contains(StateId) noexcept { return false; }
    [[nodiscard]] static constexpr Cost through(StateId) noexcept { return infinite_cost; }
};

}  // namespace wend::search
