#pragma once

// Repairs a tree as D* Lite does, where little of it is broken.
//
// Whatever relied on a dearer edge is expanded twice: to take its cost back, and to give it a new one. That
// is most of the tree when an edge near the root broke, and next to nothing when it broke in front of the
// target. Then a repaired tree is worth more than bounds for detours: its costs are exact, and it has grown
// where the plan leads now.
//
// No state is concerned that is nearer to the root than every broken one. So a poll among the states of the
// tree tells whether the repair can be expected to stay within its share of a search from scratch; and it is
// broken off when it does not stay within that share of what a search from scratch is known to need.

#include <algorithm>
#include <span>
#include <vector>

#include "wend/search/known_work.hpp"
#include "wend/search/turns.hpp"

namespace wend::search {

template <Domain D, Direction direction>
class TreeRepair {
  public:
    using Tree = Kernel<D, direction>;

    /// After an event: what was begun is over.
    void dismiss() noexcept {
        is_under_way_ = false;
        spent_ = 0;
        is_due_ = true;
    }
    [[nodiscard]] bool is_under_way() const noexcept { return is_under_way_; }
    /// Expansions since the last event.
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_; }

    /// The tree met a state that would have to take its cost back. `trail`: states that it expanded, each
    /// once. False when it had better not be repaired, or was tried already.
    bool begin(const D& domain, const Tree& tree, std::span<const StateId> trail, double share);

    /// Stops with a rise when all is spent that may be.
    Stop run(const D& domain, Tree& tree, Budget& budget);

  private:
    /// Of a fifth of the tree, which is the most that half of a search from scratch repairs, so many states
    /// see between a tenth and three tenths.
    static constexpr std::size_t polled = 64;
    /// Whatever a detour may cost: a repair that costs more leaves worse bounds behind than none.
    static constexpr double most_share = 0.5;

    [[nodiscard]] bool is_promising(const NodeStore& nodes, std::span<const StateId> trail,
                                    double share) const noexcept;

    KnownWork<D, direction> known_work_;
    Turns turns_;
    Cost broken_from_ = 0;  ///< the least cost of a broken state
    Cost least_ = 0;        ///< a lower bound of the new plan's cost
    std::uint64_t begun_at_ = 0;
    std::uint64_t spent_ = 0;
    bool is_under_way_ = false;
    bool is_due_ = false;
    bool is_turn_decided_ = false;
};

template <Domain D, Direction direction>
bool TreeRepair<D, direction>::begin(const D& domain, const Tree& tree, std::span<const StateId> trail,
                                     double share) {
    if (!is_due_) return false;
    is_due_ = false;
    const NodeStore& nodes = tree.nodes();
    broken_from_ = infinite_cost;
    tree.open().for_each([&](const OpenEntry& entry) {
        const Node& node = nodes[entry.state()];
        if (node.g < infinite_cost) broken_from_ = std::min({broken_from_, node.g, node.rhs});
    });
    share = std::min(share, most_share);
    if (!is_promising(nodes, trail, share)) return false;
    least_ = std::min(nodes.g(tree.target()), tree.least_unsettled(domain));
    known_work_.take_over(trail);
    turns_.begin(share, share);
    begun_at_ = tree.expansions();
    is_turn_decided_ = false;
    return is_under_way_ = true;
}

/// Two expansions for each state that may be concerned.
template <Domain D, Direction direction>
bool TreeRepair<D, direction>::is_promising(const NodeStore& nodes, std::span<const StateId> trail,
                                            double share) const noexcept {
    const std::size_t stride = std::max<std::size_t>(trail.size() / polled, 1);
    std::size_t safe = 0, concerned = 0;
    for (std::size_t i = 0; i < trail.size(); i += stride)
        ++(nodes[trail[i]].g < broken_from_ ? safe : concerned);
    return 2 * static_cast<double>(concerned) <= share * static_cast<double>(safe);
}

template <Domain D, Direction direction>
Stop TreeRepair<D, direction>::run(const D& domain, Tree& tree, Budget& budget) {
    const auto cost = [&](StateId state) {
        const Cost g = tree.nodes()[state].g;
        return g < broken_from_ ? g : infinite_cost;
    };
    for (;; turns_.lengthen(), is_turn_decided_ = false) {
        if (!is_turn_decided_ && !known_work_.reaches(domain, cost, tree.target(), least_, turns_.known())) {
            is_under_way_ = false;
            return Stop::rise;
        }
        is_turn_decided_ = true;
        const Stop stop = tree.run(domain, budget, {.expansions = begun_at_ + turns_.detour()});
        spent_ = tree.expansions() - begun_at_;
        if (stop != Stop::end_of_turn) return stop;
    }
}

}  // namespace wend::search
