#pragma once

// A search against the direction of the one that made the plan, guided by what that one knew: it runs down
// the old plan and bends around what became dearer, instead of taking costs back from everything behind it,
// which is what repairs cost in D* Lite and AD*. (Hernandez, Baier and Asin 2014, "Making A* run faster than
// D*-Lite": MPGAA*.) It is the same kernel, on an InformedDomain.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "wend/search/informed_domain.hpp"
#include "wend/search/known_work.hpp"
#include "wend/search/learnt_bounds.hpp"
#include "wend/search/mend.hpp"
#include "wend/search/plan_pieces.hpp"

namespace wend::search {

struct DetourSpace : Workspace {
    std::vector<PlanStep> steps;      ///< of the last plan, its root first
    std::vector<PlanStep> old_steps;  ///< of the plan before
    std::vector<StateId> trail;       ///< expanded, to be learnt from
    std::vector<StateId> hops;        ///< of the path that was found

    [[nodiscard]] std::size_t bytes() const noexcept {
        return Workspace::bytes() + (steps.capacity() + old_steps.capacity()) * sizeof(PlanStep) +
               (trail.capacity() + hops.capacity()) * sizeof(StateId);
    }
    [[nodiscard]] std::size_t bytes_in_use() const noexcept {
        return Workspace::bytes_in_use() + (steps.size() + old_steps.size()) * sizeof(PlanStep) +
               trail.size() * sizeof(StateId);
    }
};

/// `direction` is that of the search whose knowledge is used; the detour runs the other way.
template <Domain D, Direction direction>
class Detour {
  public:
    static constexpr Direction way = opposite(direction);

    explicit Detour(DetourSpace& space) noexcept
        : space_(space),
          kernel_(space),
          pieces_(space.steps, space.old_steps, bounds_),
          mend_(space, pieces_) {}
    Detour(const Detour&) = delete;  // its parts refer to one another
    Detour& operator=(const Detour&) = delete;

    void reserve(std::size_t state_count) { space_.nodes.ensure(state_count); }

    /// `trail`: what the tree has expanded, each state once.
    void take_over(const D& domain, Kernel<D, direction>& tree, std::span<const StateId> trail) {
        bounds_.take_over(domain, tree);
        known_work_.take_over(trail);
        target_ = tree.root();
        planted_ = false;
        space_.trail.clear();
        pieces_.clear();
    }

    /// The next detour begins at `from`; `route` is the last plan in the order of its steps. Expansions count
    /// from `spent` on.
    void begin(const D& domain, StateId from, std::span<const StateId> route, Inflation inflation,
               std::uint64_t spent) {
        learn(domain);
        from_ = from;
        expansions_ = spent;
        known_work_.begin();
        inflation_ = inflation;
        kernel_.inflate(inflation, true);
        pieces_.cut_up(domain, route);
        mended_ = false;
        mend_.begin(from, inflation);
    }

    /// Keeps what was found so far; before edges change.
    void learn(const D& domain);
    /// Forgets all that is not learnt; without bounds the last plan, too.
    void rest(bool keeps_bounds) {
        space_.clear();
        if (!keeps_bounds) pieces_.clear();
    }
    /// Edges around the states changed, after `learn`.
    void change(const D& domain, std::span<const StateId> states) {
        for (const StateId state : states) {
            bounds_.reconsider(domain, state);
            pieces_.forget_edges(state);
        }
    }
    void inflate(const D& domain, Inflation inflation);

    /// Until `most` expansions since `begin`.
    Stop run(const D& domain, Budget& budget, std::uint64_t most);

    /// Writes the path that was found, target first, and returns its cost; infinite when there is none.
    [[nodiscard]] Cost read_path(const D& domain, std::vector<StateId>& path);
    /// Whether the last plan still leads to the target, and is good enough.
    [[nodiscard]] bool keeps_plan(const D& domain) const {
        const PlanStep* const step = pieces_.step_of(from_);
        return step != nullptr && step->end == 0 && is_within(domain, step->cost);
    }
    /// What a path of this cost, which was found, is known to be within.
    [[nodiscard]] double bound_of(const D& domain, Cost cost) const {
        const Cost best = bound(domain);
        if (cost <= best) return 1;
        if (best == 0) return inflation_.value();
        const double proven = std::nextafter(static_cast<double>(cost) / best, Inflation::max);
        return std::min(proven, inflation_.value());
    }
    /// The path that was found is the last plan, mended, and no search has looked for a better one.
    [[nodiscard]] bool has_mended() const noexcept { return mended_; }
    /// Of the cost that the detour will find; 0 while bounds are being lowered.
    [[nodiscard]] Cost bound(const D& domain) const {
        return bounds_.is_settled() ? bounds_(domain, from_) : 0;
    }
    /// Expansions since `begin` that were no part of its search.
    [[nodiscard]] std::uint64_t spent() const noexcept { return expansions_; }
    /// Whether A* from scratch has to expand at least `most` states, as far as is known without it.
    [[nodiscard]] bool knows_work(const D& domain, std::uint64_t most) {
        if (!bounds_.is_settled()) return false;
        // Either there is a way, and all its steps are looked at, or there is none, and all that can be
        // reached is.
        const bool is_mending = mend_.is_possible() && !inflation_.is_one();
        if (is_mending && most <= mend_.reached() && most <= least_steps(domain)) return true;
        if (known_work_.reaches(domain, bounds_, from_, least_cost(domain), most)) return true;
        return CountsSteps<D> && known_work_.reaches_without_plan(most) && most <= least_steps(domain);
    }
    [[nodiscard]] bool met_cost_limit() const noexcept { return planted_ && kernel_.met_cost_limit(); }
    [[nodiscard]] std::size_t visited() const noexcept { return kernel_.nodes().visited(); }

  private:
    using Informed = InformedDomain<D, way>;
    [[nodiscard]] Informed informed(const D& domain) noexcept { return Informed(domain, bounds_, pieces_); }
    [[nodiscard]] bool is_within(const D& domain, Cost cost) const {
        return std::uint64_t{cost} * Inflation::one <=
               std::uint64_t{bounds_(domain, from_)} * inflation_.steps();
    }
    /// A lower bound of what will be found; best keys are, too.
    [[nodiscard]] Cost least_cost(const D& domain) const {
        const Cost known = bounds_(domain, from_);
        if (!planted_ || !inflation_.is_one() || kernel_.open().is_empty()) return known;
        return std::max(known, static_cast<Cost>(kernel_.open().top().key / Inflation::one));
    }
    /// Of any plan. A domain that does not know is taken to need no fewer than are joined.
    [[nodiscard]] std::uint64_t least_steps(const D& domain) const {
        if constexpr (CountsSteps<D>)
            return domain.least_steps(from_, target_, bounds_(domain, from_));
        else
            return mend_.path().size();
    }
    [[nodiscard]] Stop mend(const D& domain, Budget& budget, std::uint64_t most);
    [[nodiscard]] Cost cut_loops(const D& domain, std::vector<StateId>& path);
    void append_hop(const D& domain, StateId state, Cost cost, std::vector<StateId>& path);

    DetourSpace& space_;
    Kernel<Informed, way> kernel_;
    LearntBounds<D, direction> bounds_;
    PlanPieces<D, direction> pieces_;
    Mend<D, direction> mend_;
    KnownWork<D, direction> known_work_;
    StateId from_ = no_state;
    StateId target_ = no_state;
    Inflation inflation_;
    std::uint64_t expansions_ = 0;
    bool planted_ = false;
    bool mended_ = false;  ///< the path that was found is that of `mend_`
};

/// Every way from an expanded state to the target leads through a state that is not, or ends: so it costs at
/// least what the least of those promises, less what the expanded state has cost so far.
template <Domain D, Direction direction>
void Detour<D, direction>::learn(const D& domain) {
    if (!planted_) return;
    planted_ = false;
    const NodeStore& nodes = kernel_.nodes();
    const Cost least = std::min(kernel_.least_unsettled(informed(domain)), nodes.g(target_));
    for (const StateId state : space_.trail) {
        const Node& node = nodes[state];
        if (!node.is_consistent() || node.g >= least) continue;
        bounds_.raise(domain, state, least >= infinite_cost ? infinite_cost : least - node.g);
    }
    space_.trail.clear();
}

template <Domain D, Direction direction>
void Detour<D, direction>::inflate(const D& domain, Inflation inflation) {
    if (inflation == inflation_) return;
    inflation_ = inflation;
    kernel_.inflate(inflation, true);
    if (!planted_) {
        mended_ = false;
        return mend_.begin(from_, inflation);
    }
    kernel_.begin_round(informed(domain));
    kernel_.rekey(informed(domain));
}

template <Domain D, Direction direction>
Stop Detour<D, direction>::run(const D& domain, Budget& budget, std::uint64_t most) {
    if (!planted_) {
        const Stop stop = bounds_.settle(domain, budget, expansions_, most);
        if (stop != Stop::settled) return stop;
        if (bounds_(domain, from_) >= infinite_cost) return Stop::exhausted;
        if (mend_.is_possible()) {
            const Stop end = mend(domain, budget, most);
            if (end != Stop::exhausted) return end;
        }
        kernel_.plant(informed(domain), from_, target_);
        planted_ = true;
    }
    const std::uint64_t settled = expansions_;
    return kernel_.run(informed(domain), budget,
                       {.expansions = most > settled ? most - settled : 0, .trail = &space_.trail});
}

/// Exhausted when the plan cannot be mended well enough.
template <Domain D, Direction direction>
Stop Detour<D, direction>::mend(const D& domain, Budget& budget, std::uint64_t most) {
    if (inflation_.is_one() && !mend_.is_whole()) return Stop::exhausted;
    const std::uint64_t cap = mend_.length() / 2 + 8;
    Stop stop = mend_.run(domain, budget, std::min(most > expansions_ ? most - expansions_ : 0, cap));
    if (stop == Stop::end_of_turn && mend_.expansions() >= cap) stop = Stop::exhausted;
    if (stop == Stop::end_of_turn || stop == Stop::out_of_budget) return stop;
    expansions_ += mend_.expansions();
    mend_.dismiss();
    mended_ = stop == Stop::settled && is_within(domain, mend_.cost());
    return mended_ ? Stop::settled : Stop::exhausted;
}

template <Domain D, Direction direction>
Cost Detour<D, direction>::read_path(const D& domain, std::vector<StateId>& path) {
    path.clear();
    if (mended_) {
        path.assign(mend_.path().begin(), mend_.path().end());
        return mend_.cost() - cut_loops(domain, path);
    }
    const Cost cost = kernel_.read_path(space_.hops);
    if (cost >= infinite_cost) return cost;
    const NodeStore& nodes = kernel_.nodes();
    for (const StateId state : space_.hops) {
        if (!path.empty()) append_hop(domain, state, nodes[path.back()].rhs - nodes.g(state), path);
        path.push_back(state);
    }
    return cost - cut_loops(domain, path);
}

/// Pieces of the plan, and old ways, may lead over states that the path has been to; returns what that would
/// cost. While it looks, places are those on the path.
template <Domain D, Direction direction>
Cost Detour<D, direction>::cut_loops(const D& domain, std::vector<StateId>& path) {
    Cost saved = 0;
    std::size_t kept = 0;
    for (const StateId state : path) {
        const std::size_t before = bounds_.place(state);
        if (before >= kept || path[before] != state) {
            bounds_.set_place(state, kept);
            path[kept++] = state;
            continue;
        }
        StateId next = state;
        for (; kept > before + 1; next = path[--kept])
            saved += edge_along<direction>(domain, path[kept - 1], next);
        saved += edge_along<direction>(domain, state, next);
    }
    path.resize(kept);
    pieces_.number();
    return saved;
}

/// Appends what lies between a state and the end of the path if no plain edge of this cost leads there: a
/// piece of the plan, or an old way to the root.
template <Domain D, Direction direction>
void Detour<D, direction>::append_hop(const D& domain, StateId state, Cost cost, std::vector<StateId>& path) {
    const StateId end = path.back();
    if (end != target_ && pieces_.step_of(end) == nullptr) return;
    const PlanStep* piece = nullptr;
    StateId on_way = no_state;
    bool is_plain = false;
    visit_along<way>(domain, state, [&](StateId next, Cost edge) {
        if (edge >= infinite_cost) return;
        is_plain |= next == end && edge == cost;
        const PlanStep* const step = pieces_.step_of(next);
        const PlanStep* const last = pieces_.end_of_piece(step);
        if (piece == nullptr && last != nullptr && last->state == end && edge + step->cost == cost)
            piece = step;
        if (end == target_ && on_way == no_state && edge + bounds_.cost_of_way(next) == cost) on_way = next;
    });
    if (is_plain) return;
    if (piece != nullptr) {
        for (const PlanStep* s = &pieces_[piece->end] + 1; s <= piece; ++s) path.push_back(s->state);
    } else if (on_way != no_state) {
        const auto first = static_cast<std::ptrdiff_t>(path.size());
        for (; on_way != target_; on_way = bounds_.next_on_way(on_way)) path.push_back(on_way);
        std::reverse(path.begin() + first, path.end());
    }
}

}  // namespace wend::search
