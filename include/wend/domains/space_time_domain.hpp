#pragma once

// Sigma 4 (MD 4.1, with what errata.md adds): position, heading, speed and time on a lattice of moves that is
// anchored at the agent. Use it through PlacedStates.
//
// Moves: the table's 21 on the ground and, in the platform's own frame, on every platform; steps from one of
// these to another; the scene's crossings; and, if asked for, leaps over gaps. Every move is checked as it
// would be executed, frame by frame: against walls as a swept disc, against moving bodies and published plans
// in continuous time, as far as the fovea reaches.
//
// Goal: a set, within a tolerance of a place and a window of time, at rest or not. It is one state, `goal()`,
// whose predecessors are the window's ticks, whose predecessors are the states of the set; each of these two
// steps costs one unit.
//
// Search it forward. Backward, as MD searches everything, it has to hit the start's cell, heading, speed and
// tick exactly, from an arrival time that is a guess: thousands of expansions over six metres. Forward it
// runs from the exact start into a set, and takes some tens. What backward searches are for, a start that
// moves on, is a start that follows its own plan here; the rest of the plan stays as it is.
//
// Lower bound. In T seconds and over L metres a path costs at least standing * T + walking * L^2 / T: over
// its moves sum l_i >= L and sum t_i = T, so sum l_i^2 / t_i >= L^2 / T (Cauchy and Schwarz), each move's
// integral of speed^2 is at least l_i^2 / t_i, and flights cost no less. The same inequality for two parts,
// (l + m)^2 / (s + t) <= l^2 / s + m^2 / t, makes it consistent. Between two states T is known; to the goal
// it is whatever the window makes cheapest, a minimum of consistent bounds. Riding covers ground without
// walking. L is then the length of a shortest way on which the room that platforms pass through is free: a
// distance still, so all of the above holds for it. Between two states, with platforms of at most V m/s, at
// least their distance less V T is walked as well. A pair farther apart than can be walked in time has no
// path, and the bound says so.

#include <cstdint>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "wend/domains/edge_sink.hpp"
#include "wend/domains/end_floods.hpp"
#include "wend/domains/placed_states.hpp"
#include "wend/domains/space_time_lattice.hpp"
#include "wend/domains/space_time_motion.hpp"
#include "wend/world/change_log.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

struct SpaceTimeGoal {
    Place at;                 ///< its time is an estimate that `place(goal())` repeats
    double tolerance = 0.25;  ///< metres; where no cell is that near, the nearest cell counts
    Interval window;          ///< seconds; where it holds no tick of the lattice, nothing arrives
    bool at_rest = true;
};

/// Where others are looked out for, seen from the start (MD 4.1). The default is all round and everywhere.
struct Fovea {
    double half_angle = std::numbers::pi;                     ///< to either side of the heading
    double radius = std::numeric_limits<double>::infinity();  ///< metres
};

struct SpaceTimeOptions {
    BodyId self;
    Fovea fovea;
    double gap_length = 0;  ///< metres of the longest leap over missing ground; 0: none
};

class SpaceTimeDomain {
  public:
    using Key = std::uint64_t;
    using Cost = search::Cost;
    static constexpr bool knows_time = true;
    static constexpr search::Direction direction = search::Direction::forward;  ///< to be searched in

    SpaceTimeDomain(std::shared_ptr<const Snapshot> world, std::shared_ptr<const Terrain> terrain,
                    std::shared_ptr<const MoveTable> moves, const SpaceTimeStart& start,
                    const SpaceTimeGoal& goal, const SpaceTimeOptions& options);

    [[nodiscard]] Key start() const noexcept { return start_.key(); }
    [[nodiscard]] Key goal() const noexcept { return SpaceTimeState::goal().key(); }
    /// The state of an agent that went on from the start along moves; nothing when this is no state.
    [[nodiscard]] std::optional<Key> state_of(const SpaceTimeStart& start) const;
    /// Where, when and how fast a state is: the start of a plan from there.
    [[nodiscard]] SpaceTimeStart start_at(Key key) const;
    [[nodiscard]] Place place(Key key) const;
    [[nodiscard]] const MoveTable& moves() const noexcept { return *moves_; }
    [[nodiscard]] const SpaceTimeGoal& aim() const noexcept { return goal_; }

    /// Plans against another world from now on; `touches` says which states' moves that may change.
    void refresh(std::shared_ptr<const Snapshot> world) { world_ = std::move(world); }
    [[nodiscard]] bool touches(const Change& change, Key key) const;
    /// Metres around a state within which a change can touch its moves.
    [[nodiscard]] double reach() const noexcept;
    /// Seconds before or after a state's time within which a change can touch its moves.
    [[nodiscard]] double lasting() const noexcept { return longest_flight_ * moves_->step(); }
    /// Times of the states, the start's to the window's end.
    [[nodiscard]] Interval horizon() const noexcept { return {lattice_.time(0), lattice_.time(last_tick_)}; }

    // KeyedDomain
    template <class Visit>
    void successors(Key key, Visit&& visit) const {
        visit_successors(key, EdgeSink(visit));
    }
    template <class Visit>
    void predecessors(Key key, Visit&& visit) const {
        visit_predecessors(key, EdgeSink(visit));
    }
    [[nodiscard]] Cost lower_bound(Key from, Key to) const;

    /// Floods from this state and from the goal, over all places that walls leave to the lattice's moves.
    [[nodiscard]] EndFloods end_floods(Key start) const;
    /// Spreads them by one place, and says where.
    Place spread(EndFloods& floods) const {
        return place(floods.spread([this](Key key, search::Direction where, auto&& visit) {
            auto reach = [&](Key near, Cost) { visit(near); };
            visit_places(key, where, EdgeSink(reach));
        }));
    }

    /// The motion from one state to the next of a plan, as it is executed; nothing when no move leads there.
    [[nodiscard]] std::optional<SpaceTimeMotion> motion(Key from, Key to) const;
    /// How a plan is walked, frame by frame, from its first state on; as far as its moves are free still.
    [[nodiscard]] std::vector<WalkFrame> walk(std::span<const Key> path) const;

    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    using State = SpaceTimeState;
    using EdgeSink = domains::EdgeSink<State>;
    /// A crossing as moves of this lattice: from any of these cells to that one.
    struct Gate {
        struct Foot {
            LatticeVector cell;
            int steps = 0;
        };
        const Crossing* crossing = nullptr;
        std::vector<Foot> feet;
        LatticeVector landing;
        int heading = 0;
    };

    void visit_successors(Key key, const EdgeSink& visit) const;
    void visit_predecessors(Key key, const EdgeSink& visit) const;
    /// Edges of no cost to the places around.
    void visit_places(Key key, search::Direction where, const EdgeSink& visit) const;
    [[nodiscard]] static State place_state(std::uint32_t layer, LatticeVector cell) noexcept;
    [[nodiscard]] bool is_place(const State& s) const;
    void walks_from(const State& s, const EdgeSink& visit) const;
    void walks_into(const State& s, const EdgeSink& visit) const;
    void start_walks(const EdgeSink& visit, const State* only_to) const;
    void transfers_from(const State& s, const EdgeSink& visit) const;
    void transfers_into(const State& s, const EdgeSink& visit) const;
    void flights_from(const State& s, const EdgeSink& visit) const;
    void flights_into(const State& s, const EdgeSink& visit) const;
    void leaps(const State& s, int sign, const EdgeSink& visit) const;
    void arrivals_into(const State& s, const EdgeSink& visit) const;
    [[nodiscard]] bool is_arrived(const State& s) const;

    [[nodiscard]] std::uint32_t carrier_of(const SpaceTimeStart& start) const;
    [[nodiscard]] bool is_reachable(const State& s) const;
    [[nodiscard]] bool fits(const State& s) const;
    [[nodiscard]] double speed_of(const State& s) const noexcept;
    void find_goal_cells();
    void find_gates();

    [[nodiscard]] std::optional<State> transferred(const State& s, int turn, int level,
                                                   std::uint32_t carrier) const;
    [[nodiscard]] std::optional<SpaceTimeMotion> walk_motion(const State& from, const State& to) const;
    [[nodiscard]] std::optional<SpaceTimeMotion> transfer_motion(const State& from, const State& to) const;
    [[nodiscard]] std::optional<SpaceTimeMotion> flight_motion(const State& from, const State& to) const;
    [[nodiscard]] std::optional<SpaceTimeMotion> leap_motion(const State& from, const State& to) const;
    [[nodiscard]] SpaceTimeMotion base_motion(const State& from, const State& to) const;
    [[nodiscard]] SpaceTimeMotion gate_motion(const Gate& gate, const State& from, const State& to) const;

    [[nodiscard]] bool is_near(std::uint32_t carrier, std::uint32_t layer, Vec2 p, double time) const;
    [[nodiscard]] bool is_watched(Vec2 p) const noexcept;
    [[nodiscard]] bool is_walkable(const State& from, const State& to) const;
    /// Free for every start speed of this level: a sufficient test, a few questions instead of one a frame.
    [[nodiscard]] bool is_surely_free(const State& from, const State& to, const Pace& pace,
                                      double slack) const;
    [[nodiscard]] bool is_free(const SpaceTimeMotion& motion) const;
    [[nodiscard]] bool is_free_on(std::uint32_t layer, const SpaceTimeMotion& motion) const;
    [[nodiscard]] bool is_carried(const SpaceTimeMotion& motion) const;
    [[nodiscard]] Cost bound_over(double seconds, Vec2 from, Vec2 to) const noexcept;
    [[nodiscard]] Cost bound_to_goal(const State& s, Interval arrival) const;

    std::shared_ptr<const Snapshot> world_;
    std::shared_ptr<const Terrain> terrain_;
    std::shared_ptr<const MoveTable> moves_;
    SpaceTimeOptions options_;
    SpaceTimeGoal goal_;
    SpaceTimeLattice lattice_;
    SpaceTimeStart origin_;
    State start_;
    double goal_reach_ = 0;  ///< metres from the goal's place to the farthest state of the set
    double surface_ = 0;     ///< m/s that platforms carry at most
    int first_arrival_ = 0;
    int last_tick_ = -1;
    int longest_flight_ = 1;  ///< ticks
    double longest_move_ = 0;
    std::vector<LatticeVector> goal_cells_;
    std::vector<Gate> gates_;
    static constexpr std::size_t remembered_steps = 1024;
    mutable std::vector<std::uint64_t> steps_;  ///< from cell to cell, with whether walls leave it free
};

using SpaceTimeStates = PlacedStates<SpaceTimeDomain>;

}  // namespace wend::domains
