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
    /// Borrows the domain. `states`: the ends of all edges that appeared, disappeared or changed.
    AffectedStates(const D& domain, StateId goal, std::span<const StateId> states)
        : domain_(&domain), goal_(goal), states_(states.begin(), states.end()) {
        std::sort(states_.begin(), states_.end());
        states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
    }

    [[nodiscard]] bool contains(StateId state) const noexcept {
        return std::binary_search(states_.begin(), states_.end(), state);
    }
    [[nodiscard]] Cost through(StateId state) const {
        Cost least = infinite_cost;
        for (const StateId r : states_)
            least = std::min(least, domain_->lower_bound(state, r) + domain_->lower_bound(r, goal_));
        return least;
    }

  private:
    const D* domain_;
    StateId goal_;
    std::vector<StateId> states_;
};

}  // namespace wend::search
