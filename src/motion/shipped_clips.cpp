#include "wend/motion/shipped_clips.hpp"

#include <cmath>
#include <functional>

#include "wend/motion/clip_survey.hpp"

#include "shipped_style.hpp"

namespace wend::motion {
namespace {

struct At {
    double distance, turn, height;
    bool is_airborne;
};

/// A trajectory from a formula, thirty points a second.
Track track_from(double seconds, const std::function<At(double)>& at) {
    std::vector<TrackPoint> points;
    Vec2 position;
    At last = at(0);
    for (int i = 0; i <= static_cast<int>(seconds * 30 + 0.5); ++i) {
        const At now = at(i / 30.0);
        position += unit_vector((now.turn + last.turn) / 2) * (now.distance - last.distance);
        points.push_back({i / 30.0, {position.x, position.y, now.height}, now.turn, now.is_airborne, {}, 0});
        last = now;
    }
    return Track(std::move(points));
}

double ramp(double time, double from, double seconds) noexcept {
    const double u = std::clamp((time - from) / seconds, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

Clip make_clip(std::string name, double seconds, double skip, const std::function<At(double)>& at) {
    const Track track = track_from(seconds, at);
    return record_clip(Body(track), shipped_style(), std::move(name), skip, seconds);
}

At jump_at(double t) {
    constexpr double speed = 2.8, air = 0.45, take_off = 1.8;
    const double s = t - take_off;
    const bool is_up = s >= 0 && s < air;
    return {speed * t, 0, is_up ? 0.5 * gravity * s * (air - s) : 0, is_up};
}

}  // namespace

const BodyStyle& shipped_style() {
    static const BodyStyle style = make_shipped_style();
    return style;
}

Clip record_clip(const Body& body, const BodyStyle& style, std::string name, double begin, double end,
                 double rate) {
    Clip clip{std::move(name), standard_skeleton(), 1 / rate, {}, {}};
    Pose pose;
    const auto frames = static_cast<int>(std::floor((end - begin) * rate + 1e-6));
    for (int f = 0; f <= frames; ++f) {
        body.pose_at(begin + f / rate, style, Detail::full, pose);
        clip.root.push_back(pose.hips);
        clip.rotations.insert(clip.rotations.end(), pose.rotations.begin(), pose.rotations.end());
    }
    return clip;
}

std::vector<Clip> shipped_clips() {
    std::vector<Clip> clips;
    clips.push_back(make_clip("stand", 3, 0, [](double) { return At{0, 0, 0, false}; }));
    clips.push_back(make_clip("walk", 6, 1, [](double t) { return At{1.35 * t, 0, 0, false}; }));
    clips.push_back(make_clip("run", 5, 1, [](double t) { return At{3.0 * t, 0, 0, false}; }));
    // Speed falls evenly from 1.35 m/s in a second.
    clips.push_back(make_clip("stop", 5, 1, [](double t) {
        const double s = std::clamp(t - 2.5, 0.0, 1.0);
        return At{1.35 * (std::min(t, 2.5) + s - s * s / 2), 0, 0, false};
    }));
    clips.push_back(make_clip("turn", 5, 0, [](double t) {
        return At{0, 1.5707963 * ramp(t, 1, 1.4), 0, false};
    }));
    clips.push_back(make_clip("corner", 6, 1, [](double t) {
        return At{1.35 * t, 1.5707963 * ramp(t, 2.5, 1), 0, false};
    }));
    clips.push_back(make_clip("jump", 4, 0.5, jump_at));
    return clips;
}

}  // namespace wend::motion
