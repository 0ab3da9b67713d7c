#pragma once

// Footsteps as they are executed: what the mass does between two states, and where and when feet stand.

#include <cstdint>
#include <vector>

#include "wend/domains/footstep_body.hpp"
#include "wend/domains/footstep_pendulum.hpp"
#include "wend/domains/space_time_motion.hpp"

namespace wend::domains {

struct FootstepMotion {
    double begin = 0;  ///< seconds
    int frames = 0;
    double frame = 0;  ///< seconds of one
    std::uint32_t layer = 0;
    Pendulum way;                  ///< in the world
    double heading = 0, turn = 0;  ///< of the shoulders
    double deviation = 0;          ///< metres from uniform motion
    bool stays = false;

    [[nodiscard]] double time(int number) const noexcept { return begin + number * frame; }
    [[nodiscard]] double end() const noexcept { return time(frames); }
    [[nodiscard]] Vec2 position(int number) const noexcept {
        return stays ? way.start : way.position(number * frame);
    }
    [[nodiscard]] double heading_at(int number) const noexcept { return heading + turn * number / frames; }
};

/// A foot from when it comes down to when it lifts.
struct FootPlant {
    static constexpr double ever = 1e30;  ///< for one that stays

    Side side = Side::left;
    std::uint32_t layer = 0;
    FootPlace place;
    double height = 0;  ///< metres above the layer's floor
    double down = 0, up = ever;
    friend bool operator==(const FootPlant&, const FootPlant&) = default;
};

/// A plan of footsteps as it is executed. Joints are the moments that its states stand for.
struct FootstepPlan {
    struct Joint {
        std::size_t frame = 0;  ///< of `walk`
        Feet feet;
        bool is_at_rest = false;  ///< on both feet
        double heading = 0;       ///< of the legs
        double speed = 0;         ///< m/s of the mass, along that heading
    };
    std::vector<WalkFrame> walk;
    std::vector<FootPlant> plants;  ///< by the time they come down
    std::vector<Joint> joints;

    [[nodiscard]] bool is_empty() const noexcept { return walk.empty(); }
};

}  // namespace wend::domains
