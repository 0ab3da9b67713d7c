#pragma once

// The first plan after a plan broke: what is left of the old one, its pieces joined by searches as small as
// the gaps between them. It is soon found and need not be good, but what it costs and what the best plan
// costs at least are both known, so that its bound is proven, and mostly far better than the inflation that
// was asked for.
//
// Gaps are closed from the root outwards. If the root was walled in, the first of these searches stays inside
// the wall like any search from scratch; and everything that is joined to the root already is what a search
// from scratch would have to settle, too, so that it may be counted as its work.

#include <limits>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"

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

template <Domain D, Direction direction>
class Mend {
  public:
    /// Uses the workspace between searches of its other user.
    explicit Mend(Workspace& workspace) noexcept : kernel_(workspace) {}

    /// `steps` from the root to the state that has to be joined to it.
    void begin(std::span<const PlanStep> steps, Inflation inflation) {
        kernel_.inflate(inflation, true);
        path_.clear();
        cost_ = 0;
        expansions_ = 0;
        is_searching_ = false;
        is_possible_ = !steps.empty();
        if (is_possible_) append_piece(steps, 0);
    }
    void dismiss() noexcept { is_possible_ = false; }
    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }

    /// Until `most` expansions since `begin`. Settled when all is joined; exhausted when that way is not to
    /// be.
    Stop run(const D& domain, std::span<const PlanStep> steps, Budget& budget, std::uint64_t most);

    /// From the root. A way across a gap may lead back over what was joined before.
    [[nodiscard]] const std::vector<StateId>& path() const noexcept { return path_; }
    [[nodiscard]] Cost cost() const noexcept { return cost_; }
    [[nodiscard]] std::uint64_t expansions() const noexcept {
        return expansions_ + (is_searching_ ? kernel_.expansions() : 0);
    }
    /// How many states are joined to the root.
    [[nodiscard]] std::size_t joined() const noexcept { return path_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return (path_.capacity() + gap_.capacity()) * sizeof(StateId);
    }

  private:
    /// The piece that begins at a step, all of it or up to the last step.
    void append_piece(std::span<const PlanStep> steps, std::size_t first) {
        at_ = first;
        path_.push_back(steps[first].state);
        while (at_ + 1 < steps.size() && steps[at_ + 1].end == first) path_.push_back(steps[++at_].state);
        cost_ += steps[at_].cost;
    }
    /// The next piece that is worth going to: states without any edge left on the plan are mostly gone.
    [[nodiscard]] std::size_t next_piece(std::span<const PlanStep> steps) const noexcept {
        std::size_t next = at_ + 1;
        while (next + 1 < steps.size() && steps[next + 1].end != next) ++next;
        return next;
    }

    Kernel<D, direction> kernel_;
    std::vector<StateId> path_;  ///< what is joined to the root
    std::vector<StateId> gap_;   ///< the way across one gap
    std::size_t at_ = 0;         ///< the last step that is joined
    std::size_t next_ = 0;       ///< the step that is searched for
    Cost cost_ = 0;
    std::uint64_t expansions_ = 0;  ///< of searches that are over
    bool is_searching_ = false;
    bool is_possible_ = false;
};

template <Domain D, Direction direction>
Stop Mend<D, direction>::run(const D& domain, std::span<const PlanStep> steps, Budget& budget,
                             std::uint64_t most) {
    while (at_ + 1 < steps.size()) {
        if (!is_searching_) {
            next_ = next_piece(steps);
            kernel_.plant(domain, steps[at_].state, steps[next_].state);
            is_searching_ = true;
        }
        const std::uint64_t left = most > expansions_ ? most - expansions_ : 0;
        const Stop stop = kernel_.run(domain, budget, {.expansions = left});
        if (stop == Stop::end_of_turn || stop == Stop::out_of_budget) return stop;
        expansions_ += kernel_.expansions();
        is_searching_ = false;
        const Cost gap = stop == Stop::settled ? kernel_.read_path(gap_) : infinite_cost;
        if (gap >= max_path_cost - cost_) {
            is_possible_ = false;
            return Stop::exhausted;
        }
        cost_ += gap;
        path_.insert(path_.end(), gap_.rbegin() + 1, gap_.rend());
        path_.pop_back();
        append_piece(steps, next_);
    }
    return Stop::settled;
}

}  // namespace wend::search
