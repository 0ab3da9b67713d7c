#include "sim/dodge.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/crowd.hpp"
#include "sim/planning.hpp"

namespace wend {
namespace {

constexpr int dodge_directions = 16;
constexpr double dodge_wall_gap = 0.002;  ///< metres to keep from a wall beyond touching
constexpr double least_gain = 1e-3;       ///< least gain, metres times ticks of overlap
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

/// Those who may be met in the next seconds, wherever the walker goes.
class Surroundings {
  public:
    Surroundings(const Walker& walker, const Snapshot& world)
        : radius_(walker.spec.limits.radius), from_(walker.place.position), now_(world.time()) {
        const Box2 box = Box2::around(from_, longest * walker.spec.limits.max_speed + 2 * radius_);
        world.occupancy().collect(walker.place.layer, box, {now_, now_ + longest}, walker.id, paths_);
    }

    /// Overlap with obstacles, metres times ticks; infinite for a walk that runs into an agent.
    [[nodiscard]] double harm(const std::vector<Tick>& ticks, double dt) const {
        double sum = 0;
        Vec2 from = from_;
        const auto count = static_cast<std::size_t>(longest / dt);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 to = ticks.empty() ? from : ticks[std::min(i, ticks.size() - 1)].position;
            sum += harm_between(from, to, now_ + static_cast<double>(i) * dt, dt);
            from = to;
        }
        return sum;
    }

  private:
    static constexpr double longest = 4;  ///< seconds

    [[nodiscard]] double harm_between(Vec2 from, Vec2 to, double time, double dt) const {
        double sum = 0;
        for (const BodyPath* path : paths_) {
            if (path->body().who.agent.is_null())
                sum += std::max(0.0, radius_ - path->distance_at(to, time + dt));
            else if (path->first_overlap({{time, time + dt}, from, (to - from) / dt, radius_, 0}))
                return std::numeric_limits<double>::infinity();
        }
        return sum;
    }

    double radius_;
    Vec2 from_;
    double now_;
    std::vector<const BodyPath*> paths_;
};

}  // namespace

std::optional<Dodge> dodge(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget) {
    if (walker.is_crossing || walker.is_riding) return std::nullopt;
    const double dt = crowd.scene.time_step;
    const Region& ground = world.walls().ground(walker.place.layer);
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits, nullptr, walker.walk};
    const Surroundings around(walker, world);
    double least = around.harm(walker.is_at_rest() ? std::vector<Tick>{} : braking(crowd, walker).ticks, dt);
    // Who must stop because others do, stops; nothing comes at it.
    const bool is_hit = least > 0 && std::isfinite(least);
    if (!is_hit && !walker.is_at_rest()) return std::nullopt;
    std::optional<Dodge> best;
    for (const double seconds : {0.6, 1.2, 2.0}) {
        for (int i = 0; i < dodge_directions; ++i) {
            if (!budget.spend()) return best;
            // Where it goes anyway, then more and more to both sides.
            const double off = (i + 1) / 2 * (i % 2 == 0 ? 1 : -1) * 2 * std::numbers::pi / dodge_directions;
            std::vector<Tick> ticks = Flight(walker, walker.walk.heading + off, dt).run(seconds);
            if (!is_on_ground(ground, walker.place.position, ticks,
                              walker.spec.limits.radius + dodge_wall_gap))
                continue;
            const bool is_safe = is_free(world.occupancy(), steerer, ticks, world.time(), dt, crowd.steering);
            const double harm = is_safe ? 0 : around.harm(ticks, dt);
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
