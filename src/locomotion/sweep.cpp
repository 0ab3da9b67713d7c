#include "sweep.hpp"

#include <algorithm>
#include <cmath>

namespace wend::locomotion {
namespace {

struct Span {
    double low = 0;
    double high = 1;
};

/// The part of a tick in which a value that goes from `a` to `b` is below `limit`; false when never.
bool clip_below(Span& span, double a, double b, double limit) noexcept {
    const double before = limit - a;
    const double after = limit - b;
    if (before <= 0 && after <= 0) return false;
    if (before > 0 && after > 0) return true;
    const double at = before / (before - after);
    if (before > 0)
        span.high = std::min(span.high, at);
    else
        span.low = std::max(span.low, at);
    return span.low < span.high;
}

double squared_gap(Vec2 a, Vec2 b, Vec2 p) noexcept {
    return squared_length(nearest_point(a, b, p) - p);
}

bool segments_cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
    const double s1 = cross(b - a, c - a);
    const double s2 = cross(b - a, d - a);
    const double s3 = cross(d - c, a - c);
    const double s4 = cross(d - c, b - c);
    return ((s1 > 0) != (s2 > 0)) && ((s3 > 0) != (s4 > 0));
}

bool is_near_ring(const Ring& ring, Vec2 a, Vec2 b, double radius) noexcept {
    if (contains(ring, a)) return true;
    const double limit = radius * radius;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 c = ring[i];
        const Vec2 d = ring[i + 1 < ring.size() ? i + 1 : 0];
        if (squared_gap(c, d, a) < limit || squared_gap(c, d, b) < limit || squared_gap(a, b, c) < limit ||
            segments_cross(a, b, c, d))
            return true;
    }
    return false;
}

bool is_apart(const Box2& box, Vec2 a, Vec2 b, double radius) noexcept {
    return std::max(a.x, b.x) + radius <= box.low.x || std::min(a.x, b.x) - radius >= box.high.x ||
           std::max(a.y, b.y) + radius <= box.low.y || std::min(a.y, b.y) - radius >= box.high.y;
}

bool hits_block(const MovingWorld& world, const BodyShape& shape, std::uint32_t index, Vec3 a, Vec3 b,
                Tick tick) {
    const Vec3 ra = minus(a, world.origin(index, tick));
    const Vec3 rb = minus(b, world.origin(index, tick + 1));
    if (is_apart(world.outline_box(index), ra.xy(), rb.xy(), shape.radius)) return false;
    const Block& block = world.blocks()[index];
    Span span;
    if (!clip_below(span, ra.z + step_tolerance, rb.z + step_tolerance, block.top) ||
        !clip_below(span, -ra.z - shape.height, -rb.z - shape.height, -block.bottom))
        return false;
    return is_near_ring(block.outline, lerp(ra.xy(), rb.xy(), span.low), lerp(ra.xy(), rb.xy(), span.high),
                        shape.radius);
}

bool hits_body(const MovingWorld& world, const BodyShape& shape, const PromisedBody& body, Vec3 a, Vec3 b,
               Tick tick) {
    const Vec3 ra = minus(a, world.body_at(body, tick));
    const Vec3 rb = minus(b, world.body_at(body, tick + 1));
    const double reach = shape.radius + body.shape.radius;
    if (std::min(std::abs(ra.x), std::abs(rb.x)) > reach + 2) return false;
    Span span;
    if (!clip_below(span, ra.z, rb.z, body.shape.height) || !clip_below(span, -ra.z, -rb.z, shape.height))
        return false;
    return squared_gap(lerp(ra.xy(), rb.xy(), span.low), lerp(ra.xy(), rb.xy(), span.high), {}) <
           reach * reach;
}

bool is_on_some_top(const MovingWorld& world, Vec3 p, Tick tick) {
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i) {
        const Block& block = world.blocks()[i];
        if (!block.carries) continue;
        const Vec3 r = minus(p, world.origin(i, tick));
        if (std::abs(r.z - block.top) <= step_tolerance &&
            !is_apart(world.outline_box(i), r.xy(), r.xy(), 1e-9) && contains(block.outline, r.xy()))
            return true;
    }
    return false;
}

}  // namespace

bool hits_anything(const MovingWorld& world, const BodyShape& shape, Vec3 a, Vec3 b, Tick tick) {
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i)
        if (hits_block(world, shape, i, a, b, tick)) return true;
    return std::any_of(world.bodies().begin(), world.bodies().end(),
                       [&](const PromisedBody& body) { return hits_body(world, shape, body, a, b, tick); });
}

bool is_supported(const MovingWorld& world, const BodyShape& shape, Vec3 p, Tick tick) {
    for (const Vec2 out : {Vec2{1, 0}, Vec2{0, 1}, Vec2{-1, 0}, Vec2{0, -1}})
        if (!is_on_some_top(world, {p.x + out.x * shape.foot, p.y + out.y * shape.foot, p.z}, tick))
            return false;
    return true;
}

}  // namespace wend::locomotion
