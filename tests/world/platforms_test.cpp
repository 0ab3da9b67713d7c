#include "wend/world/platforms.hpp"

#include <gtest/gtest.h>

#include "wend/world/world.hpp"

#include "world/random_worlds.hpp"

namespace wend {
namespace {

PlatformSpec ferry() {
    return {.name = "ferry",
            .layer = 0,
            .outline = test::rectangle({-2, -1}, {2, 1}),
            .motion = {{{0, {{5, 5}, 0}}, {10, {{15, 5}, 0}}, {20, {{5, 5}, 0}}}, true}};
}

PlatformSpec carousel() {
    return {.name = "carousel",
            .layer = 1,
            .outline = test::rectangle({-3, -3}, {3, 3}),
            .motion = {{{0, {{0, 0}, 0}}, {8, {{4, 0}, 6.283185307179586}}}, false}};
}

TEST(Platforms, AreFoundWhereTheyAre) {
    const Platforms platforms({ferry(), carousel()});
    EXPECT_EQ(platforms.under(0, {6, 5}, 0), platforms.id(0));
    EXPECT_TRUE(platforms.under(0, {8, 5}, 0).is_null());
    EXPECT_EQ(platforms.under(0, {11, 5}, 5), platforms.id(0));
    EXPECT_EQ(platforms.under(0, {11, 5}, 35), platforms.id(0)) << "on the way back of the second round";
    EXPECT_TRUE(platforms.under(1, {11, 5}, 5).is_null());
}

TEST(Platforms, CarryAgreesWithIntegratingTheSurfaceVelocity) {
    const Platforms platforms({ferry(), carousel()});
    for (const std::size_t index : {0u, 1u}) {
        const PlatformId id = platforms.id(index);
        const Vec2 start = platforms.at(id).motion.at(1).position + Vec2{1.5, 0.5};
        Vec2 p = start;
        constexpr int steps = 200'000;
        constexpr double begin = 1, end = 7, step = (end - begin) / steps;
        for (int i = 0; i < steps; ++i) {
            const double t = begin + i * step;
            const Vec2 half = p + platforms.surface_velocity(id, p, t) * (step / 2);
            p += platforms.surface_velocity(id, half, t + step / 2) * step;
        }
        EXPECT_LT(distance(p, platforms.carry(id, start, begin, end)), 1e-6) << index;
    }
}

TEST(Platforms, SupportWhereTheGroundDoesNot) {
    Scene scene = test::open_floor(20);
    scene.layers[0].walkable = {{test::rectangle({0, 0}, {3, 10}), {}}};
    scene.layers[0].blocked = {{test::rectangle({11.5, 4}, {12.5, 6}), {}}};
    scene.platforms = {ferry()};
    World world(scene);
    const auto frame = world.snapshot();
    EXPECT_TRUE(frame->supports(0, {2, 2}, 0));
    EXPECT_TRUE(frame->supports(0, {6, 5}, 0));
    EXPECT_FALSE(frame->supports(0, {9, 5}, 0));
    EXPECT_TRUE(frame->supports(0, {11, 5}, 6));
    EXPECT_FALSE(frame->supports(0, {12, 5}, 6)) << "a wall stands through the platform's way";
}

}  // namespace
}  // namespace wend
