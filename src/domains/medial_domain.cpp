#include "wend/domains/medial_domain.hpp"

#include <algorithm>
#include <limits>

#include "domains/box_distance.hpp"

namespace wend::domains {
MedialDomain::MedialDomain(const mesh::MedialAxis& axis, double radius, Vec2 start, Vec2 goal)
    : axis_(&axis), radius_(radius), places_{start, goal} {
    for (const StateId anchor : {MedialDomain::start(), MedialDomain::goal()}) {
        feet_[anchor] = axis.foot_of(places_[anchor]);
        if (feet_[anchor] && feet_[anchor]->clearance < radius) feet_[anchor].reset();
        if (feet_[anchor]) places_[anchor] = axis.point_on(feet_[anchor]->edge, feet_[anchor]->t);
    }
}

MedialRegion::MedialRegion(const MedialDomain& domain, std::span<const mesh::MedialChange> changes)
    : domain_(&domain), flags_(domain.state_count(), false) {
    for (const mesh::MedialChange& change : changes) {
        for (const std::uint32_t vertex : change.vertices) {
            const StateId state = MedialDomain::state_of(vertex);
            if (state >= flags_.size()) flags_.resize(state + std::size_t{1}, false);
            flags_[state] = true;
        }
        if (!change.box.is_empty()) add(change.box);
    }
    // A point is taken to another place of the axis only where the axis itself has changed.
    for (const StateId anchor : {MedialDomain::start(), MedialDomain::goal()}) {
        if (!domain.foot(anchor)) continue;
        const mesh::MedialEdge& edge = domain.axis().edges()[domain.foot(anchor)->edge];
        flags_[anchor] = flags_[MedialDomain::state_of(edge.from)] && flags_[MedialDomain::state_of(edge.to)];
    }
    for (Gain& gain : gains_) gain.to_goal = distance_to_box(gain.box, domain.place(MedialDomain::goal()));
}

/// Joins it with the one that grows least when there are many.
void MedialRegion::add(const Box2& box) {
    gains_.push_back({box, 0});
    if (gains_.size() <= most_boxes) return;
    const auto joined = [&](std::size_t i) {
        Box2 both = gains_[i].box;
        both.add(box);
        const Vec2 size = both.high - both.low, own = gains_[i].box.high - gains_[i].box.low;
        return size.x + size.y - own.x - own.y;
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < gains_.size(); ++i)
        if (joined(i) < joined(best)) best = i;
    gains_[best].box.add(box);
    gains_.pop_back();
}

search::Cost MedialRegion::through(StateId state) const noexcept {
    double least = std::numeric_limits<double>::infinity();
    const Vec2 at = domain_->place(state);
    for (const Gain& gain : gains_) least = std::min(least, distance_to_box(gain.box, at) + gain.to_goal);
    return MedialDomain::bound(least);
}

}  // namespace wend::domains
