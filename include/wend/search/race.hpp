#pragma once

// What a search does when edges of its tree became dearer: the tree turns into bounds for a detour, and
// beside that a second tree grows from scratch, turn by turn, by the rules of turns.hpp.

#include <span>
#include <vector>

#include "wend/search/detour.hpp"
#include "wend/search/options.hpp"
#include "wend/search/rival.hpp"
#include "wend/search/turns.hpp"

namespace wend::search {

template <Domain D, Direction direction>
class Race {
  public:
    using Tree = Kernel<D, direction>;
    using Trail = std::vector<StateId>;
    /// Where the rival grows.
    struct Lane {
        Tree& tree;
        Trail& trail;
    };
    struct Result {
        Stop stop;
        bool rival_has_won;
    };

    Race(DetourSpace& space, const RestartRule& rule) noexcept : detour_(space), rule_(rule) {}

    [[nodiscard]] Detour<D, direction>& detour() noexcept { return detour_; }
    [[nodiscard]] const Detour<D, direction>& detour() const noexcept { return detour_; }

    /// Another problem: how races went before tells nothing of it.
    void forget() noexcept { luck_ = {}; }

    /// `trail`: what the tree has expanded, each state once.
    void take_over(const D& domain, Tree& tree, std::span<const StateId> trail) {
        detour_.take_over(domain, tree, trail);
        wear_.begin(tree.expansions());
        rival_.dismiss();
    }

    /// A new round between these ends. Tells whether one is needed: the last plan does not hold any more, or
    /// is not good enough. What was `spent` already counts as the detour's.
    bool begin(const D& domain, StateId root, StateId target, std::span<const StateId> route,
               Inflation inflation, std::uint64_t spent) {
        detour_.begin(domain, target, route, inflation, spent);
        is_needed_ = !detour_.keeps_plan(domain);
        rival_.begin(root, target, detour_.bound(domain));
        turns_.begin(rule_.detour_share, luck_.of(rule_.detour_share), spent);
        is_turn_decided_ = false;
        return is_needed_;
    }
    void change(const D& domain, Lane lane, std::span<const StateId> states) {
        detour_.change(domain, states);
        rival_.change(lane.tree, domain, states);
    }
    void inflate(const D& domain, Inflation inflation) {
        detour_.inflate(domain, inflation);
        is_turn_decided_ = false;
    }
    /// The round has cost so much, and something changes now.
    void note_cost(std::uint64_t expansions) noexcept {
        if (is_needed_) wear_.use(expansions);
    }

    Result run(const D& domain, Budget& budget, Lane lane);

    /// Gives up worn bounds: the rival has won.
    [[nodiscard]] bool is_worn_out(const D& domain, Lane lane) {
        if (!is_needed_ || !wear_.is_worn_out() || turns_.rival() == 0) return false;
        rival_.catch_up(lane.tree, lane.trail, domain);
        return true;
    }

    /// Forgets what is of no use to a search that is finished.
    void rest(const D& domain, Lane lane, bool keeps_bounds) {
        if (keeps_bounds) detour_.learn(domain);
        detour_.rest(keeps_bounds);
        rival_.dismiss();
        lane.tree.workspace().clear();
        lane.trail.clear();
    }

  private:
    /// When one of them stopped before its turn was over.
    Result end(Stop stop, bool is_rival) noexcept {
        if (stop == Stop::out_of_budget) return {stop, false};
        luck_.note(!is_rival);
        return {stop, is_rival};
    }

    Detour<D, direction> detour_;
    Rival<D, direction> rival_;
    RestartRule rule_;
    Turns turns_;
    Wear wear_;
    Luck luck_;
    bool is_needed_ = false;
    bool is_turn_decided_ = false;  ///< whether the rival has a turn: once for each, however it is sliced
    bool rival_has_turn_ = false;
};

/// The rival has the first turn, so that whatever a search from scratch notices soon is noticed soon.
template <Domain D, Direction direction>
typename Race<D, direction>::Result Race<D, direction>::run(const D& domain, Budget& budget, Lane lane) {
    for (;;) {
        if (!is_turn_decided_) rival_has_turn_ = !detour_.knows_work(domain, turns_.known());
        is_turn_decided_ = true;
        if (rival_has_turn_) {
            const Stop stop = rival_.run(lane.tree, lane.trail, domain, budget, turns_.rival());
            if (stop != Stop::end_of_turn) return end(stop, true);
        }
        const Stop stop = detour_.run(domain, budget, turns_.detour());
        if (stop != Stop::end_of_turn) return end(stop, false);
        turns_.lengthen();
        is_turn_decided_ = false;
    }
}

}  // namespace wend::search
