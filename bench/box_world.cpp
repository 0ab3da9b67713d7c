#include "box_world.hpp"

#include <numbers>

#include "wend/base/rng.hpp"

namespace wend::bench {

namespace {

Ring box_at(Vec2 center, Vec2 half, double angle) {
    Ring ring;
    for (const Vec2 corner : {Vec2{-half.x, -half.y}, Vec2{half.x, -half.y}, half, Vec2{-half.x, half.y}})
        ring.push_back(center + rotated(corner, angle));
    return ring;
}

constexpr double pen_half = 4;

}  // namespace

BoxWorld make_box_world(std::uint64_t seed, double side, int boxes, int pens) {
    Rng rng(seed);
    BoxWorld world{{{0, 0}, {side, side}}, {}, {}};
    for (int i = 0; i < pens; ++i) {
        const Vec2 center{rng.uniform(10, side - 10), rng.uniform(10, side - 10)};
        world.pens.push_back(center);
        for (int k = 0; k < 4; ++k) {
            const double angle = k * std::numbers::pi / 2;
            world.boxes.push_back(
                box_at(center + unit_vector(angle) * pen_half, {0.3, pen_half + 0.3}, angle));
        }
    }
    while (static_cast<int>(world.boxes.size()) < boxes) {
        const Vec2 half{rng.uniform(0.5, 2.5), rng.uniform(0.5, 2.5)};
        const Vec2 center{rng.uniform(4, side - 4), rng.uniform(4, side - 4)};
        bool is_in_pen = false;
        for (const Vec2 pen : world.pens) is_in_pen = is_in_pen || distance(pen, center) < pen_half + 5;
        const double angle = rng.uniform(0, std::numbers::pi);
        if (!is_in_pen) world.boxes.push_back(box_at(center, half, angle));
    }
    return world;
}

}  // namespace wend::bench
