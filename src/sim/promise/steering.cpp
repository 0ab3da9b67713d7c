#include "sim/promise/steering.hpp"

#include <array>
#include <cmath>

#include "sim/promise/borrowed.hpp"
#include "sim/promise/detour.hpp"
#include "sim/promise/traffic.hpp"

namespace wend {
namespace {

Walk walk_of(const Steerer& steerer, std::span<const Tick> ticks, double now, double time_step,
             const SteeringSettings& settings) {
    return {steerer.id, steerer.limits->radius, steerer.place, ticks, now, time_step, settings.standing_time};
}

bool is_short(std::span<const Tick> ticks, double time_step, const SteeringSettings& settings) {
    return static_cast<double>(ticks.size()) * time_step <= settings.standing_time;
}

double reach_of(const Snapshot& world, BodyId who) {
    if (const AgentState* agent = world.agents().find(who.agent)) return agent->limits().radius;
    if (const ObstacleState* obstacle = world.obstacles().find(who.obstacle))
        return reach_of(obstacle->spec->shape);
    return 0;
}

constexpr double least_progress = 0.05;  ///< metres that make a new promise worth making
constexpr double close_up = 0.03;        ///< metres to stay behind whoever is met

class Candidates {
  public:
    Candidates(const Snapshot& world, const Steerer& steerer, double time_step,
               const SteeringSettings& settings, Budget& budget, std::vector<Tick>& spare)
        : world_(world),
          steerer_(steerer),
          dt_(time_step),
          settings_(settings),
          budget_(budget),
          around_(world.occupancy(), steerer.place.layer, steerer.id),
          spare_(spare) {}

    std::optional<Proposal> best() {
        const double stop = steerer_.stop;
        if (consider(*steerer_.route, steerer_.walk, {1.0, 1, stop})) return std::move(best_);
        if (meeting_ && meeting_->who.agent.is_null())
            for (const double longer : {2.0, 4.0})
                try_to_beat(*steerer_.route, steerer_.walk, {1.0, longer, stop});
        const bool is_slower = slow_down();
        if (!meeting_ || meeting_->station > stop - 0.5) return std::move(best_);
        if (steerer_.keeps_in_line) return std::move(best_);
        // Whoever crosses is let pass; only room helps against who stands or comes the other way.
        if (!is_slower || is_obstinate(*meeting_)) ways_around();
        return std::move(best_);
    }
    [[nodiscard]] const std::optional<Meeting>& meeting() const noexcept { return meeting_; }

  private:
    struct Choice {
        double share = 1;  ///< of the pace it wants
        double horizons = 1;
        double stop = std::numeric_limits<double>::infinity();
    };

    /// True when a fair share of the pace is free. Slower ones are not tried then: they get less far.
    bool slow_down() {
        const double stop = steerer_.stop;
        if (consider(*steerer_.route, steerer_.walk, {following_share(), 1, stop})) return true;
        if (meeting_ && !meeting_->who.agent.is_null())
            try_to_beat(*steerer_.route, steerer_.walk,
                        {1.0, 1, std::min(stop, meeting_->station - close_up)});
        if (consider(*steerer_.route, steerer_.walk, {0.3, 1, stop})) return true;
        try_to_beat(*steerer_.route, steerer_.walk, {0.1, 1, stop});
        return false;
    }

    /// Behind somebody who goes the same way, slower: its pace, and as much more as closes up to it by the
    /// end of the promise. So who follows neither runs up nor stops.
    [[nodiscard]] double following_share() const {
        constexpr double usual = 0.6, least = 0.1, most = 0.95, slowest = 0.1;  // shares; m/s
        const AgentState* other = meeting_ ? world_.agents().find(meeting_->who.agent) : nullptr;
        if (!other || steerer_.pace <= 0) return usual;
        const Vec2 ahead = unit_vector(steerer_.route->heading(steerer_.route->leg_at(meeting_->station)));
        const double along = dot(other->motion.velocity, ahead), speed = length(other->motion.velocity);
        if (along < slowest || along < 0.8 * speed) return usual;
        const double gap =
            meeting_->station - steerer_.walk.station - along * (meeting_->time - world_.time()) - close_up;
        return std::clamp((along + gap / settings_.horizon) / steerer_.pace, least, most);
    }

    /// Somebody who stands, or walks against the steerer.
    [[nodiscard]] bool is_obstinate(const Meeting& meeting) const {
        const AgentState* other = world_.agents().find(meeting.who.agent);
        if (!other) return true;
        const Vec2 velocity = other->motion.velocity;
        const Vec2 ahead = unit_vector(steerer_.route->heading(steerer_.route->leg_at(meeting.station)));
        return dot(velocity, ahead) < -0.5 * length(velocity) || squared_length(velocity) < 0.01;
    }

    /// Past whoever is met, as closely as there is room; on the right where both sides are free, so that
    /// streams that meet sort themselves into lanes.
    void ways_around() {
        const Meeting meeting = *meeting_;
        const double brake = braking_distance(steerer_.walk.speed, *steerer_.limits, dt_);
        const double reach = steerer_.limits->radius + reach_of(world_, meeting.who);
        Detours detours(world_.walls(), {steerer_.route.get(), steerer_.walk.station, brake, meeting.station},
                        *steerer_.limits, dt_);
        for (const double room : {0.6, 1.1, 1.8, 3.0}) {
            // A wide berth is for who has nothing better, not for who could go slower.
            if (best_ && room > 1.5) return;
            for (const double side : {-1.0, 1.0})
                if (side * room * reach <= steerer_.room_left && pass(detours.around(side * room * reach)))
                    return;
        }
    }

    /// True when the full pace is free that way.
    bool pass(const Route* way) {
        if (!way) return false;
        const WalkState walk{0, steerer_.walk.speed, steerer_.walk.heading};
        // A bend is longer than what it replaces by little: the stop moves by no more.
        const double stop = steerer_.stop - steerer_.walk.station;
        if (consider(*way, walk, {1.0, 1, stop})) return true;
        try_to_beat(*way, walk, {0.5, 1, stop});
        return false;
    }

    /// Rolls out, checks, and keeps the candidate if it is the best so far. True when it is free.
    bool consider(const Route& route, WalkState walk, Choice choice, bool must_win = false) {
        if (!budget_.spend()) return false;
        const double horizon = choice.horizons * settings_.horizon / dt_;
        const Pace pace{choice.share * steerer_.pace, static_cast<std::uint32_t>(horizon), 600, choice.stop};
        roll_out(route, walk, *steerer_.limits, dt_, pace, ticks_);
        if (ticks_.empty() || !is_short(ticks_, dt_, settings_)) return false;
        const double rest = route.length() - ticks_.back().walk.station;
        const bool wins = is_progress(rest);
        if ((must_win && !wins) || !keeps_off(steerer_, ticks_)) return false;
        bool keeps_gap = false;
        const auto meeting =
            first_meeting(around_, walk_of(steerer_, ticks_, world_.time(), dt_, settings_), keeps_gap);
        if (meeting) {
            if (!meeting_ && &route == steerer_.route.get()) meeting_ = meeting;
            return false;
        }
        if (wins) keep(route, rest, keeps_gap);
        return true;
    }

    void keep(const Route& route, double rest, bool keeps_gap) {
        std::vector<Tick> ticks = std::move(best_ ? best_->commitment.ticks : spare_);
        ticks.assign(ticks_.begin(), ticks_.end());
        best_ = Proposal{{kept(route), std::move(ticks), 0}, rest, keeps_gap};
    }

    /// Most ways around are made in vain: only one that is to be walked gets memory of its own.
    [[nodiscard]] std::shared_ptr<const Route> kept(const Route& route) const {
        return &route == steerer_.route.get() ? steerer_.route : std::make_shared<const Route>(route);
    }

    /// The same where nobody asks whether it is free: what gets less far than the best is not checked.
    void try_to_beat(const Route& route, WalkState walk, Choice choice) {
        if (meeting_ && !is_progress(route.length() - walk.station - farthest(walk, choice)))
            (void)budget_.spend();
        else
            consider(route, walk, choice, meeting_.has_value());
    }

    /// More metres of a route than a walk like that gets along: it slows down or speeds up to its pace, keeps
    /// it and brakes. The share to spare is for bends, whose ticks are shorter than what they cut off.
    [[nodiscard]] double farthest(WalkState walk, Choice choice) const {
        constexpr double to_spare = 1.25;
        const double speed = choice.share * steerer_.pace, brake = 2 * steerer_.limits->max_acceleration;
        const double braking = (walk.speed * walk.speed + speed * speed) / brake;
        return to_spare * (speed * choice.horizons * settings_.horizon + braking);
    }

    /// A promise must bring the agent nearer than the one it has, or it is not worth making.
    [[nodiscard]] bool is_progress(double rest) const {
        const double to_beat = best_ ? best_->rest : steerer_.current_rest;
        return rest < to_beat - std::min(least_progress, 0.5 * to_beat);
    }

    const Snapshot& world_;
    const Steerer& steerer_;
    double dt_;
    const SteeringSettings& settings_;
    Budget& budget_;
    Neighbourhood around_;
    std::optional<Meeting> meeting_;
    std::optional<Proposal> best_;
    std::vector<Tick>& spare_;
    Borrowed<Tick> lent_;
    std::vector<Tick>& ticks_ = *lent_;  ///< of the candidate at hand
};

}  // namespace

bool keeps_off(const Steerer& steerer, std::span<const Tick> ticks) {
    if (!steerer.rules) return true;
    const domains::MultiplierField& rules = *steerer.rules;
    RoutePoint at = steerer.place;
    bool is_off = !rules.forbids(at.layer, at.position);
    for (const Tick& tick : ticks) {
        const bool walks = tick.layer == at.layer;
        if (is_off && walks && rules.forbids(at.layer, at.position, tick.position)) return false;
        if (!is_off || !walks) is_off = !rules.forbids(tick.layer, tick.position);
        at.layer = tick.layer;
        at.position = tick.position;
    }
    return true;
}

std::optional<Proposal> propose(const Snapshot& world, const Steerer& steerer, double time_step,
                                const SteeringSettings& settings, Budget& budget,
                                std::optional<Meeting>& meeting, std::vector<Tick>& spare) {
    Candidates candidates(world, steerer, time_step, settings, budget, spare);
    auto best = candidates.best();
    meeting = candidates.meeting();
    return best;
}

bool is_free(const Occupancy& occupancy, std::span<const BodyPath* const> news, const Steerer& steerer,
             std::span<const Tick> ticks, double now, double time_step, const SteeringSettings& settings) {
    Neighbourhood around(occupancy, steerer.place.layer, steerer.id);
    around.gather(news, now);
    const auto meeting = first_approach(around, walk_of(steerer, ticks, now, time_step, settings));
    if (!meeting) return true;
    // Whom it is near at the beginning it must only not overlap: that depends on all.
    return meeting->time <= now && is_free(occupancy, steerer, ticks, now, time_step, settings);
}

bool is_free_of(const Occupancy& occupancy, std::span<const BodyPath* const> others, const Steerer& steerer,
                std::span<const Tick> ticks, double now, double time_step, const SteeringSettings& settings) {
    Neighbourhood around(occupancy, steerer.place.layer, steerer.id);
    around.gather(others, now);
    return !first_overlap(around, walk_of(steerer, ticks, now, time_step, settings));
}

bool is_free(const Occupancy& occupancy, const Steerer& steerer, std::span<const Tick> ticks, double now,
             double time_step, const SteeringSettings& settings) {
    if (!is_short(ticks, time_step, settings) || !keeps_off(steerer, ticks)) return false;
    Neighbourhood around(occupancy, steerer.place.layer, steerer.id);
    return !first_meeting(around, walk_of(steerer, ticks, now, time_step, settings));
}

}  // namespace wend
