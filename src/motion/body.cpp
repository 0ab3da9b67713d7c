#include "wend/motion/body.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

namespace wend::motion {
namespace {

constexpr double highest_pitch = 0.75;
constexpr double most_bank = 0.2;  // radians

double smooth(double u) noexcept {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * u * (u * (6 * u - 15) + 10);
}

/// The plant that is or was last down at a time.
std::size_t last_plant(const std::vector<Plant>& plants, double time) noexcept {
    const auto after = std::upper_bound(plants.begin(), plants.end(), time,
                                        [](double t, const Plant& plant) { return t < plant.down; });
    return after == plants.begin() ? 0 : static_cast<std::size_t>(after - plants.begin()) - 1;
}

/// Heels leave the ground the further, the longer the step that follows.
double heel_rise(const Plant& plant, const Plant& next) noexcept {
    return highest_pitch * std::clamp(distance(plant.ball.xy(), next.ball.xy()) / 1.2, 0.0, 1.0);
}

FootTarget standing(const Plant& plant, const Plant* next, double time) noexcept {
    FootTarget out{plant.ball, plant.heading, 0, true};
    if (next != nullptr) {
        const double rolling = std::min(0.45 * (plant.up - plant.down), 0.3);
        out.pitch = heel_rise(plant, *next) * smooth((time - plant.up + rolling) / rolling);
    }
    return out;
}

FootTarget swinging(const Plant& from, const Plant& to, double time) noexcept {
    const double u = (time - from.up) / (to.down - from.up);
    const double way = distance(from.ball.xy(), to.ball.xy());
    const double there = smooth(u);
    FootTarget out{mix(from.ball, to.ball, there), from.heading + wrapped(to.heading - from.heading) * there,
                   0, false};
    // Steps up are climbed before they are crossed.
    const double climb = std::max(0.0, to.ball.z - from.ball.z);
    const double lift = 0.05 + 0.06 * std::min(way, 2.0) + 0.4 * climb;
    const double bow = 16 * u * u * (1 - u) * (1 - u);
    out.ball.z += lift * bow;
    out.freedom = 0.6 * bow;
    out.pitch = heel_rise(from, to) * (1 - smooth(u / 0.7)) -
                0.25 * std::min(way, 1.0) * smooth(u / 0.75) * (1 - smooth((u - 0.75) / 0.25));
    return out;
}

/// The smaller of heights, rounded where they are equal, never above any of them.
double soft_smallest(double a, double b, double c) noexcept {
    constexpr double sharpness = 90;
    const double least = std::min({a, b, c});
    return least - std::log(std::exp(-sharpness * (a - least)) + std::exp(-sharpness * (b - least)) +
                            std::exp(-sharpness * (c - least))) /
                       sharpness;
}

void hang_arms(std::array<Rotation, part_count>& rotations) noexcept {
    static const auto hanging = shipped_style().stand.frames.front();
    for (std::size_t i = index_of(Part::left_arm); i <= index_of(Part::right_hand); ++i)
        rotations[i] = hanging[i];
}

}  // namespace

FootTarget Body::foot_at(Foot foot, double time) const noexcept {
    const auto& plants = plan_.plants[static_cast<std::size_t>(foot)];
    const std::size_t at = last_plant(plants, time);
    const Plant* next = at + 1 < plants.size() ? &plants[at + 1] : nullptr;
    FootTarget out = time <= plants[at].up || next == nullptr ? standing(plants[at], next, time)
                                                              : swinging(plants[at], *next, time);
    out.ball = track_->to_world(out.ball, time);
    out.heading += track_->carrier_heading(time);
    if (!out.is_planted) {
        // In the air feet stay near the root, however the trajectory goes.
        for (const AirTime& flight : plan_.flights)
            if (time > flight.begin && time < flight.end) {
                const double u = (time - flight.begin) / (flight.end - flight.begin);
                const double near = std::max(0.0, 1 - std::pow(2 * u - 1, 8));
                out.ball.z += near * (std::max(out.ball.z, track_->position(time).z + 0.05) - out.ball.z);
                // Nothing holds the hips: they fall as things fall, and legs follow as far as they reach.
                out.freedom += near;
            }
        out.ball.z += arc_at(time);
    }
    return out;
}

double Body::arc_at(double time) const noexcept {
    for (const AirTime& flight : plan_.flights)
        if (flight.needs_arc && time > flight.begin && time < flight.end)
            return 0.5 * gravity * (time - flight.begin) * (flight.end - time);
    return 0;
}

double Body::phase_at(double time) const noexcept {
    double before = -1e300, after = 1e300;
    std::size_t leader = 0, follower = 0;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& plants = plan_.plants[side];
        const std::size_t at = last_plant(plants, time);
        if (plants[at].down > before) before = plants[at].down, leader = side;
        if (at + 1 < plants.size() && plants[at + 1].down < after)
            after = plants[at + 1].down, follower = side;
    }
    // A foot that is put down twice in a row, as where a plan has changed, is no stride.
    const bool is_stride = after < 1e300 && follower != leader;
    const double share = is_stride ? std::clamp((time - before) / (after - before), 0.0, 1.0) : 0;
    return (leader == 0 ? 0 : 0.5) + 0.5 * share;
}

/// As far as a body leans that would fall to the outside of its curve otherwise; people do half of it above
/// the hips.
double Body::bank_at(double time, double speed) const noexcept {
    const double rate =
        wrapped(track_->local_heading(time + 0.15) - track_->local_heading(time - 0.15)) / 0.3;
    return std::clamp(0.5 * speed * rate / gravity, -most_bank, most_bank);
}

void Body::add_gesture(double time, PoseParts& parts) const noexcept {
    const auto after = std::upper_bound(gestures_.begin(), gestures_.end(), time,
                                        [](double t, const GestureTime& g) { return t < g.begin; });
    if (after == gestures_.begin() || time >= (after - 1)->end) return;
    parts.gesture = *(after - 1);
    parts.gesture_at = (time - parts.gesture.begin) / (parts.gesture.end - parts.gesture.begin);
    parts.gesture_share = gesture_weight(parts.gesture_at);
}

PoseParts Body::parts_at(double time) const noexcept {
    PoseParts parts;
    parts.root = track_->position(time);
    const Vec3 soon = track_->local_position(time + 0.15), recent = track_->local_position(time - 0.15);
    const double speed = distance(soon.xy(), recent.xy()) / 0.3;
    parts.phase = phase_at(time);
    parts.runs = speed > 1.4;
    parts.share = parts.runs ? std::clamp((speed - 1.4) / 1.2, 0.0, 1.0) : std::clamp(speed / 1.0, 0.0, 1.0);
    parts.heading = track_->heading(time);
    parts.left = foot_at(Foot::left, time), parts.right = foot_at(Foot::right, time);
    parts.floor = parts.root.z + arc_at(time);
    parts.hips = parts.floor + standing_hips - 0.035 * std::clamp(speed - 1.5, 0.0, 1.0);
    parts.bank = bank_at(time, speed);
    add_gesture(time, parts);
    return parts;
}

double hips_height(const PoseParts& parts, Rotation hips) noexcept {
    const Vec3 hip = turned(hips, {0, hip_spread, 0});
    const Vec2 root = parts.root.xy();
    const double height = soft_smallest(
        parts.hips, highest_hips(root + hip.xy(), ankle_of(parts.left)) - hip.z + parts.left.freedom,
        highest_hips(root - hip.xy(), ankle_of(parts.right)) + hip.z + parts.right.freedom);
    // A body whose feet cannot follow does not sink into the ground for them.
    return std::max(height, parts.floor + 0.55);
}

void pose_trunk(const PoseParts& parts, const BodyStyle& style,
                std::array<Rotation, part_count>& out) noexcept {
    std::array<Rotation, part_count> slow, fast;
    sample(parts.runs ? style.walk : style.stand, parts.phase, slow);
    sample(parts.runs ? style.run : style.walk, parts.phase, fast);
    blend(slow, fast, static_cast<float>(parts.share), out);
    if (parts.gesture_share > 0) {
        sample_once(style.gesture(parts.gesture.kind, parts.gesture.is_right), parts.gesture_at, slow);
        blend(out, slow, static_cast<float>(parts.gesture_share), out);
    }
    out[0] = about_z(parts.heading) * out[0];
    Rotation& spine = out[index_of(Part::spine)];
    spine = about_x(-parts.bank) * spine;
}

void Body::pose_at(double time, const BodyStyle& style, Detail detail, Pose& out) const noexcept {
    const PoseParts parts = parts_at(time);
    pose_trunk(parts, style, out.rotations);
    if (detail != Detail::full) hang_arms(out.rotations);
    out.hips = {parts.root.x, parts.root.y, hips_height(parts, out.rotations[0])};
    solve_leg(out, Foot::left, parts.left);
    solve_leg(out, Foot::right, parts.right);
}

}  // namespace wend::motion
