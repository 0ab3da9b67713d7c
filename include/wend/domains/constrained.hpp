#pragma once

// Any keyed domain under constraints: moves cost their own cost times the mean multiplier along the straight
// line between their ends, rounded up, and moves through ground that must not be entered do not exist. Since
// multipliers are at least 1, the domain's lower bound stays consistent. Usable wherever the domain is.

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
    Constrained(const K& domain, const MultiplierField& field) noexcept : domain_(&domain), field_(&field) {}

    [[nodiscard]] const K& domain() const noexcept { return *domain_; }
    [[nodiscard]] const MultiplierField& field() const noexcept { return *field_; }
    [[nodiscard]] Place place(const Key& key) const { return domain_->place(key); }

    template <class Visit>
    void successors(const Key& key, Visit&& visit) const {
        const Place here = place(key);
        domain_->successors(key, [&](const Key& next, search::Cost cost) { offer(here, next, cost, visit); });
    }
    template <class Visit>
    void predecessors(const Key& key, Visit&& visit) const {
        const Place here = place(key);
        domain_->predecessors(key,
                              [&](const Key& next, search::Cost cost) { offer(here, next, cost, visit); });
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
    template <class Visit>
    void offer(const Place& here, const Key& next, search::Cost cost, Visit&& visit) const {
        const Place there = place(next);
        if (here.layer != there.layer) return visit(next, cost);
        if (field_->forbids(here.layer, here.position, there.position)) return;
        const double dearer = std::ceil(cost * field_->mean(here.layer, here.position, there.position));
        if (dearer < search::max_path_cost) visit(next, static_cast<search::Cost>(dearer));
    }

    const K* domain_;
    const MultiplierField* field_;
};

}  // namespace wend::domains
