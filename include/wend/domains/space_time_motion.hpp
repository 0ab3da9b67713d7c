#pragma once

// One move of the space-time domain as it is executed: where the body is at each of its frames. What is
// checked for collisions, what is published to others and what is walked are this same row of positions.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/domains/crossing.hpp"
#include "wend/domains/space_time_moves.hpp"
#include "wend/search/cost.hpp"
#include "wend/world/platforms.hpp"
#include "wend/world/state.hpp"

namespace wend::domains {

enum class WalkMode : std::uint8_t { walking, airborne, riding };

/// Where an agent is at one frame of a walk.
struct WalkFrame {
    double time = 0;
    std::uint32_t layer = 0;
    Vec2 position;
    double heading = 0;
    WalkMode mode = WalkMode::walking;
};

struct SpaceTimeMotion {
    double begin = 0;  ///< seconds
    int frames = 0;    ///< that it lasts
    double frame = 0;  ///< seconds of one
    std::uint32_t layer = 0, layer_after = 0;
    Vec2 from, to;                            ///< in the frame of the platform, or of the world
    const PlatformSpec* platform = nullptr;   ///< ridden throughout
    Pace pace;                                ///< along the straight line, unless it is a crossing
    const Crossing* crossing = nullptr;       ///< from -> crossing -> to, at constant speed
    WalkMode mode = WalkMode::walking;        ///< of all frames but the first
    WalkMode mode_after = WalkMode::walking;  ///< of the last
    double heading = 0, turn = 0;             ///< in the same frame as the ends
    double turning_time = 0;                  ///< seconds that the turn takes, at the beginning
    search::Cost cost = 0;

    [[nodiscard]] double time(int number) const noexcept { return begin + number * frame; }
    [[nodiscard]] double end() const noexcept { return time(frames); }
    /// In the world, at one of its frames, 0 to `frames`.
    [[nodiscard]] Vec2 position(int number) const;
    [[nodiscard]] double heading_at(int number) const;
    [[nodiscard]] std::uint32_t layer_at(int number) const noexcept;
    /// Seconds of the whole.
    [[nodiscard]] double duration() const noexcept { return frames * frame; }
    [[nodiscard]] bool changes_layer() const noexcept { return layer != layer_after; }
};

/// Metres of the way over a crossing from a point to another.
[[nodiscard]] double length_over(const Crossing& crossing, Vec2 from, Vec2 to) noexcept;

/// The promise that goes with a walk: its frames as keyframes; it stays where it ends.
[[nodiscard]] PublishedPlan published_plan(std::span<const WalkFrame> walk, std::uint64_t world_version);

}  // namespace wend::domains
