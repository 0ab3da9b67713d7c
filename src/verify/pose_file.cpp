#include "verify/pose_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <nlohmann/json.hpp>

namespace wend::verify {
namespace {

using Matrix = std::array<double, 9>;

std::uint64_t number_at(const std::string& bytes, std::size_t at, int count) {
    std::uint64_t value = 0;
    for (int i = count - 1; i >= 0; --i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
}

/// Of a rotation whose largest part was left out.
Matrix matrix_of(std::uint32_t bits) {
    std::array<double, 4> q{};
    const std::uint32_t left_out = bits >> 30;
    double squares = 0;
    for (std::uint32_t i = 0, place = 2; i < 4; ++i) {
        if (i == left_out) continue;
        q[i] = (static_cast<double>(bits >> (10 * place) & 1023) / 511 - 1) * std::sqrt(0.5);
        squares += q[i] * q[i];
        --place;
    }
    q[left_out] = std::sqrt(std::max(0.0, 1 - squares));
    const auto [x, y, z, w] = q;
    return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t k = 0; k < 3; ++k) out[3 * r + c] += a[3 * r + k] * b[3 * k + c];
    return out;
}

Vec3 applied(const Matrix& m, Vec3 v) {
    return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
            m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

double tenth_millimetres(std::uint64_t word) {
    return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(word))) / 10000;
}

std::vector<PoseJoint> joints_of(const std::string& line) {
    const auto header = nlohmann::json::parse(line);
    if (header.at("format") != "wend poses" || header.at("version") != 1)
        throw std::runtime_error("expected the format 'wend poses', version 1");
    std::vector<PoseJoint> joints;
    for (const auto& item : header.at("joints")) {
        joints.push_back({item.at(0), item.at(1), {item.at(2), item.at(3), item.at(4)}});
        if (joints.back().parent >= static_cast<int>(joints.size()) - 1)
            throw std::runtime_error("joint '" + joints.back().name + "' comes before its parent");
    }
    if (joints.empty() || header.at("bytes") != 16 + 4 * joints.size())
        throw std::runtime_error("expected 16 bytes and 4 for each joint");
    return joints;
}

}  // namespace

Result<PoseFile> PoseFile::parse(std::string text, const std::string& name) {
    PoseFile poses;
    const std::size_t line = std::min(text.find('\n'), text.size());
    try {
        poses.joints_ = joints_of(text.substr(0, line));
    } catch (const std::exception& error) {
        return Status::invalid_input(name + ": the first line: " + error.what());
    }
    poses.bytes_ = line < text.size() ? text.substr(line + 1) : std::string();
    std::size_t at = 0;
    const std::size_t size = 16 + 4 * poses.joints_.size();
    while (at < poses.bytes_.size()) {
        const std::size_t left = poses.bytes_.size() - at;
        const std::uint64_t count = left < 12 ? 0 : number_at(poses.bytes_, at + 8, 4);
        if (left < 12 || (left - 12) / size < count)
            return Status::invalid_input(name + ": ends within the poses of a time, at byte " +
                                         std::to_string(at) + " behind its first line");
        at += 12 + count * size;
    }
    return poses;
}

int PoseFile::joint(const std::string& name) const noexcept {
    for (std::size_t i = 0; i < joints_.size(); ++i)
        if (joints_[i].name == name) return static_cast<int>(i);
    return -1;
}

bool PoseFile::next(SeenBody& body) {
    while (left_ == 0) {
        if (at_ >= bytes_.size()) return false;
        time_ = std::bit_cast<double>(number_at(bytes_, at_, 8));
        left_ = number_at(bytes_, at_ + 8, 4);
        at_ += 12;
    }
    --left_;
    body.agent = static_cast<std::uint32_t>(number_at(bytes_, at_, 4));
    body.time = time_;
    body.joints.resize(joints_.size());
    std::vector<Matrix> turns(joints_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Matrix own = matrix_of(static_cast<std::uint32_t>(number_at(bytes_, at_ + 16 + 4 * i, 4)));
        if (joints_[i].parent < 0) {
            turns[i] = own;
            body.joints[i] = {tenth_millimetres(number_at(bytes_, at_ + 4, 4)),
                              tenth_millimetres(number_at(bytes_, at_ + 8, 4)),
                              tenth_millimetres(number_at(bytes_, at_ + 12, 4))};
            continue;
        }
        const auto parent = static_cast<std::size_t>(joints_[i].parent);
        turns[i] = product(turns[parent], own);
        const Vec3 away = applied(turns[parent], joints_[i].offset), from = body.joints[parent];
        body.joints[i] = {from.x + away.x, from.y + away.y, from.z + away.z};
    }
    at_ += 16 + 4 * joints_.size();
    return true;
}

}  // namespace wend::verify
