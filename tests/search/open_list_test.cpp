#include "wend/search/open_list.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/search/node_store.hpp"

namespace wend::search {
namespace {

OpenEntry random_entry(Rng& rng) {
    return {rng.below(8), static_cast<std::uint32_t>(rng.below(3) - 1), static_cast<StateId>(rng.below(50))};
}
auto order(const OpenEntry& entry) {
    return std::tuple(entry.key, entry.second(), entry.state());
}

TEST(OpenEntry, IsOrderedByKeyThenSecondThenState) {
    Rng rng(1);
    for (int i = 0; i < 10000; ++i) {
        const OpenEntry a = random_entry(rng), b = random_entry(rng);
        EXPECT_EQ(a < b, order(a) < order(b));
    }
}

TEST(OpenEntry, PutsUnderConsistentFirstThenTheFarthestFromTheRoot) {
    const OpenEntry under(5, OpenEntry::second_of_under(7), 9);
    const OpenEntry far(5, OpenEntry::second_of_over(7), 1), near(5, OpenEntry::second_of_over(6), 0);
    EXPECT_LT(under, far);
    EXPECT_LT(far, near);
    EXPECT_TRUE(under.is_under_consistent());
    EXPECT_FALSE(far.is_under_consistent());
    EXPECT_FALSE(OpenEntry(0, OpenEntry::second_of_over(max_path_cost), 0).is_under_consistent());
}

TEST(OpenList, GivesWhatASortedSetGives) {
    Rng rng(2);
    for (int round = 0; round < 200; ++round) {
        OpenList list;
        std::multiset<std::tuple<std::uint64_t, std::uint32_t, StateId>> expected;
        for (int i = 0; i < 300; ++i) {
            if (rng.below(3) != 0 || expected.empty()) {
                const OpenEntry entry = random_entry(rng);
                if (list.is_full()) list.grow(list.size() + 1);
                list.push(entry);
                expected.insert(order(entry));
            } else {
                ASSERT_EQ(order(list.top()), *expected.begin());
                list.pop();
                expected.erase(expected.begin());
            }
            ASSERT_EQ(list.size(), expected.size());
        }
    }
}

TEST(OpenList, RebuildDropsAndRekeys) {
    Rng rng(3);
    for (std::size_t count = 0; count < 70; ++count) {
        OpenList list;
        std::vector<std::tuple<std::uint64_t, std::uint32_t, StateId>> expected;
        for (std::size_t i = 0; i < count; ++i) {
            OpenEntry entry = random_entry(rng);
            if (list.is_full()) list.grow(8);
            list.push(entry);
            entry.key = 100 - entry.key;
            if (entry.state() % 3 != 0) expected.push_back(order(entry));
        }
        list.rebuild([](OpenEntry& entry) {
            entry.key = 100 - entry.key;
            return entry.state() % 3 != 0;
        });
        std::sort(expected.begin(), expected.end());
        for (const auto& entry : expected) {
            ASSERT_EQ(order(list.top()), entry);
            list.pop();
        }
        ASSERT_TRUE(list.is_empty());
    }
}

TEST(NodeStore, ForgetsWithoutClearing) {
    NodeStore store;
    store.ensure(10);
    store.begin_generation();
    store.touch(3).g = 5;
    EXPECT_TRUE(store.is_visited(3));
    EXPECT_EQ(store.g(3), 5u);
    EXPECT_EQ(store.g(4), infinite_cost);
    EXPECT_EQ(store.visited(), 1u);
    store.begin_generation();
    EXPECT_FALSE(store.is_visited(3));
    EXPECT_EQ(store.touch(3).g, infinite_cost);
    EXPECT_FALSE(store.is_visited(99));
}

TEST(NodeStore, StampsSurviveTheirWrapAround) {
    for (std::uint32_t before = 0; before < 6; ++before) {
        NodeStore store(0xFFFFFFFFu - before);
        store.ensure(4);
        store.begin_generation();
        store.touch(0).g = 1;
        store.close(store[0]);
        for (int round = 0; round < 8; ++round) {
            EXPECT_TRUE(store.is_closed(store[0]));
            store.begin_round();
            EXPECT_FALSE(store.is_closed(store[0]));
            EXPECT_TRUE(store.is_visited(0));
            EXPECT_FALSE(store.is_visited(1));
            store.close(store[0]);
        }
        store.begin_generation();
        EXPECT_FALSE(store.is_visited(0));
        EXPECT_FALSE(store.is_closed(store.touch(0)));
    }
}

}  // namespace
}  // namespace wend::search
