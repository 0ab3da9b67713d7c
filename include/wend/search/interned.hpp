#pragma once

// States that are not numbers, or too many of them to keep an array: each key gets the next number when it is
// first seen, so that a search's memory is proportional to what it has looked at. Numbers follow the order of
// sight and nothing else.

#include <concepts>
#include <cstdint>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/search/domain.hpp"

namespace wend::search {

/// How keys are hashed; specialise for structs. Equal keys must hash equally on every machine.
template <class Key>
struct KeyHash {
    std::uint64_t operator()(const Key& key) const noexcept requires std::integral<Key> {
        return scatter(static_cast<std::uint64_t>(key));
    }
};

/// Keys to numbers and back: open addressing with linear probing, between two thirds and four fifths full.
/// Everything grows by a fifth, because thousands of small searches keep one of these each.
template <std::copyable Key>
class Interner {
  public:
    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] const Key& operator[](StateId state) const noexcept { return keys_[state]; }

    /// The key's number, a new one when it has none.
    StateId intern(const Key& key) {
        if (5 * (keys_.size() + 1) > 4 * slots_.size()) grow();
        const std::size_t slot = find_slot(key);
        if (slots_[slot] == no_state) {
            slots_[slot] = static_cast<StateId>(keys_.size());
            keys_.push_back(key);
        }
        return slots_[slot];
    }
    /// `no_state` when it has none.
    [[nodiscard]] StateId find(const Key& key) const noexcept {
        return slots_.empty() ? no_state : slots_[find_slot(key)];
    }
    void clear() noexcept {
        keys_.clear();
        slots_.assign(slots_.size(), no_state);
    }
    /// Forgets all others and gives these the first numbers, in this order; memory is made to fit.
    void keep_only(std::vector<StateId>& states) {
        std::vector<Key> kept;
        kept.reserve(states.size());
        for (const StateId state : states) kept.push_back(keys_[state]);
        keys_ = std::vector<Key>();
        keys_.reserve(kept.size());
        slots_ = std::vector<StateId>(kept.size() + kept.size() / 4 + 2, no_state);
        for (std::size_t i = 0; i < kept.size(); ++i) states[i] = intern(kept[i]);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return keys_.capacity() * sizeof(Key) + slots_.capacity() * sizeof(StateId);
    }

  private:
    [[nodiscard]] std::size_t find_slot(const Key& key) const noexcept {
        const std::uint64_t hash = KeyHash<Key>{}(key) >> 32;
        auto slot = static_cast<std::size_t>((hash * slots_.size()) >> 32);
        while (slots_[slot] != no_state && !(keys_[slots_[slot]] == key))
            slot = slot + 1 == slots_.size() ? 0 : slot + 1;
        return slot;
    }
    void grow() {
        const std::size_t count = slots_.size() + slots_.size() / 5 + 16;
        slots_ = std::vector<StateId>(count, no_state);
        keys_.reserve(count * 4 / 5);
        for (std::size_t i = 0; i < keys_.size(); ++i) slots_[find_slot(keys_[i])] = static_cast<StateId>(i);
    }

    std::vector<Key> keys_;
    std::vector<StateId> slots_;
};

/// What `Interned` needs: a domain by key instead of by number.
template <class K>
concept KeyedDomain = requires(const K& domain, const typename K::Key& key) {
    domain.successors(key, [](const typename K::Key&, Cost) {});
    domain.predecessors(key, [](const typename K::Key&, Cost) {});
    { domain.lower_bound(key, key) } -> std::same_as<Cost>;
};

/// A keyed domain as a Domain. Borrows the keyed one.
template <KeyedDomain K>
class Interned {
  public:
    using Key = typename K::Key;
    static constexpr bool grows = true;

    explicit Interned(const K& keyed) noexcept : keyed_(&keyed) {}

    StateId state(const Key& key) const { return states_.intern(key); }
    /// `no_state` when no search has seen it: a change there concerns nobody but new neighbours.
    [[nodiscard]] StateId find(const Key& key) const noexcept { return states_.find(key); }
    [[nodiscard]] const Key& key(StateId state) const noexcept { return states_[state]; }
    [[nodiscard]] std::size_t bytes() const noexcept { return states_.bytes(); }
    /// Forget all states; only between problems.
    void clear() noexcept { states_.clear(); }
    /// Forget all but these, which get new numbers; only between searches.
    void keep_only(std::vector<StateId>& states) { states_.keep_only(states); }

    [[nodiscard]] std::size_t state_count() const noexcept { return states_.size(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        const Key key = states_[state];
        keyed_->successors(key, [&](const Key& next, Cost cost) { visit(states_.intern(next), cost); });
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        const Key key = states_[state];
        keyed_->predecessors(key, [&](const Key& next, Cost cost) { visit(states_.intern(next), cost); });
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return keyed_->lower_bound(states_[from], states_[to]);
    }

  private:
    const K* keyed_;
    mutable Interner<Key> states_;
};

/// A numbered domain as a keyed one: for many small searches in one large domain.
template <Domain D>
class ByNumber {
  public:
    using Key = StateId;
    explicit ByNumber(const D& domain) noexcept : domain_(&domain) {}
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        domain_->successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        domain_->predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return domain_->lower_bound(from, to); }

  private:
    const D* domain_;
};

}  // namespace wend::search
