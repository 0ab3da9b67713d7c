#pragma once

// The last plan after edges changed: pieces that still hold, with gaps between them. Both ways to a new plan
// use them: a detour follows a piece in one step, and mending joins one piece to the next.

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "wend/search/learnt_bounds.hpp"
#include "wend/search/partial_path.hpp"

namespace wend::search {

/// A state of a plan that broke into pieces. Each piece is counted from its end, which is nearest to the
/// root.
struct PlanStep {
    static constexpr Cost unknown = std::numeric_limits<Cost>::max();

    StateId state = no_state;
    Cost edge = unknown;    ///< to the next step towards the root
    std::uint32_t end = 0;  ///< the piece's step that is nearest to the root
    Cost cost = 0;          ///< to that end
};

/// `direction` is that of the search that made the bounds, from its root outwards. Where a state lies on the
/// plan is kept in the nodes of the bounds.
template <Domain D, Direction direction>
class PlanPieces {
  public:
    using Bounds = LearntBounds<D, direction>;

    PlanPieces(std::vector<PlanStep>& steps, std::vector<PlanStep>& old_steps, Bounds& bounds) noexcept
        : steps_(steps), old_steps_(old_steps), bounds_(bounds) {}

    void clear() noexcept { steps_.clear(); }

    /// Cuts up the plan of these states, the start first. Asks the domain only for edges that neither the
    /// plan before nor a way had, or that may have changed.
    void cut_up(const D& domain, std::span<const StateId> route);
    /// Tells every step its place again.
    void number() {
        for (std::size_t i = 0; i < steps_.size(); ++i)
            if (!is_at(steps_, bounds_.place(steps_[i].state), steps_[i].state))
                bounds_.set_place(steps_[i].state, i);
    }
    /// Edges around the state changed.
    void forget_edges(StateId state) noexcept {
        const std::size_t place = bounds_.place(state);
        if (!is_at(steps_, place, state)) return;
        steps_[place].edge = PlanStep::unknown;
        if (place + 1 < steps_.size()) steps_[place + 1].edge = PlanStep::unknown;
    }

    [[nodiscard]] const PlanStep& operator[](std::size_t place) const noexcept { return steps_[place]; }
    [[nodiscard]] std::size_t place_of(const PlanStep& step) const noexcept {
        return static_cast<std::size_t>(&step - steps_.data());
    }
    /// The state's step; null when it is not on the plan.
    [[nodiscard]] const PlanStep* step_of(StateId state) const noexcept {
        const std::size_t place = bounds_.place(state);
        return is_at(steps_, place, state) ? &steps_[place] : nullptr;
    }
    /// Where the plan leads on from a step, towards the root, in one go; null when a piece ends there, or
    /// there is no step.
    [[nodiscard]] const PlanStep* end_of_piece(const PlanStep* step) const noexcept {
        if (step == nullptr) return nullptr;
        const PlanStep& end = steps_[step->end];
        return end.state != step->state ? &end : nullptr;
    }
    /// From the root to a state, both included; empty when it is not on the plan.
    [[nodiscard]] std::span<const PlanStep> up_to(StateId state) const noexcept {
        const PlanStep* const step = step_of(state);
        if (step == nullptr) return {};
        return {steps_.data(), place_of(*step) + 1};
    }

  private:
    [[nodiscard]] static bool is_at(const std::vector<PlanStep>& steps, std::size_t place,
                                    StateId state) noexcept {
        return place < steps.size() && steps[place].state == state;
    }
    /// Without asking the domain. `place` is the state's on the plan before, if it was there.
    [[nodiscard]] Cost known_edge(std::size_t place, StateId state, StateId next) const noexcept {
        const Cost on_way = bounds_.edge_of_way(state, next);
        if (on_way < infinite_cost) return on_way;
        const bool is_same =
            place > 0 && is_at(old_steps_, place, state) && old_steps_[place - 1].state == next;
        return is_same ? old_steps_[place].edge : PlanStep::unknown;
    }

    std::vector<PlanStep>& steps_;      ///< the root first
    std::vector<PlanStep>& old_steps_;  ///< of the plan before, while this one is cut up
    Bounds& bounds_;
};

template <Domain D, Direction direction>
void PlanPieces<D, direction>::cut_up(const D& domain, std::span<const StateId> route) {
    std::swap(steps_, old_steps_);
    steps_.clear();
    for (std::size_t i = 0; i < route.size(); ++i) {
        const StateId state = direction == Direction::backward ? route[route.size() - 1 - i] : route[i];
        const std::size_t old = bounds_.place(state);
        PlanStep step{state, PlanStep::unknown, static_cast<std::uint32_t>(i), 0};
        if (i > 0) {
            const PlanStep& next = steps_.back();
            step.edge = known_edge(old, state, next.state);
            if (step.edge == PlanStep::unknown)
                step.edge = edge_along<opposite(direction)>(domain, state, next.state);
            if (step.edge < infinite_cost && next.cost + step.edge < max_path_cost) {
                step.end = next.end;
                step.cost = next.cost + step.edge;
            }
        }
        const bool is_new = !is_at(steps_, old, state);
        steps_.push_back(step);
        if (is_new) bounds_.set_place(state, i);
    }
    old_steps_.clear();
}

}  // namespace wend::search
