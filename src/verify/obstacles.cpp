#include "verify/obstacles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::verify {
namespace {

constexpr double same_place = 1e-6;  ///< metres

const io::RecordedObstacle* find(const io::Frame& frame, std::uint32_t number) {
    const auto at = std::lower_bound(
        frame.obstacles.begin(), frame.obstacles.end(), number,
        [](const io::RecordedObstacle& obstacle, std::uint32_t n) { return obstacle.obstacle < n; });
    return at != frame.obstacles.end() && at->obstacle == number ? &*at : nullptr;
}

/// Metres that a point of a body may be apart in two poses.
double apart(const Pose& a, const Pose& b, double extent) {
    const double turn = std::abs(std::remainder(a.angle - b.angle, 2 * 3.141592653589793));
    return distance(a.position, b.position) + extent * turn;
}

}  // namespace

Obstacles::Obstacles(const Scene& scene)
    : timelines_(obstacle_timelines(scene)), platforms_(platform_timelines(scene)) {
    for (std::uint32_t i = 0; i < timelines_.size(); ++i) {
        const Timeline& t = timelines_[i];
        bodies_.push_back({t.name(), t.layer(), t.shape(), t.extent(), i, false, true, true});
    }
    for (std::uint32_t i = 0; i < platforms_.size(); ++i) {
        const Timeline& t = platforms_[i];
        bodies_.push_back({t.name(), t.layer(), t.shape(), t.extent(), i, true, true, true});
    }
}

void Obstacles::edit(const TimedEvent& event) {
    const auto known = static_cast<std::uint32_t>(timelines_.size());
    apply(event, timelines_);
    for (std::uint32_t i = known; i < timelines_.size(); ++i) {
        const Timeline& t = timelines_[i];
        bodies_.push_back({t.name(), t.layer(), t.shape(), t.extent(), i, false, true, true});
    }
}

const Timeline* Obstacles::timeline(const Body& body) const {
    if (body.timeline == none) return nullptr;
    return body.is_platform ? &platforms_[body.timeline] : &timelines_[body.timeline];
}

void Obstacles::learn(const io::RecordedIdentity& identity) {
    const bool is_platform = identity.kind == io::RecordedKind::platform;
    std::vector<bool> taken(bodies_.size(), false);
    for (const auto& [number, index] : numbers_) taken[index] = true;
    std::uint32_t index = none;
    for (std::uint32_t i = 0; i < bodies_.size() && index == none; ++i)
        if (!taken[i] && bodies_[i].timeline != none && bodies_[i].is_platform == is_platform &&
            bodies_[i].name == identity.name && bodies_[i].shape == identity.shape)
            index = i;
    if (index == none) {
        index = static_cast<std::uint32_t>(bodies_.size());
        bodies_.push_back({identity.name, identity.layer, identity.shape, extent_of(identity.shape), none,
                           is_platform, true, true});
    }
    numbers_[identity.obstacle] = index;
}

void Obstacles::check(const io::Frame* before, const io::Frame& frame, Episodes& findings) {
    for (const io::RecordedIdentity& identity : frame.identities) learn(identity);
    const double begin = before ? before->time : frame.time;
    for (const io::RecordedObstacle& recorded : frame.obstacles)
        if (const auto known = numbers_.find(recorded.obstacle); known != numbers_.end())
            compare(recorded, bodies_[known->second], known->second, begin, frame.time, findings);
    for (const auto& [number, index] : numbers_) {
        const Timeline* expected = timeline(bodies_[index]);
        const bool due = before && expected && expected->exists_during(begin, frame.time);
        if (due && !find(frame, number))
            findings.see({{FindingKind::obstacle_mismatch, index, index},
                          begin,
                          frame.time,
                          expected->pose_near(frame.time).position,
                          bodies_[index].layer,
                          0});
    }
}

void Obstacles::compare(const io::RecordedObstacle& recorded, Body& body, std::uint32_t number, double begin,
                        double end, Episodes& findings) const {
    body.agreed = body.agrees;
    body.agrees = true;
    const Timeline* expected = timeline(body);
    if (!expected) return;
    std::vector<Pose> poses;
    expected->possible_poses(begin, end, poses);
    double nearest = std::numeric_limits<double>::infinity();
    for (const Pose& pose : poses) nearest = std::min(nearest, apart(pose, recorded.pose, body.extent));
    body.agrees = nearest <= same_place;
    if (!body.agrees)
        findings.see({{FindingKind::obstacle_mismatch, number, number},
                      begin,
                      end,
                      recorded.pose.position,
                      body.layer,
                      std::isfinite(nearest) ? nearest : 0});
}

void Obstacles::between(const io::Frame& from, const io::Frame& to, std::vector<MovingShape>& out) {
    std::vector<bool> replaced(bodies_.size(), false);
    for (const io::RecordedObstacle& recorded : from.obstacles) {
        const auto known = numbers_.find(recorded.obstacle);
        if (known == numbers_.end()) continue;
        const Body& body = bodies_[known->second];
        if (body.is_platform || (body.timeline != none && body.agrees && body.agreed)) continue;
        replaced[known->second] = true;
        if (const io::RecordedObstacle* next = find(to, recorded.obstacle))
            out.push_back({known->second,
                           body.layer,
                           &body.shape,
                           body.extent,
                           {from.time, to.time, recorded.pose, next->pose}});
    }
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies_[i];
        if (replaced[i] || body.is_platform || body.timeline == none) continue;
        stretches_.clear();
        timelines_[body.timeline].stretches(from.time, to.time, stretches_);
        for (const Stretch& stretch : stretches_)
            out.push_back({i, body.layer, &body.shape, body.extent, stretch});
    }
}

}  // namespace wend::verify
