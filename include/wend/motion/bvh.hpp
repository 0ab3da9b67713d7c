#pragma once

// Biovision hierarchy files. Text in, text out: what a file says is kept as it is, with its own axes, units
// and order of channels; a clip is made of it in a second step.

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "wend/motion/clip.hpp"

namespace wend::motion {

enum class Channel : std::uint8_t { x_position, y_position, z_position, x_rotation, y_rotation, z_rotation };

struct BvhJoint {
    std::string name;
    std::int32_t parent = -1;
    Vec3 offset;                    ///< in the file's units, y up
    std::vector<Channel> channels;  ///< none for end sites
    bool is_end = false;
    friend bool operator==(const BvhJoint&, const BvhJoint&) = default;
};

struct BvhFile {
    std::vector<BvhJoint> joints;
    double frame_time = 0;  ///< seconds
    std::size_t frame_count = 0;
    std::vector<double>
        values;  ///< of all channels, frame after frame; positions in units, rotations in degrees

    [[nodiscard]] std::size_t channel_count() const noexcept;
    friend bool operator==(const BvhFile&, const BvhFile&) = default;
};

/// `name` appears in messages, which say the line, what was found and what was expected.
[[nodiscard]] Result<BvhFile> parse_bvh(std::string_view text, std::string_view name);
[[nodiscard]] Result<BvhFile> read_bvh(const std::filesystem::path& file);
[[nodiscard]] std::string to_bvh(const BvhFile& file);

/// Metres that one unit of the CMU library is worth.
inline constexpr double cmu_unit = 0.056444;

/// The unit that gives the skeleton legs of a person's length: CMU's, metre, inch, centimetre or millimetre.
[[nodiscard]] double guess_unit(const BvhFile& file);

/// y up and z ahead become z up and x ahead; end sites are left out. A first frame that is an added T-pose
/// (all rotations zero, the root where the second frame has it) is dropped.
[[nodiscard]] Clip to_clip(const BvhFile& file, double unit, std::string name);
/// In metres, rotations in the order z, x, y.
[[nodiscard]] BvhFile from_clip(const Clip& clip);

}  // namespace wend::motion
