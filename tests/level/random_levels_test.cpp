// Random heaps of boxes and ramps, with overlaps of every kind: whatever comes out must be sound.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "level_builder.hpp"
#include "level_checks.hpp"
#include "support/effort.hpp"

namespace wend::level {
namespace {

Triangles random_level(Rng rng) {
    test::LevelBuilder builder;
    builder.box({-8, -8, -1}, {8, 8, 0});
    const auto count = static_cast<int>(rng.below(14));
    for (int i = 0; i < count; ++i) {
        const Vec3 low{rng.uniform(-8, 6), rng.uniform(-8, 6), rng.uniform(-0.5, 6)};
        const Vec3 high{low.x + rng.uniform(0.5, 8), low.y + rng.uniform(0.5, 8),
                        low.z + rng.uniform(0.2, 3)};
        const std::uint64_t kind = rng.below(4);
        if (kind == 0)
            builder.ramp_x(low, high);
        else if (kind == 1)
            builder.ramp_y(low, high);
        else
            builder.box(low, high);
    }
    return builder.triangles();
}

LevelSource random_settings(Rng rng) {
    LevelSource source;
    source.cell_size = rng.uniform(0.2, 0.5);
    source.cell_height = rng.uniform(0.1, 0.2);
    source.step_height = rng.uniform(0.2, 0.9);
    source.head_room = rng.uniform(1, 2);
    source.jump_distance = rng.uniform(0, 3);
    source.drop_height = rng.uniform(0, 5);
    return source;
}

void check(std::uint64_t seed) {
    SCOPED_TRACE(seed);
    const Rng rng(seed);
    const Triangles triangles = random_level(rng.split(1));
    const LevelSource source = random_settings(rng.split(2));
    for (const double tolerance : {0.0, -1.0}) {
        ImportOptions options;
        options.contour_tolerance = tolerance;
        options.least_area = 0;
        const auto level = import_level(triangles, source, options);
        ASSERT_TRUE(level) << level.status().message;
        test::expect_sound(triangles, source, options, level.value());
        for (const Link& link : level.value().links) {
            EXPECT_TRUE(level.value().heights.at(link.from_layer, link.from));
            EXPECT_TRUE(level.value().heights.at(link.to_layer, link.to));
            EXPECT_GT(link.max_radius, 0);
        }
    }
}

TEST(RandomLevels, are_sound) {
    const int count = wend::test::rounds(150, 3000);
    for (int seed = 0; seed < count && !testing::Test::HasFailure(); ++seed)
        check(static_cast<std::uint64_t>(seed));
}

}  // namespace
}  // namespace wend::level
