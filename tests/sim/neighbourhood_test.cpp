#include "sim/promise/neighbourhood.hpp"

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "support/effort.hpp"

namespace wend {
namespace {

Vec2 somewhere(Rng& rng) {
    return {rng.uniform(0, 12), rng.uniform(0, 12)};
}

/// A disc or a square that stands, walks a while, goes round and round, or grows uncertain.
Body random_body(Rng& rng, std::uint32_t index) {
    Body body;
    if (rng.below(3) > 0)
        body.who = AgentId{index, 1};
    else
        body.who = ObstacleId{index, 1};
    body.layer = static_cast<std::uint32_t>(rng.below(2));
    body.shape = DiscShape{rng.uniform(0.1, 0.5)};
    if (rng.below(4) == 0) body.shape = PolygonShape{{{-0.4, -0.4}, {0.4, -0.4}, {0.4, 0.4}, {-0.4, 0.4}}};
    double time = rng.uniform(-2, 3);
    for (std::uint64_t i = 0; i <= rng.below(5); ++i, time += rng.uniform(0.2, 3))
        body.motion.keyframes.push_back({time, {somewhere(rng), 0}});
    body.motion.loops = body.motion.keyframes.size() > 1 && rng.below(5) == 0;
    if (rng.below(4) == 0) body.present = {rng.uniform(0, 4), rng.uniform(4, 9)};
    if (rng.below(8) == 0) body.growth = 0.2;
    return body;
}

MovingDisc random_disc(Rng& rng) {
    const double low = rng.uniform(0, 6);
    return {
        {low, low + rng.uniform(0, 4)}, somewhere(rng), {rng.uniform(-1, 1), rng.uniform(-1, 1)}, 0.25, 0};
}

TEST(Neighbourhood, AnswersAsTheOccupancyDoes) {
    std::size_t conflicts = 0;
    for (int round = 0; round < test::rounds(200, 5000); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        Occupancy occupancy;
        for (std::uint32_t i = 1; i <= 25; ++i) occupancy.set(random_body(rng, i));
        if (round % 2 == 0) occupancy.sort_rooms();
        const AgentId self{static_cast<std::uint32_t>(1 + rng.below(25)), 1};
        Neighbourhood around(occupancy, 0, self);
        for (int question = 0; question < 20; ++question) {
            if (question % 5 == 0) {
                const Vec2 low = somewhere(rng);
                around.cover({low, low + Vec2{4, 4}}, {rng.uniform(0, 3), rng.uniform(4, 10)}, 0.5, 2);
            }
            const MovingDisc disc = random_disc(rng);
            const auto layer = static_cast<std::uint32_t>(rng.below(2));
            const auto expected = occupancy.first_conflict(layer, disc, self);
            EXPECT_EQ(expected, around.first_conflict(layer, disc)) << "round " << round;
            conflicts += expected ? 1 : 0;
        }
    }
    EXPECT_GT(conflicts, 100u);
}

TEST(Neighbourhood, ThoseWhoOverlapMayPartButNotGetCloser) {
    Occupancy occupancy;
    Body other;
    other.who = AgentId{1, 1};
    other.shape = DiscShape{0.25};
    other.motion.keyframes = {{0, {{5, 5}, 0}}};
    occupancy.set(other);
    other.who = AgentId{2, 1};
    other.motion.keyframes = {{0, {{4, 5}, 0}}};
    occupancy.set(other);
    Neighbourhood around(occupancy, 0, AgentId{3, 1});
    around.cover({{0, 0}, {10, 10}}, {0, 10}, 0, 0);
    const Vec2 start{5.49, 5};
    const auto meets = [&](Vec2 velocity, double seconds) {
        return around.first_conflict(0, {{0, seconds}, start, velocity, 0.25 - 1e-9, 0}).has_value();
    };
    EXPECT_TRUE(meets({1, 0}, 2)) << "it overlaps by a centimetre";
    around.forgive(start, 0.25);
    EXPECT_FALSE(meets({0, 0}, 2));
    EXPECT_FALSE(meets({1, 0}, 2));
    EXPECT_TRUE(meets({-0.1, 0}, 1)) << "closer to the first";
    EXPECT_TRUE(around.first_conflict(0, {{0, 1}, {4.45, 5.5}, {0, -1}, 0.25, 0}))
        << "the second is as it was";
}

}  // namespace
}  // namespace wend
