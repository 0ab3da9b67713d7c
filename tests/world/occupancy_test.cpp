#include "wend/world/occupancy.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/geometry/interval_set.hpp"

#include "support/effort.hpp"
#include "world/random_bodies.hpp"

namespace wend {
namespace {

/// The index against a plain loop over everybody.
class Loop {
  public:
    void set(const Body& body) {
        remove(body.who);
        paths_.emplace_back(std::make_shared<const Body>(body));
    }
    void remove(BodyId who) {
        std::erase_if(paths_, [&](const BodyPath& path) { return path.body().who == who; });
    }

    [[nodiscard]] std::vector<Neighbour> within(std::uint32_t layer, Vec2 p, double distance, double t,
                                                BodyId except) const {
        std::vector<Neighbour> found;
        for_each(layer, except, [&](const BodyPath& path) {
            const double away = path.distance_at(p, t);
            if (away <= distance) found.push_back({path.body().who, away});
        });
        std::sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
            return a.distance != b.distance ? a.distance < b.distance : a.who < b.who;
        });
        return found;
    }
    [[nodiscard]] std::optional<Conflict> first_conflict(std::uint32_t layer, const MovingDisc& disc,
                                                         BodyId except) const {
        std::optional<Conflict> first;
        for_each(layer, except, [&](const BodyPath& path) {
            const auto t = path.first_overlap(disc);
            if (t && (!first || *t < first->time || (*t == first->time && path.body().who < first->who)))
                first = Conflict{*t, path.body().who};
        });
        return first;
    }
    [[nodiscard]] std::vector<Interval> safe_intervals(std::uint32_t layer, Vec2 p, double radius,
                                                       Interval window, BodyId except) const {
        std::vector<Interval> times;
        for_each(layer, except, [&](const BodyPath& path) {
            path.append_overlaps({window, p, {}, radius, 0}, times);
        });
        join(times);
        complement(times, window);
        return times;
    }

  private:
    template <class Visit>
    void for_each(std::uint32_t layer, BodyId except, Visit&& visit) const {
        for (const BodyPath& path : paths_)
            if (path.body().is_on(layer) && path.body().who != except) visit(path);
    }
    std::vector<BodyPath> paths_;
};

BodyId random_id(Rng& rng, std::uint64_t count) {
    const auto index = static_cast<std::uint32_t>(rng.below(count));
    return rng.below(2) == 0 ? BodyId(AgentId{index, 1}) : BodyId(ObstacleId{index, 1});
}

void expect_same_answers(const Occupancy& index, const Loop& loop, Rng& rng, double size) {
    const auto layer = static_cast<std::uint32_t>(rng.below(2));
    const Vec2 p = test::random_point(rng, {{-5, -5}, {size + 5, size + 5}});
    const double t = rng.uniform(-12, 60), distance = rng.below(4) == 0 ? 12 : rng.uniform(0, 3);
    const BodyId except = rng.below(2) == 0 ? BodyId{} : random_id(rng, 60);
    ASSERT_EQ(index.within(layer, p, distance, t, except), loop.within(layer, p, distance, t, except));

    const MovingDisc disc{{t, t + (rng.below(5) == 0 ? 0 : rng.uniform(0, 12))},
                          p,
                          unit_vector(rng.uniform(0, 6.28)) * rng.uniform(0, 3),
                          rng.uniform(0.1, 1),
                          rng.below(4) == 0 ? 0.2 : 0};
    ASSERT_EQ(index.first_conflict(layer, disc, except), loop.first_conflict(layer, disc, except));
    ASSERT_EQ(index.is_free(layer, disc, except), !loop.first_conflict(layer, disc, except).has_value());

    const Interval window{t, t + rng.uniform(0, 40)};
    ASSERT_EQ(index.safe_intervals(layer, p, disc.radius, window, except),
              loop.safe_intervals(layer, p, disc.radius, window, except));
}

TEST(Occupancy, EveryAnswerIsThatOfTheLoop) {
    Rng rng(41);
    for (int round = 0; round < test::rounds(60, 2000); ++round) {
        const test::BodyMix mix{.size = rng.uniform(10, 80)};
        Occupancy index(round % 2 == 0 ? Filing::stretches : Filing::rooms);
        Loop loop;
        for (int i = 0; i < 60; ++i) {
            const Body body = test::random_body(rng, random_id(rng, 60), mix);
            index.set(body);
            loop.set(body);
        }
        for (int i = 0; i < 60; ++i) {
            expect_same_answers(index, loop, rng, mix.size);
            if (HasFatalFailure()) FAIL() << "round " << round << ", question " << i;
        }
    }
}

class OccupancyFiled : public testing::TestWithParam<Filing> {};

TEST_P(OccupancyFiled, StaysRightWhileBodiesComeAndGo) {
    Rng rng(42);
    const test::BodyMix mix{.size = 30, .turning = false};
    Occupancy index(GetParam());
    Loop loop;
    for (int round = 0; round < test::rounds(6000, 200'000); ++round) {
        const BodyId who = random_id(rng, 60);
        if (rng.below(3) == 0) {
            index.remove(who);
            loop.remove(who);
        } else {
            const Body body = test::random_body(rng, who, mix);
            index.set(body);
            loop.set(body);
        }
        if (rng.below(40) == 0) index.sort_rooms();
        expect_same_answers(index, loop, rng, mix.size);
        if (HasFatalFailure()) FAIL() << "round " << round;
    }
}

INSTANTIATE_TEST_SUITE_P(Occupancy, OccupancyFiled, testing::Values(Filing::stretches, Filing::rooms));

TEST(Occupancy, WhoSetsAPathGetsTheOneItReplaces) {
    for (const Filing filing : {Filing::stretches, Filing::rooms}) {
        Occupancy occupancy(filing);
        Body body{.who = AgentId{1, 1}, .layer = 0, .shape = DiscShape{0.5}, .motion = {{{0, {}}}, false}};
        BodyPath path(std::make_shared<const Body>(body));
        occupancy.set(path);
        EXPECT_TRUE(path.is_empty());
        body.motion.keyframes[0].pose.position = {3, 0};
        path = BodyPath(std::make_shared<const Body>(body));
        occupancy.set(path);
        EXPECT_EQ(path.body().motion.at(0).position, (Vec2{}));
        ASSERT_TRUE(occupancy.find(body.who));
        EXPECT_EQ(occupancy.find(body.who)->body().motion.at(0).position, (Vec2{3, 0}));
        EXPECT_FALSE(occupancy.find(AgentId{1, 2}));
    }
}

TEST(Occupancy, AnswersDoNotDependOnTheOrderOfArrival) {
    Rng rng(43);
    std::vector<Body> bodies;
    for (std::uint32_t i = 0; i < 80; ++i)
        bodies.push_back(test::random_body(rng, AgentId{i, 1}, {.size = 20}));
    Occupancy forward, backward;
    for (const Body& body : bodies) forward.set(body);
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) backward.set(*body);
    for (int i = 0; i < 500; ++i) {
        const Vec2 p = test::random_point(rng, {{0, 0}, {20, 20}});
        const double t = rng.uniform(0, 30);
        ASSERT_EQ(forward.within(0, p, 5, t), backward.within(0, p, 5, t));
        ASSERT_EQ(forward.first_conflict(0, {{t, t + 9}, p, {1, 0.5}, 0.3, 0}),
                  backward.first_conflict(0, {{t, t + 9}, p, {1, 0.5}, 0.3, 0}));
        ASSERT_EQ(forward.safe_intervals(0, p, 0.3, {t, t + 20}),
                  backward.safe_intervals(0, p, 0.3, {t, t + 20}));
    }
}

TEST(Occupancy, WhoGoesFromOneLayerToAnotherCountsOnBoth) {
    Occupancy occupancy;
    Body body{.who = AgentId{1, 1}, .layer = 0, .shape = DiscShape{0.5}, .motion = {{{0, {}}}, false}};
    body.other_layer = 2;
    occupancy.set(body);
    const MovingDisc disc{{0, 1}, {0.2, 0}, {}, 0.3, 0};
    EXPECT_FALSE(occupancy.is_free(0, disc));
    EXPECT_TRUE(occupancy.is_free(1, disc));
    EXPECT_FALSE(occupancy.is_free(2, disc));
    occupancy.remove(body.who);
    EXPECT_TRUE(occupancy.is_free(0, disc));
    EXPECT_TRUE(occupancy.is_free(2, disc));
}

TEST(Occupancy, EmptyIsFree) {
    Occupancy index;
    EXPECT_TRUE(index.within(0, {0, 0}, 100, 0).empty());
    EXPECT_TRUE(index.is_free(0, {{0, 5}, {0, 0}, {1, 0}, 0.5, 0}));
    EXPECT_EQ(index.safe_intervals(0, {0, 0}, 1, {2, 8}), (std::vector<Interval>{{2, 8}}));
    EXPECT_FALSE(index.remove(AgentId{3, 1}));
}

TEST(Occupancy, AQuestionWithoutEndIsAnswered) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    Occupancy index;
    Body body;
    body.who = AgentId{0, 1};
    body.shape = DiscShape{0.5};
    body.motion = {{{0, {{0, 0}, 0}}, {10, {{10, 0}, 0}}}, false};
    index.set(body);
    const auto safe = index.safe_intervals(0, {5, 0}, 0.5, {0, forever});
    ASSERT_EQ(safe.size(), 2u);
    EXPECT_NEAR(safe[0].high, 4, 1e-6);
    EXPECT_NEAR(safe[1].low, 6, 1e-6);
    EXPECT_EQ(safe[1].high, forever);
}

TEST(Occupancy, AnOldIdDoesNotStandForItsSuccessor) {
    Occupancy index;
    Body body;
    body.who = AgentId{4, 2};
    body.shape = DiscShape{0.5};
    body.motion = {{{0, {{0, 0}, 0}}}, false};
    index.set(body);
    EXPECT_FALSE(index.remove(AgentId{4, 1}));
    EXPECT_EQ(index.within(0, {0, 0}, 1, 5, AgentId{4, 1}).size(), 1u);
    EXPECT_TRUE(index.within(0, {0, 0}, 1, 5, AgentId{4, 2}).empty());
}

}  // namespace
}  // namespace wend
