#include "wend/motion/clip.hpp"

#include <string>

namespace wend::motion {
namespace {

using Parts = std::array<std::optional<std::size_t>, part_count>;

/// Which joint is on the other side: found by parts, then by the word Left or Right in its name.
std::vector<std::size_t> other_sides(const Skeleton& skeleton) {
    std::vector<std::size_t> other(skeleton.joints.size());
    for (std::size_t i = 0; i < other.size(); ++i) {
        other[i] = i;
        std::string name = skeleton.joints[i].name;
        for (const auto& [from, to] : {std::pair{"Left", "Right"}, std::pair{"Right", "Left"},
                                       std::pair{"L", "R"}, std::pair{"R", "L"}}) {
            if (!name.starts_with(from)) continue;
            const std::string wanted = to + name.substr(std::string_view(from).size());
            for (std::size_t j = 0; j < other.size(); ++j)
                if (skeleton.joints[j].name == wanted) other[i] = j;
            if (other[i] != i) break;
        }
    }
    return other;
}

/// The part that a bone leads to; the last of a chain keeps its parent's bone.
std::optional<Part> tip_of(Part part) {
    switch (part) {
        case Part::hips:
            return Part::spine;
        case Part::head:
            return std::nullopt;
        case Part::left_hand:
        case Part::right_hand:
        case Part::left_toe:
        case Part::right_toe:
            return std::nullopt;
        default:
            return static_cast<Part>(index_of(part) + 1);
    }
}

Vec3 rest_position(const Skeleton& skeleton, std::size_t joint) {
    Vec3 sum;
    for (auto at = static_cast<std::int32_t>(joint); at >= 0;
         at = skeleton.joints[static_cast<std::size_t>(at)].parent)
        sum = plus(sum, skeleton.joints[static_cast<std::size_t>(at)].offset);
    return sum;
}

/// Turns the standard rest direction of a part's bone into the one of the source, so that bones point alike.
Rotation rest_correction(const Skeleton& source, const Parts& parts, Part part) {
    if (part == Part::hips || part == Part::left_foot || part == Part::right_foot) return {};
    const auto tip = tip_of(part);
    if (!tip || !parts[index_of(part)] || !parts[index_of(*tip)]) return {};
    const Vec3 theirs =
        minus(rest_position(source, *parts[index_of(*tip)]), rest_position(source, *parts[index_of(part)]));
    return between(standard_skeleton().joints[index_of(*tip)].offset, theirs);
}

Status missing_parts(const Clip& clip, const Parts& parts) {
    for (const Part part : {Part::hips, Part::left_thigh, Part::left_shank, Part::left_foot,
                            Part::right_thigh, Part::right_shank, Part::right_foot})
        if (!parts[index_of(part)])
            return Status::invalid_input(
                clip.name + ": found no joint for " + std::string(name_of(part)) +
                ", expected hips and two legs (thigh, shank, foot) by their usual names");
    if (leg_length(clip.skeleton) <= 0) return Status::invalid_input(clip.name + ": found legs of no length");
    return Status::ok();
}

}  // namespace

void place(const Skeleton& skeleton, Vec3 root, std::span<const Rotation> rotations, Placed& placed) {
    const std::size_t count = skeleton.joints.size();
    placed.positions.resize(count);
    placed.rotations.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Joint& joint = skeleton.joints[i];
        if (joint.parent < 0) {
            placed.positions[i] = root;
            placed.rotations[i] = rotations[i];
            continue;
        }
        const auto parent = static_cast<std::size_t>(joint.parent);
        placed.positions[i] = plus(placed.positions[parent], turned(placed.rotations[parent], joint.offset));
        placed.rotations[i] = placed.rotations[parent] * rotations[i];
    }
}

Clip mirror(const Clip& clip) {
    Clip out = clip;
    const std::vector<std::size_t> other = other_sides(clip.skeleton);
    const std::size_t joints = clip.skeleton.joints.size();
    for (std::size_t j = 0; j < joints; ++j) {
        const Vec3 offset = clip.skeleton.joints[other[j]].offset;
        out.skeleton.joints[j].offset = {offset.x, -offset.y, offset.z};
    }
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        out.root[f].y = -clip.root[f].y;
        for (std::size_t j = 0; j < joints; ++j)
            out.rotations[f * joints + j] = mirrored_rotation(clip.rotations[f * joints + other[j]]);
    }
    return out;
}

Result<Clip> retarget(const Clip& clip) {
    const Parts parts = find_parts(clip.skeleton);
    if (Status status = missing_parts(clip, parts); !status.is_ok()) return status;
    const Skeleton& target = standard_skeleton();
    const double scale = (thigh_length + shank_length) / leg_length(clip.skeleton);
    std::array<Rotation, part_count> correction;
    for (std::size_t p = 0; p < part_count; ++p)
        correction[p] = rest_correction(clip.skeleton, parts, static_cast<Part>(p));
    Clip out{clip.name, target, clip.frame_time, {}, {}};
    Placed placed;
    std::array<Rotation, part_count> world;
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        place(clip.skeleton, clip.root[f], clip.at(f), placed);
        out.root.push_back(times(placed.positions[*parts[0]], scale));
        for (std::size_t p = 0; p < part_count; ++p) {
            const std::int32_t parent = target.joints[p].parent;
            const Rotation above = parent < 0 ? Rotation{} : world[static_cast<std::size_t>(parent)];
            world[p] = parts[p] ? placed.rotations[*parts[p]] * correction[p] : above;
            out.rotations.push_back(normalized(inverse(above) * world[p]));
        }
    }
    return out;
}

}  // namespace wend::motion
