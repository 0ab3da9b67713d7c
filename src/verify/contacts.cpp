#include "verify/contacts.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

/// Metres by which a turning body's path in the other's frame of reference may differ from its chords.
constexpr double chord_error = 5e-5;
constexpr int most_chords = 4096;

Pose pose_at_share(const Stretch& motion, double s) {
    return {lerp(motion.from.position, motion.to.position, s),
            motion.from.angle + s * (motion.to.angle - motion.from.angle)};
}

/// The stretch cut to [begin, end].
Stretch cut(const Stretch& motion, double begin, double end) {
    const double span = motion.end - motion.begin;
    const auto share = [&](double t) { return span > 0 ? (t - motion.begin) / span : 0.0; };
    return {begin, end, pose_at_share(motion, share(begin)), pose_at_share(motion, share(end))};
}

/// Into `parts` chords the path bends from the true one by at most |q''| h^2 / 8, with |q''| at most
/// w^2 rho + 2 w v for a turning rate w, distance rho and relative speed v (all per stretch).
int chords_needed(const Path& relative, double turn) {
    const double turned = std::abs(turn);
    const double far = std::max(length(relative.from), length(relative.to));
    const double bend = turned * turned * far + 2 * turned * distance(relative.from, relative.to);
    const double parts = std::ceil(std::sqrt(bend / (8 * chord_error)));
    return static_cast<int>(std::clamp(parts, 1.0, static_cast<double>(most_chords)));
}

Contact sweep_polygon(const Path& relative, const Ring& outline, double from_angle, double turn,
                      double radius, double tolerance) {
    const int parts = turn == 0 ? 1 : chords_needed(relative, turn);
    const double slack = turn == 0 ? tolerance : tolerance + chord_error;
    Contact contact;
    Vec2 here = rotated(relative.from, -from_angle);
    for (int i = 0; i < parts; ++i) {
        const double begin = static_cast<double>(i) / parts, end = static_cast<double>(i + 1) / parts;
        const Vec2 next = rotated(relative.at(end), -(from_angle + turn * end));
        Contact part = sweep_ring({here, next}, outline, radius, slack);
        for (double* share : {&part.begin, &part.end, &part.at}) *share = begin + *share * (end - begin);
        contact.add(part);
        here = next;
    }
    return contact;
}

bool heights_differ(const Leg& a, const Leg& b) {
    return (a.airborne || b.airborne) && (a.high_z <= b.low_z || b.high_z <= a.low_z);
}

}  // namespace

Contact sweep_shape(const Leg& leg, const Shape& shape, const Stretch& motion, double tolerance) {
    const double begin = std::max(leg.begin, motion.begin), end = std::min(leg.end, motion.end);
    const Stretch part = cut(motion, begin, end);
    const Path relative{leg.at(begin) - part.from.position, leg.at(end) - part.to.position};
    if (const auto* disc = std::get_if<DiscShape>(&shape))
        return sweep_point(relative, {}, leg.radius + disc->radius, tolerance);
    return sweep_polygon(relative, std::get<PolygonShape>(shape).outline, part.from.angle,
                         part.to.angle - part.from.angle, leg.radius, tolerance);
}

std::span<const BodyContact> ContactFinder::find(std::span<const Leg> legs,
                                                 std::span<const MovingShape> shapes) {
    found_.clear();
    collect(legs, shapes);
    for (std::size_t i = 0; i < items_.size(); ++i)
        for (std::size_t j = i + 1; j < items_.size() && items_[j].low < items_[i].high; ++j) {
            const Item &a = items_[i], &b = items_[j];
            if (a.other_low < b.other_high && b.other_low < a.other_high && a.layer == b.layer &&
                !(a.is_shape && b.is_shape))
                test(legs, shapes, a, b);
        }
    return found_;
}

void ContactFinder::collect(std::span<const Leg> legs, std::span<const MovingShape> shapes) {
    items_.clear();
    Box2 spread;
    const auto add = [&](Vec2 p, Vec2 q, double reach, std::uint32_t index, std::uint32_t layer,
                         bool is_shape) {
        Box2 box;
        box.add(p);
        box.add(q);
        spread.add(box);
        box = box.grown(reach);
        items_.push_back({box.low.x, box.high.x, box.low.y, box.high.y, index, layer, is_shape});
    };
    for (std::uint32_t i = 0; i < legs.size(); ++i)
        add(legs[i].path.from, legs[i].path.to, legs[i].radius, i, legs[i].layer, false);
    for (std::uint32_t i = 0; i < shapes.size(); ++i)
        add(shapes[i].motion.from.position, shapes[i].motion.to.position, shapes[i].extent, i,
            shapes[i].layer, true);
    if (!spread.is_empty() && spread.high.y - spread.low.y > spread.high.x - spread.low.x)
        for (Item& item : items_) {
            std::swap(item.low, item.other_low);
            std::swap(item.high, item.other_high);
        }
    std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.low < b.low; });
}

void ContactFinder::test(std::span<const Leg> legs, std::span<const MovingShape> shapes, const Item& a,
                         const Item& b) {
    if (a.is_shape)
        test_shape(legs[b.index], b.index, shapes[a.index]);
    else if (b.is_shape)
        test_shape(legs[a.index], a.index, shapes[b.index]);
    else
        test_legs(legs, std::min(a.index, b.index), std::max(a.index, b.index));
}

void ContactFinder::test_legs(std::span<const Leg> legs, std::uint32_t a, std::uint32_t b) {
    const Leg &first = legs[a], &second = legs[b];
    const double begin = std::max(first.begin, second.begin), end = std::min(first.end, second.end);
    if (begin > end || first.agent == second.agent || heights_differ(first, second)) return;
    const Path relative{first.at(begin) - second.at(begin), first.at(end) - second.at(end)};
    const Contact contact = sweep_point(relative, {}, first.radius + second.radius, tolerance_);
    if (!contact.found) return;
    const auto time = [&](double s) { return begin + s * (end - begin); };
    found_.push_back({a, b, false, time(contact.begin), time(contact.end), time(contact.at), contact.depth});
}

void ContactFinder::test_shape(const Leg& leg, std::uint32_t index, const MovingShape& shape) {
    const double begin = std::max(leg.begin, shape.motion.begin), end = std::min(leg.end, shape.motion.end);
    if (begin > end) return;
    const Contact contact = sweep_shape(leg, *shape.shape, shape.motion, tolerance_);
    if (!contact.found) return;
    const auto time = [&](double s) { return begin + s * (end - begin); };
    found_.push_back({index, shape.obstacle, true, time(contact.begin), time(contact.end), time(contact.at),
                      contact.depth});
}

}  // namespace wend::verify
