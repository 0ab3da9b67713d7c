#include "sim/ground/goals.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

namespace wend {
namespace {

/// A point of the region, uniform in its bounding shape; the caller keeps those that are inside.
Vec2 random_point(const GoalRegion& region, Rng& rng) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) {
        const double angle = rng.uniform(0, 2 * std::numbers::pi);
        return disc->center + unit_vector(angle) * (disc->radius * std::sqrt(rng.uniform()));
    }
    const Box2 box = bounds_of(std::get<Polygon>(region).outline);
    return {rng.uniform(box.low.x, box.high.x), rng.uniform(box.low.y, box.high.y)};
}

Vec2 center_of(const GoalRegion& region) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return disc->center;
    const Box2 box = bounds_of(std::get<Polygon>(region).outline);
    return lerp(box.low, box.high, 0.5);
}

bool contains(const GoalRegion& region, Vec2 p) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return distance(disc->center, p) <= disc->radius;
    return wend::contains(std::get<Polygon>(region), p);
}

double gap_to_nearest(const std::vector<Standing>& taken, std::uint32_t layer, Vec2 p, double radius) {
    double gap = std::numeric_limits<double>::infinity();
    for (const Standing& body : taken)
        if (body.place.layer == layer)
            gap = std::min(gap, distance(body.place.position, p) - body.radius - radius);
    return gap;
}

}  // namespace

Box2 bounds_of(const GoalRegion& region) {
    if (const auto* polygon = std::get_if<Polygon>(&region)) return bounds_of(polygon->outline);
    const auto& disc = std::get<DiscRegion>(region);
    return Box2{disc.center, disc.center}.grown(disc.radius);
}

Goal next_goal(const Goal& goal) {
    Goal next = goal.then.front();
    next.then.assign(goal.then.begin() + 1, goal.then.end());
    next.repeats = goal.repeats;
    if (goal.repeats) {
        next.then.push_back(goal);
        next.then.back().then.clear();
        next.then.back().repeats = false;
    }
    return next;
}

bool is_in_goal(const Goal& goal, std::uint32_t layer, Vec2 p) {
    return goal.layer == layer && contains(goal.region, p);
}

RoutePoint choose_target(const Goal& goal, double radius, const Walls& walls,
                         const std::vector<Standing>& taken, std::uint64_t seed) {
    constexpr double enough_room = 0.1;
    constexpr int tries = 64;
    Rng rng(seed);
    Vec2 best = center_of(goal.region);
    const auto room_at = [&](Vec2 p) {
        if (!contains(goal.region, p) || !walls.ground(goal.layer).fits(p, radius)) return -1e9;
        return std::min(enough_room, gap_to_nearest(taken, goal.layer, p, radius));
    };
    double best_room = room_at(best);
    for (int i = 0; i < tries && best_room < enough_room; ++i) {
        const Vec2 p = random_point(goal.region, rng);
        const double room = room_at(p);
        if (room > best_room) {
            best_room = room;
            best = p;
        }
    }
    return {best, goal.layer};
}

std::optional<RoutePoint> choose_beyond(const RoutePoint& target, const Goal& goal, double radius,
                                        const Walls& walls, const std::vector<Standing>& taken,
                                        std::uint64_t seed) {
    constexpr int tries = 256;
    const Region& ground = walls.ground(goal.layer);
    Rng rng(seed);
    for (int i = 0; i < tries; ++i) {
        const Vec2 p = random_point(goal.region, rng);
        if (contains(goal.region, p) && ground.fits(p, radius) &&
            gap_to_nearest(taken, goal.layer, p, radius) >= 0 &&
            !ground.fits_along(target.position, p, radius))
            return RoutePoint{p, goal.layer};
    }
    return std::nullopt;
}

double pace_for(const Goal& goal, double distance, double now, double max_speed) {
    if (!goal.window) return max_speed;
    const double arrival =
        std::isinf(goal.window->high) ? goal.window->low : (goal.window->low + goal.window->high) / 2;
    const double left = arrival - now;
    return left <= 0 ? max_speed : std::min(max_speed, distance / left);
}

}  // namespace wend
