#include "body_pictures.hpp"

#include "wend/motion/rotation.hpp"

namespace wend::cli {
namespace {

using motion::Part;
using view::Cloth;

struct Drawn {
    Part from, to;
    double radius;  // metres
    Cloth cloth;
};
constexpr Drawn drawn[] = {
    {Part::hips, Part::chest, 0.135, Cloth::shirt},
    {Part::chest, Part::neck, 0.125, Cloth::shirt},
    {Part::left_thigh, Part::right_thigh, 0.105, Cloth::trousers},
    {Part::left_arm, Part::left_forearm, 0.05, Cloth::shirt},
    {Part::left_forearm, Part::left_hand, 0.04, Cloth::skin},
    {Part::right_arm, Part::right_forearm, 0.05, Cloth::shirt},
    {Part::right_forearm, Part::right_hand, 0.04, Cloth::skin},
    {Part::left_thigh, Part::left_shank, 0.08, Cloth::trousers},
    {Part::left_shank, Part::left_foot, 0.06, Cloth::trousers},
    {Part::left_foot, Part::left_toe, 0.045, Cloth::shoes},
    {Part::right_thigh, Part::right_shank, 0.08, Cloth::trousers},
    {Part::right_shank, Part::right_foot, 0.06, Cloth::trousers},
    {Part::right_foot, Part::right_toe, 0.045, Cloth::shoes},
};

view::PictureBody picture_of(const motion::AgentPose& body) {
    motion::PlacedPose placed;
    place(body.pose, placed);
    const auto at = [&placed](Part part) { return placed.positions[motion::index_of(part)]; };
    view::PictureBody picture{body.agent, {}};
    for (const Drawn& limb : drawn)
        picture.limbs.push_back({at(limb.from), at(limb.to), limb.radius, limb.cloth});
    const Vec3 head = at(Part::head);
    const motion::Rotation turn = placed.rotations[motion::index_of(Part::head)];
    const auto above = [&](Vec3 offset) { return motion::plus(head, motion::turned(turn, offset)); };
    picture.limbs.push_back({above({0.015, 0, 0.02}), above({0.025, 0, 0.09}), 0.085, Cloth::skin});
    picture.limbs.push_back({above({-0.01, 0, 0.10}), above({0, 0, 0.13}), 0.088, Cloth::hair});
    return picture;
}

}  // namespace

std::vector<view::PictureBody> pictures_of(std::span<const motion::AgentPose> poses) {
    std::vector<view::PictureBody> pictures;
    for (const motion::AgentPose& body : poses) pictures.push_back(picture_of(body));
    return pictures;
}

}  // namespace wend::cli
