#include "verify/legs.hpp"

#include <algorithm>
#include <limits>

namespace wend::verify {
namespace {

constexpr double on_the_way =
    0.05;  ///< metres beside a link or the stairs of a portal that still count as on it

struct Sides {
    std::uint32_t from_layer, to_layer;
    Segment from, to;
};

Sides forward(const Portal& portal) {
    return {portal.layer_a, portal.layer_b, portal.a, portal.b};
}
Sides backward(const Portal& portal) {
    return {portal.layer_b, portal.layer_a, portal.b, portal.a};
}

/// Metres from p over the segment at a share u, and on from the other segment to q.
double detour(const Sides& sides, Vec2 p, Vec2 q, double u) {
    return distance(p, lerp(sides.from.from, sides.from.to, u)) +
           distance(lerp(sides.to.from, sides.to.to, u), q);
}

/// The share of the shortest detour; the detour is convex in it.
double best_share(const Sides& sides, Vec2 p, Vec2 q) {
    double low = 0, high = 1;
    for (int round = 0; round < 80; ++round) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (detour(sides, p, q, a) < detour(sides, p, q, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

bool is_within(const Ring& quad, Vec2 p) {
    return is_inside(quad, p) || ring_distance(quad, p) < on_the_way;
}

Ring stairs(const Portal& portal) {
    return {portal.a.from, portal.a.to, portal.b.to, portal.b.from};
}

Leg leg_of(const Move& move, std::uint32_t layer, double begin, double end, Path path) {
    Leg leg;
    leg.agent = move.from->agent;
    leg.layer = layer;
    leg.begin = begin;
    leg.end = end;
    leg.path = path;
    leg.radius = move.spec->limits.radius;
    leg.low_z = std::min(move.from->position.z, move.to->position.z);
    leg.high_z = std::max(move.from->position.z, move.to->position.z) + move.spec->limits.height;
    leg.airborne = move.from->mode == io::AgentMode::airborne || move.to->mode == io::AgentMode::airborne;
    return leg;
}

}  // namespace

bool LegMaker::is_on_stairs(std::uint32_t layer, Vec2 p) const {
    return std::any_of(scene_.portals.begin(), scene_.portals.end(), [&](const Portal& portal) {
        return (portal.layer_a == layer || portal.layer_b == layer) && is_within(stairs(portal), p);
    });
}

bool LegMaker::leads(std::uint32_t from_layer, Vec2 from, std::uint32_t to_layer, Vec2 to,
                     double reach) const {
    for (const Portal& portal : scene_.portals) {
        const bool joins = (portal.layer_a == from_layer && portal.layer_b == to_layer) ||
                           (portal.layer_b == from_layer && portal.layer_a == to_layer);
        if (joins && is_within(stairs(portal), from) && is_within(stairs(portal), to)) return true;
    }
    for (const Link& link : scene_.links) {
        const bool there = link.from_layer == from_layer && link.to_layer == to_layer;
        const bool back = link.two_way && link.to_layer == from_layer && link.from_layer == to_layer;
        const double near = on_the_way + reach;
        if ((there || back) && segment_distance(from, link.from, link.to) < near &&
            segment_distance(to, link.from, link.to) < near)
            return true;
    }
    return false;
}

std::optional<double> LegMaker::make(const Move& move, std::vector<Leg>& out) const {
    const Vec2 p = move.from->position.xy(), q = move.to->position.xy();
    const std::uint32_t from = move.from->layer, to = move.to->layer;
    if (from == to) {
        out.push_back(leg_of(move, from, move.begin, move.end, {p, q}));
        return distance(p, q);
    }
    const double reach = move.spec->limits.max_speed * (move.end - move.begin);
    const double half = (move.begin + move.end) / 2;
    if (distance(p, q) <= 2 * reach && leads(from, p, to, q, reach)) {
        out.push_back(leg_of(move, from, move.begin, half, {p, lerp(p, q, 0.5)}));
        out.push_back(leg_of(move, to, half, move.end, {lerp(p, q, 0.5), q}));
        return distance(p, q);
    }
    double shortest = std::numeric_limits<double>::infinity();
    Sides taken{};
    double share = 0;
    for (const Portal& portal : scene_.portals)
        for (const Sides& sides : {forward(portal), backward(portal)}) {
            if (sides.from_layer != from || sides.to_layer != to) continue;
            const double u = best_share(sides, p, q);
            if (const double walked = detour(sides, p, q, u); walked < shortest) {
                shortest = walked;
                taken = sides;
                share = u;
            }
        }
    if (shortest > 2 * reach) {
        out.push_back(leg_of(move, from, move.begin, half, {p, p}));
        out.push_back(leg_of(move, to, half, move.end, {q, q}));
        return std::nullopt;
    }
    const Vec2 leaves = lerp(taken.from.from, taken.from.to, share);
    const Vec2 comes = lerp(taken.to.from, taken.to.to, share);
    const double part = shortest > 0 ? distance(p, leaves) / shortest : 0.5;
    const double crossing = move.begin + part * (move.end - move.begin);
    out.push_back(leg_of(move, from, move.begin, crossing, {p, leaves}));
    out.push_back(leg_of(move, to, crossing, move.end, {comes, q}));
    return shortest;
}

}  // namespace wend::verify
