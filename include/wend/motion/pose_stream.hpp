#pragma once

// A pose in 92 bytes, for pages and recordings: number, place of the hips, 19 rotations of 32 bits each.
// docs/motion.md has the layout. Agents too far away to be seen moving are left out.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wend/motion/pose.hpp"

namespace wend::motion {

inline constexpr std::size_t packed_pose_bytes = 4 + 3 * 4 + 4 * part_count;

/// The three smaller parts of a unit quaternion, ten bits each, and which one is left out: to 0.15 degrees.
[[nodiscard]] std::uint32_t pack(Rotation rotation) noexcept;
[[nodiscard]] Rotation unpack(std::uint32_t bits) noexcept;

/// Appends `packed_pose_bytes`. The hips are kept to a tenth of a millimetre, within 214 km of the origin.
void append_pose(std::uint32_t agent, const Pose& pose, std::vector<std::uint8_t>& out);
/// The first line of a file of poses, as JSON: what the parts are called, whose children they are and where
/// they are seen from there. Behind it, for each time: the time as a real (64 bits), the number of poses (32
/// bits), the poses; all little-endian.
[[nodiscard]] std::string pose_file_header();
void append_poses(double time, std::span<const std::uint8_t> poses, std::string& file);

/// All poses of a frame; invalid when the bytes are not whole poses.
[[nodiscard]] Result<std::vector<AgentPose>> read_poses(std::span<const std::uint8_t> bytes);

}  // namespace wend::motion
