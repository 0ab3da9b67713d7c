#pragma once

// The domain as a search sees it that knows more of it than the domain does:
//
//   - its lower bounds are LearntBounds;
//   - an edge to a state of the last plan leads on along it, as far as it is not broken, in one step: what is
//     left of the plan is not searched step by step;
//   - an edge to a state whose old way still holds leads on along that, to the very end;
//   - a state whose bound is infinite is a dead end.

#include "wend/search/learnt_bounds.hpp"
#include "wend/search/plan_pieces.hpp"

namespace wend::search {

/// For a search in the direction `way`, which is against that of the one whose knowledge it uses.
template <Domain D, Direction way>
class InformedDomain {
  public:
    static constexpr bool grows = GrowingDomain<D>;
    using Bounds = LearntBounds<D, opposite(way)>;
    using Pieces = PlanPieces<D, opposite(way)>;

    InformedDomain(const D& domain, Bounds& bounds, const Pieces& pieces) noexcept
        : domain_(domain), bounds_(bounds), pieces_(pieces) {}

    [[nodiscard]] std::size_t state_count() const { return domain_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if constexpr (way == Direction::forward)
            domain_.successors(state, leading_on(visit));
        else
            domain_.successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if constexpr (way == Direction::backward)
            domain_.predecessors(state, leading_on(visit));
        else
            domain_.predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return bounds_(domain_, way == Direction::forward ? from : to);
    }
    [[nodiscard]] bool is_dead_end(StateId state) const { return bounds_(domain_, state) >= infinite_cost; }
    [[nodiscard]] bool is_doubtful(StateId state) const { return bounds_.is_doubtful(domain_, state); }

  private:
    template <class Visit>
    [[nodiscard]] auto leading_on(Visit& visit) const {
        return [&](StateId next, Cost edge) {
            visit(next, edge);
            if (edge >= infinite_cost) return;
            const PlanStep* const step = pieces_.step_of(next);
            const PlanStep* const end = pieces_.end_of_piece(step);
            if (end != nullptr) visit(end->state, edge + step->cost);
            const Cost cost = bounds_.cost_of_way(next);
            if (cost < infinite_cost) visit(bounds_.root(), edge + cost);
        };
    }

    const D& domain_;
    Bounds& bounds_;  ///< notes which ways hold
    const Pieces& pieces_;
};

}  // namespace wend::search
