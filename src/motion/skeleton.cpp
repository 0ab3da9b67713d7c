#include "wend/motion/skeleton.hpp"

#include <algorithm>
#include <cctype>

namespace wend::motion {
namespace {

constexpr std::array<std::string_view, part_count> part_names{
    "Hips",        "Spine",      "Chest",        "Neck",      "Head",        "LeftArm", "LeftForeArm",
    "LeftHand",    "RightArm",   "RightForeArm", "RightHand", "LeftUpLeg",   "LeftLeg", "LeftFoot",
    "LeftToeBase", "RightUpLeg", "RightLeg",     "RightFoot", "RightToeBase"};

/// Names by which makers call a part, without its side, in lower case and without punctuation; the first that
/// a skeleton has counts. An L or R in front or behind is a side.
struct Synonyms {
    Part part;
    std::array<std::string_view, 5> names;
};
constexpr std::array<Synonyms, 12> synonyms{{
    {Part::hips, {"hips", "pelvis", "hip", "root", ""}},
    {Part::spine, {"lowerback", "spine", "abdomen", "torso", ""}},
    {Part::chest, {"spine1", "chest", "spine2", "upperback", "thorax"}},
    {Part::neck, {"neck", "neck1", "", "", ""}},
    {Part::head, {"head", "", "", "", ""}},
    {Part::left_arm, {"arm", "upperarm", "uparm", "shldr", "humerus"}},
    {Part::left_forearm, {"forearm", "lowerarm", "elbow", "lowarm", "radius"}},
    {Part::left_hand, {"hand", "wrist", "", "", ""}},
    {Part::left_thigh, {"upleg", "thigh", "upperleg", "femur", "hip"}},
    {Part::left_shank, {"leg", "shin", "lowerleg", "knee", "tibia"}},
    {Part::left_foot, {"foot", "ankle", "", "", ""}},
    {Part::left_toe, {"toebase", "toe", "toes", "ball", ""}},
}};

std::string plain(std::string_view name) {
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos) name.remove_prefix(colon + 1);
    std::string out;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool is_sided(std::string_view name, std::string_view part, std::string_view side) {
    const std::string_view letter = side.substr(0, 1);
    const auto joined = [&](std::string_view a, std::string_view b) {
        return name.size() == a.size() + b.size() && name.substr(0, a.size()) == a &&
               name.substr(a.size()) == b;
    };
    return joined(side, part) || joined(part, side) || joined(letter, part) || joined(part, letter);
}

std::optional<std::size_t> find_joint(const std::vector<std::string>& names, const Synonyms& of,
                                      std::string_view side) {
    for (const std::string_view synonym : of.names) {
        if (synonym.empty()) continue;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (side.empty() ? names[i] == synonym : is_sided(names[i], synonym, side)) return i;
    }
    return std::nullopt;
}

Skeleton make_standard() {
    const auto parent = [](Part part) { return static_cast<std::int32_t>(index_of(part)); };
    Skeleton skeleton;
    const auto add = [&](std::int32_t above, Vec3 offset) {
        skeleton.joints.push_back({std::string(part_names[skeleton.joints.size()]), above, offset});
    };
    add(-1, {});
    add(parent(Part::hips), {0, 0, 0.10});
    add(parent(Part::spine), {0, 0, 0.18});
    add(parent(Part::chest), {0, 0, 0.25});
    add(parent(Part::neck), {0.01, 0, 0.10});
    for (const double side : {1.0, -1.0}) {
        const Part arm = side > 0 ? Part::left_arm : Part::right_arm;
        const Part forearm = side > 0 ? Part::left_forearm : Part::right_forearm;
        add(parent(Part::chest), {0, side * 0.18, 0.19});
        add(parent(arm), {0, side * 0.29, 0});
        add(parent(forearm), {0, side * 0.26, 0});
    }
    for (const double side : {1.0, -1.0}) {
        const std::int32_t thigh = parent(side > 0 ? Part::left_thigh : Part::right_thigh);
        add(parent(Part::hips), {0, side * hip_spread, -0.005});
        add(thigh, {0, 0, -thigh_length});
        add(thigh + 1, {0, 0, -shank_length});
        add(thigh + 2, {ball_ahead, 0, -0.06});
    }
    return skeleton;
}

}  // namespace

std::string_view name_of(Part part) noexcept {
    return part_names[index_of(part)];
}

Part mirrored(Part part) noexcept {
    const auto shift = [part](int by) { return static_cast<Part>(static_cast<int>(part) + by); };
    if (part >= Part::left_arm && part <= Part::left_hand) return shift(3);
    if (part >= Part::right_arm && part <= Part::right_hand) return shift(-3);
    if (part >= Part::left_thigh && part <= Part::left_toe) return shift(4);
    if (part >= Part::right_thigh) return shift(-4);
    return part;
}

const Skeleton& standard_skeleton() {
    static const Skeleton skeleton = make_standard();
    return skeleton;
}

std::array<std::optional<std::size_t>, part_count> find_parts(const Skeleton& skeleton) {
    std::vector<std::string> names;
    for (const Joint& joint : skeleton.joints) names.push_back(plain(joint.name));
    std::array<std::optional<std::size_t>, part_count> found;
    for (const Synonyms& of : synonyms) {
        const bool has_sides = of.part >= Part::left_arm;
        found[index_of(of.part)] = find_joint(names, of, has_sides ? "left" : "");
        if (has_sides) found[index_of(mirrored(of.part))] = find_joint(names, of, "right");
    }
    if (!found[index_of(Part::hips)] && !skeleton.joints.empty()) found[index_of(Part::hips)] = 0;
    return found;
}

double leg_length(const Skeleton& skeleton) {
    const auto parts = find_parts(skeleton);
    double longest = 0;
    for (const Part thigh : {Part::left_thigh, Part::right_thigh}) {
        const auto shank = parts[index_of(thigh) + 1], foot = parts[index_of(thigh) + 2];
        if (shank && foot)
            longest = std::max(
                longest, length(skeleton.joints[*shank].offset) + length(skeleton.joints[*foot].offset));
    }
    return longest;
}

}  // namespace wend::motion
