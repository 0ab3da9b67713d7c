#pragma once

// The language that domains share. A state of any domain stands for a place: a layer, a point and, where the
// domain knows time, a moment. Plans are handed from one domain to the next as a row of places, so that no
// domain has to know another one's states (MD 6.1, Eq. 4).

#include <cstdint>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/search/domain.hpp"

namespace wend::domains {

struct Place {
    std::uint32_t layer = 0;
    Vec2 position;
    double time = 0;  ///< seconds; an estimate where the domain knows no time
    friend bool operator==(const Place&, const Place&) = default;
};

/// The places along a plan, from the start to the goal.
using Course = std::vector<Place>;

/// What planning asks of a domain beyond what a search asks: where its states are, and whether `Place::time`
/// is part of the state or only an estimate.
template <class D>
concept PlacedDomain = search::Domain<D> && requires(const D& domain, search::StateId state) {
    { domain.place(state) } -> std::same_as<Place>;
    { D::knows_time } -> std::convertible_to<bool>;
};

/// A domain whose moves may be long, like a way through a corridor: `through(place)` is asked wherever one
/// passes on the way, and a move that is not let through does not exist.
template <class D>
concept HasLongMoves = PlacedDomain<D> && requires(const D& domain, search::StateId state,
                                                   search::AnyVisitor visit, bool (&through)(const Place&)) {
    domain.successors(state, visit, through);
    domain.predecessors(state, visit, through);
};

/// A domain that knows what is left to do usually costs - not at least, as `lower_bound` does: so many metres
/// to go, and so many seconds until one is expected there.
template <class D>
concept EstimatesEffort = requires(const D& domain) {
    { domain.effort(double{}, double{}) } -> std::same_as<search::Cost>;
};

}  // namespace wend::domains
