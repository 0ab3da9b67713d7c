#pragma once

// A keyed domain whose states get their numbers as they are seen, with their places: what planning works
// with.

#include <concepts>
#include <vector>

#include "wend/domains/place.hpp"
#include "wend/search/interned.hpp"

namespace wend::domains {

template <class K>
concept PlacedKeys = search::KeyedDomain<K> && requires(const K& domain, const typename K::Key& key) {
    { domain.place(key) } -> std::same_as<Place>;
    { K::knows_time } -> std::convertible_to<bool>;
};

/// Borrows the keyed domain.
template <PlacedKeys K>
class PlacedStates : public search::Interned<K> {
  public:
    static constexpr bool knows_time = K::knows_time;

    explicit PlacedStates(const K& keyed) noexcept : search::Interned<K>(keyed), placed_(&keyed) {}
    [[nodiscard]] Place place(search::StateId state) const { return placed_->place(this->key(state)); }
    [[nodiscard]] const K& keyed() const noexcept { return *placed_; }

  private:
    const K* placed_;
};

/// The states met so far whose edges a change may have made, unmade or repriced, for `Search::change`:
/// `touches(key)` says it of one. States that nobody has met concern nobody.
template <class K, class Touches>
void append_touched(const PlacedStates<K>& states, Touches&& touches, std::vector<search::StateId>& touched) {
    const auto count = static_cast<search::StateId>(states.state_count());
    for (search::StateId state = 0; state < count; ++state)
        if (touches(states.key(state))) touched.push_back(state);
}

}  // namespace wend::domains
