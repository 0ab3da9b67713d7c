#include "wend/geometry/motion.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/interval_set.hpp"

namespace wend {
namespace {

Interval common(Interval a, Interval b) noexcept {
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

/// A moment strictly between two, also when the later is at infinity.
double between(double low, double high) noexcept {
    return std::isinf(high) ? low + 1 : low + (high - low) / 2;
}

/// A point in uniform motion beside a disc around the origin whose radius changes uniformly.
struct Approach {
    Vec2 offset;
    Vec2 velocity;
    double radius = 0;
    double growth = 0;

    [[nodiscard]] bool is_inside(double s) const noexcept {
        const double reach = radius + growth * s;
        return reach > 0 && squared_length(offset + velocity * s) < reach * reach;
    }
};

/// The part of [0, duration] during which the point is inside the disc: between roots of
/// |offset + velocity s|^2 = (radius + growth s)^2, where a midpoint tells inside from outside.
std::optional<Interval> inside_time(const Approach& it, double duration) noexcept {
    const double a = squared_length(it.velocity) - it.growth * it.growth;
    const double b = dot(it.offset, it.velocity) - it.radius * it.growth;
    const double c = squared_length(it.offset) - it.radius * it.radius;
    if (it.growth == 0 && c >= 0 && b >= 0) return std::nullopt;
    // b^2 - a c, written so that nothing large cancels.
    const double skew = cross(it.offset, it.velocity);
    const double root = squared_length(it.radius * it.velocity - it.growth * it.offset) - skew * skew;
    double breaks[4] = {0, 0, 0, 0};
    int count = 1;
    if (root > 0) {
        const double q = -(b + std::copysign(std::sqrt(root), b));
        double first = a != 0 ? q / a : -1, second = q != 0 ? c / q : -1;
        if (second < first) std::swap(first, second);
        for (const double s : {first, second})
            if (s > 0 && s < duration) breaks[count++] = s;
    } else if (it.growth == 0 && c >= 0) {
        return std::nullopt;
    }
    breaks[count] = duration;
    std::optional<Interval> inside;
    for (int i = 0; i < count; ++i) {
        if (!it.is_inside(between(breaks[i], breaks[i + 1]))) continue;
        inside = inside ? Interval{inside->low, breaks[i + 1]} : Interval{breaks[i], breaks[i + 1]};
    }
    return inside;
}

/// Cuts `part` down to where value + slope * s >= 0.
void keep_positive(Interval& part, double value, double slope) noexcept {
    if (slope > 0)
        part.low = std::max(part.low, -value / slope);
    else if (slope < 0)
        part.high = std::min(part.high, value / -slope);
    else if (value < 0)
        part.high = -std::numeric_limits<double>::infinity();
}

/// When the disc's centre is abeam of the segment from the origin to `along`, and near enough to its line.
std::optional<Interval> beside_time(const Approach& it, Vec2 along, double duration) noexcept {
    const double span = length(along);
    if (!(span > 0)) return std::nullopt;
    const Vec2 unit = along / span;
    const double ahead = dot(unit, it.offset), ahead_rate = dot(unit, it.velocity);
    const double off = cross(unit, it.offset), off_rate = cross(unit, it.velocity);
    Interval part{0, duration};
    keep_positive(part, ahead, ahead_rate);
    keep_positive(part, span - ahead, -ahead_rate);
    keep_positive(part, it.radius - off, it.growth - off_rate);
    keep_positive(part, it.radius + off, it.growth + off_rate);
    if (part.is_empty()) return std::nullopt;
    const double middle = between(part.low, part.high);
    if (!(std::abs(off + off_rate * middle) < it.radius + it.growth * middle)) return std::nullopt;
    return part;
}

void widen(std::optional<Interval>& hull, const std::optional<Interval>& part) noexcept {
    if (!part) return;
    hull = hull ? Interval{std::min(hull->low, part->low), std::max(hull->high, part->high)} : *part;
}

/// When the approaching disc overlaps the segment from the origin to `along`; convex, so a hull of parts.
std::optional<Interval> segment_time(const Approach& it, Vec2 along, double duration) noexcept {
    std::optional<Interval> hull = beside_time(it, along, duration);
    widen(hull, inside_time(it, duration));
    widen(hull, inside_time({it.offset - along, it.velocity, it.radius, it.growth}, duration));
    return hull;
}

/// From seconds after span.low to times; the span's own end is kept to the bit.
Interval to_times(Interval part, Interval span) noexcept {
    const bool lasts = part.high >= span.high - span.low;
    return {part.low + span.low, lasts ? span.high : std::min(part.high + span.low, span.high)};
}

std::optional<Interval> to_times(const std::optional<Interval>& part, Interval span) noexcept {
    return part ? std::optional(to_times(*part, span)) : std::nullopt;
}

/// The disc as seen from a ring that does not turn: the ring stands unrotated at the origin.
Approach seen_from(const MovingRing& ring, const MovingDisc& disc, double time) noexcept {
    const Vec2 origin = ring.start + ring.velocity * (time - ring.span.low);
    return {rotated(disc.at(time) - origin, -ring.angle), rotated(disc.velocity - ring.velocity, -ring.angle),
            disc.radius_at(time), disc.growth};
}

bool stays_out_of_reach(const Approach& it, double reach, double duration) noexcept {
    return !inside_time({it.offset, it.velocity, it.radius + reach, it.growth}, duration);
}

/// Into and out of the ring leads only across its edges, so between two times of edge overlap the centre is
/// inside throughout or outside throughout.
void append_straight(const Approach& it, const Ring& outline, Interval span, std::vector<Interval>& times) {
    const double duration = span.high - span.low;
    // A body too small to overlap an edge still must notice that it crosses one.
    Approach body = it;
    body.radius = std::max(it.radius - contact_slack, contact_slack);
    std::vector<Interval> parts;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const Approach from_corner{body.offset - outline[j], body.velocity, body.radius, body.growth};
        if (const auto part = segment_time(from_corner, outline[i] - outline[j], duration))
            parts.push_back(*part);
    }
    join(parts);
    std::vector<Interval> gaps = parts;
    complement(gaps, {0, duration});
    for (const Interval gap : gaps)
        if (contains(outline, body.offset + body.velocity * between(gap.low, gap.high))) parts.push_back(gap);
    join(parts);
    for (const Interval part : parts) times.push_back(to_times(part, span));
}

void append_turning(const MovingDisc& disc, const MovingRing& ring, Interval span,
                    std::vector<Interval>& times) {
    const double closing =
        length(disc.velocity - ring.velocity) + std::abs(ring.spin) * ring.reach + std::abs(disc.growth);
    std::optional<Interval> open;
    for (double t = span.low;;) {
        MovingRing now = ring;
        now.angle += ring.spin * (t - ring.span.low);
        const Approach it = seen_from(now, disc, t);
        const double edge = boundary_distance(*ring.outline, it.offset);
        const double gap = (contains(*ring.outline, it.offset) ? -edge : edge) - it.radius;
        const double next = std::min(span.high, t + std::max(std::abs(gap), turning_tolerance) / closing);
        if (gap <= turning_tolerance) {
            open = open ? Interval{open->low, next} : Interval{t, next};
        } else if (open) {
            times.push_back(*open);
            open.reset();
        }
        if (t >= span.high) break;
        t = next;
    }
    if (open) times.push_back(*open);
}

}  // namespace

MovingDisc MovingDisc::during(Interval part) const noexcept {
    const Interval both = common(span, part);
    return {both, at(both.low), velocity, radius_at(both.low), growth};
}

std::optional<Interval> overlap_time(const MovingDisc& a, const MovingDisc& b) noexcept {
    const Interval span = common(a.span, b.span);
    if (span.is_empty()) return std::nullopt;
    const Approach it{a.at(span.low) - b.at(span.low), a.velocity - b.velocity,
                      a.radius_at(span.low) + b.radius_at(span.low) - contact_slack, a.growth + b.growth};
    return to_times(inside_time(it, span.high - span.low), span);
}

std::optional<Interval> overlap_time(const MovingDisc& disc, Vec2 a, Vec2 b) noexcept {
    const Approach it{disc.start - a, disc.velocity, disc.radius - contact_slack, disc.growth};
    return to_times(segment_time(it, b - a, disc.span.high - disc.span.low), disc.span);
}

void append_overlap_times(const MovingDisc& disc, const MovingRing& ring, std::vector<Interval>& times) {
    const Interval span = common(disc.span, ring.span);
    if (span.is_empty()) return;
    const Approach it = seen_from(ring, disc, span.low);
    if (stays_out_of_reach(it, ring.reach + 2 * turning_tolerance, span.high - span.low)) return;
    if (ring.spin == 0)
        append_straight(it, *ring.outline, span, times);
    else
        append_turning(disc, ring, span, times);
}

}  // namespace wend
