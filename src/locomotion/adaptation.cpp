#include "adaptation.hpp"

#include <algorithm>
#include <cmath>

#include "sweep.hpp"

namespace wend::locomotion {
namespace {

bool is_obstructed(const MoveQuery& q, const BodyShape& body, Vec3 p, Tick tick) {
    if (!is_supported(q.world, body, p, tick)) return true;
    const Vec3 carried = minus(q.world.origin(q.from.block, tick + 1), q.world.origin(q.from.block, tick));
    return hits_anything(q.world, body, p, plus(p, carried), tick);
}

bool encloses(Vec2 centre, const Samples& samples) {
    return std::all_of(samples.begin(), samples.end(),
                       [&](Vec2 s) { return distance(s, centre) <= cylinder_radius + 1e-9; });
}

}  // namespace

Samples ray_samples(const MoveQuery& q, const BodyShape& body, Vec2 way) {
    Samples samples;
    const Tick start = q.depart * q.timing.ticks;
    const Vec3 from = place_of(q.world, q.from, start);
    const int parts = std::max(1, static_cast<int>(length(way) / 0.25));
    for (const double turn : {0.0, 0.1, -0.1}) {
        const Vec2 ray = rotated(way, turn);
        for (int i = 1; i < parts; ++i) {
            const Vec2 offset = ray * (static_cast<double>(i) / parts);
            if (!is_obstructed(q, body, plus(from, {offset.x, offset.y, 0}), start)) continue;
            if (turn == 0.0 || !samples.empty()) samples.push_back(offset);
            break;
        }
    }
    return samples;
}

std::optional<Obstruction> fit_cylinder(const Samples& samples, Vec2 way) {
    Vec2 mean{};
    for (const Vec2 s : samples) mean += s / static_cast<double>(samples.size());
    const Vec2 side = perpendicular(normalized(way));
    const double bias = dot(mean, side);
    const Vec2 outward = bias > 0 || (bias == 0 && samples.size() % 2 == 1) ? side : -side;
    Vec2 centre = mean + outward * cylinder_radius;
    for (int i = 0; i < 16 && !encloses(centre, samples); ++i) centre -= outward * (cylinder_radius / 8);
    if (!encloses(centre, samples) || length(centre) < cylinder_radius * 0.5 ||
        distance(centre, way) < cylinder_radius * 0.5)
        return std::nullopt;
    return Obstruction{centre, outward};
}

double room_along(const Ring& ring, Vec2 p, Vec2 u, double most) noexcept {
    double room = most;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i] - p;
        const Vec2 b = ring[i + 1 < ring.size() ? i + 1 : 0] - p;
        const double slope = cross(u, b - a);
        if (std::abs(slope) < 1e-12) continue;
        const double along = cross(a, b - a) / slope;
        const double share = cross(a, u) / slope;
        if (along >= 0 && share >= 0 && share <= 1) room = std::min(room, along);
    }
    return room;
}

}  // namespace wend::locomotion
