#include "wend/world/generate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

namespace wend {
namespace {

GeneratorSpec random_spec(Rng& rng, SceneKind kind) {
    GeneratorSpec spec;
    spec.kind = kind;
    spec.seed = rng.below(1000000);
    spec.agents = 4 + static_cast<std::uint32_t>(rng.below(60));
    spec.width = rng.uniform(2, 8);
    spec.length = rng.uniform(10, 30);
    spec.arms = 2 + static_cast<std::uint32_t>(rng.below(4));
    spec.radius = rng.uniform(0.2, 0.4);
    return spec;
}

TEST(Generate, EveryKindMakesTheSameSceneAgain) {
    Rng rng(3);
    for (const std::string_view name : scene_kind_names()) {
        const GeneratorSpec spec = random_spec(rng, scene_kind(name).value());
        const auto once = generate_scene(spec), again = generate_scene(spec);
        ASSERT_TRUE(once) << name << ": " << once.status().message;
        ASSERT_EQ(once.value().agents.size(), again.value().agents.size());
        for (std::size_t i = 0; i < once.value().agents.size(); ++i)
            EXPECT_EQ(once.value().agents[i].position, again.value().agents[i].position) << name;
    }
}

TEST(Generate, NobodyStartsInSomebodyElse) {
    Rng rng(4);
    for (int round = 0; round < 40; ++round)
        for (const std::string_view name : scene_kind_names()) {
            const auto scene = generate_scene(random_spec(rng, scene_kind(name).value()));
            if (!scene) continue;  // no room for so many: said, not squeezed
            const auto& agents = scene.value().agents;
            for (std::size_t i = 0; i < agents.size(); ++i)
                for (std::size_t j = i + 1; j < agents.size(); ++j) {
                    const Vec2 a = agents[i].position, b = agents[j].position;
                    EXPECT_GE(std::hypot(a.x - b.x, a.y - b.y),
                              agents[i].limits.radius + agents[j].limits.radius)
                        << name << " agents " << i << " and " << j;
                }
        }
}

TEST(Generate, NumbersOutsideTheirRangesAreNamed) {
    GeneratorSpec spec;
    spec.width = 0.1;
    const auto scene = generate_scene(spec);
    ASSERT_FALSE(scene);
    EXPECT_NE(scene.status().message.find("width"), std::string::npos) << scene.status().message;
    EXPECT_FALSE(scene_kind("labyrinth"));
}

}  // namespace
}  // namespace wend
