#pragma once

// Rides as a domain [ST 5]: from landmark to landmark over floors and moving platforms, walking, running and
// jumping, and waiting until something comes by. Use it through PlacedStates. It is searched forward, from
// where the agent will be at a time to a set: rest on the goal's landmark at any time of a window.
//
// Time runs in steps from the beginning of the world. Between two landmarks there is a state for every step,
// so that others can be met on the way and plans can begin in the middle. What a controller would make of a
// move is costly to find out; so a move begins with a state that it costs nothing to reach (`leaving`), whose
// bound knows only how soon the move could end, and which is simulated when it turns out to be the best: the
// deferred edges of [ST 5.4] as edges of a graph.
//
// Who stands may leave in any direction after `prepare_steps`; who passes a landmark may turn by what skills
// allow, less the width of a sector, because headings are told apart by sectors.
//
// Cost is time. Lower bound: the fewest steps of each move over all departures, from landmark to landmark.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/domains/edge_sink.hpp"
#include "wend/domains/placed_states.hpp"
#include "wend/domains/ride_key.hpp"
#include "wend/domains/ride_table.hpp"
#include "wend/domains/space_time_motion.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

struct RideStart {
    Place at;  ///< its time is a whole number of steps
    double heading = 0;
    double speed = 0;  ///< m/s over what carries it; 0 for who stands
    /// A state that an earlier plan over the same table leads through at this time.
    std::optional<std::uint64_t> key = {};
};

struct RideGoal {
    Place at;
    double tolerance = 0.25;
    Interval window;
};

class RideDomain {
  public:
    using Key = std::uint64_t;
    using Cost = search::Cost;
    static constexpr bool knows_time = true;
    static constexpr search::Direction direction = search::Direction::forward;
    static constexpr Cost step_cost = 100;

    RideDomain(std::shared_ptr<const Snapshot> world, std::shared_ptr<RideTable> table,
               const RideStart& start, const RideGoal& goal, BodyId self);

    /// Nothing when nobody can stand, or come to rest, there.
    [[nodiscard]] std::optional<Key> start() const noexcept { return start_; }
    [[nodiscard]] std::optional<Key> goal() const noexcept;
    [[nodiscard]] Place place(Key key) const;
    /// Over what carries it, along the way that leads to the state.
    [[nodiscard]] double heading(Key key) const;
    [[nodiscard]] double speed(Key key) const;
    [[nodiscard]] double reach() const noexcept;

    /// Plans against another world from now on.
    void refresh(std::shared_ptr<const Snapshot> world) { world_ = std::move(world); }

    // KeyedDomain
    template <class Visit>
    void successors(Key key, Visit&& visit) const {
        visit_successors(RideState::of(key), EdgeSink(visit));
    }
    template <class Visit>
    void predecessors(Key key, Visit&& visit) const {
        visit_predecessors(RideState::of(key), EdgeSink(visit));
    }
    [[nodiscard]] Cost lower_bound(Key from, Key to) const;

    /// visit(place) along a move, which platforms may bend, step by step; not at its beginning.
    template <class Visit>
    void visit_way(Key from, Key to, Visit&& visit) const {
        const State a = State::of(from), b = State::of(to);
        if (a.kind == Kind::goal || b.kind == Kind::goal) return;
        const Tick last = step_of(b) * RideGround::step_ticks;
        for (Tick tick = step_of(a) * RideGround::step_ticks; tick < last;) {
            tick = std::min(tick + RideGround::step_ticks, last);
            visit(stand_in(a, b, tick).feet.xy());
        }
    }

    /// How a path is gone, every `frame` seconds; shoulders turn no faster than limits allow.
    [[nodiscard]] std::vector<WalkFrame> walk(std::span<const Key> path, double frame) const;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof(*this) + to_goal_.capacity() * sizeof(Step) + settling_.capacity() * sizeof(Vec3);
    }

  private:
    using State = RideState;
    using Kind = RideState::Kind;
    using Index = RideTable::Index;
    using Step = RideTable::Step;
    using Tick = locomotion::Tick;
    using EdgeSink = domains::EdgeSink<State>;
    /// Where the body is at a tick, and on what.
    struct Stand {
        Vec3 feet;
        std::uint32_t block = 0;
        bool is_airborne = false;
    };

    void find_start(const RideStart& start);
    void settle(const RideStart& start, const locomotion::Landmark& here);
    void step_inwards(const RideStart& start);
    [[nodiscard]] bool come_to_rest(const locomotion::Landmark& here, Vec2 way, Step steps,
                                    double (*share)(double));
    void find_goal();
    void find_bounds();

    // What leads out of states and into them: ride_moves.cpp
    void visit_successors(const State& s, const EdgeSink& visit) const;
    void visit_predecessors(const State& s, const EdgeSink& visit) const;
    void leave(Index from, Step depart, int sector, const EdgeSink& visit) const;
    void begin_move(const State& s, const EdgeSink& visit) const;
    void go_on(const State& s, const EdgeSink& visit) const;
    void arrivals_at(Index landmark, Step step,
                     const std::function<void(const State&, const RideLeg&)>& see) const;
    void moves_into(const State& s, const EdgeSink& visit) const;
    [[nodiscard]] const RideLeg* leg_of(const State& s) const {
        return table_->leg(s.from, s.to, s.controller, s.step);
    }
    [[nodiscard]] Step length_of(const RideLeg& leg) const noexcept { return leg.arrive - leg.depart; }
    [[nodiscard]] State after(const State& moving, const RideLeg& leg) const;
    [[nodiscard]] bool may_go_on(const State& moving, const RideLeg& leg) const;
    [[nodiscard]] bool may_begin(const State& leaving, const RideLeg& leg) const;
    [[nodiscard]] bool is_in_window(Step step) const noexcept;
    void offer(const State& from, const State& to, const State& other, const EdgeSink& visit) const;

    // Where states are: ride_places.cpp
    [[nodiscard]] Step step_of(const State& s) const noexcept;
    [[nodiscard]] Step steps_to_goal(const State& s) const;
    [[nodiscard]] Stand stand_in(const State& from, const State& to, Tick tick) const;
    [[nodiscard]] Stand stand_at(const State& s) const;
    [[nodiscard]] Stand on_leg(const State& moving, Tick tick) const;
    [[nodiscard]] bool is_free(const State& from, const State& to) const;
    [[nodiscard]] bool is_free(std::span<const Stand> way, Tick first) const;
    [[nodiscard]] std::vector<Stand> way_of(const State& from, const State& to) const;

    std::shared_ptr<const Snapshot> world_;
    std::shared_ptr<RideTable> table_;
    BodyId self_;
    RideGoal goal_;
    Step begin_ = 0;
    Step earliest_ = 0;  ///< departure that a plan may go on from
    double heading_ = 0;
    std::optional<Key> start_;
    std::vector<Vec3> settling_;  ///< of a start in motion: its way to rest, tick by tick
    Index settled_ = 0;           ///< the landmark there
    std::optional<Index> target_;
    std::vector<Step> to_goal_;  ///< by landmark: fewest steps from passing it to rest there
    std::vector<std::vector<Index>> predecessors_;  ///< by landmark
};

using RideStates = PlacedStates<RideDomain>;

}  // namespace wend::domains
