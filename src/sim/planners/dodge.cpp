#include "sim/planners/dodge.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/crowd.hpp"
#include "sim/planners/planning.hpp"

namespace wend {
namespace {

constexpr int dodge_directions = 16;
constexpr double dodge_wall_gap = 0.002;  ///< metres to keep from a wall beyond touching
constexpr double least_gain = 1e-3;       ///< least gain, metres times ticks of overlap
constexpr double stand_period = 0.1;      ///< seconds between two looks of who stands
constexpr double about = 1.2;             ///< radians to turn by before which one slows down

/// Walks in that direction for a while, then stops.
class Flight {
  public:
    Flight(const Walker& walker, double direction, double time_step)
        : limits_(walker.spec.limits),
          direction_(direction),
          dt_(time_step),
          speed_step_(limits_.max_acceleration * time_step),
          turn_step_(limits_.max_turn_rate * time_step),
          tick_{{0, walker.walk.speed, walker.walk.heading},
                walker.place.position,
                walker.place.layer,
                false,
                false} {}

    std::vector<Tick> run(double seconds) {
        std::vector<Tick> ticks;
        const auto walking = static_cast<std::size_t>(std::lround(seconds / dt_));
        while (ticks.size() < walking || tick_.walk.speed > 0) {
            advance(ticks.size() < walking);
            ticks.push_back(tick_);
        }
        return ticks;
    }

  private:
    void advance(bool goes_on) {
        const double turn = wrapped_angle(direction_ - tick_.walk.heading);
        const bool speeds_up = goes_on && std::abs(turn) < about;
        if (goes_on)
            tick_.walk.heading =
                wrapped_angle(tick_.walk.heading + std::clamp(turn, -turn_step_, turn_step_));
        tick_.walk.speed = speeds_up ? std::min(tick_.walk.speed + speed_step_, limits_.max_speed)
                                     : std::max(tick_.walk.speed - speed_step_, 0.0);
        const double step = tick_.walk.speed * dt_;
        tick_.position = tick_.position + unit_vector(tick_.walk.heading) * step;
        tick_.walk.station += step;
    }

    const AgentLimits& limits_;
    double direction_, dt_, speed_step_, turn_step_;
    Tick tick_;
};

bool is_on_ground(const Region& ground, Vec2 from, const std::vector<Tick>& ticks, double radius) {
    for (const Tick& tick : ticks) {
        if (!ground.fits_along(from, tick.position, radius)) return false;
        from = tick.position;
    }
    return true;
}

/// The route that such a walk is on; none where its stations would not be those of the walk.
std::shared_ptr<const Route> route_along(const Walker& walker, const std::vector<Tick>& ticks, double dt) {
    std::vector<RoutePoint> points{walker.place};
    for (const Tick& tick : ticks) points.push_back({tick.position, tick.layer});
    auto route = std::make_shared<const Route>(points, walker.spec.limits, dt);
    const bool fits = std::ranges::all_of(ticks, [&](const Tick& tick) {
        return distance(route->position_at(tick.walk.station), tick.position) < 1e-7;
    });
    return fits ? route : nullptr;
}

Commitment what_is_left(const Commitment& promise) {
    const auto begin = promise.ticks.begin() + static_cast<std::ptrdiff_t>(promise.next);
    return {promise.route, {begin, promise.ticks.end()}, 0, promise.plan};
}

/// Those who may be met in the next seconds, wherever the walker goes.
class Surroundings {
  public:
    Surroundings(const Crowd& crowd, const Walker& walker, const Steerer& steerer, const Snapshot& world)
        : crowd_(crowd),
          steerer_(steerer),
          world_(world),
          radius_(walker.spec.limits.radius),
          now_(world.time()) {
        const double reach = longest * walker.spec.limits.max_speed + 2 * radius_;
        world.occupancy().collect(walker.place.layer, Box2::around(walker.place.position, reach),
                                  {now_, now_ + longest}, walker.id, things_);
        const auto agents = std::partition(things_.begin(), things_.end(),
                                           [](const BodyPath* path) { return path->who().agent.is_null(); });
        agents_.assign(agents, things_.end());
        things_.erase(agents, things_.end());
        for (const BodyPath* path : things_) weights_.push_back(is_known(*path) ? known_weight : 1);
    }

    /// Overlap with obstacles, metres times ticks, weighed; infinite for a walk that runs into an agent.
    [[nodiscard]] double harm(const std::vector<Tick>& ticks) const {
        const double dt = crowd_.scene.time_step;
        if (!is_free_of(world_.occupancy(), agents_, steerer_, ticks, now_, dt, crowd_.steering))
            return std::numeric_limits<double>::infinity();
        const auto step = static_cast<std::size_t>(std::max(1L, std::lround(look_period / dt)));
        const auto count = static_cast<std::size_t>(longest / dt);
        double sum = 0;
        for (std::size_t i = step; i <= count; i += step) {
            const Vec2 at =
                ticks.empty() ? steerer_.place.position : ticks[std::min(i, ticks.size()) - 1].position;
            const Box2 body = Box2::around(at, radius_);
            for (std::size_t k = 0; k < things_.size(); ++k)
                if (things_[k]->room().overlaps(body))
                    sum += weights_[k] * std::max(0.0, radius_ - things_[k]->distance_at(
                                                                     at, now_ + static_cast<double>(i) * dt));
        }
        return sum * static_cast<double>(step);
    }

  private:
    static constexpr double longest = 6;             ///< seconds
    static constexpr double look_period = 1.0 / 20;  ///< seconds; things do not come and go sooner
    /// Where a known thing will be is certain; what nobody announced is only expected somewhere in a circle
    /// that grows, and must drive nobody into a door.
    static constexpr double known_weight = 100;

    [[nodiscard]] bool is_known(const BodyPath& path) const {
        const ObstacleState* thing = world_.obstacles().find(path.who().obstacle);
        return thing && thing->spec->knowledge == Knowledge::known;
    }

    const Crowd& crowd_;
    const Steerer& steerer_;
    const Snapshot& world_;
    double radius_;
    double now_;
    std::vector<const BodyPath*> things_, agents_;
    std::vector<double> weights_;  ///< of the things' overlaps
};

}  // namespace

std::optional<Dodge> dodge(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget) {
    if (walker.is_crossing || walker.is_riding || budget.exhausted()) return std::nullopt;
    const double dt = crowd.scene.time_step;
    // Who stands and has found no way out looks again now and then.
    const auto period = static_cast<std::uint64_t>(std::max(1L, std::lround(stand_period / dt)));
    if (walker.is_standing() && walker.waited > stand_period && (crowd.frame + walker.number) % period != 0)
        return std::nullopt;
    const Region& ground = world.walls().ground(walker.place.layer);
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits,
                          nullptr,   walker.walk,  crowd.router.constraints().rules_for(walker.binding)};
    const Surroundings around(crowd, walker, steerer, world);
    double least = around.harm(walker.is_at_rest() ? std::vector<Tick>{} : braking(crowd, walker).ticks);
    // Who must stop because others do, stops; nothing comes at it.
    const bool is_hit = least > 0 && std::isfinite(least);
    if (!is_hit && !walker.is_at_rest()) return std::nullopt;
    std::optional<Dodge> best;
    // To go on as promised, when that is better than to stop in the way of what comes.
    if (Commitment kept = what_is_left(walker.commitment); is_hit && !kept.ticks.empty()) {
        if (const double harm = around.harm(kept.ticks); harm < least - least_gain) {
            best = Dodge{std::move(kept), false};
            least = harm;
        }
    }
    for (const double seconds : {0.6, 1.2, 2.0, 3.5}) {
        for (int i = 0; i < dodge_directions; ++i) {
            if (!budget.spend()) return best;
            // Where it goes anyway, then more and more to both sides.
            const double off = (i + 1) / 2 * (i % 2 == 0 ? 1 : -1) * 2 * std::numbers::pi / dodge_directions;
            std::vector<Tick> ticks = Flight(walker, walker.walk.heading + off, dt).run(seconds);
            if (!is_on_ground(ground, walker.place.position, ticks,
                              walker.spec.limits.radius + dodge_wall_gap))
                continue;
            if (!keeps_off(steerer, ticks)) continue;
            const bool is_safe = is_free(world.occupancy(), steerer, ticks, world.time(), dt, crowd.steering);
            const double harm = is_safe ? 0 : around.harm(ticks);
            if (!is_safe && (!is_hit || harm > least - least_gain)) continue;
            const auto route = route_along(walker, ticks, dt);
            if (!route) continue;
            best = Dodge{{route, std::move(ticks), 0}, is_safe};
            if (is_safe) return best;
            least = harm;
        }
    }
    return best;
}

}  // namespace wend
