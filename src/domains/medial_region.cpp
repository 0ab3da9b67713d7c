#include "wend/domains/medial_region.hpp"

#include <algorithm>
#include <limits>

#include "domains/box_distance.hpp"
#include "domains/medial_exits.hpp"

namespace wend::domains {

MedialRegion::MedialRegion(const MedialDomain& domain, std::span<const mesh::MedialChange> changes,
                           const search::RememberedPath& old)
    : domain_(&domain), flags_(domain.state_count(), false) {
    flag(changes);
    for (const mesh::MedialChange& change : changes)
        if (!change.box.is_empty()) add(change.box);
    const StateId goal = MedialDomain::goal();
    for (Gain& gain : gains_) gain.to_goal = distance_to_box(gain.box, domain.place(goal));
    // What is gone after several edits was not all there before the first. A goal within R is an exit.
    if (changes.size() == 1 && !gains_.empty() && !flags_[goal])
        gains_.front().to_goal = std::max(gains_.front().to_goal, least_from_exits(domain, changes[0], old));
}

void MedialRegion::flag(std::span<const mesh::MedialChange> changes) {
    for (const mesh::MedialChange& change : changes)
        for (const std::uint32_t vertex : change.vertices) {
            const StateId state = MedialDomain::state_of(vertex);
            if (state >= flags_.size()) flags_.resize(state + std::size_t{1}, false);
            flags_[state] = true;
        }
    // A point is taken to another place of the axis only where the axis itself has changed; whoever had room
    // when the old path was planned and has none now stands where something came.
    for (const StateId anchor : {MedialDomain::start(), MedialDomain::goal()}) {
        flags_[anchor] = true;
        if (!domain_->foot(anchor)) continue;
        const mesh::MedialEdge& edge = domain_->axis().edges()[domain_->foot(anchor)->edge];
        flags_[anchor] = flags_[MedialDomain::state_of(edge.from)] && flags_[MedialDomain::state_of(edge.to)];
    }
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
