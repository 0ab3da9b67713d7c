#pragma once

// When to stop keeping old work. Two rules that hold on any map:
//
//   - a search from scratch, the rival, runs beside a detour. The detour may do a given share of the rival's
//     work, so that noticing that the old work was of no use, or that the goal was walled in, costs no more
//     than that share, whatever the map;
//   - bounds wear out as the world moves away from them. Like any machine, they are replaced as soon as using
//     them once more costs more than they have cost on average, their own making included.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/search/kernel.hpp"

namespace wend::search {

/// The expansions that a detour and its rival may have made in all when their turns end.
class Turns {
  public:
    explicit Turns(double share) noexcept : share_(share) {}

    void begin() noexcept {
        detour_ = 0;
        lengthen();
    }
    /// By an eighth: the rival is never much farther ahead than it has to be.
    void lengthen() noexcept {
        detour_ += 1 + detour_ / 8;
        const double turn = std::ceil(static_cast<double>(detour_) / share_);
        rival_ = turn < 1e18 ? static_cast<std::uint64_t>(turn) : RunLimits::none / 2;
    }
    [[nodiscard]] std::uint64_t detour() const noexcept { return detour_; }
    [[nodiscard]] std::uint64_t rival() const noexcept { return rival_; }

  private:
    double share_;
    std::uint64_t detour_ = 0;
    std::uint64_t rival_ = 0;
};

/// Keeps books of what bounds have cost.
class Wear {
  public:
    void begin(std::uint64_t making) noexcept {
        work_ = making;
        uses_ = 1;
        worn_out_ = false;
    }
    void use(std::uint64_t work) noexcept {
        work_ += work;
        ++uses_;
        worn_out_ = work * uses_ > work_;
    }
    [[nodiscard]] bool is_worn_out() const noexcept { return worn_out_; }

  private:
    std::uint64_t work_ = 0;
    std::uint64_t uses_ = 0;
    bool worn_out_ = false;
};

/// A search from scratch that goes on where it was after an event if it can: what it has settled does not
/// have to be settled again.
template <Domain D, Direction direction>
class Rival {
  public:
    using Tree = Kernel<D, direction>;

    explicit Rival(std::vector<StateId>& trail) noexcept : trail_(trail) {}

    /// The next `begin` plants it anew.
    void dismiss() noexcept { is_of_use_ = false; }

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
    void begin(StateId root, StateId target, Inflation inflation, Cost least) noexcept {
        root_ = root;
        target_ = target;
        least_ = least;
        is_new_event_ = true;
        inflate(inflation);
    }
    void inflate(Inflation inflation) noexcept {
        inflation_ = inflation;
        is_behind_ = true;
    }

    /// Hears of events only when its turn comes: most rounds are over before.
    void catch_up(Tree& tree, const D& domain) {
        if (!is_behind_) return;
        is_behind_ = false;
        tree.inflate(inflation_, true);
        if (is_of_use_) {
            tree.begin_round(domain);
            if (tree.target() != target_) tree.retarget(target_);
            tree.rekey(domain);
        } else {
            tree.plant(domain, root_, target_);
            trail_.clear();
            is_of_use_ = is_new_event_ = true;
        }
        if (!is_new_event_) return;
        is_new_event_ = false;
        begun_at_ = tree.expansions();
        settled_ = count_settled(tree, domain);
    }

    /// Until a search from scratch would have made `most` expansions; of `known` it is known that it would.
    Stop run(Tree& tree, const D& domain, Budget& budget, std::uint64_t most, std::uint64_t known) {
        if (most <= known) return Stop::end_of_turn;
        catch_up(tree, domain);
        const std::uint64_t turn = most > settled_ ? most - settled_ : 0;
        return tree.run(domain, budget, {.expansions = begun_at_ + turn, .trail = &trail_});
    }

  private:
    /// Only what every search from scratch has to settle now: states on ways that promise less than the best
    /// one costs.
    [[nodiscard]] std::uint64_t count_settled(const Tree& tree, const D& domain) const {
        const auto settled = std::count_if(trail_.begin(), trail_.end(), [&](StateId state) {
            return tree.nodes().g(state) + bound_between<direction>(domain, state, tree.target()) < least_;
        });
        return static_cast<std::uint64_t>(settled);
    }

    std::vector<StateId>& trail_;  ///< what it has settled
    StateId root_ = no_state;
    StateId target_ = no_state;
    Inflation inflation_;
    std::uint64_t least_ = 0;
    std::uint64_t begun_at_ = 0;  ///< expansions before the last event
    std::uint64_t settled_ = 0;   ///< of what they settled, what a search from scratch has to settle now
    bool is_of_use_ = false;
    bool is_new_event_ = false;
    bool is_behind_ = false;  ///< does not know of the last event or inflation
};

}  // namespace wend::search
