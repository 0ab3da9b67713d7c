#include "wend/world/change_log.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "world/random_worlds.hpp"

namespace wend {
namespace {

Change random_change(Rng& rng, std::uint64_t stamp) {
    Change change;
    change.stamp = stamp;
    change.layer = static_cast<std::uint32_t>(rng.below(2));
    const Vec2 low = test::random_point(rng, {{-500, -500}, {500, 500}});
    const double size = std::ldexp(rng.uniform(0.01, 1), static_cast<int>(rng.below(12)));
    change.region = {low, low + Vec2{size * rng.uniform(), size}};
    change.window.low = rng.uniform(0, 50);
    change.window.high = change.window.low + rng.uniform(0, 20);
    return change;
}

std::vector<std::uint64_t> stamps(const std::vector<Change>& changes) {
    std::vector<std::uint64_t> result;
    for (const Change& change : changes) result.push_back(change.stamp);
    return result;
}

TEST(ChangeLog, TellsExactlyWhatTouches) {
    Rng rng(11);
    ChangeLog log(2000);
    std::vector<Change> all;
    int told = 0;
    for (int round = 0; round < test::rounds(6000, 60'000); ++round) {
        all.push_back(random_change(rng, all.empty() ? 1 : all.back().stamp + 1 + rng.below(3)));
        log.add(all.back());
        if (all.size() > 2000) all.erase(all.begin());
        const std::uint64_t since = all.front().stamp + rng.below(all.back().stamp - all.front().stamp + 2);
        const Change asked = random_change(rng, 0);
        std::vector<Change> expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected), [&](const Change& c) {
            return c.stamp > since && c.layer == asked.layer && c.region.overlaps(asked.region) &&
                   c.window.overlaps(asked.window);
        });
        const Changes answer = log.since(since, asked.layer, asked.region, asked.window);
        ASSERT_FALSE(answer.overflowed);
        ASSERT_EQ(stamps(answer.items), stamps(expected));
        told += static_cast<int>(expected.size());
    }
    EXPECT_GT(told, 1000);
    EXPECT_EQ(log.size(), 2000u);
}

TEST(ChangeLog, SaysWhenTheAskerIsTooLate) {
    Rng rng(12);
    ChangeLog log(10);
    for (std::uint64_t stamp = 1; stamp <= 25; ++stamp) log.add(random_change(rng, stamp));
    EXPECT_TRUE(log.since(14).overflowed);
    EXPECT_TRUE(log.since(14, 0, {{0, 0}, {1, 1}}, {}).overflowed);
    EXPECT_FALSE(log.since(15).overflowed);
    EXPECT_EQ(log.since(15).items.size(), 10u);
    EXPECT_TRUE(log.since(25).items.empty());
}

}  // namespace
}  // namespace wend
