#include "wend/motion/pose_stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

namespace wend::motion {
namespace {

constexpr double units_per_metre = 10'000;
constexpr float largest_part = 0.70710678f;

void append_word(std::uint32_t word, std::vector<std::uint8_t>& out) {
    for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(word >> shift));
}
std::uint32_t word_at(const std::uint8_t* bytes) noexcept {
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8 |
           static_cast<std::uint32_t>(bytes[2]) << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
}
std::uint32_t length_word(double metres) noexcept {
    const double units = std::clamp(std::round(metres * units_per_metre), -2147483647.0, 2147483647.0);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(units));
}
double word_length(std::uint32_t word) noexcept {
    return static_cast<std::int32_t>(word) / units_per_metre;
}

}  // namespace

std::uint32_t pack(Rotation rotation) noexcept {
    std::array<float, 4> parts{rotation.x, rotation.y, rotation.z, rotation.w};
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (std::fabs(parts[i]) > std::fabs(parts[largest])) largest = i;
    const float sign = parts[largest] < 0 ? -1.0f : 1.0f;
    auto bits = static_cast<std::uint32_t>(largest);
    for (std::size_t i = 0; i < 4; ++i) {
        if (i == largest) continue;
        const float share = std::clamp(sign * parts[i] / largest_part, -1.0f, 1.0f);
        bits = bits << 10 | static_cast<std::uint32_t>(std::lround((share + 1) * 511.0f));
    }
    return bits;
}

Rotation unpack(std::uint32_t bits) noexcept {
    const std::size_t largest = bits >> 30;
    std::array<float, 4> parts{};
    float square = 0;
    int shift = 20;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i == largest) continue;
        parts[i] = (static_cast<float>(bits >> shift & 1023) / 511.0f - 1) * largest_part;
        square += parts[i] * parts[i];
        shift -= 10;
    }
    parts[largest] = std::sqrt(std::max(0.0f, 1 - square));
    return normalized({parts[0], parts[1], parts[2], parts[3]});
}

void append_pose(std::uint32_t agent, const Pose& pose, std::vector<std::uint8_t>& out) {
    append_word(agent, out);
    for (const double part : {pose.hips.x, pose.hips.y, pose.hips.z}) append_word(length_word(part), out);
    for (const Rotation rotation : pose.rotations) append_word(pack(rotation), out);
}

std::string pose_file_header() {
    auto joints = nlohmann::ordered_json::array();
    for (const Joint& joint : standard_skeleton().joints)
        joints.push_back({joint.name, joint.parent, joint.offset.x, joint.offset.y, joint.offset.z});
    const nlohmann::ordered_json header{
        {"format", "wend poses"}, {"version", 1}, {"bytes", packed_pose_bytes}, {"joints", joints}};
    return header.dump() + "\n";
}

void append_poses(double time, std::span<const std::uint8_t> poses, std::string& file) {
    const auto append = [&file](std::uint64_t word, int bytes) {
        for (int i = 0; i < bytes; ++i) file += static_cast<char>(word >> (8 * i) & 255);
    };
    append(std::bit_cast<std::uint64_t>(time), 8);
    append(poses.size() / packed_pose_bytes, 4);
    for (const std::uint8_t byte : poses) file += static_cast<char>(byte);
}

Result<std::vector<AgentPose>> read_poses(std::span<const std::uint8_t> bytes) {
    if (bytes.size() % packed_pose_bytes != 0)
        return Status::invalid_input("found " + std::to_string(bytes.size()) +
                                     " bytes of poses, expected a multiple of " +
                                     std::to_string(packed_pose_bytes));
    std::vector<AgentPose> poses(bytes.size() / packed_pose_bytes);
    const std::uint8_t* at = bytes.data();
    for (AgentPose& out : poses) {
        out.agent = word_at(at);
        out.pose.hips = {word_length(word_at(at + 4)), word_length(word_at(at + 8)),
                         word_length(word_at(at + 12))};
        for (std::size_t i = 0; i < part_count; ++i) out.pose.rotations[i] = unpack(word_at(at + 16 + 4 * i));
        at += packed_pose_bytes;
    }
    return poses;
}

}  // namespace wend::motion
