#pragma once

// What a task asks of a domain: a Facet. A search sees states and edges; a facet turns problems into states,
// states into places, and changes of the world into the states they touch. Whoever brings a new domain writes
// one facet for it and nothing else (docs/adding-a-domain.md).

#include <concepts>
#include <span>
#include <vector>

#include "wend/domains/end_floods.hpp"
#include "wend/domains/footstep_motion.hpp"
#include "wend/planning/problem.hpp"
#include "wend/planning/tunnel.hpp"
#include "wend/search/domain.hpp"

namespace wend::planning {

/// `no_state` for an end that the domain does not hold.
struct Ends {
    search::StateId start = search::no_state;
    search::StateId goal = search::no_state;
};

template <class F>
concept Facet = requires(F& facet, const F& read, const Problem& problem, const View& view,
                         search::StateId state, std::span<const search::StateId> path,
                         std::span<const Change> changes, std::vector<search::StateId>& affected) {
    typename F::Domain;
    requires domains::PlacedDomain<typename F::Domain>;
    { read.domain() } -> std::same_as<const typename F::Domain&>;

    /// A new problem; states of the one before are forgotten.
    { facet.begin(problem, view) } -> std::same_as<Ends>;
    /// The state of another start, for the same goal; appends to `affected` like `observe`. `no_state` when
    /// there is none, or when the problem had better begin anew.
    { facet.start_state(problem.start, affected) } -> std::same_as<search::StateId>;
    /// The start that a plan from this state has.
    { read.start_at(state) } -> std::same_as<Start>;
    /// The places along a path of states, with the best times that the domain knows. Domains that know time
    /// give one for each state in turn, and none for states at the end that are no place, like a set of
    /// goals.
    { read.course(path) } -> std::same_as<domains::Course>;

    /// Takes the world as it is now. Appends both ends of every edge that may have changed among the states
    /// known, as `Search::change` wants them. `changes` are those within `reach` of what was seen and in
    /// `watched` times. False when so much changed that the problem had better begin anew.
    { facet.observe(view, changes, affected) } -> std::same_as<bool>;
    /// Metres around a state within which a change can touch its edges.
    { read.reach() } -> std::convertible_to<double>;
    /// The times whose changes matter, empty when none do.
    { read.watched(view) } -> std::same_as<Interval>;

    /// Bytes held for this task alone.
    { read.bytes() } -> std::convertible_to<std::size_t>;
};

// A facet may have two more functions: `see(view)` takes a newer world before a search goes on, in which
// nothing has changed that it was not told of; `forget(path)` forgets all states but those of the path, and
// gives these their new numbers.

/// A facet that makes more of the course above it than a tunnel: `guide` is called with it before the problem
/// begins, and whenever it changes while a search has asked for the edges of the states `known`; then it
/// appends to `affected` like `observe`.
template <class F>
concept GuidedFacet = Facet<F> &&
    requires(F& facet, const domains::Course& course, std::span<const search::StateId> known,
             std::vector<search::StateId>& affected) {
    facet.guide(course, known, affected);
};

/// A facet that not every change concerns, wherever it is.
template <class F>
concept PickyFacet = Facet<F> && requires(const F& facet, const Change& change) {
    { facet.heeds(change) } -> std::same_as<bool>;
};

/// A facet whose states may be at other places when the world has changed: all of them are `affected` then.
/// `footings` are places that matter to it although no search has come by, like those of links.
template <class F>
concept MeshedFacet = Facet<F> && requires(const F& facet) {
    { facet.footings() } -> std::same_as<std::vector<domains::Place>>;
};

/// A facet that knows how much room there is around a place, metres, 0 where the agent cannot stand: its
/// plans' waypoints are put where there is some. What is more than `enough` does not matter.
template <class F>
concept RoomyFacet = Facet<F> && requires(const F& facet, const domains::Place& place, double enough) {
    { facet.room(place, enough) } -> std::convertible_to<double>;
};

/// A facet that finds what a change touches by looking at all states: its `observe` only takes the new world,
/// `touches` says of one state whether what was observed last may have changed its edges, and `concerns` the
/// same of a whole region. So the looking can be spread over frames.
template <class F>
concept ScanningFacet = Facet<F> && requires(const F& facet, search::StateId state, const SeenRegion& seen) {
    { facet.touches(state) } -> std::same_as<bool>;
    { facet.concerns(seen) } -> std::same_as<bool>;
};

/// A facet that can look at its problem in other ways when the first one turns out to have no plan: `relax`
/// takes the number of the way, 0 for the first, and is false when there is none of that number. It counts
/// from the next `begin` on.
template <class F>
concept RelaxableFacet = Facet<F> && requires(F& facet, std::uint32_t way) {
    { facet.relax(way) } -> std::same_as<bool>;
};

/// A facet that can ask, without searching, whether there is any way between the ends of its problem:
/// `end_floods` begins to, `spread` goes on by one place and says where that is. What stands in the way must
/// be what searches meet, so that changes near those places undo the proof as they would undo a search's. It
/// may have another function, `note_apart()`, which is called when there is none.
template <class F>
concept FloodingFacet = Facet<F> && requires(const F& facet, const Ends& ends, domains::EndFloods& floods) {
    { facet.end_floods(ends) } -> std::same_as<domains::EndFloods>;
    { facet.spread(floods) } -> std::same_as<domains::Place>;
};

/// A facet whose world changes with time alone, because it sees moving things where they are now.
template <class F>
concept AgeingFacet = Facet<F> && requires(const F& facet, const View& view) {
    { facet.is_stale(view) } -> std::same_as<bool>;
};

/// A facet whose plans can be walked as they are, frame by frame.
template <class F>
concept WalkableFacet = Facet<F> && requires(const F& facet, std::span<const search::StateId> path) {
    { facet.walk(path) } -> std::same_as<std::vector<domains::WalkFrame>>;
};

/// A facet whose plans are walked foot by foot.
template <class F>
concept SteppingFacet = Facet<F> && requires(const F& facet, std::span<const search::StateId> path) {
    { facet.footsteps(path, std::size_t{}) } -> std::same_as<domains::FootstepPlan>;
};

/// Tasks search from the goal back to the start, so that a start that moves costs little (MD 5.1). A domain
/// that can only be searched the other way says so with a constant `direction`; its plans are then kept while
/// the agent walks along them, and made anew from where it is when something happens to them.
template <class F>
[[nodiscard]] constexpr search::Direction direction_of() noexcept {
    if constexpr (requires { F::direction; })
        return F::direction;
    else
        return search::Direction::backward;
}

/// The places of the states, one by one: what `course` is for most domains.
template <domains::PlacedDomain D>
[[nodiscard]] domains::Course places_along(const D& domain, std::span<const search::StateId> path) {
    domains::Course course;
    course.reserve(path.size());
    for (const search::StateId state : path) course.push_back(domain.place(state));
    return course;
}

}  // namespace wend::planning
