#pragma once

#include <cmath>
#include <string>

#include "wend/base/rng.hpp"
#include "wend/world/scene.hpp"

// Random pieces of worlds that several tests draw from.

namespace wend::test {

inline Vec2 random_point(Rng& rng, const Box2& box) {
    const double x = rng.uniform(box.low.x, box.high.x);
    return {x, rng.uniform(box.low.y, box.high.y)};
}

/// A star-shaped ring around `center`, convex or not.
inline Ring random_ring(Rng& rng, Vec2 center, double radius) {
    const auto corners = 3 + rng.below(7);
    Ring ring;
    for (std::uint64_t i = 0; i < corners; ++i) {
        const double angle =
            6.283185307179586 * (static_cast<double>(i) + rng.uniform(0, 0.8)) / static_cast<double>(corners);
        ring.push_back(center + unit_vector(angle) * rng.uniform(0.3 * radius, radius));
    }
    return ring;
}

inline Ring rectangle(Vec2 low, Vec2 high) {
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// An empty floor with one layer.
inline Scene open_floor(double size) {
    Scene scene;
    scene.bounds = {{0, 0}, {size, size}};
    scene.layers.resize(1);
    return scene;
}

}  // namespace wend::test
