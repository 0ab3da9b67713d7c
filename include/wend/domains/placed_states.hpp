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

/// The direction that a domain is best searched in: backward, as MD searches all of them, unless it says so.
template <class K>
constexpr search::Direction direction_of() noexcept {
    if constexpr (requires { K::direction; })
        return K::direction;
    else
        return search::Direction::backward;
}

/// Borrows the keyed domain.
template <PlacedKeys K>
class PlacedStates : public search::Interned<K> {
  public:
    static constexpr bool knows_time = K::knows_time;
    static constexpr search::Direction direction = direction_of<K>();

    explicit PlacedStates(const K& keyed) noexcept : search::Interned<K>(keyed), placed_(&keyed) {}
    [[nodiscard]] Place place(search::StateId state) const { return placed_->place(this->key(state)); }
    [[nodiscard]] const K& keyed() const noexcept { return *placed_; }
    [[nodiscard]] search::Cost effort(double metres, double seconds) const requires EstimatesEffort<K> {
        return placed_->effort(metres, seconds);
    }

  private:
    const K* placed_;
};

/// The states whose edges a change may have made, unmade or repriced, for `Search::change` of a search that
/// runs in this direction: `touches(key)` says it of one. An edge that appears may lead to a state that
/// nobody has met; it gets its number here.
template <search::Direction direction, class K, class Touches>
void append_touched(const PlacedStates<K>& states, Touches&& touches, std::vector<search::StateId>& touched) {
    const auto met = static_cast<search::StateId>(states.state_count());
    for (search::StateId state = 0; state < met; ++state) {
        if (!touches(states.key(state))) continue;
        touched.push_back(state);
        search::visit_along<direction>(states, state, [](search::StateId, search::Cost) {});
    }
    for (search::StateId state = met; state < states.state_count(); ++state) touched.push_back(state);
}
/// The same for a search in the direction that suits the domain.
template <class K, class Touches>
void append_touched(const PlacedStates<K>& states, Touches&& touches, std::vector<search::StateId>& touched) {
    append_touched<direction_of<K>()>(states, touches, touched);
}

}  // namespace wend::domains
