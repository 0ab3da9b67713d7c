#pragma once

// The search from scratch that runs beside a detour: A*, so that what the race costs is bounded by what A*
// costs, whatever inflation the detour has. Whichever of the two ends first has the plan.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"

namespace wend::search {

/// A search from scratch that goes on where it was after an event if it can: what it has settled does not
/// have to be settled again.
template <Domain D, Direction direction>
class Rival {
  public:
    using Tree = Kernel<D, direction>;
    using Trail = std::vector<StateId>;

    /// Its next turn plants it anew.
    void dismiss() noexcept {
        is_of_use_ = false;
        is_behind_ = true;
    }

    /// A rival that would have to repair itself is no measure of a search from scratch.
    void change(Tree& tree, const D& domain, std::span<const StateId> states) {
        if (!is_of_use_) return;
        tree.begin_round(domain);
        for (const StateId state : states) {
            tree.reconsider(domain, state);
            if (tree.nodes().is_visited(state) && tree.nodes()[state].is_under_consistent()) return dismiss();
        }
    }

    /// After an event. `least` is a lower bound of the cost that will be found.
    void begin(StateId root, StateId target, Cost least) noexcept {
        root_ = root;
        target_ = target;
        least_ = least;
        is_behind_ = true;
    }

    /// Hears of events only when its turn comes: most rounds are over before.
    void catch_up(Tree& tree, Trail& trail, const D& domain) {
        if (!is_behind_) return;
        is_behind_ = false;
        if (is_of_use_) {
            tree.begin_round(domain);
            if (tree.target() != target_) tree.retarget(target_);
            tree.rekey(domain);
        } else {
            tree.inflate(Inflation(), true);
            tree.plant(domain, root_, target_);
            trail.clear();
            is_of_use_ = true;
        }
        begun_at_ = tree.expansions();
        settled_ = count_settled(tree, trail, domain);
    }

    /// Until a search from scratch would have made `most` expansions.
    Stop run(Tree& tree, Trail& trail, const D& domain, Budget& budget, std::uint64_t most) {
        catch_up(tree, trail, domain);
        const std::uint64_t turn = most > settled_ ? most - settled_ : 0;
        return tree.run(domain, budget, {.expansions = begun_at_ + turn, .trail = &trail});
    }

  private:
    /// Only what every search from scratch has to settle now: states on ways that promise less than the best
    /// one costs.
    [[nodiscard]] std::uint64_t count_settled(const Tree& tree, const Trail& trail, const D& domain) const {
        const auto settled = std::count_if(trail.begin(), trail.end(), [&](StateId state) {
            return tree.nodes().g(state) + bound_between<direction>(domain, state, tree.target()) < least_;
        });
        return static_cast<std::uint64_t>(settled);
    }

    StateId root_ = no_state;
    StateId target_ = no_state;
    std::uint64_t least_ = 0;
    std::uint64_t begun_at_ = 0;  ///< expansions before the last event
    std::uint64_t settled_ = 0;   ///< of what they settled, what a search from scratch has to settle now
    bool is_of_use_ = false;
    bool is_behind_ = false;  ///< does not know of the last event
};

}  // namespace wend::search
