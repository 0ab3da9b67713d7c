// Many bodies at once. What branches - tracks, feet, heights - is done body by body; what is arithmetic on
// rotations is done for a batch side by side, as structures of arrays in loops that compilers turn into
// vector instructions. Angles do not occur in the loops: legs are solved with half-angle formulas, of which
// only square roots are left.

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/base/tasks.hpp"
#include "wend/motion/settling.hpp"

namespace wend::motion {
namespace {

constexpr std::size_t lanes = Settling::lanes;
constexpr float longest_reach = static_cast<float>(0.992 * (thigh_length + shank_length));
constexpr float shortest_reach = 0.25f;

using Lane = Settling::Lane;

struct Vectors {
    Lane x, y, z;
};
struct Rotations {
    Lane x, y, z, w;
};

void set(Rotations& q, std::size_t i, Rotation value) noexcept {
    q.x[i] = value.x, q.y[i] = value.y, q.z[i] = value.z, q.w[i] = value.w;
}
Rotation get(const Rotations& q, std::size_t i) noexcept {
    return {q.x[i], q.y[i], q.z[i], q.w[i]};
}

/// First b, then a.
void multiply(const Rotations& a, const Rotations& b, Rotations& out) noexcept {
    Rotations r;
    for (std::size_t i = 0; i < lanes; ++i) {
        r.x[i] = a.w[i] * b.x[i] + a.x[i] * b.w[i] + a.y[i] * b.z[i] - a.z[i] * b.y[i];
        r.y[i] = a.w[i] * b.y[i] - a.x[i] * b.z[i] + a.y[i] * b.w[i] + a.z[i] * b.x[i];
        r.z[i] = a.w[i] * b.z[i] + a.x[i] * b.y[i] - a.y[i] * b.x[i] + a.z[i] * b.w[i];
        r.w[i] = a.w[i] * b.w[i] - a.x[i] * b.x[i] - a.y[i] * b.y[i] - a.z[i] * b.z[i];
    }
    out = r;
}

void invert(const Rotations& a, Rotations& out) noexcept {
    for (std::size_t i = 0; i < lanes; ++i)
        out.x[i] = -a.x[i], out.y[i] = -a.y[i], out.z[i] = -a.z[i], out.w[i] = a.w[i];
}

/// Along the shorter way, normalised.
void blend_lanes(const Rotations& a, const Rotations& b, const Lane& weight, Rotations& out) noexcept {
    for (std::size_t i = 0; i < lanes; ++i) {
        const float d = a.x[i] * b.x[i] + a.y[i] * b.y[i] + a.z[i] * b.z[i] + a.w[i] * b.w[i];
        const float u = d < 0 ? -weight[i] : weight[i], s = 1 - weight[i];
        const float x = s * a.x[i] + u * b.x[i], y = s * a.y[i] + u * b.y[i];
        const float z = s * a.z[i] + u * b.z[i], w = s * a.w[i] + u * b.w[i];
        const float scale = 1.0f / std::sqrt(x * x + y * y + z * z + w * w);
        out.x[i] = x * scale, out.y[i] = y * scale, out.z[i] = z * scale, out.w[i] = w * scale;
    }
}

void turn_vector(const Rotations& q, float vx, float vy, float vz, Vectors& out) noexcept {
    for (std::size_t i = 0; i < lanes; ++i) {
        const float tx = 2 * (q.y[i] * vz - q.z[i] * vy), ty = 2 * (q.z[i] * vx - q.x[i] * vz);
        const float tz = 2 * (q.x[i] * vy - q.y[i] * vx);
        out.x[i] = vx + q.w[i] * tx + q.y[i] * tz - q.z[i] * ty;
        out.y[i] = vy + q.w[i] * ty + q.z[i] * tx - q.x[i] * tz;
        out.z[i] = vz + q.w[i] * tz + q.x[i] * ty - q.y[i] * tx;
    }
}

/// The frames that a cycle is between at a phase.
struct BetweenFrames {
    const std::array<Rotation, part_count>* first = nullptr;
    const std::array<Rotation, part_count>* second = nullptr;
    float share = 0;
};
BetweenFrames between_frames(const Cycle& cycle, double phase) noexcept {
    const std::size_t count = cycle.frames.size();
    const double at = (phase - std::floor(phase)) * static_cast<double>(count);
    const std::size_t first = std::min(static_cast<std::size_t>(at), count - 1);
    return {&cycle.frames[first], &cycle.frames[first + 1 < count ? first + 1 : 0],
            static_cast<float>(at - static_cast<double>(first))};
}

/// The frames of what has a beginning and an end.
BetweenFrames between_frames_once(const Cycle& motion, double share) noexcept {
    const std::size_t last = motion.frames.size() - 1;
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(last);
    const std::size_t first = std::min(static_cast<std::size_t>(at), last > 0 ? last - 1 : 0);
    return {&motion.frames[first], &motion.frames[std::min(first + 1, last)],
            static_cast<float>(at - static_cast<double>(first))};
}

/// Where a foot is to be, relative to the root.
struct FootLanes {
    Vectors ankle;
    Lane way_x, way_y;  ///< that the foot points
    Rotations foot, toe;
};

void set_foot(FootLanes& lane, std::size_t i, const FootTarget& target, Vec3 root) noexcept {
    const Vec3 ankle = minus(ankle_of(target), root);
    lane.ankle.x[i] = static_cast<float>(ankle.x), lane.ankle.y[i] = static_cast<float>(ankle.y);
    lane.ankle.z[i] = static_cast<float>(ankle.z);
    const Vec2 way = unit_vector(target.heading);
    lane.way_x[i] = static_cast<float>(way.x), lane.way_y[i] = static_cast<float>(way.y);
    set(lane.foot, i, about_z(target.heading) * about_y(target.pitch));
    set(lane.toe, i, about_y(target.is_planted ? -target.pitch : -0.4 * std::max(0.0, target.pitch)));
}

/// The rotation whose columns are the axes.
void from_axes_lanes(const Vectors& x, const Vectors& y, const Vectors& z, Rotations& out) noexcept {
    for (std::size_t i = 0; i < lanes; ++i) {
        const float a = x.x[i], b = y.y[i], c = z.z[i];
        const float qx = std::copysign(std::sqrt(std::max(0.0f, 1 + a - b - c)), y.z[i] - z.y[i]);
        const float qy = std::copysign(std::sqrt(std::max(0.0f, 1 - a + b - c)), z.x[i] - x.z[i]);
        const float qz = std::copysign(std::sqrt(std::max(0.0f, 1 - a - b + c)), x.y[i] - y.x[i]);
        const float qw = std::sqrt(std::max(0.0f, 1 + a + b + c));
        const float scale = 1.0f / std::sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
        out.x[i] = qx * scale, out.y[i] = qy * scale, out.z[i] = qz * scale, out.w[i] = qw * scale;
    }
}

struct LegAxes {
    Vectors ahead, left, up;
    Lane reach;
};

/// The plane that a leg bends in, and how far it reaches.
void find_axes(const Rotations& hips, const Lane& height, float side, const FootLanes& foot,
               LegAxes& out) noexcept {
    Vectors hip, body, across;
    turn_vector(hips, 0, side * static_cast<float>(hip_spread), -0.005f, hip);
    turn_vector(hips, 1, 0, 0, body);
    turn_vector(hips, 0, 1, 0, across);
    for (std::size_t i = 0; i < lanes; ++i) {
        const float lx = foot.ankle.x[i] - hip.x[i], ly = foot.ankle.y[i] - hip.y[i];
        const float lz = foot.ankle.z[i] - hip.z[i] - height[i];
        const float away = std::sqrt(lx * lx + ly * ly + lz * lz), scale = -1.0f / std::max(away, 1e-6f);
        out.reach[i] = std::min(std::max(away, shortest_reach), longest_reach);
        const float ux = lx * scale, uy = ly * scale, uz = lz * scale;
        const float ax = body.x[i] + foot.way_x[i], ay = body.y[i] + foot.way_y[i], az = body.z[i] + 0.2f;
        const float sx = uy * az - uz * ay, sy = uz * ax - ux * az, sz = ux * ay - uy * ax;
        const float size = std::sqrt(sx * sx + sy * sy + sz * sz);
        const bool is_flat = size < 1e-6f;
        const float shrink = 1.0f / (is_flat ? 1.0f : size);
        const float px = is_flat ? across.x[i] : sx * shrink, py = is_flat ? across.y[i] : sy * shrink;
        const float pz = is_flat ? across.z[i] : sz * shrink;
        out.up.x[i] = ux, out.up.y[i] = uy, out.up.z[i] = uz;
        out.left.x[i] = px, out.left.y[i] = py, out.left.z[i] = pz;
        out.ahead.x[i] = py * uz - pz * uy, out.ahead.y[i] = pz * ux - px * uz;
        out.ahead.z[i] = px * uy - py * ux;
    }
}

void solve_legs(const Lane& height, float side, const FootLanes& foot,
                std::array<Rotations, part_count>& pose, std::size_t thigh) noexcept {
    constexpr auto upper_length = static_cast<float>(thigh_length),
                   lower_length = static_cast<float>(shank_length);
    LegAxes axes;
    find_axes(pose[0], height, side, foot, axes);
    Rotations frame, bend, knee, above;
    from_axes_lanes(axes.ahead, axes.left, axes.up, frame);
    for (std::size_t i = 0; i < lanes; ++i) {
        const float r = axes.reach[i];
        const float at_hip =
            std::min(1.0f, (upper_length * upper_length + r * r - lower_length * lower_length) /
                               (2 * upper_length * r));
        const float at_knee =
            std::max(-1.0f, (upper_length * upper_length + lower_length * lower_length - r * r) /
                                (2 * upper_length * lower_length));
        bend.x[i] = bend.z[i] = knee.x[i] = knee.z[i] = 0;
        bend.y[i] = -std::sqrt((1 - at_hip) / 2), bend.w[i] = std::sqrt((1 + at_hip) / 2);
        // The knee turns by what its angle leaves of a straight leg.
        knee.y[i] = std::sqrt((1 + at_knee) / 2), knee.w[i] = std::sqrt(std::max(0.0f, (1 - at_knee) / 2));
    }
    Rotations upper, lower;
    multiply(frame, bend, upper);
    multiply(upper, knee, lower);
    invert(pose[0], above);
    multiply(above, upper, pose[thigh]);
    pose[thigh + 1] = knee;
    invert(lower, above);
    multiply(above, foot.foot, pose[thigh + 2]);
    pose[thigh + 3] = foot.toe;
}

/// Bodies side by side; places beyond the last one repeat it.
struct Batch {
    std::array<PoseParts, lanes> parts;
    std::array<BetweenFrames, lanes> slow, fast, gesture;
    Lane share, slow_share, fast_share, gesture_frame_share, gesture_share, height;
    bool has_gestures = false;
    Rotations heading, bank;
    FootLanes left, right;
    std::array<Rotations, part_count> pose;

    template <class BodyAt>
    void gather(std::size_t count, const BodyAt& body_at, double time, const BodyStyle& style) noexcept;
    void blend_cycles() noexcept;
    void blend_gestures() noexcept;
    void settle(const Settling::Block& fading) noexcept;
    void stand(const Settling::Block* fading) noexcept;
};

template <class BodyAt>
void Batch::gather(std::size_t count, const BodyAt& body_at, double time, const BodyStyle& style) noexcept {
    has_gestures = false;
    for (std::size_t i = 0; i < lanes; ++i) {
        const PoseParts& at = parts[i] = i < count ? body_at(i).parts_at(time) : parts[i - 1];
        gesture[i] = between_frames_once(style.gesture(at.gesture.kind, at.gesture.is_right), at.gesture_at);
        gesture_frame_share[i] = gesture[i].share, gesture_share[i] = static_cast<float>(at.gesture_share);
        has_gestures = has_gestures || at.gesture_share > 0;
        slow[i] = between_frames(at.runs ? style.walk : style.stand, at.phase);
        fast[i] = between_frames(at.runs ? style.run : style.walk, at.phase);
        slow_share[i] = slow[i].share, fast_share[i] = fast[i].share;
        share[i] = static_cast<float>(at.share);
        set(heading, i, about_z(at.heading)), set(bank, i, about_x(-at.bank));
        set_foot(left, i, at.left, at.root);
        set_foot(right, i, at.right, at.root);
    }
}

void Batch::blend_cycles() noexcept {
    Rotations a, b, slower, faster;
    for (std::size_t part = 0; part < part_count; ++part) {
        for (std::size_t i = 0; i < lanes; ++i)
            set(a, i, (*slow[i].first)[part]), set(b, i, (*slow[i].second)[part]);
        blend_lanes(a, b, slow_share, slower);
        for (std::size_t i = 0; i < lanes; ++i)
            set(a, i, (*fast[i].first)[part]), set(b, i, (*fast[i].second)[part]);
        blend_lanes(a, b, fast_share, faster);
        blend_lanes(slower, faster, share, pose[part]);
    }
    if (has_gestures) blend_gestures();
    multiply(heading, pose[0], pose[0]);
    constexpr std::size_t spine = index_of(Part::spine);
    multiply(bank, pose[spine], pose[spine]);
}

void Batch::blend_gestures() noexcept {
    Rotations a, b, shown;
    for (std::size_t part = 0; part < Settling::trunk_parts; ++part) {
        for (std::size_t i = 0; i < lanes; ++i)
            set(a, i, (*gesture[i].first)[part]), set(b, i, (*gesture[i].second)[part]);
        blend_lanes(a, b, gesture_frame_share, shown);
        blend_lanes(pose[part], shown, gesture_share, pose[part]);
    }
}

void Batch::settle(const Settling::Block& fading) noexcept {
    for (std::size_t part = 0; part < Settling::trunk_parts; ++part) {
        const auto& [x, y, z] = fading.turns[part];
        Rotations q;
        for (std::size_t i = 0; i < lanes; ++i) {
            const float square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i], scale = 1.0f / (1.0f + square);
            q.x[i] = 2 * x[i] * scale, q.y[i] = 2 * y[i] * scale, q.z[i] = 2 * z[i] * scale;
            q.w[i] = (1 - square) * scale;
        }
        multiply(q, pose[part], pose[part]);
    }
}

void Batch::stand(const Settling::Block* fading) noexcept {
    for (std::size_t i = 0; i < lanes; ++i) {
        if (fading != nullptr) parts[i].hips += static_cast<double>(fading->hips[i]);
        height[i] = static_cast<float>(hips_height(parts[i], get(pose[0], i)) - parts[i].root.z);
    }
    solve_legs(height, 1, left, pose, index_of(Part::left_thigh));
    solve_legs(height, -1, right, pose, index_of(Part::right_thigh));
}

/// Bodies `from` to `to`, the first a multiple of sixteen.
template <class BodyAt>
void pose_some(std::size_t from, std::size_t to, const BodyAt& body_at, double time, const BodyStyle& style,
               const Settling* settling, std::span<Pose> out) noexcept {
    Batch batch;
    for (std::size_t first = from; first < to; first += lanes) {
        const std::size_t count = std::min(lanes, to - first);
        const Settling::Block* fading = settling != nullptr ? settling->block(first) : nullptr;
        batch.gather(
            count, [&](std::size_t i) -> const Body& { return body_at(first + i); }, time, style);
        batch.blend_cycles();
        if (fading != nullptr) batch.settle(*fading);
        batch.stand(fading);
        for (std::size_t i = 0; i < count; ++i) {
            Pose& pose = out[first + i];
            const Vec3 root = batch.parts[i].root;
            pose.hips = {root.x, root.y, root.z + static_cast<double>(batch.height[i])};
            for (std::size_t part = 0; part < part_count; ++part)
                pose.rotations[part] = get(batch.pose[part], i);
        }
    }
}

template <class BodyAt>
void pose_all(std::size_t count, const BodyAt& body_at, double time, const BodyStyle& style, unsigned threads,
              const Settling* settling, std::span<Pose> out) {
    const std::size_t batches = (count + lanes - 1) / lanes;
    const std::size_t parts = std::clamp<std::size_t>(threads, 1, 64);
    // Whole batches to each, so that what is computed beside what never changes.
    const auto work = [&](std::size_t part) {
        const std::size_t first = lanes * (batches * part / parts);
        const std::size_t last = std::min(count, lanes * (batches * (part + 1) / parts));
        if (first < last) pose_some(first, last, body_at, time, style, settling, out);
    };
    if (parts == 1 || count < 64) return pose_some(0, count, body_at, time, style, settling, out);
    Workers(static_cast<std::uint32_t>(parts)).for_each(static_cast<std::uint32_t>(parts), work);
}

}  // namespace

void pose_bodies(std::span<const Body> bodies, double time, const BodyStyle& style, unsigned threads,
                 std::span<Pose> out) {
    const auto body_at = [bodies](std::size_t i) -> const Body& { return bodies[i]; };
    pose_all(bodies.size(), body_at, time, style, threads, nullptr, out);
}

void pose_bodies(std::span<const Body* const> bodies, double time, const BodyStyle& style, unsigned threads,
                 const Settling& settling, std::span<Pose> out) {
    const auto body_at = [bodies](std::size_t i) -> const Body& { return *bodies[i]; };
    pose_all(bodies.size(), body_at, time, style, threads, &settling, out);
}

}  // namespace wend::motion
