#include "clip_gestures.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

namespace wend::motion {
namespace {

constexpr int frames = 24;
constexpr std::size_t fewest = 3;  // of a kind, to be believed
constexpr std::size_t trunk_parts = index_of(Part::left_thigh);
constexpr double lowest_hips = 0.8;  // metres: whoever is lower does something else
constexpr double edge = 0.15;        // seconds of a gesture that may be missing at an end of a clip
constexpr double to_degrees = 57.29577951308232;

Track track_of_clip(const Clip& clip) {
    std::vector<TrackPoint> points;
    const auto stride = std::max<std::size_t>(1, static_cast<std::size_t>(1.0 / 30 / clip.frame_time + 0.5));
    for (std::size_t f = 0; f < clip.frames(); f += stride)
        points.push_back({static_cast<double>(f) * clip.frame_time,
                          {clip.root[f].x, clip.root[f].y, 0},
                          heading_of(clip.at(f)[0]),
                          false,
                          {},
                          0});
    return Track(std::move(points));
}

FootPlan feet_of_clip(const Clip& clip) {
    const Contacts contacts = label_contacts(clip);
    FootPlan feet;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t f = 0; f < clip.frames(); ++f) {
            const double time = static_cast<double>(f) * clip.frame_time;
            if (contacts[side][f] == 0) continue;
            if (f == 0 || contacts[side][f - 1] == 0) feet.plants[side].push_back({time, time, {}, 0});
            feet.plants[side].back().up = time;
        }
    return feet;
}

Cycle frames_of(const Clip& clip, const GestureTime& at) {
    Cycle motion;
    Pose pose;
    for (int f = 0; f < frames; ++f) {
        sample(clip, at.begin + (at.end - at.begin) * f / (frames - 1), pose);
        pose.rotations[0] = about_z(-heading_of(pose.rotations[0])) * pose.rotations[0];
        motion.frames.push_back(pose.rotations);
    }
    return at.is_right ? gesture_of(std::move(motion)).right : motion;
}

bool is_upright(const Clip& clip, const GestureTime& at) {
    Pose pose;
    for (double time = at.begin; time < at.end; time += 0.1) {
        sample(clip, time, pose);
        if (pose.hips.z < lowest_hips) return false;
    }
    return true;
}

/// Mean angle between the parts of two trunks, radians.
double apart(const Cycle& a, const Cycle& b) {
    double sum = 0;
    for (int f = 0; f < frames; ++f) {
        const double share = f / (frames - 1.0);
        std::array<Rotation, part_count> x, y;
        sample_once(a, share, x), sample_once(b, share, y);
        for (std::size_t part = 0; part < trunk_parts; ++part) sum += angle_of(x[part] * inverse(y[part]));
    }
    return sum / (frames * static_cast<double>(trunk_parts));
}

using Chosen = std::vector<const FoundGesture*>;
const Cycle* nearest_to_all(const Chosen& found) {
    const Cycle* best = nullptr;
    double least = 1e300;
    for (const FoundGesture* one : found) {
        double sum = 0;
        for (const FoundGesture* other : found) sum += apart(one->motion, other->motion);
        if (sum < least) least = sum, best = &one->motion;
    }
    return best;
}

MeasuredGesture judged(GestureKind kind, const Chosen& found, const Cycle& shipped) {
    std::array<Chosen, 2> halves;
    for (const FoundGesture* one : found) halves[one->clip % 2].push_back(one);
    MeasuredGesture out{
        std::string(gesture_names[static_cast<std::size_t>(kind)]), found.size(), 0, 0, 0, false};
    for (std::size_t half = 0; half < 2; ++half) {
        const Cycle* made = nearest_to_all(halves[1 - half]);
        if (made == nullptr) continue;
        for (const FoundGesture* one : halves[half]) {
            out.off += apart(*made, one->motion) * to_degrees;
            out.shipped_off += apart(shipped, one->motion) * to_degrees;
            ++out.held_out;
        }
    }
    const double count = static_cast<double>(std::max<std::size_t>(1, out.held_out));
    out.off /= count, out.shipped_off /= count;
    return out;
}

}  // namespace

void find_clip_gestures(const Clip& grounded, const Clip& standard, std::uint64_t clip,
                        std::vector<FoundGesture>& out) {
    if (standard.duration() < 0.5) return;
    for (const GestureTime& at : find_gestures(track_of_clip(standard), feet_of_clip(grounded)))
        if (at.begin > -edge && at.end < standard.duration() + edge && is_upright(standard, at))
            out.push_back({clip, at.kind, frames_of(standard, at)});
}

std::vector<MeasuredGesture> choose_gestures(std::span<const FoundGesture> found, BodyStyle& style) {
    std::vector<MeasuredGesture> measured;
    for (std::size_t kind = 0; kind < gesture_kinds; ++kind) {
        Chosen of_kind;
        for (const FoundGesture& one : found)
            if (static_cast<std::size_t>(one.kind) == kind) of_kind.push_back(&one);
        if (of_kind.size() < fewest) continue;
        measured.push_back(
            judged(static_cast<GestureKind>(kind), of_kind, shipped_style().gestures[kind].left));
        // What does not even describe the other half better than what ships is no gain.
        MeasuredGesture& last = measured.back();
        last.is_used = last.off < last.shipped_off;
        if (last.is_used) style.gestures[kind] = gesture_of(*nearest_to_all(of_kind));
    }
    return measured;
}

}  // namespace wend::motion
