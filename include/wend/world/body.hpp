#pragma once

#include <optional>

#include "wend/world/body_id.hpp"
#include "wend/world/scene.hpp"

namespace wend {

/// Something that takes up room: a shape, its motion, and when it is there. An uncertain body grows: at time
/// t it may be anywhere within growth * (t - present.low) of where its motion says.
struct Body {
    BodyId who = {};
    std::uint32_t layer = 0;
    std::optional<std::uint32_t> other_layer =
        {};  ///< that its way leads to: it counts on both, all the time
    Shape shape;
    Trajectory motion;
    Interval present = {};
    double growth = 0;  ///< metres a second

    [[nodiscard]] bool is_on(std::uint32_t asked) const noexcept {
        return asked == layer || asked == other_layer;
    }
};

/// Distance of the shape's farthest point from its own origin.
[[nodiscard]] double reach_of(const Shape& shape) noexcept;

/// Distance from p to a shape that is placed there; zero or less inside.
[[nodiscard]] double distance_to(const Shape& shape, const Pose& pose, Vec2 p);

/// Everything the body may touch during `window`; empty when it is not there.
[[nodiscard]] Box2 swept_box(const Body& body, Interval window);

}  // namespace wend
