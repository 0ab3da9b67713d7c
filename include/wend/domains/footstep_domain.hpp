#pragma once

// Sigma 5 (MD 7.4): where each foot is set, and how the mass gets over it. States and moves are those of a
// table (footstep_moves.hpp) on a lattice that is anchored at the start's support foot and turned by its
// heading. Use it through PlacedStates.
//
// A foot needs ground that holds it (footstep_ground.hpp), all of its sole, in one of the orientations that
// hips allow: at most 22.5 degrees from the heading when it comes down, 45 from any heading while it bears.
// The interval of those that are left is part of the state, and one of them is chosen when the plan is done.
// The body needs room for chest and shoulders as it turns (footstep_body.hpp), against walls and, in
// continuous time, against everything that moves or is promised. Where its disc would be cramped, but nowhere
// else, it may walk with its shoulders turned to one side; that too is part of the state.
//
// The start stands on both feet, and may set off over either; or it is in the middle of a walk. The goal is a
// set, like that of Sigma 4 (space_time_domain.hpp): a tolerance around a place and a window of time, at rest
// on both feet or not. It is searched forward for the same reason.
//
// Lower bound: that of Sigma 4, since a move of t seconds over l metres costs at least
// standing * t + walking * l^2 / t here too, with the table's greatest average speed in place of the agent's.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/domains/edge_sink.hpp"
#include "wend/domains/footstep_key.hpp"
#include "wend/domains/footstep_motion.hpp"
#include "wend/domains/footstep_moves.hpp"
#include "wend/domains/placed_states.hpp"
#include "wend/world/change_log.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

struct FootstepStart {
    Place at;            ///< of the mass
    double heading = 0;  ///< of the legs
    double speed = 0;    ///< m/s along the heading; 0 for who stands
    Feet feet;
};

struct FootstepGoal {
    Place at;
    double tolerance = 0.25;
    Interval window;
    bool at_rest = true;  ///< on both feet
};

class FootstepDomain {
  public:
    using Key = std::uint64_t;
    using Cost = search::Cost;
    static constexpr bool knows_time = true;
    static constexpr search::Direction direction = search::Direction::forward;

    FootstepDomain(std::shared_ptr<const Snapshot> world, std::shared_ptr<const FootstepGround> ground,
                   std::shared_ptr<const FootstepTable> table, const FootstepStart& start,
                   const FootstepGoal& goal, BodyId self);

    [[nodiscard]] Key start() const noexcept { return start_.key(); }
    [[nodiscard]] Key goal() const noexcept { return FootstepState::goal().key(); }
    /// Is the start's gait one of the table's, and are its feet where legs can have put them?
    [[nodiscard]] bool has_start() const noexcept { return has_start_; }
    [[nodiscard]] const FootstepStart& origin() const noexcept { return origin_; }
    [[nodiscard]] Place place(Key key) const;
    [[nodiscard]] double heading(Key key) const noexcept;
    [[nodiscard]] double speed(Key key) const noexcept;
    [[nodiscard]] const FootstepTable& table() const noexcept { return *table_; }
    [[nodiscard]] Interval horizon() const noexcept { return {time(0), time(last_tick_)}; }

    /// Plans against another world from now on; `touches` says which states' moves that may change.
    void refresh(std::shared_ptr<const Snapshot> world) { world_ = std::move(world); }
    [[nodiscard]] bool touches(const Change& change, Key key) const;
    [[nodiscard]] double reach() const noexcept;

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
    /// At the pace of somebody who has to look where to step.
    [[nodiscard]] Cost effort(double metres, double seconds) const noexcept;

    /// How a path is walked: frame by frame, foot by foot.
    [[nodiscard]] FootstepPlan plan(std::span<const Key> path) const;
    /// visit(place of the mass) at the frames of a move, which sways from foot to foot; not at its beginning.
    template <class Visit>
    void visit_way(Key from, Key to, Visit&& visit) const {
        const State a = State::of(from), b = State::of(to);
        if (a.is_set() || b.is_set()) return;
        const std::optional<FootstepMotion> way = motion(a, b);
        for (int frame = 1; way && frame <= way->frames; ++frame) visit(way->position(frame));
    }

    /// The shortest way from a state to rest on both feet, at most two steps that `allows(from, to)`: states
    /// after it, none when it is at rest. Nothing when there is no such way that is free.
    using Allows = std::function<bool(Key, Key)>;
    [[nodiscard]] std::optional<std::vector<Key>> stop(Key from, const Allows& allows = {}) const;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof(*this) + start_moves_.capacity() * sizeof(StartMove);
    }

  private:
    using State = FootstepState;
    using EdgeSink = domains::EdgeSink<State>;
    /// From the start's two feet to over one of them.
    struct StartMove {
        State to;  ///< at tick 0
        int ticks = 0;
        Pendulum way;  ///< in the world
        double deviation = 0;
        Cost cost = 0;
    };
    void visit_successors(Key key, const EdgeSink& visit) const;
    void visit_predecessors(Key key, const EdgeSink& visit) const;
    /// `anywhere`: even to where no way leads on to the goal in time.
    void steps_from(const State& s, bool anywhere, const EdgeSink& visit) const;
    /// The move with shoulders straight or turned at its end, and the same at its beginning.
    void offer_twisted(const State& from, State to, const FootstepMotion& motion, Cost cost,
                       const EdgeSink& visit) const;
    void offer_twisted_from(State from, const State& to, const FootstepMotion& motion, Cost cost,
                            const EdgeSink& visit) const;
    void steps_into(const State& s, const EdgeSink& visit) const;
    void start_moves_from(const State& s, const EdgeSink& visit) const;
    void start_moves_into(const State& s, const EdgeSink& visit) const;
    void arrivals_into(const State& set, const EdgeSink& visit) const;
    void offer_arrivals(State s, const EdgeSink& visit) const;
    [[nodiscard]] bool is_arrived(const State& s) const;

    void find_start();
    void find_start_moves();
    void offer_start_move(Side side, const FootPlace& support, Gait to);
    [[nodiscard]] std::optional<LatticeVector> cell_of(Vec2 p) const noexcept;

    // Where states are: footstep_places.cpp
    [[nodiscard]] double time(int tick) const noexcept { return origin_.at.time + tick * table_->tick(); }
    [[nodiscard]] Vec2 to_world(Vec2 own) const noexcept { return anchor_ + rotated(own, axis_); }
    [[nodiscard]] Vec2 foot(const State& s) const noexcept;
    [[nodiscard]] Vec2 mass(const State& s) const noexcept;
    [[nodiscard]] double heading_of(const State& s) const noexcept {
        return axis_ + FootstepTable::angle(s.heading);
    }
    [[nodiscard]] bool is_reachable(const State& s) const;
    /// Would its disc be cramped there, so that turned shoulders may help?
    [[nodiscard]] bool may_twist(const State& s) const;
    [[nodiscard]] bool is_state(const State& s) const;
    [[nodiscard]] std::uint32_t holding(const State& s) const;
    [[nodiscard]] Cost bound_to_goal(const State& s, Interval arrival) const;

    // What moves are free: footstep_checks.cpp
    /// The price of coming down there; nothing when it is too high or low.
    [[nodiscard]] std::optional<Cost> climb(const State& from, const State& to) const;
    [[nodiscard]] FootstepMotion motion(const State& from, const FootMove& move) const;
    [[nodiscard]] FootstepMotion motion(const State& from, const StartMove& move) const;
    [[nodiscard]] FootstepMotion staying(const State& s) const;
    /// Of the move that leads from one to the other.
    [[nodiscard]] std::optional<FootstepMotion> motion(const State& from, const State& to) const;
    /// The motion with shoulders as both states have them.
    [[nodiscard]] static FootstepMotion twisted(FootstepMotion motion, const State& from, const State& to);
    [[nodiscard]] static Cost twist_cost(const State& from, const State& to) noexcept;
    [[nodiscard]] bool is_free(const FootstepMotion& motion) const;

    std::shared_ptr<const Snapshot> world_;
    std::shared_ptr<const FootstepGround> ground_;
    std::shared_ptr<const FootstepTable> table_;
    BodyId self_;
    FootstepGoal goal_;
    FootstepStart origin_;
    Vec2 anchor_;
    double axis_;  ///< radians
    State start_;
    bool has_start_ = false;
    std::vector<StartMove> start_moves_;
    double top_speed_ = 0;
    int first_arrival_ = 0;
    int last_tick_ = -1;
};

using FootstepStates = PlacedStates<FootstepDomain>;

}  // namespace wend::domains
