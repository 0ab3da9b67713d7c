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
// Koenig and Yeoh 2008).
//
// The ways by which the search reached its states are kept, too, and cut where an edge changed. A state whose
// way still holds all along costs exactly what it did (Tree-AA*, Hernandez, Sun, Koenig and Meseguer 2011).
// Cuts are passed on to the states behind them only when these are asked for.
//
// All of it lives in the nodes of the search that was stopped, at no cost in memory:
//
//     parent   the next state of the way; no_state when it was cut; the state itself when its bound was
//              raised or lowered since: then it has no way, and is not subject to the frontier any more
//     closed   the way was found to hold, after the last cut
//     rhs      the place of the state in a list of the owner's

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
        // A state whose way is gone may have an edge to itself for want of a better one.
        const auto forget_way = [&](StateId state) { workspace_->nodes[state].parent = no_state; };
        workspace_->open.for_each([&](const OpenEntry& entry) { forget_way(entry.state()); });
        for (const StateId state : workspace_->deferred)
            if (!workspace_->nodes[state].is_consistent()) forget_way(state);
        workspace_->open.clear();
        workspace_->deferred.clear();
        workspace_->nodes.begin_round();
    }
    [[nodiscard]] StateId root() const noexcept { return root_; }

    /// Of the cost between the state and the root.
    [[nodiscard]] Cost operator()(const D& domain, StateId state) const {
        const NodeStore& nodes = workspace_->nodes;
        Cost known = infinite_cost;
        if (nodes.is_visited(state)) {
            const Node& node = nodes[state];
            known = node.g;
            if (is_learnt(state)) return std::max(known, domain_bound(domain, state));
        }
        return std::max(std::min(known, beyond_the_frontier(domain, state)), domain_bound(domain, state));
    }

    /// Whether the bound is only what the frontier says. Of ways that promise the same, those are the worse
    /// guess.
    [[nodiscard]] bool is_doubtful(const D& domain, StateId state) const {
        const NodeStore& nodes = workspace_->nodes;
        if (!nodes.is_visited(state)) return true;
        return !is_learnt(state) && nodes[state].g > beyond_the_frontier(domain, state);
    }

    /// `bound` is one, too, and consistent with all others once its whole search is learnt.
    void raise(const D& domain, StateId state, Cost bound) {
        if (bound > (*this)(domain, state)) set(state, bound);
    }

    /// What the search that was taken over knew of the state's cost, if the way that it knew still holds;
    /// infinite else. No way is cheaper, unless edges became so.
    [[nodiscard]] Cost cost_of_way(StateId state) {
        return holds(state) ? workspace_->nodes[state].g : infinite_cost;
    }
    /// The cost of the edge by which the state's way leads to the next one; infinite when it does not, or
    /// when it is not known any more.
    [[nodiscard]] Cost edge_of_way(StateId state, StateId next) const noexcept {
        const NodeStore& nodes = workspace_->nodes;
        const bool leads_there = nodes.is_visited(state) && nodes[state].parent == next && !is_learnt(next);
        return leads_there ? nodes[state].g - nodes[next].g : infinite_cost;
    }
    /// Where a way that holds leads on, towards the root.
    [[nodiscard]] StateId next_on_way(StateId state) const noexcept {
        return workspace_->nodes[state].parent;
    }

    /// Edges around the state changed: cuts its way if that led over one of them, and lowers its bound as far
    /// as they demand; `settle` must follow. The frontier and the domain agree with every edge: they demand
    /// nothing of bounds that were not learnt.
    void reconsider(const D& domain, StateId state) {
        const NodeStore& nodes = workspace_->nodes;
        const StateId on_way = nodes.is_visited(state) ? next_on_way(state) : no_state;
        Cost way = infinite_cost, least = infinite_cost;
        visit_along<opposite(direction)>(domain, state, [&](StateId next, Cost edge) {
            if (edge >= infinite_cost) return;
            const Cost offer = edge + nodes.g(next);
            least = std::min(least, offer);
            if (next == on_way) way = std::min(way, offer);
        });
        if (way != nodes.g(state)) cut(state);
        if (on_way == state || least < nodes.g(state)) agree_with_neighbours(domain, state);
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
            visit_along<direction>(domain, state, [&](StateId next, Cost edge) {
                if (edge < infinite_cost) lower(domain, next, bound + edge);
            });
        }
        return Stop::settled;
    }

    /// Remembers that `state` has this place in a list of the owner's.
    void set_place(StateId state, std::size_t place) {
        workspace_->nodes.ensure_state(state);
        workspace_->nodes.touch(state).rhs = static_cast<Cost>(place);
    }
    /// Of states without a place, any number.
    [[nodiscard]] std::size_t place(StateId state) const noexcept {
        return workspace_->nodes.is_visited(state) ? workspace_->nodes[state].rhs : infinite_cost;
    }

  private:
    /// Of a state that was visited.
    [[nodiscard]] bool is_learnt(StateId state) const noexcept {
        return workspace_->nodes[state].parent == state;
    }
    /// Of a state that was visited.
    void cut(StateId state) {
        if (is_learnt(state)) return;
        workspace_->nodes[state].parent = no_state;
        workspace_->nodes.begin_round();
    }
    void set(StateId state, Cost bound) {
        NodeStore& nodes = workspace_->nodes;
        nodes.ensure_state(state);
        Node& node = nodes.touch(state);
        node.g = bound;
        node.parent = state;
        nodes.begin_round();
    }
    /// Follows the way to the root, to a cut, or to where this is known already, and notes it all along. Only
    /// domains that broke their promises make a way run in a circle.
    [[nodiscard]] bool holds(StateId state) {
        NodeStore& nodes = workspace_->nodes;
        if (!nodes.is_visited(state) || nodes[state].g >= infinite_cost) return false;
        const auto is_end = [&](StateId at) {
            return at == root_ || nodes.is_closed(nodes[at]) || nodes[at].parent == no_state || is_learnt(at);
        };
        StateId end = state;
        for (std::size_t steps = 0; !is_end(end) && steps < nodes.visited(); ++steps) end = nodes[end].parent;
        const bool result = end == root_ || nodes.is_closed(nodes[end]);
        for (StateId at = state; at != end;) {
            Node& node = nodes[at];
            at = node.parent;
            if (result)
                nodes.close(node);
            else
                node.parent = no_state;
        }
        return result;
    }
    /// Lowers the state's bound as far as its edges demand.
    void agree_with_neighbours(const D& domain, StateId state) {
        const Cost own = (*this)(domain, state);
        Cost best = own;
        visit_along<opposite(direction)>(domain, state, [&](StateId next, Cost edge) {
            if (edge < best && is_below(domain, next, best - edge)) best = edge + (*this)(domain, next);
        });
        if (best < own) lower(domain, state, best);
    }
    /// Whether the bound is below a limit: mostly not, and then most of its parts need not be known.
    [[nodiscard]] bool is_below(const D& domain, StateId state, Cost limit) const {
        const NodeStore& nodes = workspace_->nodes;
        if (nodes.g(state) >= limit &&
            ((nodes.is_visited(state) && is_learnt(state)) || beyond_the_frontier(domain, state) >= limit))
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
    void lower(const D& domain, StateId state, Cost bound) {
        if (bound >= (*this)(domain, state)) return;
        set(state, bound);
        workspace_->open.put({bound, 0, state});
    }

    Workspace* workspace_ = nullptr;
    StateId root_ = no_state;
    StateId target_ = no_state;
    Cost least_key_ = infinite_cost;
};

}  // namespace wend::search
