#include "check/goal_room.hpp"

#include <cmath>
#include <vector>

// Branch and bound over squares: clearance changes by no more than the distance walked, so a square whose
// middle has less than the radius less half its diagonal holds no place at all. Squares of centimetres that
// cannot be told apart from a place count as one.

namespace wend::check {
namespace {

/// Distance from p to the region, zero inside; to its outline where it has holes.
double distance_to(const GoalRegion& region, Vec2 p) {
    if (const auto* disc = std::get_if<DiscRegion>(&region))
        return std::max(0.0, distance(p, disc->center) - disc->radius);
    const Ring& outline = std::get<Polygon>(region).outline;
    return contains(outline, p) ? 0 : boundary_distance(outline, p);
}

bool is_inside(const GoalRegion& region, Vec2 p) {
    const auto* polygon = std::get_if<Polygon>(&region);
    return polygon ? contains(*polygon, p) : distance_to(region, p) == 0;
}

struct Square {
    Vec2 middle;
    double half = 0;
};

Square around(const GoalRegion& region) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return {disc->center, disc->radius};
    const Box2 box = bounds_of(std::get<Polygon>(region).outline);
    return {lerp(box.low, box.high, 0.5), std::max(box.high.x - box.low.x, box.high.y - box.low.y) / 2};
}

}  // namespace

bool has_room(const GoalRegion& region, const Region& ground, double radius) {
    constexpr double smallest = 0.01;
    constexpr int most_squares = 10'000;
    std::vector<Square> open{around(region)};
    for (int looked_at = 0; !open.empty(); ++looked_at) {
        const Square square = open.back();
        open.pop_back();
        const double clearance = ground.clearance(square.middle);
        const double reach = square.half * std::sqrt(2.0);
        if (clearance + reach < radius || distance_to(region, square.middle) > reach) continue;
        if (clearance >= radius && is_inside(region, square.middle)) return true;
        if (square.half < smallest || looked_at == most_squares) return true;
        const double half = square.half / 2;
        for (const Vec2 way : {Vec2{-half, -half}, Vec2{half, -half}, Vec2{-half, half}, Vec2{half, half}})
            open.push_back({square.middle + way, half});
    }
    return false;
}

}  // namespace wend::check
