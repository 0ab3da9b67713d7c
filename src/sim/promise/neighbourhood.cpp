#include "sim/promise/neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

MovingDisc disc_of(const BodyPath::Piece& piece, double radius) {
    return {piece.span, piece.start, piece.velocity, radius, 0};
}

/// Does the centre come into the box? A look at the piece's own box is cheaper than a look at its motion.
bool comes_into(const Box2& box, const BodyPath::Piece& piece) {
    const double lasts = piece.span.length();
    const Vec2 from = piece.start, to = std::isinf(lasts) ? from : from + piece.velocity * lasts;
    return std::max(from.x, to.x) >= box.low.x && std::min(from.x, to.x) <= box.high.x &&
           std::max(from.y, to.y) >= box.low.y && std::min(from.y, to.y) <= box.high.y;
}

/// When the disc, which stays in the box, first meets a plain one of that radius.
std::optional<double> first_overlap(const MovingDisc& disc, const Box2& box, const BodyPath& plain,
                                    double radius) {
    const Box2 reached = box.grown(radius);
    for (const BodyPath::Piece& piece : plain.pieces()) {
        if (piece.span.low > disc.span.high) break;
        if (piece.span.high < disc.span.low || !comes_into(reached, piece)) continue;
        if (const auto overlap = overlap_time(disc, disc_of(piece, radius))) return overlap->low;
    }
    return std::nullopt;
}

}  // namespace

void Neighbourhood::cover(const Box2& box, Interval window, double more_room, double more_time) {
    if (is_inside(box, box_) && is_inside(window, window_)) return;
    box_.add(box.grown(more_room));
    window_ = {window.low, std::max(window.high + more_time, window_.high)};
    others_->clear();
    Borrowed<const BodyPath*> found;
    occupancy_.collect(layer_, box_, window_, self_, *found);
    for (const BodyPath* path : *found)
        others_->push_back({path->who(), path->room(), path, path->reach_at(window_.low)});
}

void Neighbourhood::gather(std::span<const BodyPath* const> paths, double now) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    box_ = {{-forever, -forever}, {forever, forever}};
    window_ = {now, forever};
    others_->clear();
    for (const BodyPath* path : paths)
        if (path->layer() == layer_ || path->other_layer() == layer_)
            others_->push_back({path->who(), path->room(), path, path->reach_at(now)});
}

void Neighbourhood::forgive(Vec2 position, double radius) {
    has_forgiven_ = true;
    for (Other& other : *others_) {
        if (!other.path->is_plain()) continue;
        const auto& pieces = other.path->pieces();
        const auto now = std::ranges::find_if(
            pieces, [&](const BodyPath::Piece& piece) { return piece.span.contains(window_.low); });
        if (now == pieces.end()) continue;
        const Vec2 place = disc_of(*now, other.radius).at(window_.low);
        other.radius = std::min(other.radius, std::max(0.0, length(place - position) - radius));
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
    for (const Other& other : *others_) {
        if (!other.room.overlaps(box)) continue;
        const auto time = other.path->is_plain() ? first_overlap(disc, box, *other.path, other.radius)
                                                 : other.path->first_overlap(disc);
        if (time) note(*time, other.who);
    }
    return first;
}

}  // namespace wend
