#include "wend/motion/live_body.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/rotation.hpp"

namespace wend::motion {
namespace {

constexpr double remembered = 2;    // seconds
constexpr double half_life = 0.12;  // seconds in which half of a change has faded

void forget(std::vector<Plant>& plants, double before) {
    while (plants.size() > 2 && plants[1].down < before) plants.erase(plants.begin());
}

/// Nobody would see where one motion gives way to the other.
bool is_alike(const PoseParts& a, const PoseParts& b) noexcept {
    const double phase = a.phase - b.phase - std::round(a.phase - b.phase);
    const bool is_same_gesture = a.gesture.kind == b.gesture.kind && a.gesture.is_right == b.gesture.is_right;
    const double gesture = is_same_gesture ? std::fabs(a.gesture_share - b.gesture_share) +
                                                 a.gesture_share * std::fabs(a.gesture_at - b.gesture_at)
                                           : a.gesture_share + b.gesture_share;
    return a.runs == b.runs && std::fabs(phase) < 2e-3 && std::fabs(a.share - b.share) < 2e-3 &&
           std::fabs(wrapped(a.heading - b.heading)) < 2e-3 && std::fabs(a.bank - b.bank) < 2e-3 &&
           std::fabs(a.hips - b.hips) < 5e-4 && gesture < 2e-3;
}

using Moments = std::array<PoseParts, 2>;
Moments moments_of(const Body& body, double time) {
    return {body.parts_at(time), body.parts_at(time + settling_moment)};
}
std::array<TrunkMoment, 2> trunks_of(const Moments& moments, const BodyStyle& style) {
    std::array<TrunkMoment, 2> trunks;
    for (std::size_t i = 0; i < 2; ++i) {
        pose_trunk(moments[i], style, trunks[i].rotations);
        trunks[i].hips = moments[i].hips;
    }
    return trunks;
}

}  // namespace

void LiveBody::update(const TrackPoint& now, std::span<const TrackPoint> ahead) {
    const bool is_new = past_.empty() || now.time <= past_.back().time;
    if (is_new) past_.clear();
    past_.push_back(now);
    while (past_.size() > 2 && past_[1].time < now.time - remembered) past_.erase(past_.begin());
    std::vector<TrackPoint> points = past_;
    for (const TrackPoint& point : ahead)
        if (point.time > points.back().time + 1e-6) points.push_back(point);
    before_ = std::move(now_);
    if (is_new) before_.reset();
    now_ = std::make_unique<Known>();
    now_->track = Track(std::move(points));
    FootPlan feet =
        before_ ? plan_feet(now_->track, before_->body->plan(), now.time) : plan_feet(now_->track);
    for (auto& plants : feet.plants) forget(plants, now.time - remembered);
    now_->body.emplace(now_->track, std::move(feet));
}

void LiveBody::pose(const BodyStyle& style, Detail detail, Pose& out) const {
    body().pose_at(time(), style, detail, out);
}

void LiveCrowd::begin(double time) {
    if (time <= time_) members_.clear(), places_.clear(), settling_ = {};
    if (!members_.empty()) settling_.go_on(time - time_, half_life);
    for (Member& member : members_) member.is_here = false;
    time_ = time;
}

void LiveCrowd::update(std::uint32_t agent, const TrackPoint& now, std::span<const TrackPoint> ahead,
                       const BodyStyle& style) {
    const auto [place, is_new] = places_.try_emplace(agent, members_.size());
    if (is_new) {
        members_.emplace_back().agent = agent;
        settling_.resize(members_.size());
        settling_.clear(place->second);
    }
    Member& member = members_[place->second];
    member.is_here = true;
    member.body.update(now, ahead);
    const Body* before = member.body.before();
    if (before == nullptr) return;
    const Moments old = moments_of(*before, now.time), next = moments_of(member.body.body(), now.time);
    if (is_alike(old[0], next[0]) && is_alike(old[1], next[1])) return;
    settling_.change(place->second, trunks_of(old, style), trunks_of(next, style));
}

/// The last one takes the place of who is gone.
void LiveCrowd::forget_absent() {
    for (std::size_t i = members_.size(); i-- > 0;) {
        if (members_[i].is_here) continue;
        places_.erase(members_[i].agent);
        const std::size_t last = members_.size() - 1;
        if (i < last) {
            settling_.move(last, i);
            members_[i] = std::move(members_[last]);
            places_[members_[i].agent] = i;
        }
        settling_.clear(last);
        members_.pop_back();
    }
}

std::span<const AgentPose> LiveCrowd::poses(const BodyStyle& style) {
    forget_absent();
    bodies_.clear(), told_.clear();
    for (const Member& member : members_) bodies_.push_back(&member.body.body());
    poses_.resize(bodies_.size());
    pose_bodies(bodies_, time_, style, 1, settling_, poses_);
    for (const auto& [agent, place] : places_) told_.push_back({agent, poses_[place]});
    return told_;
}

}  // namespace wend::motion
