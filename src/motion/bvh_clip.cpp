#include <algorithm>
#include <cmath>

#include "wend/motion/bvh.hpp"

namespace wend::motion {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;

/// y up, z ahead, x left become z up, x ahead, y left: a rotation of the axes, so handedness stays.
Vec3 to_ours(Vec3 v) noexcept {
    return {v.z, v.x, v.y};
}
Vec3 to_theirs(Vec3 v) noexcept {
    return {v.y, v.z, v.x};
}
/// Their axis of a rotation channel, in our frame.
Rotation turn_of(Channel channel, double degrees) noexcept {
    const double angle = degrees * degree;
    if (channel == Channel::x_rotation) return about_y(angle);
    if (channel == Channel::y_rotation) return about_z(angle);
    return about_x(angle);
}

bool is_rotation(Channel channel) noexcept {
    return channel >= Channel::x_rotation;
}

bool has_added_pose(const BvhFile& file) {
    if (file.frame_count < 3) return false;
    std::size_t at = 0;
    const std::size_t row = file.channel_count();
    for (const BvhJoint& joint : file.joints)
        for (const Channel channel : joint.channels) {
            const double first = file.values[at], second = file.values[row + at];
            if (is_rotation(channel) ? first != 0
                                     : std::fabs(first - second) > 1e-3 * (1 + std::fabs(second)))
                return false;
            ++at;
        }
    return true;
}

void append_number(std::string& out, double value) {
    char text[40];
    const int size = std::snprintf(text, sizeof text, "%.17g", value);
    // The shortest text that reads back the same.
    for (int digits = 6; digits < 17; ++digits) {
        char shorter[40];
        const int length = std::snprintf(shorter, sizeof shorter, "%.*g", digits, value);
        if (std::strtod(shorter, nullptr) == value) {
            out.append(shorter, static_cast<std::size_t>(length));
            return;
        }
    }
    out.append(text, static_cast<std::size_t>(size));
}

void write_joint(std::string& out, const BvhFile& file, std::size_t index, std::size_t depth,
                 const std::vector<std::vector<std::size_t>>& children) {
    constexpr std::array<std::string_view, 6> names{"Xposition", "Yposition", "Zposition",
                                                    "Xrotation", "Yrotation", "Zrotation"};
    const BvhJoint& joint = file.joints[index];
    const std::string indent(depth, '\t');
    out += indent + (joint.is_end ? "End Site" : (joint.parent < 0 ? "ROOT " : "JOINT ") + joint.name) + "\n";
    out += indent + "{\n" + indent + "\tOFFSET";
    for (const double part : {joint.offset.x, joint.offset.y, joint.offset.z})
        append_number(out += ' ', part);
    out += '\n';
    if (!joint.is_end) {
        out += indent + "\tCHANNELS " + std::to_string(joint.channels.size());
        for (const Channel channel : joint.channels) (out += ' ') += names[static_cast<std::size_t>(channel)];
        out += '\n';
    }
    for (const std::size_t child : children[index]) write_joint(out, file, child, depth + 1, children);
    out += indent + "}\n";
}

/// Angles about z, x, y (theirs), in degrees, so that Rz Rx Ry is the rotation.
std::array<double, 3> euler_zxy(Rotation q) noexcept {
    // Columns of the matrix in their axes.
    const Vec3 cx = to_theirs(turned(q, to_ours({1, 0, 0})));
    const Vec3 cy = to_theirs(turned(q, to_ours({0, 1, 0})));
    const Vec3 cz = to_theirs(turned(q, to_ours({0, 0, 1})));
    const double x = std::asin(std::clamp(cy.z, -1.0, 1.0));
    if (std::fabs(cy.z) > 0.9999999) return {std::atan2(cx.y, cx.x) / degree, x / degree, 0};
    return {std::atan2(-cy.x, cy.y) / degree, x / degree, std::atan2(-cx.z, cz.z) / degree};
}

}  // namespace

std::string to_bvh(const BvhFile& file) {
    std::vector<std::vector<std::size_t>> children(file.joints.size());
    for (std::size_t i = 1; i < file.joints.size(); ++i)
        children[static_cast<std::size_t>(file.joints[i].parent)].push_back(i);
    std::string out = "HIERARCHY\n";
    write_joint(out, file, 0, 0, children);
    out += "MOTION\nFrames: " + std::to_string(file.frame_count) + "\nFrame Time: ";
    append_number(out, file.frame_time);
    const std::size_t row = file.channel_count();
    for (std::size_t i = 0; i < file.values.size(); ++i)
        append_number(out += i % row == 0 ? '\n' : ' ', file.values[i]);
    return out += '\n';
}

double guess_unit(const BvhFile& file) {
    const double legs = leg_length(to_clip(file, 1, {}).skeleton);
    double best = 1, best_error = std::numeric_limits<double>::infinity();
    for (const double unit : {cmu_unit, 1.0, 0.0254, 0.01, 0.001})
        if (const double error = std::fabs(std::log(legs * unit / 0.83)); legs > 0 && error < best_error) {
            best = unit;
            best_error = error;
        }
    return best;
}

Clip to_clip(const BvhFile& file, double unit, std::string name) {
    Clip clip{std::move(name), {}, file.frame_time, {}, {}};
    std::vector<std::int32_t> kept(file.joints.size(), -1);
    for (std::size_t i = 0; i < file.joints.size(); ++i) {
        const BvhJoint& joint = file.joints[i];
        if (joint.is_end) continue;
        kept[i] = static_cast<std::int32_t>(clip.skeleton.joints.size());
        clip.skeleton.joints.push_back({joint.name,
                                        joint.parent < 0 ? -1 : kept[static_cast<std::size_t>(joint.parent)],
                                        times(to_ours(joint.offset), unit)});
    }
    std::size_t at = has_added_pose(file) ? file.channel_count() : 0;
    while (at < file.values.size()) {
        for (std::size_t j = 0; j < file.joints.size(); ++j) {
            if (file.joints[j].is_end) continue;
            Vec3 position;
            Rotation rotation;
            for (const Channel channel : file.joints[j].channels) {
                const double value = file.values[at++];
                if (channel == Channel::x_position) position.x = value;
                if (channel == Channel::y_position) position.y = value;
                if (channel == Channel::z_position) position.z = value;
                if (is_rotation(channel)) rotation = rotation * turn_of(channel, value);
            }
            if (j == 0)
                clip.root.push_back(plus(clip.skeleton.joints[0].offset, times(to_ours(position), unit)));
            clip.rotations.push_back(normalized(rotation));
        }
    }
    return clip;
}

BvhFile from_clip(const Clip& clip) {
    BvhFile file;
    file.frame_time = clip.frame_time;
    file.frame_count = clip.frames();
    const auto& joints = clip.skeleton.joints;
    std::vector<bool> has_child(joints.size(), false);
    for (const Joint& joint : joints) {
        BvhJoint out{joint.name, joint.parent, to_theirs(joint.offset), {}, false};
        if (joint.parent < 0) {
            out.offset = {};
            out.channels = {Channel::x_position, Channel::y_position, Channel::z_position};
        } else {
            has_child[static_cast<std::size_t>(joint.parent)] = true;
        }
        for (const Channel turn : {Channel::z_rotation, Channel::x_rotation, Channel::y_rotation})
            out.channels.push_back(turn);
        file.joints.push_back(std::move(out));
    }
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (!has_child[j])
            file.joints.push_back(
                {"", static_cast<std::int32_t>(j), times(to_theirs(joints[j].offset), 0.5), {}, true});
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        const Vec3 root = to_theirs(clip.root[f]);
        file.values.insert(file.values.end(), {root.x, root.y, root.z});
        for (const Rotation q : clip.at(f))
            for (const double angle : euler_zxy(q)) file.values.push_back(angle);
    }
    return file;
}

}  // namespace wend::motion
