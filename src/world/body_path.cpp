#include "wend/world/body_path.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

constexpr double earliest = -1e12;      // pieces start at a finite time
constexpr double room_to_spare = 1e-6;  // metres
constexpr double most_laps = 1e4;       // of a question without end, so many laps are looked at

BodyPath::Piece standing(const Pose& pose, Interval span) {
    return {span, pose.position, {}, pose.angle, 0};
}

BodyPath::Piece moving(const Keyframe& from, const Keyframe& to) {
    const double span = to.time - from.time;
    return {{from.time, to.time},
            from.pose.position,
            (to.pose.position - from.pose.position) / span,
            from.pose.angle,
            (to.pose.angle - from.pose.angle) / span};
}

}  // namespace

BodyPath::BodyPath(std::shared_ptr<const Body> body, std::vector<Piece> memory)
    : body_(std::move(body)),
      pieces_(std::move(memory)),
      who_(body_->who),
      layer_(body_->layer),
      other_layer_(body_->other_layer.value_or(body_->layer)),
      present_{std::max(body_->present.low, earliest), body_->present.high},
      reach_(reach_of(body_->shape)),
      growth_(body_->growth) {
    if (const auto* polygon = std::get_if<PolygonShape>(&body_->shape)) outline_ = &polygon->outline;
    pieces_.clear();
    const auto& keys = body_->motion.keyframes;
    const Interval present = present_;
    if (present.is_empty()) return;
    room_ = swept_box(*body_, present).grown(room_to_spare);
    pieces_.reserve(keys.size() + 1);
    if (present.low < keys.front().time)
        pieces_.push_back(
            standing(keys.front().pose, {present.low, std::min(present.high, keys.front().time)}));
    loop_begin_ = static_cast<std::uint32_t>(pieces_.size());
    const bool loops = body_->motion.loops && keys.size() > 1;
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (loops || present.overlaps({keys[i - 1].time, keys[i].time}))
            pieces_.push_back(moving(keys[i - 1], keys[i]));
    if (loops)
        period_ = keys.back().time - keys.front().time;
    else if (present.high > keys.back().time)
        pieces_.push_back(
            standing(keys.back().pose, {std::max(present.low, keys.back().time), present.high}));
    is_plain_ = !outline_ && growth_ == 0 && period_ == 0 && !pieces_.empty() &&
                present.low <= pieces_.front().span.low && pieces_.back().span.high <= present.high;
}

/// Calls visit(piece, span) for every piece that overlaps the window, repetitions included, span being the
/// piece's own at that repetition, until visit returns false.
template <class Visit>
void BodyPath::visit_pieces(Interval window, Part part, Visit&& visit) const {
    window = {std::max(window.low, present_.low), std::min(window.high, present_.high)};
    if (window.is_empty()) return;
    auto start = pieces_.begin() + part.first;
    if (period_ == 0)
        start = std::partition_point(start, pieces_.end(),
                                     [&](const Piece& piece) { return piece.span.high < window.low; });
    for (auto i = static_cast<std::uint32_t>(start - pieces_.begin()); i < pieces_.size(); ++i) {
        const Piece& piece = pieces_[i];
        if (piece.span.low > part.until) return;
        if (period_ == 0 || i < loop_begin_) {
            if (piece.span.low > window.high) return;
            if (piece.span.overlaps(window) && !visit(piece, piece.span)) return;
            continue;
        }
        const double first = std::max(0.0, std::ceil((window.low - piece.span.high) / period_));
        for (double lap = first; lap < first + most_laps; ++lap) {
            const double shift = lap * period_;
            const Interval span{piece.span.low + shift, piece.span.high + shift};
            if (span.low > window.high) break;
            if (span.overlaps(window) && !visit(piece, span)) return;
        }
    }
}

MovingDisc BodyPath::disc_of(const Piece& piece, Interval span) const noexcept {
    const MovingDisc whole{span, piece.start, piece.velocity, reach_, 0};
    MovingDisc disc = whole.during(present_);
    disc.growth = growth_;
    disc.radius = reach_at(disc.span.low);
    return disc;
}

double BodyPath::distance_at(Vec2 p, double time) const {
    return distance_at(p, time, {});
}

double BodyPath::distance_at(Vec2 p, double time, Part part) const {
    double nearest = std::numeric_limits<double>::infinity();
    visit_pieces({time, time}, part, [&](const Piece& piece, Interval span) {
        const double along = time - span.low;
        const Vec2 offset = p - (piece.start + piece.velocity * along);
        double away = length(offset) - reach_at(time);
        if (outline_) {
            const Vec2 own = rotated(offset, -(piece.angle + piece.spin * along));
            away = contains(*outline_, own) ? 0 : boundary_distance(*outline_, own);
            away -= reach_at(time) - reach_;
        }
        nearest = std::min(nearest, std::max(away, 0.0));
        return true;
    });
    return nearest;
}

void BodyPath::append_overlaps(const MovingDisc& disc, const Piece& piece, Interval span,
                               std::vector<Interval>& times) const {
    MovingDisc own = disc_of(piece, span);
    if (outline_) {
        // The ring's uncertainty is given to the disc.
        MovingDisc grown = disc.during(own.span);
        grown.radius += reach_at(grown.span.low) - reach_;
        grown.growth += growth_;
        const MovingRing ring{span, outline_, piece.start, piece.velocity, piece.angle, piece.spin, reach_};
        append_overlap_times(grown, ring, times);
    } else if (const auto overlap = overlap_time(disc, own)) {
        times.push_back(*overlap);
    }
}

std::optional<double> BodyPath::first_overlap(const MovingDisc& disc) const {
    return first_overlap(disc, {});
}

std::optional<double> BodyPath::first_overlap(const MovingDisc& disc, Part part) const {
    std::optional<double> first;
    std::vector<Interval> times;
    visit_pieces(disc.span, part, [&](const Piece& piece, Interval span) {
        if (!outline_) {
            if (const auto overlap = overlap_time(disc, disc_of(piece, span)))
                if (!first || overlap->low < *first) first = overlap->low;
        } else {
            times.clear();
            append_overlaps(disc, piece, span, times);
            for (const Interval time : times)
                if (!first || time.low < *first) first = time.low;
        }
        return !first || period_ > 0;
    });
    return first;
}

void BodyPath::append_overlaps(const MovingDisc& disc, std::vector<Interval>& times) const {
    append_overlaps(disc, {}, times);
}

void BodyPath::append_overlaps(const MovingDisc& disc, Part part, std::vector<Interval>& times) const {
    visit_pieces(disc.span, part, [&](const Piece& piece, Interval span) {
        append_overlaps(disc, piece, span, times);
        return true;
    });
}

}  // namespace wend
