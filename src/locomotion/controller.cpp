#include "wend/locomotion/controller.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stepping_wait.hpp"
#include "sweep.hpp"

namespace wend::locomotion {

Vec3 place_of(const MovingWorld& world, const Landmark& landmark, Tick tick) {
    const Vec3 origin = world.origin(landmark.block, tick);
    return {origin.x + landmark.local.x, origin.y + landmark.local.y,
            origin.z + world.blocks()[landmark.block].top};
}

bool lies_ahead(const MovingWorld& world, double heading, const Landmark& from, const Landmark& to,
                Tick tick) {
    return dot(place_of(world, to, tick).xy() - place_of(world, from, tick).xy(), unit_vector(heading)) > 0;
}

bool can_follow(const Skills& skills, double heading, const Move& move) {
    return dot(unit_vector(heading), unit_vector(move.heading_out)) >= std::cos(skills.passing_turn);
}

bool Controller::suits(const MoveQuery& q, std::optional<double> heading) const {
    return !heading || lies_ahead(q.world, *heading, q.from, q.to, q.depart * q.timing.ticks);
}

Status check_skills(const Skills& s) {
    for (const double value :
         {s.body.radius, s.body.height, s.body.foot, s.walk_speed, s.run_speed, s.passing_speed,
          s.acceleration, s.jump_speed, s.landing_speed, s.rise_speed, s.reach})
        if (!(value > 0) || value > 100)
            return Status::invalid_input("skills: found " + std::to_string(value) +
                                         ", expected more than 0 and at most 100");
    if (s.passing_speed > s.walk_speed || s.walk_speed > s.run_speed)
        return Status::invalid_input("skills: expected passing_speed <= walk_speed <= run_speed");
    return Status::ok();
}

Step Controller::fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                             const Landmark& to) const {
    Step least = 0;
    for (Step depart = 0; depart < timing.horizon; ++depart) {
        const Step steps = fewest_steps({world, timing, from, to, depart});
        if (steps > 0 && (least == 0 || steps < least)) least = steps;
    }
    return least;
}

std::optional<Failure> first_failure(const MovingWorld& world, const BodyShape& shape, Tick start,
                                     const Move& move) {
    for (Tick i = 0; i + 1 < static_cast<Tick>(move.path.size()); ++i) {
        const Vec3 a = move.path[static_cast<std::size_t>(i)];
        const Vec3 b = move.path[static_cast<std::size_t>(i) + 1];
        const bool airborne = i >= move.off && i < move.land;
        if (!airborne &&
            (!is_supported(world, shape, a, start + i) || !is_supported(world, shape, b, start + i + 1)))
            return Failure{i, false, a};
        if (hits_anything(world, shape, a, b, start + i)) return Failure{i, true, a};
    }
    return std::nullopt;
}

bool is_standing_free(const MovingWorld& world, const Skills& skills, const Timing& timing,
                      const Landmark& landmark, Step step) {
    BodyShape room = skills.body;
    room.radius += skills.prepare_radius();
    for (Tick tick = step * timing.ticks; tick < (step + 1) * timing.ticks; ++tick)
        if (hits_anything(world, room, place_of(world, landmark, tick), place_of(world, landmark, tick + 1),
                          tick))
            return false;
    return true;
}

namespace {

/// Distance covered by braking from the passing speed, `i` ticks after it began.
double braked(const Skills& skills, double i) noexcept {
    const double n = skills.stop_ticks();
    const double share = std::min(i / n, 1.0);
    return skills.prepare_radius() * (2 * share - share * share);
}

double eased(double share) noexcept {
    return 0.5 - 0.5 * std::cos(std::numbers::pi * std::clamp(share, 0.0, 1.0));
}

Vec2 waiting_offset(const Skills& skills, Tick i, Tick length, const WaitEnds& ends) noexcept {
    const Tick brake = ends.heading_in ? skills.stop_ticks() : 0;
    const Tick go = ends.heading_out ? skills.stop_ticks() : 0;
    const Vec2 in = ends.heading_in ? unit_vector(*ends.heading_in) : Vec2{};
    const Vec2 out = ends.heading_out ? unit_vector(*ends.heading_out) : Vec2{};
    if (i < brake) return in * braked(skills, i);
    if (i > length - go) return out * -braked(skills, length - i);
    const Vec2 stopped = in * (brake > 0 ? skills.prepare_radius() : 0);
    const Vec2 ready = out * (go > 0 ? -skills.prepare_radius() : 0);
    // A stop shorter than the step back ends where it came to rest.
    const double time = skills.turning_ticks();
    if (!ends.heading_out && length - brake < time) return stopped;
    return lerp(stopped, ready,
                eased((i - brake) / std::min<double>(time, std::max(1, length - go - brake))));
}

}  // namespace

std::vector<Vec3> wait_path(const MovingWorld& world, const Skills& skills, const Landmark& landmark,
                            Tick from, Tick to, WaitEnds ends) {
    std::vector<Vec3> path;
    const auto steps =
        skills.waits_in_steps ? stepped_wait(skills, to - from, ends) : std::vector<WaitPoint>{};
    for (Tick tick = from; tick <= to; ++tick) {
        const Vec2 offset = steps.empty() ? waiting_offset(skills, tick - from, to - from, ends)
                                          : steps[static_cast<std::size_t>(tick - from)].offset;
        path.push_back(plus(place_of(world, landmark, tick), {offset.x, offset.y, 0}));
    }
    return path;
}

std::vector<std::optional<double>> wait_facing(const Skills& skills, Tick ticks, WaitEnds ends) {
    std::vector<std::optional<double>> facing;
    if (skills.waits_in_steps)
        for (const WaitPoint& point : stepped_wait(skills, ticks, ends)) facing.push_back(point.heading);
    facing.resize(static_cast<std::size_t>(ticks) + 1);
    return facing;
}

}  // namespace wend::locomotion
