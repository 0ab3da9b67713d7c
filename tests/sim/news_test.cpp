// A promise that was checked against all others is checked again only against those made since: the answer
// must be the one that all would give.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "sim/promise/steering.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

constexpr double dt = 0.1;

Vec2 anywhere(Rng& rng) {
    return {rng.uniform(0, 8), rng.uniform(0, 8)};
}

/// Somebody who stands, or walks for a few seconds and stands then.
BodyPath passer_by(Rng& rng, std::uint32_t index) {
    Body body;
    body.who = AgentId{index, 1};
    body.shape = DiscShape{0.25};
    body.motion.keyframes.push_back({0, {anywhere(rng), 0}});
    if (rng.below(3) > 0) body.motion.keyframes.push_back({rng.uniform(1, 4), {anywhere(rng), 0}});
    if (rng.below(10) == 0) body.other_layer = 1;
    return BodyPath(std::make_shared<const Body>(body));
}

TEST(News, AreAllThatAPromiseMustBeCheckedAgainst) {
    int free = 0, taken = 0, near_at_once = 0;
    for (int round = 0; round < test::rounds(4000, 100'000); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        const AgentLimits limits;
        const RoutePoint from{anywhere(rng), 0}, to{anywhere(rng), 0};
        const Route route({from, to}, limits, dt);
        const WalkState walk{0, 0, route.heading(0)};
        const auto ticks = roll_out(route, walk, limits, dt, {limits.max_speed, 30});
        const Steerer steerer{AgentId{1, 1}, from, &limits, nullptr, walk};
        const SteeringSettings settings;

        Occupancy occupancy(Filing::rooms);
        for (std::uint32_t i = 2; i < 2 + rng.below(4); ++i) {
            BodyPath path = passer_by(rng, i);
            occupancy.set(path);
        }
        occupancy.sort_rooms();
        Neighbourhood around(occupancy, 0, steerer.id);
        const Walk promise{steerer.id, limits.radius, from, ticks, 0, dt, settings.standing_time};
        bool keeps_gap = false;
        const auto meeting = first_meeting(around, promise, keeps_gap);
        ASSERT_FALSE(meeting && keeps_gap);
        if (!keeps_gap) continue;

        std::vector<AgentId> newcomers;
        for (std::uint32_t i = 4; i < 5 + rng.below(4); ++i) {
            BodyPath path = passer_by(rng, i);
            occupancy.set(path);
            newcomers.push_back(AgentId{i, 1});
        }
        std::vector<const BodyPath*> news;
        for (const AgentId id : newcomers) news.push_back(occupancy.find(id));
        const bool is_free_of_all = is_free(occupancy, steerer, ticks, 0, dt, settings);
        ASSERT_EQ(is_free_of_all, is_free(occupancy, news, steerer, ticks, 0, dt, settings)) << round;
        ++(is_free_of_all ? free : taken);
        near_at_once += !occupancy.is_free(0, {{0, 0}, from.position, {}, limits.radius, 0}, steerer.id);
    }
    EXPECT_GT(free, 100);
    EXPECT_GT(taken, 100);
    EXPECT_GT(near_at_once, 10);
}

}  // namespace
}  // namespace wend
