#include "sim/neighbourhood.hpp"

#include <algorithm>
#include <span>

namespace wend {
namespace {

bool is_inside(const Box2& inner, const Box2& outer) {
    return inner.low.x >= outer.low.x && inner.low.y >= outer.low.y && inner.high.x <= outer.high.x &&
           inner.high.y <= outer.high.y;
}

bool is_inside(Interval inner, Interval outer) {
    return inner.low >= outer.low && inner.high <= outer.high;
}

Box2 box_of(const MovingDisc& disc) {
    Box2 box;
    box.add(disc.start);
    box.add(disc.at(disc.span.high));
    return box.grown(std::max(disc.radius, disc.radius_at(disc.span.high)));
}

/// A disc of one size that is there from now on: its pieces say everything.
bool is_plain(const BodyPath& path, Interval window) {
    const Body& body = path.body();
    return std::holds_alternative<DiscShape>(body.shape) && body.growth == 0 && path.period() == 0 &&
           body.present.low <= window.low && body.present.high >= window.high;
}

}  // namespace

void Neighbourhood::cover(const Box2& box, Interval window, double more_room, double more_time) {
    if (is_inside(box, box_) && is_inside(window, window_)) return;
    box_.add(box.grown(more_room));
    window_ = {window.low, std::max(window.high + more_time, window_.high)};
    others_.clear();
    pieces_.clear();
    found_.clear();
    occupancy_.collect(layer_, box_, window_, self_, found_);
    for (const BodyPath* path : found_) gather(*path);
}

void Neighbourhood::gather(const BodyPath& path) {
    Other other;
    other.who = path.body().who;
    other.first = static_cast<std::uint32_t>(pieces_.size());
    if (is_plain(path, window_)) {
        const double radius = path.reach_at(window_.low);
        for (const BodyPath::Piece& piece : path.pieces()) {
            if (!piece.span.overlaps(window_)) continue;
            pieces_.push_back({piece.span, piece.start, piece.velocity, radius, 0});
            const double from = std::max(piece.span.low, window_.low);
            const double to = std::min(piece.span.high, window_.high);
            other.room.add(pieces_.back().at(from));
            other.room.add(pieces_.back().at(to));
        }
        other.room = other.room.grown(radius);
    } else {
        other.path = &path;
        other.room = box_;
    }
    other.last = static_cast<std::uint32_t>(pieces_.size());
    others_.push_back(other);
}

void Neighbourhood::forgive(Vec2 position, double radius) {
    for (const Other& other : others_) {
        const auto pieces = std::span(pieces_).subspan(other.first, other.last - other.first);
        const auto now = std::ranges::find_if(
            pieces, [&](const MovingDisc& piece) { return piece.span.contains(window_.low); });
        if (now == pieces.end()) continue;
        const double allowed = std::max(0.0, length(now->at(window_.low) - position) - radius);
        for (MovingDisc& piece : pieces) piece.radius = std::min(piece.radius, allowed);
    }
}

std::optional<Conflict> Neighbourhood::first_conflict(std::uint32_t layer, const MovingDisc& disc) const {
    const Box2 box = box_of(disc);
    if (layer != layer_ || !is_inside(box, box_) || !is_inside(disc.span, window_))
        return occupancy_.first_conflict(layer, disc, self_);
    std::optional<Conflict> first;
    const auto note = [&](double time, BodyId who) {
        if (!first || time < first->time || (time == first->time && who < first->who)) first = {time, who};
    };
    for (const Other& other : others_) {
        if (!other.room.overlaps(box)) continue;
        if (other.path) {
            if (const auto time = other.path->first_overlap(disc)) note(*time, other.who);
            continue;
        }
        for (std::uint32_t i = other.first; i < other.last; ++i) {
            if (!pieces_[i].span.overlaps(disc.span)) continue;
            if (const auto overlap = overlap_time(disc, pieces_[i])) {
                note(overlap->low, other.who);
                break;
            }
        }
    }
    return first;
}

}  // namespace wend
