#include "sim/steering.hpp"

#include <array>
#include <cmath>

#include "sim/detour.hpp"
#include "sim/traffic.hpp"

namespace wend {
namespace {

Walk walk_of(const Steerer& steerer, std::span<const Tick> ticks, double now, double time_step,
             const SteeringSettings& settings) {
    return {steerer.id, steerer.limits->radius, steerer.place, ticks, now, time_step, settings.standing_time};
}

double reach_of(const Snapshot& world, BodyId who) {
    if (const AgentState* agent = world.agents().find(who.agent)) return agent->limits().radius;
    if (const ObstacleState* obstacle = world.obstacles().find(who.obstacle))
        return reach_of(obstacle->spec->shape);
    return 0;
}

constexpr double least_progress = 0.05;  ///< metres that make a new promise worth making

class Candidates {
  public:
    Candidates(const Snapshot& world, const Steerer& steerer, double time_step,
               const SteeringSettings& settings, Budget& budget)
        : world_(world), steerer_(steerer), dt_(time_step), settings_(settings), budget_(budget) {}

    std::optional<Proposal> best() {
        const double stop = steerer_.stop;
        if (consider(steerer_.route, steerer_.walk, {1.0, 1, stop})) return std::move(best_);
        if (meeting_ && meeting_->who.agent.is_null())
            for (const double longer : {2.0, 4.0})
                consider(steerer_.route, steerer_.walk, {1.0, longer, stop});
        for (const double share : {0.6, 0.3, 0.1}) consider(steerer_.route, steerer_.walk, {share, 1, stop});
        if (meeting_ && !(meeting_->station > stop - 0.5)) ways_around();
        return std::move(best_);
    }
    [[nodiscard]] const std::optional<Meeting>& meeting() const noexcept { return meeting_; }

  private:
    struct Choice {
        double share = 1;  ///< of the pace it wants
        double horizons = 1;
        double stop = std::numeric_limits<double>::infinity();
    };
    void ways_around() {
        const Meeting meeting = *meeting_;
        const double brake = braking_distance(steerer_.walk.speed, *steerer_.limits, dt_);
        for (const double room : {1.1, 1.8, 3.0})
            for (const double side : {-1.0, 1.0}) {
                const double offset = side * room * (steerer_.limits->radius + reach_of(world_, meeting.who));
                const DetourRequest request{steerer_.route.get(), steerer_.walk.station, brake,
                                            meeting.station, offset};
                const auto route = detour(world_.walls(), request, *steerer_.limits, dt_);
                if (!route) continue;
                const WalkState walk{0, steerer_.walk.speed, steerer_.walk.heading};
                // A bend is longer than what it replaces by little: the stop moves by no more.
                const double stop = steerer_.stop - steerer_.walk.station;
                for (const double share : {1.0, 0.5}) consider(route, walk, {share, 1, stop});
            }
    }

    /// Rolls out, checks, and keeps the candidate if it is the best so far. True when it is free.
    bool consider(const std::shared_ptr<const Route>& route, WalkState walk, Choice choice) {
        if (!budget_.spend()) return false;
        const double horizon = choice.horizons * settings_.horizon / dt_;
        std::vector<Tick> ticks =
            roll_out(*route, walk, *steerer_.limits, dt_,
                     {choice.share * steerer_.pace, static_cast<std::uint32_t>(horizon), 600, choice.stop});
        if (ticks.empty()) return false;
        const auto meeting =
            first_meeting(world_.occupancy(), walk_of(steerer_, ticks, world_.time(), dt_, settings_));
        if (meeting) {
            if (!meeting_ && route == steerer_.route) meeting_ = meeting;
            return false;
        }
        const double rest = route->length() - ticks.back().walk.station;
        // A promise must bring the agent nearer than the one it has, or it is not worth making.
        const double to_beat = best_ ? best_->rest : steerer_.current_rest;
        if (rest < to_beat - std::min(least_progress, 0.5 * to_beat))
            best_ = Proposal{{route, std::move(ticks), 0}, rest};
        return true;
    }

    const Snapshot& world_;
    const Steerer& steerer_;
    double dt_;
    const SteeringSettings& settings_;
    Budget& budget_;
    std::optional<Meeting> meeting_;
    std::optional<Proposal> best_;
};

}  // namespace

std::optional<Proposal> propose(const Snapshot& world, const Steerer& steerer, double time_step,
                                const SteeringSettings& settings, Budget& budget,
                                std::optional<Meeting>& meeting) {
    Candidates candidates(world, steerer, time_step, settings, budget);
    auto best = candidates.best();
    meeting = candidates.meeting();
    return best;
}

bool is_free(const Occupancy& occupancy, const Steerer& steerer, std::span<const Tick> ticks, double now,
             double time_step, const SteeringSettings& settings) {
    return !first_meeting(occupancy, walk_of(steerer, ticks, now, time_step, settings));
}

}  // namespace wend
