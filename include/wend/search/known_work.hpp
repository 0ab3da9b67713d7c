#pragma once

// What A* from scratch would have to do at least, told by an old tree without searching. A* expands every
// state s that has a way from the root with cost(s) + h(s) below the cost of the plan it will find. A state
// of the old tree whose way still holds is one: it counts as soon as a lower bound of the new plan's cost is
// above that.
//
// Counting reads nodes instead of expanding them: each at most once a round, and no more than a few for
// each that is needed.

#include <algorithm>
#include <concepts>
#include <span>
#include <vector>

#include "wend/search/learnt_bounds.hpp"

namespace wend::search {

template <Domain D, Direction direction>
class KnownWork {
  public:
    using Bounds = LearntBounds<D, direction>;

    /// What the tree expanded, in this order, each state once; the bounds were made of it just now.
    void take_over(std::span<const StateId> trail) noexcept {
        trail_ = trail;
        begin();
    }
    /// The problem is another one from now on.
    void begin() noexcept { known_ = intact_ = read_ = 0; }

    /// Whether A* from scratch has to expand at least `most` states to find a plan between the tree's root
    /// and `target`, which costs no less than `least`.
    [[nodiscard]] bool reaches(const D& domain, Bounds& bounds, StateId target, Cost least,
                               std::uint64_t most) {
        return reaches(
            domain, [&](StateId state) { return bounds.cost_of_way(state); }, target, least, most);
    }
    /// The same with another source of costs: `cost_of_way(state)` is infinite when none is known to hold.
    template <class CostOfWay>
    requires std::invocable<CostOfWay, StateId>
    [[nodiscard]] bool reaches(const D& domain, CostOfWay&& cost_of_way, StateId target, Cost least,
                               std::uint64_t most) {
        const std::size_t end = std::min<std::uint64_t>(trail_.size(), reads_for_each * most);
        for (; read_ < end && known_ < most; ++read_) {
            const Cost cost = cost_of_way(trail_[read_]);
            intact_ += cost < infinite_cost;
            known_ += cost < least && cost + bound_between<direction>(domain, trail_[read_], target) < least;
        }
        return known_ >= most;
    }
    /// After `reaches`: whether at least so many states are still to be reached from the root, all of which
    /// A* expands if there is no plan.
    [[nodiscard]] bool reaches_without_plan(std::uint64_t most) const noexcept { return intact_ >= most; }

  private:
    static constexpr std::uint64_t reads_for_each = 16;

    std::span<const StateId> trail_;
    std::size_t read_ = 0;
    std::uint64_t known_ = 0;   ///< of those that were read
    std::uint64_t intact_ = 0;  ///< of those that were read
};

}  // namespace wend::search
