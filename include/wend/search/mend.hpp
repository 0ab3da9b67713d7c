#pragma once

// The first plan after a plan broke: what is left of the old one, its pieces joined by searches as small as
// the gaps between them. It is soon found and need not be good, but what it costs and what the best plan
// costs at least are both known, so that its bound is proven, and mostly far better than the inflation that
// was asked for.
//
// Gaps are closed from the root outwards, each by a search that ends where it first sees the plan again. If
// the root was walled in, the first of them stays inside the wall like any search from scratch; and every
// state that was seen is one that a search from scratch would have to look at if there were no way.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"
#include "wend/search/plan_pieces.hpp"

namespace wend::search {

/// What a search has seen of a plan.
struct Sight {
    std::size_t farthest = 0;  ///< place of a step
    std::size_t times = 0;     ///< that a step was seen, the same one or others
};

/// A domain that watches for steps of the plan among the states that a search is offered.
template <Domain D, Direction direction>
class WatchedDomain {
  public:
    static constexpr bool grows = GrowingDomain<D>;
    using Pieces = PlanPieces<D, direction>;

    /// Steps beyond the place `last` do not count as far.
    WatchedDomain(const D& domain, const Pieces& pieces, std::size_t last, Sight& sight) noexcept
        : domain_(domain), pieces_(pieces), last_(last), sight_(sight) {}

    [[nodiscard]] std::size_t state_count() const { return domain_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        domain_.successors(state, watching(visit));
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        domain_.predecessors(state, watching(visit));
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return domain_.lower_bound(from, to); }
    [[nodiscard]] Cost preference(StateId state) const requires PreferringDomain<D> {
        return domain_.preference(state);
    }

  private:
    template <class Visit>
    [[nodiscard]] auto watching(Visit& visit) const {
        return [&](StateId next, Cost edge) {
            visit(next, edge);
            const PlanStep* const step = edge < infinite_cost ? pieces_.step_of(next) : nullptr;
            if (step == nullptr) return;
            ++sight_.times;
            const std::size_t place = pieces_.place_of(*step);
            if (place <= last_) sight_.farthest = std::max(sight_.farthest, place);
        };
    }

    const D& domain_;
    const Pieces& pieces_;
    std::size_t last_;
    Sight& sight_;
};

template <Domain D, Direction direction>
class Mend {
  public:
    using Pieces = PlanPieces<D, direction>;

    /// Uses the workspace between searches of its other user.
    Mend(Workspace& workspace, const Pieces& pieces) noexcept : kernel_(workspace), pieces_(pieces) {}

    /// Joins the root to this state.
    void begin(StateId last, Inflation inflation) {
        kernel_.inflate(inflation, true);
        path_.clear();
        cost_ = 0;
        expansions_ = 0;
        held_ = beside_ = 0;
        is_searching_ = false;
        const std::span<const PlanStep> steps = pieces_.up_to(last);
        is_possible_ = !steps.empty();
        if (!is_possible_) return;
        last_ = steps.size() - 1;
        append_piece(0);
    }
    void dismiss() noexcept { is_possible_ = false; }
    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }

    /// Until `most` expansions since `begin`. Settled when all is joined; exhausted when that way is not to
    /// be.
    Stop run(const D& domain, Budget& budget, std::uint64_t most);

    /// From the root. A way across a gap may lead back over what was joined before.
    [[nodiscard]] const std::vector<StateId>& path() const noexcept { return path_; }
    [[nodiscard]] Cost cost() const noexcept { return cost_; }
    [[nodiscard]] std::uint64_t expansions() const noexcept {
        return expansions_ + (is_searching_ ? kernel_.expansions() : 0);
    }
    /// Whether the plan has no gaps.
    [[nodiscard]] bool is_whole() const noexcept { return at_ == last_; }
    /// The number of steps that there are to join.
    [[nodiscard]] std::size_t length() const noexcept { return last_ + 1; }
    /// So many states at least can be reached from the root: those that are joined, and others that a search
    /// has visited.
    [[nodiscard]] std::size_t reached() const noexcept { return held_ + std::max(beside_, beside_now()); }

  private:
    /// The piece from a step on, all of it or up to the last step.
    void append_piece(std::size_t first) {
        at_ = first;
        path_.push_back(pieces_[first].state);
        while (at_ < last_ && pieces_[at_ + 1].end == pieces_[first].end)
            path_.push_back(pieces_[++at_].state);
        cost_ += pieces_[at_].cost - pieces_[first].cost;
        held_ += at_ - first + 1;
    }
    /// The next piece that is worth going to: states without any edge left on the plan are mostly gone.
    [[nodiscard]] std::size_t next_piece() const noexcept {
        std::size_t next = at_ + 1;
        while (next < last_ && pieces_[next + 1].end != next) ++next;
        return next;
    }
    /// States off the plan that this search has visited, at least. Its ends are on the plan.
    [[nodiscard]] std::size_t beside_now() const noexcept {
        const std::size_t on_plan = sight_.times + 2;
        return is_searching_ && kernel_.nodes().visited() > on_plan ? kernel_.nodes().visited() - on_plan : 0;
    }
    /// Sees the plan again at `next_` or beyond.
    [[nodiscard]] Stop cross_gap(const D& domain, Budget& budget, std::uint64_t most);

    Kernel<WatchedDomain<D, direction>, direction> kernel_;
    const Pieces& pieces_;
    std::vector<StateId> path_;  ///< what is joined to the root
    std::vector<StateId> gap_;   ///< the way across one gap
    std::size_t last_ = 0;       ///< the step that has to be joined
    std::size_t at_ = 0;         ///< the last step that is joined
    std::size_t next_ = 0;       ///< the step that is searched for
    Sight sight_;                ///< of this search
    std::size_t held_ = 0;       ///< steps that are joined
    std::size_t beside_ = 0;     ///< the most states off the plan that one search has visited
    Cost cost_ = 0;
    std::uint64_t expansions_ = 0;  ///< of searches that are over
    bool is_searching_ = false;
    bool is_possible_ = false;
};

template <Domain D, Direction direction>
Stop Mend<D, direction>::run(const D& domain, Budget& budget, std::uint64_t most) {
    while (at_ < last_) {
        const Stop stop = cross_gap(domain, budget, most > expansions_ ? most - expansions_ : 0);
        if (stop == Stop::end_of_turn || stop == Stop::out_of_budget) return stop;
        expansions_ += kernel_.expansions();
        beside_ = std::max(beside_, beside_now());
        is_searching_ = false;
        const Cost gap =
            stop == Stop::settled ? kernel_.read_path(gap_, pieces_[sight_.farthest].state) : infinite_cost;
        if (gap >= max_path_cost - cost_) {
            is_possible_ = false;
            return Stop::exhausted;
        }
        cost_ += gap;
        path_.insert(path_.end(), gap_.rbegin() + 1, gap_.rend());
        path_.pop_back();
        append_piece(sight_.farthest);
    }
    return Stop::settled;
}

template <Domain D, Direction direction>
Stop Mend<D, direction>::cross_gap(const D& domain, Budget& budget, std::uint64_t most) {
    const WatchedDomain<D, direction> watched(domain, pieces_, last_, sight_);
    if (!is_searching_) {
        next_ = next_piece();
        sight_ = {};
        kernel_.plant(watched, pieces_[at_].state, pieces_[next_].state);
        is_searching_ = true;
    }
    for (;;) {
        const std::uint64_t one_more = std::min(most, kernel_.expansions() + 1);
        const Stop stop = kernel_.run(watched, budget, {.expansions = one_more});
        if (sight_.farthest >= next_) return Stop::settled;
        if (stop != Stop::end_of_turn || one_more == most) return stop;
    }
}

}  // namespace wend::search
