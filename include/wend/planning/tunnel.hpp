#pragma once

// A tunnel: the part of a domain that is near a plan of a simpler one (MD 6.3, after Gochev et al. 2011). It
// is a Domain itself. A state exists if its distance from the course is at most the tunnel's width, in space
// and, where the domain knows time, in time; the start and the goal always exist. Distances are worked out
// once for every state that a search meets.
//
// Eq. 6's h + |d| is a preference among states and not part of the lower bound, which therefore stays
// consistent: with inflation e a state's key is rhs + e h + (e - 1) p. So the plan at inflation 1 is the best
// one that the tunnel holds, whatever happened before; but a plan made in a tunnel has no bound against the
// whole domain, nor has one made with a preference.
//
// p is by how much the way from the state to the course and along its rest exceeds the lower bound. A bound
// that sees no walls leads searches into every dead end between start and goal; the course knows them all.
// Domains that know what a way usually costs are asked for that (EstimatesEffort), others take the bound's
// cost of a metre.
//
// When the tunnel changes it tells which states it has seen left or entered, and nothing else, for
// `Search::change`. A state whose edges nobody has asked for yet has no cost, so the edges that come and go
// with it matter only through the state itself; others may be relied on by whoever has a move into them. A
// large tunnel takes longer to look through than a frame lasts: `tell_changes` stops when there is no time
// and goes on where it stopped. Until it has told everything, nobody may search.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/planning/course_index.hpp"

namespace wend::planning {

/// At inflation 1; a search with inflation e uses 1/e of it (MD 6.3).
struct TunnelWidth {
    double space = 2;  ///< metres
    double time = 10;  ///< seconds, for domains that know time
    friend bool operator==(const TunnelWidth&, const TunnelWidth&) = default;
};

/// What a search has seen of a layer; changes elsewhere cannot concern it.
struct SeenRegion {
    std::uint32_t layer = 0;
    Box2 box;
    Interval times{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
};

template <domains::PlacedDomain D>
class Tunnel {
  public:
    using StateId = search::StateId;
    using Cost = search::Cost;
    static constexpr bool grows = search::GrowingDomain<D>;
    static constexpr bool knows_time = D::knows_time;
    static constexpr double open = std::numeric_limits<double>::infinity();

    /// Of nothing, until it begins with a domain.
    Tunnel() = default;
    /// Open: everything exists. Borrows the domain.
    explicit Tunnel(const D& domain) noexcept : domain_(&domain) {}

    [[nodiscard]] const D& domain() const noexcept { return *domain_; }
    [[nodiscard]] bool is_open() const noexcept { return scale_ == open; }
    [[nodiscard]] double scale() const noexcept { return scale_; }
    [[nodiscard]] TunnelWidth width() const noexcept { return {width_.space * scale_, width_.time * scale_}; }

    /// Forgets all states and everything avoided; for a new problem. The course stays.
    void begin(const D& domain, StateId start, StateId goal) {
        domain_ = &domain;
        level_.clear();
        guess_.clear();
        asked_.clear();
        seen_.clear();
        avoided_.clear();
        is_changing_ = is_measuring_ = false;
        start_ = start;
        goal_ = goal;
    }

    /// Forgets all states, but neither the course nor what was avoided and seen: for a search that begins
    /// again, or not at all for a while.
    void forget_states() {
        level_ = std::vector<float>();  // memory and all
        guess_ = std::vector<float>();
        asked_ = std::vector<bool>();
        course_ = CourseIndex();
        is_changing_ = is_measuring_ = false;
    }
    /// Another domain of the same problem, or other numbers for its states, and all of them forgotten.
    void resume(const D& domain, StateId start, StateId goal) {
        forget_states();
        domain_ = &domain;
        start_ = start;
        goal_ = goal;
    }

    // After any of these, `tell_changes` has to be called until it says that it is done.

    /// Another course, with `width` times `scale` around it. `cost_per_metre` makes a cost of a distance.
    void follow(const domains::Course& course, TunnelWidth width, double scale, double cost_per_metre) {
        begin_change();
        width_ = width;
        scale_ = scale;
        cost_per_metre_ = cost_per_metre;
        course_ = CourseIndex(course, knows_time ? width.space / width.time : 0);
        is_measuring_ = true;
    }
    /// Wider or narrower; `open` for all there is.
    void set_scale(double scale) {
        if (scale == scale_) return;
        begin_change();
        scale_ = scale;
    }
    /// States within `radius` of the place do not exist, however wide the tunnel: for another route than the
    /// one that leads there.
    void avoid(const domains::Place& place, double radius) {
        begin_change();
        avoided_.push_back({place, radius});
        is_measuring_ = true;
    }

    /// Appends what the search has to be told, as long as `may_look()` says so. True when that was all.
    template <class MayLook>
    bool tell_changes(std::vector<StateId>& changed, MayLook&& may_look) {
        if (!is_changing_) return true;
        for (; next_ < known_; ++next_) {
            if (level_[next_] == unseen) continue;
            if (!may_look()) return false;
            const bool was_here = level_[next_] <= scale_before_ || is_end(next_);
            if (is_measuring_) measure(next_, domain_->place(next_));
            if (contains(next_) == was_here) continue;
            append_all(next_, changed);
        }
        is_changing_ = is_measuring_ = false;
        return true;
    }
    [[nodiscard]] bool is_changing() const noexcept { return is_changing_; }

    /// These states may be at other places than they were; the search is told of them all.
    void note_moved(std::span<const StateId> states) {
        for (const StateId state : states)
            if (state < level_.size() && level_[state] != unseen) measure(state, domain_->place(state));
    }

    /// Appends to `changed` what the search has to be told.
    void move_start(StateId start, std::vector<StateId>& changed) {
        const StateId before = start_;
        const bool was_here = start < level_.size() && level_[start] != unseen && contains(start);
        start_ = start;
        if (!was_here) append_all(start, changed);
        if (before != search::no_state && !contains(before)) append_all(before, changed);
    }
    [[nodiscard]] std::size_t avoided() const noexcept { return avoided_.size(); }

    [[nodiscard]] bool contains(StateId state) const { return level(state) <= scale_ || is_end(state); }

    // Domain
    [[nodiscard]] std::size_t state_count() const { return domain_->state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        if (!ask(state)) return;
        const auto offer = [&](StateId next, Cost cost) {
            if (contains(next)) visit(next, cost);
        };
        if constexpr (domains::HasLongMoves<D>)
            domain_->successors(state, offer, through());
        else
            domain_->successors(state, offer);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        if (!ask(state)) return;
        const auto offer = [&](StateId next, Cost cost) {
            if (contains(next)) visit(next, cost);
        };
        if constexpr (domains::HasLongMoves<D>)
            domain_->predecessors(state, offer, through());
        else
            domain_->predecessors(state, offer);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const { return domain_->lower_bound(from, to); }
    [[nodiscard]] Cost preference(StateId state) const {
        if (course_.is_empty()) return 0;
        (void)level(state);
        const double guess = static_cast<double>(guess_[state]) * cost_of_a_guess();
        const Cost bound = domain_->lower_bound(state, goal_);
        return guess > bound ? static_cast<Cost>(trust * (guess - bound)) : 0;
    }
    [[nodiscard]] domains::Place place(StateId state) const { return domain_->place(state); }

    /// What the search has met, layer by layer.
    [[nodiscard]] const std::vector<SeenRegion>& seen() const noexcept { return seen_; }
    /// Changes there concern the search too, whether it has met states there or not.
    void note_seen(const domains::Place& at) const {
        for (SeenRegion& region : seen_)
            if (region.layer == at.layer) return grow(region, at);
        seen_.push_back({at.layer, {}, {at.time, at.time}});
        grow(seen_.back(), at);
    }
    [[nodiscard]] bool was_asked(StateId state) const noexcept {
        return state < asked_.size() && asked_[state];
    }
    [[nodiscard]] std::size_t asked_count() const {
        return static_cast<std::size_t>(std::count(asked_.begin(), asked_.end(), true));
    }
    /// Calls visit(state) for every state whose edges were asked for.
    template <class Visit>
    void for_each_asked(Visit&& visit) const {
        for (StateId state = 0; state < asked_.size(); ++state)
            if (asked_[state]) visit(state);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return (level_.capacity() + guess_.capacity()) * sizeof(float) + asked_.capacity() / 8 +
               course_.bytes() + seen_.capacity() * sizeof(SeenRegion) +
               avoided_.capacity() * sizeof(Avoided);
    }

  private:
    struct Avoided {
        domains::Place place;
        double radius = 0;
    };
    static constexpr float unseen = -1;
    static constexpr float farthest = 1e4F;  ///< metres, of places that the course has nothing to say of
    /// How much more the course's word counts than the bound's: at inflation 2 the key is rhs + 2 times the
    /// way along the course.
    static constexpr double trust = 2;

    /// The least scale at which the state exists; not a number when it is avoided.
    [[nodiscard]] float level(StateId state) const {
        if (state >= level_.size()) make_room(state);
        float& known = level_[state];
        if (known == unseen) {
            const domains::Place at = domain_->place(state);
            measure(state, at);
            note_seen(at);
        }
        return known;
    }
    void measure(StateId state, const domains::Place& at) const {
        level_[state] = guess_[state] = 0;
        if (!course_.is_empty()) {
            const Deviation off = course_.nearest(at);
            const double level = knows_time ? std::max(off.space / width_.space, off.time / width_.time)
                                            : off.space / width_.space;
            level_[state] = static_cast<float>(level);
            guess_[state] = rest_of(off);
        }
        if (is_avoided(at)) level_[state] = std::numeric_limits<float>::quiet_NaN();
    }
    [[nodiscard]] float rest_of(const Deviation& off) const {
        const float metres = std::min(farthest, static_cast<float>(off.space + off.rest));
        if constexpr (domains::EstimatesEffort<D>)
            return static_cast<float>(domain_->effort(static_cast<double>(metres), off.rest_seconds));
        else
            return metres;
    }
    [[nodiscard]] double cost_of_a_guess() const noexcept {
        return domains::EstimatesEffort<D> ? 1 : cost_per_metre_;
    }
    [[nodiscard]] bool is_avoided(const domains::Place& at) const noexcept {
        return std::any_of(avoided_.begin(), avoided_.end(), [&](const Avoided& a) {
            return a.place.layer == at.layer && distance(a.place.position, at.position) <= a.radius;
        });
    }
    /// What a long move passes is seen as well.
    [[nodiscard]] auto through() const {
        return [this](const domains::Place& at) {
            note_seen(at);
            return !is_avoided(at);
        };
    }
    /// The state's edges are wanted: it is about to be relied on. False when it does not exist.
    bool ask(StateId state) const {
        if (!contains(state)) return false;
        if (state >= asked_.size()) asked_.resize(level_.size());
        asked_[state] = true;
        return true;
    }
    void make_room(StateId state) const {
        const std::size_t size = std::max<std::size_t>(state + std::size_t{1}, domain_->state_count());
        if (size > level_.capacity()) {
            level_.reserve(grows ? size + size / 5 : size);
            guess_.reserve(level_.capacity());
        }
        level_.resize(size, unseen);
        guess_.resize(size);
    }
    static void grow(SeenRegion& region, const domains::Place& at) {
        region.box.add(at.position);
        region.times = {std::min(region.times.low, at.time), std::max(region.times.high, at.time)};
    }
    [[nodiscard]] bool is_end(StateId state) const noexcept { return state == start_ || state == goal_; }
    /// Several changes at once are told as one.
    void begin_change() {
        if (is_changing_) return;
        is_changing_ = true;
        scale_before_ = scale_;
        next_ = 0;
        known_ = static_cast<StateId>(level_.size());
    }
    void append_all(StateId state, std::vector<StateId>& changed) {
        changed.push_back(state);
        if (was_asked(state)) append_neighbours(state, changed);
    }
    void append_neighbours(StateId state, std::vector<StateId>& changed) {
        const auto append = [&](StateId next, Cost) { changed.push_back(next); };
        domain_->predecessors(state, append);
        domain_->successors(state, append);
    }

    const D* domain_ = nullptr;
    CourseIndex course_;
    TunnelWidth width_;
    double scale_ = open;
    double cost_per_metre_ = 0;
    StateId start_ = search::no_state;
    StateId goal_ = search::no_state;
    std::vector<Avoided> avoided_;

    bool is_changing_ = false;
    bool is_measuring_ = false;  ///< distances as well
    double scale_before_ = open;
    StateId next_ = 0;   ///< to look at
    StateId known_ = 0;  ///< those below were known when the change began
    mutable std::vector<float> level_;
    mutable std::vector<float> guess_;  ///< metres to the course and along its rest, or the effort that takes
    mutable std::vector<bool> asked_;
    mutable std::vector<SeenRegion> seen_;
};

}  // namespace wend::planning
