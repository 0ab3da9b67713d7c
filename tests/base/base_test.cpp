#include <array>
#include <set>
#include <type_traits>

#include <gtest/gtest.h>

#include "wend/base/budget.hpp"
#include "wend/base/hash.hpp"
#include "wend/base/ids.hpp"
#include "wend/base/rng.hpp"
#include "wend/base/slot_map.hpp"
#include "wend/base/status.hpp"

namespace wend {
namespace {

static_assert(!std::is_convertible_v<AgentId, ObstacleId>);
static_assert(!std::is_constructible_v<AgentId, ObstacleId>);

TEST(Ids, DefaultIsNull) {
    EXPECT_TRUE(AgentId{}.is_null());
    EXPECT_FALSE(AgentId{});
}

TEST(SlotMap, ReusedSlotsGetNewIds) {
    SlotMap<int, AgentId> map;
    const AgentId a = map.insert(1);
    const AgentId b = map.insert(2);
    EXPECT_TRUE(map.erase(a));
    EXPECT_FALSE(map.erase(a));
    const AgentId c = map.insert(3);
    EXPECT_EQ(c.index, a.index);
    EXPECT_NE(c, a);
    EXPECT_EQ(map.find(a), nullptr);
    EXPECT_EQ(*map.find(b), 2);
    EXPECT_EQ(*map.find(c), 3);
    EXPECT_EQ(map.size(), 2u);
    EXPECT_EQ(map.find(AgentId{}), nullptr);
    EXPECT_EQ(map.find(AgentId{99, 1}), nullptr);
}

TEST(SlotMap, VisitsInIndexOrder) {
    SlotMap<int, AgentId> map;
    for (int i = 0; i < 5; ++i) map.insert(i);
    map.erase(AgentId{2, 1});
    std::vector<int> seen;
    map.for_each([&](AgentId, int v) { seen.push_back(v); });
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 3, 4}));
}

TEST(Budget, CountsExpansionsExactly) {
    Budget budget = Budget::expansions(3);
    EXPECT_TRUE(budget.spend());
    EXPECT_TRUE(budget.spend());
    EXPECT_TRUE(budget.spend());
    EXPECT_FALSE(budget.spend());
    EXPECT_TRUE(budget.exhausted());
    EXPECT_EQ(budget.spent(), 3u);
}

TEST(Budget, StopsAtTheDeadlineWithinAStride) {
    Budget past = Budget::until(Budget::Clock::now() - std::chrono::seconds(1));
    EXPECT_FALSE(past.spend());
    EXPECT_EQ(past.spent(), 0u);

    Budget soon = Budget::lasting(std::chrono::milliseconds(5));
    const auto began = Budget::Clock::now();
    while (soon.spend()) {
    }
    EXPECT_GE(Budget::Clock::now() - began, std::chrono::milliseconds(5));
    EXPECT_TRUE(soon.exhausted());
}

TEST(Budget, SlowStepsAreNotLookedAtTooSeldom) {
    using namespace std::chrono;
    Budget budget = Budget::lasting(milliseconds(8));
    // First many quick ones, so that it could believe that all are.
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(budget.look() || budget.exhausted());
    Budget part = budget.and_expansions(1'000'000);
    const auto slow_step = [] {
        for (const auto begun = Budget::Clock::now(); Budget::Clock::now() < begun + microseconds(100);)
            ;
    };
    std::uint64_t late = 0;
    while (part.spend()) {
        late += Budget::Clock::now() > part.deadline();
        slow_step();
    }
    EXPECT_LE(late, 2u);
    EXPECT_FALSE(part.look());
}

TEST(Budget, ManyLooksCountAsAnExpansion) {
    Budget budget = Budget::expansions(2);
    EXPECT_TRUE(budget.spend());
    for (std::uint32_t i = 0; i < Budget::looks_per_expansion; ++i) {
        EXPECT_FALSE(budget.exhausted());
        EXPECT_TRUE(budget.look());
    }
    EXPECT_TRUE(budget.exhausted());
    EXPECT_FALSE(budget.look());
    EXPECT_EQ(budget.spent(), 2u);
}

TEST(Budget, TakesTheTighterOfBothLimits) {
    Budget budget = Budget::lasting(std::chrono::hours(1)).and_expansions(2);
    EXPECT_TRUE(budget.spend());
    EXPECT_TRUE(budget.spend());
    EXPECT_FALSE(budget.spend());
    EXPECT_FALSE(Budget::unlimited().exhausted());
}

TEST(Rng, StreamIsFixedForEver) {
    Rng rng(1);
    const std::array<std::uint64_t, 4> expected{0x5E41AB087439611Eu, 0xF18D6CE93D6CF1EEu, 0x0B95F66D327E8D78u,
                                                0xC7061B1B93322BA9u};
    for (const std::uint64_t word : expected) EXPECT_EQ(rng.next(), word);
}

TEST(Rng, SplitDoesNotAdvanceAndDiffersByKey) {
    const Rng parent(7);
    Rng a = parent.split(1), again = parent.split(1), b = parent.split(2);
    EXPECT_EQ(a.next(), again.next());
    EXPECT_NE(a.next(), b.next());
}

TEST(Rng, BelowIsUniformAndInRange) {
    Rng rng(3);
    std::array<int, 7> count{};
    for (int i = 0; i < 70000; ++i) ++count[rng.below(7)];
    for (const int c : count) EXPECT_NEAR(c, 10000, 500);
    for (int i = 0; i < 1000; ++i) {
        const double u = rng.uniform(2, 3);
        EXPECT_GE(u, 2);
        EXPECT_LT(u, 3);
    }
}

TEST(StateHash, IsFixedForEver) {
    StateHash hash;
    hash.add(std::uint64_t{42});
    hash.add(1.5);
    hash.add(std::string_view("wend"));
    EXPECT_EQ(hash.value(), 0x920C8DA3701E3780u);
}

TEST(StateHash, EqualNumbersHashEquallyAndOrderMatters) {
    StateHash a, b, c;
    a.add(0.0);
    b.add(-0.0);
    EXPECT_EQ(a.value(), b.value());
    a.add(1.0);
    a.add(2.0);
    b.add(2.0);
    b.add(1.0);
    EXPECT_NE(a.value(), b.value());
    EXPECT_NE(c.value(), a.value());
}

TEST(Status, EveryCodeHasAName) {
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(StatusCode::not_available); ++i)
        names.insert(to_string(static_cast<StatusCode>(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(StatusCode::not_available) + 1);
    EXPECT_FALSE(names.contains("unknown"));
}

TEST(Result, HoldsAValueOrTheReason) {
    const Result<int> good(5);
    EXPECT_TRUE(good);
    EXPECT_EQ(good.value(), 5);
    const Result<int> bad(Status::invalid_input("no"));
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.status().message, "no");
}

}  // namespace
}  // namespace wend
