#pragma once

// The one loop behind Dijkstra, A*, ARA*, D* Lite and AD* (Likhachev et al. 2005; MD Appendix B; COURSE 3.1).
// It grows costs from a root until a target is settled; which end of the problem is the root depends on the
// direction, and which algorithm it is depends only on what its owner does between runs.
//
//     g > rhs   over-consistent: a better way is known; expanding it passes rhs on, once a round
//     g < rhs   under-consistent: its way is gone; expanding it takes g back from those that used it
//     g = rhs   consistent: nothing to do, not in OPEN
//
// Where this differs from the printed listings:
//   - keys: over-consistent [rhs + inflation * h, rhs], under-consistent [g + h, g]: not inflated.
//   - each node knows the neighbour its rhs comes from. Taking g back concerns only the states that used
//     it, and a plan is read off the nodes without asking the domain.
//   - equal keys: under-consistent first (see OpenEntry), so that the stopping rule is exact with edges of
//     cost zero; and rings of such edges may not hold themselves up (`leads_back`); the listings let them.
//   - states never visited are not touched unless a change gives them a finite cost.
//   - a state is expanded at most once over- and once under-consistent in a round if the lower bounds are
//     consistent. A search that sees more has a proof that they are not, and stops with `contradiction`.

#include <algorithm>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/search/domain.hpp"
#include "wend/search/node_store.hpp"
#include "wend/search/open_list.hpp"

namespace wend::search {

/// The memory of one kernel.
struct Workspace {
    Workspace() = default;
    Workspace(const Workspace&) = delete;  // OPEN refers to the nodes
    Workspace& operator=(const Workspace&) = delete;

    NodeStore nodes;
    OpenList open{nodes};
    std::vector<StateId> deferred;  ///< INCONS: improved after they were closed, for the next round

    /// Keeps what is allocated.
    void clear() {
        open.clear();
        nodes.begin_generation();
        deferred.clear();
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return nodes.bytes() + open.bytes() + deferred.capacity() * sizeof(StateId);
    }
    /// Of the states that were visited.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept {
        return nodes.visited() * sizeof(Node) + open.size() * sizeof(OpenEntry) +
               deferred.size() * sizeof(StateId);
    }
};

enum class Stop : unsigned char { settled, exhausted, out_of_budget, end_of_turn, rise, contradiction };

/// Where a run ends besides its target and its budget, and what it leaves behind.
struct RunLimits {
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    bool repair_rises = true;         ///< false: stop at a state that would have to take its cost back
    std::uint64_t expansions = none;  ///< since `plant`
    Cost cost = infinite_cost;        ///< without a target: how far from the root
    /// Where to note the states that get their first cost.
    std::vector<StateId>* trail = nullptr;
};

template <Domain D, Direction direction>
class Kernel {
  public:
    explicit Kernel(Workspace& workspace) noexcept
        : workspace_(workspace), nodes_(workspace.nodes), open_(workspace.open) {}

    /// Forgets everything and plants the root. Without a target the search floods.
    void plant(const D& domain, StateId root, StateId target);
    /// The target moved; `rekey` must follow.
    void retarget(StateId target);
    /// Sets the inflation; `rekey` must follow. `trust_bounds` false searches without lower bounds.
    void inflate(Inflation inflation, bool trust_bounds) noexcept;
    /// Empties CLOSED and moves INCONS into OPEN.
    void begin_round(const D& domain);
    /// Recomputes every key of OPEN.
    void rekey(const D& domain);
    /// The edges that `state` can take towards the root changed, or may have.
    void reconsider(const D& domain, StateId state);

    /// Expands until the target is settled, everything within the cost limit is, or it has to stop.
    Stop run(const D& domain, Budget& budget, const RunLimits& limits = {});

    /// The least cost of a way from root to target that leads through a state which knows a better way than
    /// it has passed on; infinite when there is none. Such states are in OPEN or INCONS.
    [[nodiscard]] Cost least_unsettled(const D& domain) const;

    /// Reads the path off the nodes, the target first, and returns its cost. It may be cheaper than the
    /// target's g: states on it may know a better way that they have not passed on. Infinite when the nodes
    /// hold no path, which only broken promises can bring about.
    [[nodiscard]] Cost read_path(std::vector<StateId>& path) const { return read_path(path, target_); }
    /// The same to any state that was visited.
    [[nodiscard]] Cost read_path(std::vector<StateId>& path, StateId state) const;

    [[nodiscard]] StateId root() const noexcept { return root_; }
    [[nodiscard]] StateId target() const noexcept { return target_; }
    [[nodiscard]] const NodeStore& nodes() const noexcept { return nodes_; }
    [[nodiscard]] const OpenList& open() const noexcept { return open_; }
    /// Since `plant`.
    [[nodiscard]] std::uint64_t expansions() const noexcept { return expansions_; }
    [[nodiscard]] Workspace& workspace() noexcept { return workspace_; }
    /// A path of `max_path_cost` or more was met and not followed.
    [[nodiscard]] bool met_cost_limit() const noexcept { return met_cost_limit_; }

  private:
    [[nodiscard]] std::uint64_t bound(const D& domain, StateId state) const {
        return target_ == no_state ? 0 : bound_between<direction>(domain, state, target_);
    }
    /// Only over-consistent states are put off by it: others must still be taken back in time.
    [[nodiscard]] std::uint64_t preference(const D& domain, StateId state) const {
        if constexpr (PreferringDomain<D>)
            return over_weight_ > Inflation::one ? (over_weight_ - Inflation::one) * domain.preference(state)
                                                 : 0;
        else
            return 0;
    }
    [[nodiscard]] OpenEntry over_entry(const D& domain, StateId state, Cost rhs) const {
        std::uint64_t key = std::uint64_t{rhs} * Inflation::one + over_weight_ * bound(domain, state) +
                            preference(domain, state);
        if constexpr (HasDoubts<D>) key += domain.is_doubtful(state);
        return {key, OpenEntry::second_of_over(rhs), state};
    }
    [[nodiscard]] OpenEntry under_entry(const D& domain, StateId state, Cost g) const {
        return {std::uint64_t{g} * Inflation::one + under_weight_ * bound(domain, state),
                OpenEntry::second_of_under(g), state};
    }
    [[nodiscard]] bool has_work(std::uint64_t limit_key) noexcept;
    void expand_over(const D& domain, StateId state);
    void expand_under(const D& domain, StateId state);
    void relax(const D& domain, StateId from, Cost g, StateId state, Cost edge);
    void improve(const D& domain, StateId from, StateId state, Cost edge, Cost offer);
    void place(const D& domain, StateId state);
    [[nodiscard]] bool leads_back(StateId from, StateId state, Cost level) noexcept;

    Workspace& workspace_;
    NodeStore& nodes_;
    OpenList& open_;
    StateId root_ = no_state;
    StateId target_ = no_state;
    std::uint64_t over_weight_ = Inflation::one;
    std::uint64_t under_weight_ = Inflation::one;
    std::uint64_t expansions_ = 0;
    std::uint64_t round_expansions_ = 0;
    bool contradiction_ = false;
    bool met_cost_limit_ = false;
    bool refused_ring_ = false;
};

template <Domain D, Direction direction>
void Kernel<D, direction>::plant(const D& domain, StateId root, StateId target) {
    nodes_.ensure(domain.state_count());
    workspace_.clear();
    expansions_ = round_expansions_ = 0;
    contradiction_ = met_cost_limit_ = refused_ring_ = false;
    root_ = root;
    retarget(target);
    nodes_.ensure_state(root);
    nodes_.touch(root).rhs = 0;
    open_.put(over_entry(domain, root, 0));
}

template <Domain D, Direction direction>
void Kernel<D, direction>::retarget(StateId target) {
    target_ = target;
    if (target == no_state) return;
    nodes_.ensure_state(target);
    nodes_.touch(target);
}

template <Domain D, Direction direction>
void Kernel<D, direction>::inflate(Inflation inflation, bool trust_bounds) noexcept {
    over_weight_ = trust_bounds ? inflation.steps() : 0;
    under_weight_ = trust_bounds ? Inflation::one : 0;
}

template <Domain D, Direction direction>
void Kernel<D, direction>::begin_round(const D& domain) {
    nodes_.begin_round();
    round_expansions_ = 0;
    for (std::size_t i = 0; i < workspace_.deferred.size(); ++i) place(domain, workspace_.deferred[i]);
    workspace_.deferred.clear();
}

template <Domain D, Direction direction>
void Kernel<D, direction>::rekey(const D& domain) {
    open_.rekey([&](StateId state) {
        const Node& node = nodes_[state];
        return node.is_over_consistent() ? over_entry(domain, state, node.rhs)
                                         : under_entry(domain, state, node.g);
    });
}

template <Domain D, Direction direction>
Stop Kernel<D, direction>::run(const D& domain, Budget& budget, const RunLimits& limits) {
    nodes_.ensure(domain.state_count());
    const std::uint64_t limit_key = std::uint64_t{limits.cost} * Inflation::one;
    while (has_work(limit_key)) {
        const OpenEntry top = open_.top();
        const bool under = top.is_under_consistent();
        if (under && !limits.repair_rises) return Stop::rise;
        if (expansions_ >= limits.expansions) return Stop::end_of_turn;
        if (!budget.spend()) return Stop::out_of_budget;
        open_.pop();
        ++expansions_;
        if (limits.trail != nullptr && nodes_[top.state()].g >= infinite_cost)
            limits.trail->push_back(top.state());
        if (under)
            expand_under(domain, top.state());
        else
            expand_over(domain, top.state());
        if (++round_expansions_ > 2 * nodes_.visited() || contradiction_) return Stop::contradiction;
    }
    if (target_ == no_state) return Stop::settled;
    return nodes_[target_].g < infinite_cost ? Stop::settled : Stop::exhausted;
}

template <Domain D, Direction direction>
Cost Kernel<D, direction>::least_unsettled(const D& domain) const {
    std::uint64_t least = infinite_cost;
    const auto consider = [&](StateId state) {
        if (nodes_[state].is_over_consistent())
            least = std::min(least, nodes_[state].rhs + bound(domain, state));
    };
    open_.for_each([&](const OpenEntry& entry) { consider(entry.state()); });
    for (const StateId state : workspace_.deferred) consider(state);
    return static_cast<Cost>(least);
}

template <Domain D, Direction direction>
Cost Kernel<D, direction>::read_path(std::vector<StateId>& path, StateId state) const {
    path.clear();
    Cost cost = 0;
    for (; state != root_; state = nodes_[state].parent) {
        if (nodes_[state].parent == no_state || path.size() > nodes_.visited()) return infinite_cost;
        path.push_back(state);
        cost += nodes_[state].rhs - nodes_[nodes_[state].parent].g;
    }
    path.push_back(state);
    return cost;
}

template <Domain D, Direction direction>
bool Kernel<D, direction>::has_work(std::uint64_t limit_key) noexcept {
    if (open_.is_empty()) return false;
    const OpenEntry& top = open_.top();
    std::uint64_t last_key = limit_key;
    if (target_ != no_state) {
        const Node& target = nodes_[target_];
        if (!target.is_consistent() || target.g >= infinite_cost) return true;
        last_key = std::uint64_t{target.g} * Inflation::one;
        if (top.key == last_key) return top.is_under_consistent();
    }
    return top.key <= last_key;
}

template <Domain D, Direction direction>
void Kernel<D, direction>::expand_over(const D& domain, StateId state) {
    Node& node = nodes_[state];
    const Cost g = node.g = node.rhs;
    nodes_.close(node);
    if (g >= max_path_cost) {
        met_cost_limit_ = true;
        return;
    }
    visit_along<direction>(domain, state,
                           [&](StateId next, Cost edge) { relax(domain, state, g, next, edge); });
}

template <Domain D, Direction direction>
inline void Kernel<D, direction>::relax(const D& domain, StateId from, Cost g, StateId state, Cost edge) {
    if constexpr (GrowingDomain<D>) nodes_.ensure_state(state);
    const Node& node = nodes_.touch(state);
    const Cost offer = g + std::min(edge, infinite_cost);
    if (offer < node.rhs) improve(domain, from, state, edge, offer);
}

template <Domain D, Direction direction>
void Kernel<D, direction>::improve(const D& domain, StateId from, StateId state, Cost edge, Cost offer) {
    if constexpr (KnowsDeadEnds<D>)
        if (domain.is_dead_end(state)) return;
    Node& node = nodes_[state];
    if (edge == 0 && offer == node.g && leads_back(from, state, offer)) return;
    node.rhs = offer;
    node.parent = from;
    if (offer > node.g) return;  // still under-consistent, with the key it has
    if (offer == node.g) return open_.remove(state);
    if (nodes_.is_closed(node)) {
        workspace_.deferred.push_back(state);
        contradiction_ |= over_weight_ <= Inflation::one;
        return;
    }
    open_.put(over_entry(domain, state, offer));
}

template <Domain D, Direction direction>
void Kernel<D, direction>::expand_under(const D& domain, StateId state) {
    nodes_[state].g = infinite_cost;
    visit_along<direction>(domain, state, [&](StateId next, Cost) {
        if (nodes_.is_visited(next) && nodes_[next].parent == state) reconsider(domain, next);
    });
    // A ring that was refused because it led back here may hold on to something else by now.
    if (refused_ring_)
        reconsider(domain, state);
    else
        place(domain, state);
}

template <Domain D, Direction direction>
void Kernel<D, direction>::reconsider(const D& domain, StateId state) {
    if (state == root_) return;
    const Cost own_g = nodes_.g(state);
    Cost best = infinite_cost;
    StateId parent = no_state;
    visit_along<opposite(direction)>(domain, state, [&](StateId next, Cost edge) {
        const Cost g = nodes_.g(next);
        if (g >= max_path_cost) return;
        const Cost offer = g + std::min(edge, infinite_cost);
        if (offer > best || (offer == best && next >= parent) || offer >= infinite_cost) return;
        if (edge == 0 && offer == own_g && leads_back(next, state, offer)) return;
        best = offer;
        parent = next;
    });
    if (parent == no_state && !nodes_.is_visited(state)) return;
    nodes_.ensure_state(state);
    Node& node = nodes_.touch(state);
    node.rhs = best;
    node.parent = parent;
    place(domain, state);
}

template <Domain D, Direction direction>
void Kernel<D, direction>::place(const D& domain, StateId state) {
    const Node& node = nodes_[state];
    if (node.is_over_consistent()) {
        if (nodes_.is_closed(node))
            workspace_.deferred.push_back(state);
        else
            open_.put(over_entry(domain, state, node.rhs));
    } else if (node.is_under_consistent()) {
        contradiction_ |= nodes_.is_closed(node);
        open_.put(under_entry(domain, state, node.g));
    } else if (NodeStore::is_open(node)) {
        open_.remove(state);
    }
}

/// Whether the way that `from` relies on comes back to `state` at the same cost `level`: a ring of edges of
/// cost zero whose states would only support one another.
template <Domain D, Direction direction>
bool Kernel<D, direction>::leads_back(StateId from, StateId state, Cost level) noexcept {
    for (std::size_t steps = 0; from != state && steps <= nodes_.visited(); ++steps) {
        const Node& node = nodes_[from];
        if (from == root_ || !node.is_consistent() || node.g != level) return false;
        from = node.parent;
    }
    return refused_ring_ = true;
}

}  // namespace wend::search
