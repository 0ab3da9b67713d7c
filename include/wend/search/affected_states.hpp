#pragma once

// R as a list of states, for graphs without places: the bound by way of R is the least over all of them. The
// states of several events may be added one after the other.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/domain.hpp"

namespace wend::search {

template <Domain D>
class AffectedStates {
  public:
    /// Borrows the domain. `states`: of all edges that appeared, disappeared or changed one end at least.
    AffectedStates(const D& domain, StateId goal, std::span<const StateId> states)
        : AffectedStates(domain, goal, states, states) {}
    /// The same where it is known which of them a path can still come by: `present`.
    AffectedStates(const D& domain, StateId goal, std::span<const StateId> states,
                   std::span<const StateId> present)
        : domain_(&domain), goal_(goal), states_(as_set(states)), present_(as_set(present)) {}

    [[nodiscard]] bool contains(StateId state) const noexcept {
        return std::binary_search(states_.begin(), states_.end(), state);
    }
    [[nodiscard]] Cost through(StateId state) const {
        Cost least = infinite_cost;
        for (const StateId r : present_)
            least = std::min(least, domain_->lower_bound(state, r) + domain_->lower_bound(r, goal_));
        return least;
    }

  private:
    static std::vector<StateId> as_set(std::span<const StateId> states) {
        std::vector<StateId> set(states.begin(), states.end());
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
        return set;
    }

    const D* domain_;
    StateId goal_;
    std::vector<StateId> states_;
    std::vector<StateId> present_;
};

}  // namespace wend::search
