#include "wend/search/open_list.hpp"

#include <algorithm>
#include <map>
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

/// A list, and what a sorted map of states says it should be.
class Pair {
  public:
    Pair() {
        nodes_.ensure(states);
        nodes_.begin_generation();
        for (StateId s = 0; s < states; ++s) nodes_.touch(s);
    }
    void put(const OpenEntry& entry) {
        list_.put(entry);
        expected_[entry.state()] = entry;
    }
    void remove(StateId state) {
        if (expected_.erase(state) != 0) list_.remove(state);
    }
    void pop() {
        const StateId state = list_.top().state();
        list_.pop();
        expected_.erase(state);
    }
    void rekey() {
        list_.rekey([&](StateId state) {
            OpenEntry& entry = expected_[state];
            entry.key = 100 - entry.key;
            return entry;
        });
    }
    [[nodiscard]] bool agrees() const {
        for (StateId s = 0; s < states; ++s)
            if (NodeStore::is_open(nodes_[s]) != expected_.contains(s)) return false;
        if (list_.size() != expected_.size() || list_.is_empty() != expected_.empty()) return false;
        return expected_.empty() || list_.top() == least();
    }
    [[nodiscard]] OpenEntry least() const {
        OpenEntry best;
        for (const auto& [state, entry] : expected_) best = std::min(best, entry);
        return best;
    }
    void clear() {
        list_.clear();
        expected_.clear();
    }

    static constexpr StateId states = 50;

  private:
    NodeStore nodes_;
    OpenList list_{nodes_};
    std::map<StateId, OpenEntry> expected_;
};

TEST(OpenList, GivesWhatASortedMapGives) {
    Rng rng(2);
    Pair pair;
    for (int i = 0; i < 100000; ++i) {
        switch (rng.below(8)) {
            case 0:
                pair.remove(static_cast<StateId>(rng.below(Pair::states)));
                break;
            case 1:
                if (rng.below(50) == 0) pair.clear();
                break;
            case 2:
                if (rng.below(10) == 0) pair.rekey();
                break;
            case 3:
            case 4:
                if (pair.least() != OpenEntry()) pair.pop();
                break;
            default:
                pair.put(random_entry(rng));
        }
        ASSERT_TRUE(pair.agrees()) << "operation " << i;
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
        NodeStore store(0x7FFFFFFFu - before);
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
