// A level that is saved and restored is the same level.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/level/level.hpp"

#include "level_builder.hpp"

namespace wend::level {
namespace {

Level stairs_and_a_drop() {
    test::LevelBuilder builder;
    builder.box({-10, -10, -1}, {10, 10, 0}).walls({-10, -10}, {10, 10}, 0, 8);
    builder.box({-4, -4, 0}, {4, 4, 2.6});
    for (int step = 0; step < 8; ++step)
        builder.box({4 + step * 0.5, -1, 0}, {4.5 + step * 0.5, 1, 2.6 - 0.3 * (step + 1)});
    LevelSource source;
    source.cell_size = 0.25;
    source.cell_height = 0.1;
    source.step_height = 0.4;
    source.drop_height = 3;
    auto level = import_level(builder.triangles(), source);
    EXPECT_TRUE(level) << level.status().message;
    return std::move(level).value();
}

TEST(SavedLevel, IsTheSameLevel) {
    const Level level = stairs_and_a_drop();
    ASSERT_FALSE(level.links.empty());
    const std::vector<std::byte> bytes = level.save();
    const auto restored = Level::restore(bytes);
    ASSERT_TRUE(restored) << restored.status().message;
    const Level& other = restored.value();
    EXPECT_EQ(other.layers, level.layers);
    EXPECT_EQ(other.portals, level.portals);
    EXPECT_EQ(other.links, level.links);
    EXPECT_EQ(other.bounds, level.bounds);
    EXPECT_EQ(other.statistics.spans, level.statistics.spans);
    Rng rng(3);
    for (int i = 0; i < 500; ++i) {
        const Vec3 p{rng.uniform(-11, 11), rng.uniform(-11, 11), rng.uniform(-1, 5)};
        for (std::uint32_t layer = 0; layer < level.layers.size(); ++layer)
            EXPECT_EQ(other.heights.at(layer, p.xy()), level.heights.at(layer, p.xy()));
        const auto a = other.heights.locate(p), b = level.heights.locate(p);
        ASSERT_EQ(a.has_value(), b.has_value());
        if (a) {
            EXPECT_EQ(a->layer, b->layer);
        }
    }
    EXPECT_EQ(other.save(), bytes);
}

TEST(SavedLevel, DamagedBytesAreRefused) {
    const std::vector<std::byte> whole = stairs_and_a_drop().save();
    Rng rng(5);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::byte> bytes = whole;
        if (round % 2 == 0)
            bytes.resize(rng.next() % bytes.size());
        else
            bytes[rng.next() % bytes.size()] ^= static_cast<std::byte>(1 + rng.next() % 255);
        EXPECT_FALSE(Level::restore(bytes)) << round;
    }
}

}  // namespace
}  // namespace wend::level
