#include "wend/motion/live_body.hpp"

#include <algorithm>

namespace wend::motion {
namespace {

constexpr double remembered = 2;  // seconds

void forget(std::vector<Plant>& plants, double before) {
    while (plants.size() > 2 && plants[1].down < before) plants.erase(plants.begin());
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
    track_ = Track(std::move(points));
    plan_ = is_new ? plan_feet(track_) : plan_feet(track_, plan_, now.time);
    for (auto& plants : plan_.plants) forget(plants, now.time - remembered);
}

void LiveBody::pose(const BodyStyle& style, Detail detail, Pose& out) const {
    Body(track_, plan_).pose_at(past_.back().time, style, detail, out);
}

}  // namespace wend::motion
