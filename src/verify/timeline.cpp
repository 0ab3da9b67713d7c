#include "verify/timeline.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

/// A loop so short that a frame holds thousands of rounds is a blur; it is followed for this many.
constexpr std::size_t most_stretches = 4096;

Pose between(const Keyframe& a, const Keyframe& b, double time) {
    const double share = std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0);
    return {a.pose.position + share * (b.pose.position - a.pose.position),
            a.pose.angle + share * (b.pose.angle - a.pose.angle)};
}

double period_of(const Trajectory& motion) {
    const double period = motion.keyframes.back().time - motion.keyframes.front().time;
    return motion.loops && period > 0 ? period : 0;
}

/// The keyframes once, shifted by `shift` seconds, cut to [begin, end].
void run_through(const Trajectory& motion, double shift, double begin, double end,
                 std::vector<Stretch>& out) {
    for (std::size_t i = 0; i + 1 < motion.keyframes.size(); ++i) {
        const Keyframe &a = motion.keyframes[i], &b = motion.keyframes[i + 1];
        const double low = std::max(begin, a.time + shift), high = std::min(end, b.time + shift);
        if (low > high || (low == high && begin < end)) continue;
        out.push_back({low, high, between(a, b, low - shift), between(a, b, high - shift)});
    }
}

void stretches_of(const Trajectory& motion, double begin, double end, std::vector<Stretch>& out) {
    const Keyframe &first = motion.keyframes.front(), &last = motion.keyframes.back();
    if (begin <= first.time) out.push_back({begin, std::min(end, first.time), first.pose, first.pose});
    const double period = period_of(motion);
    if (period == 0) {
        run_through(motion, 0, begin, end, out);
        if (end >= last.time) out.push_back({std::max(begin, last.time), end, last.pose, last.pose});
        return;
    }
    if (end < first.time) return;
    double round = std::floor((std::max(begin, first.time) - first.time) / period);
    for (const std::size_t most = out.size() + most_stretches; out.size() < most; ++round) {
        if (first.time + round * period > end) break;
        run_through(motion, round * period, begin, end, out);
    }
}

}  // namespace

Pose pose_at(const Trajectory& motion, double time) {
    std::vector<Stretch> stretch;
    stretches_of(motion, time, time, stretch);
    return stretch.empty() ? motion.keyframes.back().pose : stretch.back().from;
}

double extent_of(const Shape& shape) noexcept {
    if (const auto* disc = std::get_if<DiscShape>(&shape)) return disc->radius;
    double extent = 0;
    for (const Vec2 corner : std::get<PolygonShape>(shape).outline) extent = std::max(extent, length(corner));
    return extent;
}

Timeline::Timeline(std::string name, std::uint32_t layer, Shape shape, const Trajectory& motion,
                   Interval present)
    : name_(std::move(name)), layer_(layer), shape_(std::move(shape)), extent_(extent_of(shape_)) {
    phases_.push_back({present, motion});
}

void Timeline::move(double time, const Trajectory& motion) {
    Interval present = phases_.back().present;
    phases_.back().present.high = std::min(present.high, time);
    present.low = std::max(present.low, time);
    phases_.push_back({present, motion});
}

void Timeline::disappear(double time) {
    phases_.back().present.high = std::min(phases_.back().present.high, time);
}

bool Timeline::exists_at(double time) const noexcept {
    return std::any_of(phases_.begin(), phases_.end(),
                       [time](const Phase& phase) { return phase.present.contains(time); });
}

bool Timeline::exists_during(double begin, double end) const noexcept {
    double covered = begin;
    for (const Phase& phase : phases_)
        if (!phase.present.is_empty() && phase.present.low <= covered)
            covered = std::max(covered, phase.present.high);
    return covered > end && exists_at(begin);
}

void Timeline::stretches(double begin, double end, std::vector<Stretch>& out) const {
    for (const Phase& phase : phases_) {
        const double low = std::max(begin, phase.present.low), high = std::min(end, phase.present.high);
        if (low < high || (low == high && begin == end)) stretches_of(phase.motion, low, high, out);
    }
}

Pose Timeline::pose_near(double time) const {
    for (const Phase& phase : phases_)
        if (phase.present.high >= time) return pose_at(phase.motion, time);
    return pose_at(phases_.back().motion, time);
}

void Timeline::possible_poses(double begin, double end, std::vector<Pose>& out) const {
    constexpr double rounding = 1e-9;  // seconds; a looping motion may jump where it begins anew
    for (const Phase& phase : phases_)
        if (phase.present.overlaps({begin - rounding, end + rounding}))
            for (const double shift : {0.0, -rounding, rounding})
                out.push_back(pose_at(phase.motion, end + shift));
}

namespace {

void add(const ObstacleSpec& o, double from, std::vector<Timeline>& all) {
    all.emplace_back(o.name, o.layer, o.shape, o.motion,
                     Interval{std::max(o.present.low, from), o.present.high});
}

}  // namespace

void apply(const TimedEvent& event, std::vector<Timeline>& all) {
    const auto named = [&all](const std::string& name) {
        return std::find_if(all.rbegin(), all.rend(),
                            [&name](const Timeline& timeline) { return timeline.name() == name; });
    };
    if (const auto* appear = std::get_if<AppearEvent>(&event.what)) add(appear->obstacle, event.time, all);
    if (const auto* gone = std::get_if<DisappearEvent>(&event.what))
        if (const auto found = named(gone->obstacle); found != all.rend()) found->disappear(event.time);
    if (const auto* moved = std::get_if<MoveEvent>(&event.what))
        if (const auto found = named(moved->obstacle); found != all.rend())
            found->move(event.time, moved->motion);
}

std::vector<Timeline> obstacle_timelines(const Scene& scene) {
    std::vector<Timeline> all;
    for (const ObstacleSpec& obstacle : scene.obstacles) add(obstacle, obstacle.present.low, all);
    for (const TimedEvent& event : scene.events) apply(event, all);
    return all;
}

std::vector<Timeline> platform_timelines(const Scene& scene) {
    std::vector<Timeline> all;
    for (const PlatformSpec& platform : scene.platforms)
        all.emplace_back(
            platform.name, platform.layer, PolygonShape{platform.outline}, platform.motion,
            Interval{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
    return all;
}

}  // namespace wend::verify
