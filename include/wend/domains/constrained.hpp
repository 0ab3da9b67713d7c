#pragma once

// Any keyed domain under constraints: moves cost their own cost times the mean multiplier along the straight
// line between their ends, rounded up, and moves through ground that must not be entered do not exist, unless
// they begin on it: whoever stands where it has come to lie may get out. Since multipliers are at least 1,
// the domain's lower bound stays consistent. Usable wherever the domain is.

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
            const Place there = place(next);
            if (const search::Cost dearer = cost_of(here, there, cost); dearer < search::infinite_cost)
                visit(next, dearer);
        });
    }
    template <class Visit>
    void predecessors(const Key& key, Visit&& visit) const {
        if (is_unbound()) return domain_->predecessors(key, visit);
        const Place here = place(key);
        domain_->predecessors(key, [&](const Key& before, search::Cost cost) {
            const Place there = place(before);
            if (const search::Cost dearer = cost_of(there, here, cost); dearer < search::infinite_cost)
                visit(before, dearer);
        });
    }
    [[nodiscard]] search::Cost lower_bound(const Key& from, const Key& to) const {
        return domain_->lower_bound(from, to);
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
    [[nodiscard]] search::Cost cost_of(const Place& from, const Place& to, search::Cost cost) const {
        if (from.layer != to.layer) return cost;
        if (field_->forbids(from.layer, from.position, to.position) &&
            !field_->forbids(from.layer, from.position))
            return search::infinite_cost;
        const double dearer = std::ceil(cost * field_->mean(from.layer, from.position, to.position));
        return dearer < search::max_path_cost ? static_cast<search::Cost>(dearer) : search::infinite_cost;
    }

    const K* domain_;
    const MultiplierField* field_;
};

}  // namespace wend::domains
