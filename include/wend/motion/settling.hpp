#pragma once

// Inertialisation of many bodies: where a body goes on otherwise than it was shown, the new motion plays at
// once, and what the old one was away from it fades along a critically damped spring, with the speed that it
// had. Only trunks settle: roots are on their trajectories and feet where they were put, so legs are solved
// afterwards. Sixteen bodies lie side by side, as in `pose_bodies`.

#include <array>
#include <cstddef>
#include <vector>

#include "wend/motion/body.hpp"

namespace wend::motion {

/// A trunk now and a moment later: what begins and ends the speed of a difference.
struct TrunkMoment {
    std::array<Rotation, part_count> rotations;
    double hips = 0;
};
inline constexpr double settling_moment = 1.0 / 60;  ///< seconds

class Settling {
  public:
    static constexpr std::size_t lanes = 16;
    static constexpr std::size_t trunk_parts = index_of(Part::left_thigh);  ///< those before the legs

    void resize(std::size_t bodies);
    void clear(std::size_t body) noexcept;
    /// Where body `from` was is body `to`.
    void move(std::size_t from, std::size_t to) noexcept;
    /// What was to come without a change, and what comes instead, both now and a moment later, and without
    /// what is still left of earlier changes.
    void change(std::size_t body, const std::array<TrunkMoment, 2>& old,
                const std::array<TrunkMoment, 2>& next) noexcept;
    /// All go on by some seconds; halves of what is left fade in `half_life`.
    void go_on(double seconds, double half_life) noexcept;

    /// What is left for sixteen bodies from `first`, a multiple of sixteen, on; nothing when all have
    /// settled.
    using Lane = std::array<float, lanes>;
    struct Block {
        /// Axis times the tangent of a quarter of the angle: turned into rotations by arithmetic alone.
        std::array<std::array<Lane, 3>, trunk_parts> turns, speeds;
        Lane hips, hips_speed;
        bool is_settled = true;
    };
    [[nodiscard]] const Block* block(std::size_t first) const noexcept;

  private:
    [[nodiscard]] TrunkMoment shown(std::size_t body, TrunkMoment moment, double later) const noexcept;
    std::vector<Block> blocks_;
};

/// The same with what is left of changes laid over; see `Settling`. Bodies in any order.
void pose_bodies(std::span<const Body* const> bodies, double time, const BodyStyle& style, unsigned threads,
                 const Settling& settling, std::span<Pose> out);

}  // namespace wend::motion
