// Whether a move is free: what it passes, frame by frame as it is executed.

#include <algorithm>
#include <cmath>

#include "wend/base/rng.hpp"
#include "wend/domains/space_time_domain.hpp"

namespace wend::domains {
namespace {

constexpr double coarse = 0.01;  ///< metres that a quick test may be off

MovingDisc disc_between(Vec2 from, Vec2 to, double begin, double end, double radius) {
    return {{begin, end}, from, (to - from) / (end - begin), radius, 0};
}

}  // namespace

bool SpaceTimeDomain::is_watched(Vec2 p) const noexcept {
    const Fovea& fovea = options_.fovea;
    const Vec2 off = p - origin_.at.position;
    if (squared_length(off) > fovea.radius * fovea.radius) return false;
    if (fovea.half_angle >= std::numbers::pi || off == Vec2{}) return true;
    const double angle = std::remainder(std::atan2(off.y, off.x) - origin_.heading, 2 * std::numbers::pi);
    return std::abs(angle) <= fovea.half_angle;
}

/// Walls do not move, and a search comes by the same cells at many times, speeds and headings: what was found
/// last in each place of a small table is found again there.
bool SpaceTimeDomain::is_walkable(const State& from, const State& to) const {
    const Vec2 a = lattice_.own_point(from.carrier, from.x, from.y),
               b = lattice_.own_point(to.carrier, to.x, to.y);
    if (from.carrier != 0) return terrain_->stays_on(from.carrier - 1, a, b);
    const auto part = [](int value, int bits) {
        return static_cast<std::uint64_t>(static_cast<unsigned>(value)) & ((std::uint64_t{1} << bits) - 1);
    };
    const std::uint64_t question = part(from.x, 16) | part(from.y, 16) << 16 | part(to.x - from.x, 11) << 32 |
                                   part(to.y - from.y, 11) << 43 | std::uint64_t{from.layer} << 54 |
                                   std::uint64_t{1} << 62;
    if (steps_.empty()) steps_.resize(remembered_steps);
    std::uint64_t& known = steps_[static_cast<std::size_t>(scatter(question)) % remembered_steps];
    if (known >> 1 != question)
        known = question << 1 |
                std::uint64_t{world_->walls().ground(from.layer).fits_along(a, b, terrain_->radius())};
    return (known & 1) != 0;
}

/// The body is never farther from the disc that is asked about than that disc is larger: half a chord's
/// sagitta of the speed's ramp, the same of one frame, and `slack`.
bool SpaceTimeDomain::is_surely_free(const State& from, const State& to, const Pace& pace,
                                     double slack) const {
    const Vec2 a = lattice_.position(from), b = lattice_.position(to);
    if (!is_watched(a) && !is_watched(b)) return true;
    const Occupancy& others = world_->occupancy();
    const double begin = lattice_.time(from.tick), radius = terrain_->radius();
    if (a == b)
        return others.is_free(from.layer, {{begin, begin + pace.duration}, a, {}, radius, 0}, options_.self);
    const double acceleration = pace.acceleration(), frame = moves_->settings().frame;
    const double whole = acceleration * pace.duration * pace.duration / 8;
    const int parts = whole <= coarse ? 1 : 2 * static_cast<int>(std::ceil(std::sqrt(whole / (4 * coarse))));
    const double part = pace.duration / parts;
    const double grown = radius + slack + acceleration * (part * part + frame * frame) / 8 + 1e-6;
    const Vec2 along = (b - a) / distance(a, b);
    Vec2 here = a;
    for (int i = 1; i <= parts; ++i) {
        const Vec2 next = i == parts ? b : a + pace.travelled(i * part) * along;
        const MovingDisc disc = disc_between(here, next, begin + (i - 1) * part, begin + i * part, grown);
        if (!others.is_free(from.layer, disc, options_.self)) return false;
        here = next;
    }
    return true;
}

bool SpaceTimeDomain::is_free(const SpaceTimeMotion& motion) const {
    return is_free_on(motion.layer, motion) &&
           (!motion.changes_layer() || is_free_on(motion.layer_after, motion));
}

bool SpaceTimeDomain::is_free_on(std::uint32_t layer, const SpaceTimeMotion& motion) const {
    Vec2 here = motion.position(0);
    if (!is_watched(here) && !is_watched(motion.position(motion.frames))) return true;
    const Occupancy& others = world_->occupancy();
    const double radius = terrain_->radius();
    if (motion.from == motion.to && !motion.platform && !motion.crossing)
        return others.is_free(layer, {{motion.begin, motion.end()}, here, {}, radius, 0}, options_.self);
    for (int i = 1; i <= motion.frames; ++i) {
        const Vec2 next = motion.position(i);
        const MovingDisc disc = disc_between(here, next, motion.time(i - 1), motion.time(i), radius);
        if (!others.is_free(layer, disc, options_.self)) return false;
        here = next;
    }
    return true;
}

/// Something to stand on under the whole body all along, and nothing solid in its way. Between two frames
/// body and platform come no closer than their speeds allow.
bool SpaceTimeDomain::is_carried(const SpaceTimeMotion& motion) const {
    const Walls& walls = world_->walls();
    const bool rides = motion.platform != nullptr;
    const double slide = (moves_->limits().max_speed + surface_) * motion.frame / 2;
    Vec2 here = motion.position(0);
    for (int i = 0; i <= motion.frames; ++i) {
        const Vec2 next = motion.position(i);
        if (!walls.not_solid(motion.layer).fits_along(here, next, terrain_->radius())) return false;
        if (!rides &&
            !terrain_->carries(walls, motion.layer, next, terrain_->radius() + slide, motion.time(i)))
            return false;
        here = next;
    }
    return true;
}

}  // namespace wend::domains
