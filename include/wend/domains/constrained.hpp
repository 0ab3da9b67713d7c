#pragma once

// Any keyed domain under constraints: moves cost their own cost times the mean multiplier along the straight
// line between their ends, rounded up, and moves through ground that must not be entered do not exist, unless
// they begin on it: whoever stands where it has come to lie may get out. Since multipliers are at least 1,
// the domain's lower bound stays consistent. Usable wherever the domain is.
//
// A domain whose moves leave those lines says where they lead: `visit_way(from, to, visit)` gives a few
// places along a move, and none of the pieces between them may touch such ground.

#include "wend/domains/multiplier_field.hpp"
#include "wend/domains/placed_states.hpp"

namespace wend::domains {

template <PlacedKeys K>
class Constrained {
  public:
    using Key = typename K::Key;
    static constexpr bool knows_time = K::knows_time;
    static constexpr search::Direction direction = direction_of<K>();

    /// Borrows both.
    Constrained(const K& domain, const MultiplierField& field) noexcept : Constrained(domain, &field) {}
    /// Null: no constraints.
    Constrained(const K& domain, const MultiplierField* field) noexcept : domain_(&domain), field_(field) {}

    [[nodiscard]] const K& domain() const noexcept { return *domain_; }
    [[nodiscard]] Place place(const Key& key) const { return domain_->place(key); }

    template <class Visit>
    void successors(const Key& key, Visit&& visit) const {
        if (is_unbound()) return domain_->successors(key, visit);
        const Place here = place(key);
        domain_->successors(key, [&](const Key& next, search::Cost cost) {
            const search::Cost dearer = cost_of({key, next, here, place(next)}, cost);
            if (dearer < search::infinite_cost) visit(next, dearer);
        });
    }
    template <class Visit>
    void predecessors(const Key& key, Visit&& visit) const {
        if (is_unbound()) return domain_->predecessors(key, visit);
        const Place here = place(key);
        domain_->predecessors(key, [&](const Key& before, search::Cost cost) {
            const search::Cost dearer = cost_of({before, key, place(before), here}, cost);
            if (dearer < search::infinite_cost) visit(before, dearer);
        });
    }
    [[nodiscard]] search::Cost lower_bound(const Key& from, const Key& to) const {
        return domain_->lower_bound(from, to);
    }

    /// Does the move from one to the other keep off ground that must not be entered, or lead out of it?
    [[nodiscard]] bool allows(const Key& from, const Key& to) const {
        return is_unbound() || allows({from, to, place(from), place(to)});
    }

    /// ConstraintChangeUpdate (COURSE Alg. 5): can a move from or to this state, no longer than `reach`, have
    /// changed its cost?
    [[nodiscard]] bool touches(std::span<const ChangedGround> changed, const Key& key, double reach) const {
        const Place here = place(key);
        for (const ChangedGround& ground : changed)
            if (ground.layer == here.layer && ground.box.grown(reach).contains(here.position)) return true;
        return false;
    }

  private:
    [[nodiscard]] bool is_unbound() const noexcept {
        return field_ == nullptr || field_->constraints().empty();
    }
    struct Move {
        const Key &from, &to;
        Place begin, end;
    };
    [[nodiscard]] bool allows(const Move& move) const {
        const std::uint32_t layer = move.begin.layer;
        if (layer != move.end.layer || !enters(move)) return true;
        return field_->forbids(layer, move.begin.position);
    }
    /// Does it touch ground that must not be entered?
    [[nodiscard]] bool enters(const Move& move) const {
        const std::uint32_t layer = move.begin.layer;
        if constexpr (requires { domain_->visit_way(move.from, move.to, [](Vec2) {}); }) {
            if (!field_->is_hard()) return false;
            Vec2 last = move.begin.position;
            bool is_entered = false;
            domain_->visit_way(move.from, move.to, [&](Vec2 next) {
                is_entered = is_entered || field_->forbids(layer, last, next);
                last = next;
            });
            return is_entered;
        } else {
            return field_->forbids(layer, move.begin.position, move.end.position);
        }
    }
    [[nodiscard]] search::Cost cost_of(const Move& move, search::Cost cost) const {
        const std::uint32_t layer = move.begin.layer;
        if (layer != move.end.layer) return cost;
        if (!allows(move)) return search::infinite_cost;
        const double dearer = std::ceil(cost * field_->mean(layer, move.begin.position, move.end.position));
        return dearer < search::max_path_cost ? static_cast<search::Cost>(dearer) : search::infinite_cost;
    }

    const K* domain_;
    const MultiplierField* field_;
};

}  // namespace wend::domains
