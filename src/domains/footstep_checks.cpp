// Whether a footstep is free: what the body passes, frame by frame as it is executed.

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/domains/footstep_domain.hpp"

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;

MovingDisc disc_along(Vec2 from, Vec2 to, double begin, double end, double radius) {
    return {{begin, end}, from, (to - from) / (end - begin), radius, 0};
}

Pendulum placed(Pendulum way, Vec2 at, double angle) {
    for (Vec2* p : {&way.start, &way.first, &way.second}) *p = at + rotated(*p, angle);
    way.velocity = rotated(way.velocity, angle);
    return way;
}

}  // namespace

std::optional<search::Cost> FootstepDomain::climb(const State& from, const State& to) const {
    const double rise = ground_->height(to.layer, foot(to)) - ground_->height(from.layer, foot(from));
    if (std::abs(rise) > table_->settings().rise + 1e-9) return std::nullopt;
    return static_cast<Cost>(
        std::ceil(Pendulum::gravity * std::max(0.0, rise) / MoveTable::cost_unit - 1e-6));
}

FootstepMotion FootstepDomain::motion(const State& from, const FootMove& move) const {
    FootstepMotion made = staying(from);
    if (!move.lands && move.from == move.to) return made;
    const double quarters = FootstepTable::angle(from.heading & ~3);
    made.way = placed(table_->pendulum(from.heading & 3, from.side, move), foot(from), axis_ + quarters);
    made.frames = move.ticks * table_->frames();
    made.turn = FootstepTable::angle(move.turn);
    made.deviation = move.deviation;
    made.stays = false;
    return made;
}

FootstepMotion FootstepDomain::motion(const State& from, const StartMove& move) const {
    FootstepMotion made = staying(from);
    made.way = move.way;
    made.frames = move.ticks * table_->frames();
    made.deviation = move.deviation;
    made.stays = false;
    return made;
}

FootstepMotion FootstepDomain::staying(const State& s) const {
    FootstepMotion made;
    made.begin = time(s.tick);
    made.frame = table_->settings().frame;
    made.frames = FootstepTable::stay_ticks() * table_->frames();
    made.layer = s.layer;
    made.way.start = mass(s);
    made.heading = heading_of(s);
    made.stays = true;
    return made;
}

std::optional<FootstepMotion> FootstepDomain::motion(const State& from, const State& to) const {
    const int ticks = to.tick - from.tick;
    if (from.kind == Kind::start) {
        if (to.kind == Kind::start) return twisted(staying(from), from, to);
        for (const StartMove& move : start_moves_)
            if (move.ticks == ticks && move.to.x == to.x && move.to.y == to.y && move.to.kind == to.kind)
                return twisted(motion(from, move), from, to);
        return std::nullopt;
    }
    const LatticeVector step{to.x - from.x, to.y - from.y};
    for (const FootMove& move :
         table_->from(from.heading, from.side, static_cast<Gait>(from.kind), from.stance))
        if (move.ticks == ticks && static_cast<Kind>(move.to) == to.kind && move.stance_to == to.stance &&
            FootstepTable::turned(move.step, from.heading) == step &&
            FootstepTable::wrap(from.heading + move.turn) == to.heading)
            return twisted(motion(from, move), from, to);
    return std::nullopt;
}

FootstepMotion FootstepDomain::twisted(FootstepMotion motion, const State& from, const State& to) {
    motion.heading += FootstepBody::twist * from.twist;
    motion.turn += FootstepBody::twist * (to.twist - from.twist);
    return motion;
}

search::Cost FootstepDomain::twist_cost(const State& from, const State& to) noexcept {
    constexpr Cost to_turn = 100, to_stay_turned = 50;  // thousandths of J/kg
    return static_cast<Cost>(std::abs(to.twist - from.twist)) * to_turn +
           static_cast<Cost>(std::abs(to.twist)) * to_stay_turned;
}

/// Mostly the agent's whole disc has room, grown by what its way differs from uniform motion. Where it has
/// none the parts are looked at, frame by frame.
bool FootstepDomain::is_free(const FootstepMotion& motion) const {
    const FootstepBody body = table_->body();
    const Region& ground = world_->walls().ground(motion.layer);
    const Occupancy& others = world_->occupancy();
    const Vec2 from = motion.position(0), to = motion.position(motion.frames);
    const double wide = body.radius() + motion.deviation;
    const bool clears_walls = ground.fits_along(from, to, wide);
    const bool clears_others =
        others.is_free(motion.layer, disc_along(from, to, motion.begin, motion.end(), wide), self_);
    if (std::abs(motion.turn) > table_->limits().max_turn_rate * (motion.end() - motion.begin)) return false;
    if (clears_walls && clears_others) return true;
    const int stride = motion.stays && motion.turn == 0 ? motion.frames : 1;
    auto parts = body.parts(from, motion.heading);
    for (int frame = stride; frame <= motion.frames; frame += stride) {
        const auto next = body.parts(motion.position(frame), motion.heading_at(frame));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!clears_walls && !ground.fits_along(parts[i], next[i], body.part_radius())) return false;
            const double begin = motion.time(frame - stride), end = motion.time(frame);
            if (!clears_others &&
                !others.is_free(motion.layer, disc_along(parts[i], next[i], begin, end, body.part_radius()),
                                self_))
                return false;
        }
        parts = next;
    }
    return true;
}

}  // namespace wend::domains
