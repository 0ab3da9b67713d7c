#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wend/motion/controller.hpp"
#include "wend/motion/rotation.hpp"

namespace wend::motion {

struct Joint {
    std::string name;
    std::int32_t parent = -1;  ///< comes before its children
    Vec3 offset;               ///< from the parent, metres, in the rest pose
    friend bool operator==(const Joint&, const Joint&) = default;
};

/// The parts of a body that the rest of the module talks about.
enum class Part : std::uint8_t {
    hips,
    spine,
    chest,
    neck,
    head,
    left_arm,
    left_forearm,
    left_hand,
    right_arm,
    right_forearm,
    right_hand,
    left_thigh,
    left_shank,
    left_foot,
    left_toe,
    right_thigh,
    right_shank,
    right_foot,
    right_toe,
};
inline constexpr std::size_t part_count = 19;
[[nodiscard]] constexpr std::size_t index_of(Part part) noexcept {
    return static_cast<std::size_t>(part);
}
[[nodiscard]] std::string_view name_of(Part part) noexcept;
[[nodiscard]] Part mirrored(Part part) noexcept;

struct Skeleton {
    std::vector<Joint> joints;
    friend bool operator==(const Skeleton&, const Skeleton&) = default;
};

/// The body that everything here is moved to: 19 joints, numbered like Part, arms out in the rest pose, legs
/// straight down; heights are given for a root on the ground.
[[nodiscard]] const Skeleton& standard_skeleton();
inline constexpr double thigh_length = 0.43;
inline constexpr double shank_length = 0.43;
inline constexpr double ankle_height = 0.08;  ///< of a foot that stands flat
inline constexpr double ball_ahead = 0.14;    ///< from the ankle to the joint of the toes
inline constexpr double hip_spread = 0.09;    ///< of each hip joint from the middle
inline constexpr double standing_hips = 0.925;

/// Which joint of a skeleton is which part, by the names that makers of skeletons use; no joint: not there.
[[nodiscard]] std::array<std::optional<std::size_t>, part_count> find_parts(const Skeleton& skeleton);
/// Thigh and shank of the longer leg, metres.
[[nodiscard]] double leg_length(const Skeleton& skeleton);

}  // namespace wend::motion
