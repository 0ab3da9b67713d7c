#pragma once

// What is left of a search's costs when edges became dearer: lower bounds, far better than the domain's own.
// A search that stopped anywhere, even halfway through a repair, knows for every state
//
//     M(s) = min(g(s), K - h(s))    K the least key of a state that has a better way than it passed on,
//                                   h the domain's bound between s and the target
//
// and M is a consistent lower bound of the cost between s and the root. (Along a best way from the root, g
// stays below the true cost until the way meets such a state, and from there the way costs at least K.)
// Dearer edges leave it so. Searches in the other direction use M and raise it by what they find (Adaptive
// A*, Koenig and Likhachev 2006); a cheaper edge lowers it around itself (Generalized Adaptive A*, Sun,
// Koenig and Yeoh 2008). All of it lives in the nodes of the search that was stopped, at no cost in memory.

#include <algorithm>
#include <span>

#include "wend/search/kernel.hpp"

namespace wend::search {

template <Domain D, Direction direction>
class LearntBounds {
  public:
    /// Takes over what the kernel knows; only `plant` makes it a search again.
    void take_over(const D& domain, Kernel<D, direction>& kernel) {
        workspace_ = &kernel.workspace();
        root_ = kernel.root();
        target_ = kernel.target();
        least_key_ = kernel.least_unsettled(domain);
        raised_ = 0;
        changed_from_ = infinite_cost;
        workspace_->open.for_each([&](const OpenEntry& entry) {
            if (entry.is_under_consistent())
                changed_from_ = std::min(changed_from_, workspace_->nodes[entry.state()].g);
        });
        workspace_->open.clear();
        workspace_->deferred.clear();
        workspace_->nodes.begin_round();
    }

    /// Of the cost between the state and the root.
    [[nodiscard]] Cost operator()(const D& domain, StateId state) const {
        const NodeStore& nodes = workspace_->nodes;
        Cost known = infinite_cost;
        if (nodes.is_visited(state)) {
            const Node& node = nodes[state];
            known = node.g;
            if (is_learnt(node)) return std::max(known, domain_bound(domain, state));
        }
        return std::max(std::min(known, beyond_the_frontier(domain, state)), domain_bound(domain, state));
    }

    /// Whether the bound is only what the frontier says. Of ways that promise the same, those are the worse
    /// guess.
    [[nodiscard]] bool is_doubtful(const D& domain, StateId state) const {
        const NodeStore& nodes = workspace_->nodes;
        if (!nodes.is_visited(state)) return true;
        return !is_learnt(nodes[state]) && nodes[state].g > beyond_the_frontier(domain, state);
    }

    /// `bound` is one, too, and consistent with all others once its whole search is learnt.
    void raise(const D& domain, StateId state, Cost bound) {
        const Cost before = (*this)(domain, state);
        if (bound <= before) return;
        if (bound < infinite_cost) most_raised_ = std::max(most_raised_, bound - before);
        NodeStore& nodes = workspace_->nodes;
        nodes.ensure_state(state);
        Node& node = nodes.touch(state);
        node.g = bound;
        nodes.close(node);
    }

    /// After the last of its search.
    void end_raising() noexcept {
        raised_ = std::min(infinite_cost, raised_ + most_raised_);
        most_raised_ = 0;
    }

    /// What the search that was taken over knew of the state's cost, if no change can have made a way of
    /// this cost dearer; infinite else.
    [[nodiscard]] Cost unchanged_cost(StateId state) const noexcept {
        const NodeStore& nodes = workspace_->nodes;
        if (!nodes.is_visited(state) || is_learnt(nodes[state])) return infinite_cost;
        return nodes[state].g < changed_from_ ? nodes[state].g : infinite_cost;
    }

    /// Edges around the state changed: lowers its bound as far as they demand; `settle` must follow.
    void reconsider(const D& domain, StateId state) {
        note_change(domain, state);
        const Cost own = (*this)(domain, state);
        Cost best = own;
        visit_along<opposite(direction)>(domain, state, [&](StateId next, Cost edge) {
            if (edge < best && is_below(domain, next, best - edge)) best = edge + (*this)(domain, next);
        });
        if (best < own) lower(domain, state, best);
    }
    [[nodiscard]] bool is_settled() const noexcept { return workspace_->open.is_empty(); }

    /// Passes lowered bounds on until all agree: Dijkstra's algorithm, each state once.
    Stop settle(const D& domain, Budget& budget, std::uint64_t& expansions, std::uint64_t most) {
        while (!is_settled()) {
            if (expansions >= most) return Stop::end_of_turn;
            if (!budget.spend()) return Stop::out_of_budget;
            ++expansions;
            const StateId state = workspace_->open.top().state();
            const Cost bound = workspace_->nodes[state].g;
            workspace_->open.pop();
            workspace_->nodes.close(workspace_->nodes[state]);
            visit_along<direction>(domain, state, [&](StateId next, Cost edge) {
                if (edge < infinite_cost) lower(domain, next, bound + edge);
            });
        }
        return Stop::settled;
    }

    /// Remembers that `state` has this place in a list of the owner's.
    void set_place(StateId state, std::size_t place) {
        workspace_->nodes.ensure_state(state);
        workspace_->nodes.touch(state).parent = static_cast<StateId>(place);
    }
    /// Of states without a place, any number.
    [[nodiscard]] std::size_t place(StateId state) const noexcept {
        return workspace_->nodes.is_visited(state) ? workspace_->nodes[state].parent : no_state;
    }

    /// A second such number, for another list.
    void set_mark(StateId state, std::size_t mark) {
        workspace_->nodes.ensure_state(state);
        workspace_->nodes.touch(state).rhs = static_cast<Cost>(mark);
    }
    [[nodiscard]] std::size_t mark(StateId state) const noexcept {
        return workspace_->nodes.is_visited(state) ? workspace_->nodes[state].rhs : infinite_cost;
    }

  private:
    /// What was raised or lowered since is not subject to the frontier any more.
    [[nodiscard]] bool is_learnt(const Node& node) const noexcept {
        return workspace_->nodes.is_closed(node) || NodeStore::is_open(node);
    }
    /// Whether the bound is below a limit: mostly not, and then most of its parts need not be known.
    [[nodiscard]] bool is_below(const D& domain, StateId state, Cost limit) const {
        const NodeStore& nodes = workspace_->nodes;
        if (nodes.g(state) >= limit && ((nodes.is_visited(state) && is_learnt(nodes[state])) ||
                                        beyond_the_frontier(domain, state) >= limit))
            return false;
        return domain_bound(domain, state) < limit;
    }
    [[nodiscard]] Cost beyond_the_frontier(const D& domain, StateId state) const {
        if (least_key_ >= infinite_cost) return infinite_cost;
        const Cost nearer = bound_between<direction>(domain, state, target_);
        return least_key_ > nearer ? least_key_ - nearer : 0;
    }
    [[nodiscard]] Cost domain_bound(const D& domain, StateId state) const {
        return bound_between<opposite(direction)>(domain, state, root_);
    }
    /// No way to a state that costs less than this one did, when the search was taken over, led over it.
    void note_change(const D& domain, StateId state) {
        const NodeStore& nodes = workspace_->nodes;
        if (!nodes.is_visited(state)) return;
        Cost cost = nodes[state].g;
        if (is_learnt(nodes[state]))
            cost = std::max(cost >= infinite_cost || cost < raised_ ? 0 : cost - raised_,
                            domain_bound(domain, state));
        changed_from_ = std::min(changed_from_, cost);
    }
    void lower(const D& domain, StateId state, Cost bound) {
        if (bound >= (*this)(domain, state)) return;
        NodeStore& nodes = workspace_->nodes;
        nodes.ensure_state(state);
        nodes.touch(state).g = bound;
        workspace_->open.put({bound, 0, state});
    }

    Workspace* workspace_ = nullptr;
    StateId root_ = no_state;
    StateId target_ = no_state;
    Cost least_key_ = infinite_cost;
    Cost changed_from_ = infinite_cost;  ///< the least cost of a state with changed edges
    Cost raised_ = 0;                    ///< how much any bound was raised at most
    Cost most_raised_ = 0;               ///< the same, by what is being learnt
};

}  // namespace wend::search
