#include "sim/coordination/passages.hpp"

#include <gtest/gtest.h>

#include "wend/sim/scene_mesh.hpp"

namespace wend {
namespace {

constexpr double radius = 0.25;

Polygon box(double x0, double y0, double x1, double y1) {
    return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, {}};
}

/// Two rooms and what joins them.
Scene rooms(std::vector<Polygon> between) {
    Scene scene;
    scene.bounds = {{0, 0}, {30, 10}};
    scene.layers.resize(1);
    scene.layers[0].walkable = {box(0, 0, 10, 10), box(20, 0, 30, 10)};
    for (Polygon& polygon : between) scene.layers[0].walkable.push_back(std::move(polygon));
    return scene;
}

Passages passages_of(const Scene& scene) {
    auto ground = mesh_of(scene);
    EXPECT_TRUE(ground) << ground.status().message;
    return {ground.value().mesh, radius};
}

TEST(Passages, ACorridorForOneHasTwoMouthsAndIsSingleFile) {
    const Passages passages = passages_of(rooms({box(9.9, 4.6, 20.1, 5.4)}));
    ASSERT_EQ(passages.all().size(), 1u);
    EXPECT_EQ(passages.all()[0].few, 0u);
    ASSERT_EQ(passages.all()[0].mouths.size(), 2u);
    EXPECT_TRUE(passages.at(0, {15, 5}));
    EXPECT_FALSE(passages.at(0, {5, 5}));
    EXPECT_FALSE(passages.at(0, {0.4, 0.4})) << "a corner is no passage";
}

TEST(Passages, ABayDoesNotDivideIt) {
    const Passages passages = passages_of(rooms({box(9.9, 4.6, 20.1, 5.4), box(14.5, 5.3, 15.5, 6.3)}));
    ASSERT_EQ(passages.all().size(), 1u);
    EXPECT_EQ(passages.all()[0].mouths.size(), 2u);
}

TEST(Passages, AFewGoAgainstEachOtherWhereLanesFitAndAHallIsNone) {
    const Passages narrow = passages_of(rooms({box(9.9, 4, 20.1, 5.6)}));
    ASSERT_EQ(narrow.all().size(), 1u);
    EXPECT_EQ(narrow.all()[0].few, 0u);
    const Passages lanes = passages_of(rooms({box(9.9, 4, 20.1, 5.9)}));
    ASSERT_EQ(lanes.all().size(), 1u);
    EXPECT_GT(lanes.all()[0].few, 0u);
    EXPECT_TRUE(passages_of(rooms({box(9.9, 2, 20.1, 8)})).empty());
}

TEST(Passages, RoutesTellWhereTheyEnterAndFromWhichSide) {
    const Passages passages = passages_of(rooms({box(9.9, 4.6, 20.1, 5.4)}));
    const AgentLimits limits;
    const Route east({{{5, 5}, 0}, {{25, 5}, 0}}, limits, 0.1);
    const Route west({{{25, 5}, 0}, {{5, 5}, 0}}, limits, 0.1);
    const auto there = passages.next_on(east, 0, 20), back = passages.next_on(west, 0, 20);
    ASSERT_TRUE(there && back);
    EXPECT_NE(there->entry, back->entry);
    EXPECT_FALSE(there->is_inside);
    EXPECT_NEAR(east.position_at(there->begin).x, 9.8, 1);
    EXPECT_NEAR(east.position_at(there->end).x, 20.2, 1);
    EXPECT_FALSE(passages.next_on(east, 0, 2)) << "too far ahead";
    const auto inside = passages.next_on(east, 10, 5);
    ASSERT_TRUE(inside);
    EXPECT_TRUE(inside->is_inside);
    EXPECT_EQ(inside->entry, there->entry);
    const Route along({{{9.5, 1}, 0}, {{9.5, 9}, 0}}, limits, 0.1);
    EXPECT_FALSE(passages.next_on(along, 0, 20)) << "it only brushes past the mouth";
}

}  // namespace
}  // namespace wend
