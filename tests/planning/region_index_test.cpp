// Which clients a change concerns: against a look at all of them.

#include "wend/planning/region_index.hpp"

#include <map>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

namespace wend::planning {
namespace {

Box2 random_box(Rng& rng) {
    const double reach = rng.below(8) == 0 ? 300 : rng.below(3) == 0 ? 20 : 2;
    const Vec2 low{rng.uniform(-100, 100), rng.uniform(-100, 100)};
    return {low, low + Vec2{rng.uniform(0, reach), rng.uniform(0, reach)}};
}

Interval random_times(Rng& rng) {
    const double low = rng.uniform(0, 50);
    return {low, low + rng.uniform(0, 30)};
}

TEST(RegionIndex, FindsWhomALookAtAllOfThemFinds) {
    Rng rng(5);
    RegionIndex index;
    std::map<RegionIndex::Client, std::vector<SeenRegion>> all;
    std::size_t hits = 0;
    for (int step = 0; step < 3000; ++step) {
        const RegionIndex::Client client = rng.below(60);
        std::vector<SeenRegion>& regions = all[client];
        regions.clear();
        for (std::uint64_t i = rng.below(4); i > 0; --i)
            regions.push_back({static_cast<std::uint32_t>(rng.below(2)), random_box(rng), random_times(rng)});
        index.set(client, regions);
        const auto layer = static_cast<std::uint32_t>(rng.below(2));
        const Box2 box = random_box(rng);
        const Interval times = random_times(rng);
        std::vector<RegionIndex::Client> expected;
        for (const auto& [who, known] : all)
            if (std::any_of(known.begin(), known.end(), [&](const SeenRegion& region) {
                    return region.layer == layer && region.box.overlaps(box) && region.times.overlaps(times);
                }))
                expected.push_back(who);
        ASSERT_EQ(index.concerned(layer, box, times), expected) << "step " << step;
        hits += expected.size();
    }
    EXPECT_GT(hits, 1000u);
}

TEST(RegionIndex, WhatHasNoEndsConcernsAllThatAreThere) {
    RegionIndex index;
    const std::vector<SeenRegion> here{{0, {{1, 1}, {2, 2}}, {0, 10}}};
    index.set(7, here);
    constexpr double far = std::numeric_limits<double>::infinity();
    EXPECT_EQ(index.concerned(0, {{-far, -far}, {far, far}}, {5, far}).size(), 1u);
    EXPECT_TRUE(index.concerned(0, {{-far, -far}, {far, far}}, {11, far}).empty());
    EXPECT_TRUE(index.concerned(1, {{0, 0}, {3, 3}}, {5, 6}).empty());
    index.set(7, {});
    EXPECT_TRUE(index.concerned(0, {{0, 0}, {3, 3}}, {5, 6}).empty());
}

}  // namespace
}  // namespace wend::planning
