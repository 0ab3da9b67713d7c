#include "ground_controller.hpp"

#include <cmath>

namespace wend::locomotion {

bool GroundController::is_alike(const MoveQuery& q, Step steps) {
    const Tick start = q.depart * q.timing.ticks;
    return q.depart + steps <= q.timing.horizon &&
           q.world.moves_alike(q.from.block, q.to.block, start, start + steps * q.timing.ticks);
}

Step GroundController::fewest_steps(const MoveQuery& q) const {
    if (!q.world.is_ever_alike(q.from.block, q.to.block)) return 0;
    const Tick start = q.depart * q.timing.ticks;
    const Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
    const double d = length(apart.xy());
    if (d > skills_.reach || d < shortest_way() || std::abs(apart.z) > 0.02) return 0;
    const Step steps = steps_for(d, q.timing);
    return is_alike(q, steps) ? steps : 0;
}

Step GroundController::fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const {
    if (!world.is_ever_alike(from.block, to.block)) return 0;
    if (world.is_always_alike(from.block, to.block)) return fewest_steps({world, timing, from, to, 0});
    return Controller::fewest_ever(world, timing, from, to);
}

std::optional<Move> GroundController::attempt(const MoveQuery& q) const {
    if (fewest_steps(q) == 0) return std::nullopt;
    const Tick start = q.depart * q.timing.ticks;
    const Vec2 way = place_of(q.world, q.to, start).xy() - place_of(q.world, q.from, start).xy();
    Samples samples = ray_samples(q, skills_.body, way);
    for (int tries = 0; tries < most_tries; ++tries) {
        auto move = simulate(q, way, samples);
        if (!move) return std::nullopt;
        const auto failure = first_failure(q.world, skills_.body, start, *move);
        if (!failure) return move;
        samples.push_back(minus(failure->place, q.world.origin(q.from.block, start + failure->index)).xy() -
                          q.from.local);
    }
    return std::nullopt;
}

}  // namespace wend::locomotion
