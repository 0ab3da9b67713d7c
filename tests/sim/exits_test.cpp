// Goals of several places: the one that is chosen is nearest by the way, told by single searches to points
// all around each place; it is chosen again when a place is shut; and whoever judges the run counts any of
// them.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/io/scene_file.hpp"

#include "sim/ground/exit_maps.hpp"
#include "sim/ground/goals.hpp"
#include "sim/ground/router.hpp"
#include "sim/halls.hpp"
#include "sim/verified_run.hpp"
#include "support/data.hpp"

namespace wend {
namespace {

constexpr double exit_radius = 0.27;

Polygon exit_box(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

Scene town(Rng& rng) {
    Scene scene;
    scene.bounds = {{0, 0}, {60, 60}};
    scene.layers.resize(1);
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) {
            const Vec2 low{12.0 * x + rng.uniform(1, 4), 12.0 * y + rng.uniform(1, 4)};
            scene.layers[0].blocked.push_back(
                exit_box(low, low + Vec2{rng.uniform(3, 7), rng.uniform(3, 7)}));
        }
    return scene;
}

/// Boxes and discs, some of them partly in walls or beyond the bounds.
Goal random_exits(Rng& rng) {
    Goal goal;
    const auto place = [&](Goal& one) {
        const Vec2 at{rng.uniform(-1, 60), rng.uniform(-1, 60)};
        if (rng.below(2) == 0)
            one.region = DiscRegion{at, rng.uniform(0.3, 2)};
        else
            one.region = exit_box(at, at + Vec2{rng.uniform(1, 4), rng.uniform(1, 4)});
    };
    place(goal);
    goal.others.resize(1 + rng.below(4));
    for (Goal& other : goal.others) place(other);
    return goal;
}

/// The shortest of many ways to a place: to its edge, or to its middle less its radius.
double length_to(const Router& router, Vec2 from, const Goal& place) {
    mesh::NavContext context;
    mesh::Path path;
    const auto length = [&](Vec2 to) {
        Budget budget = Budget::unlimited();
        router.mesh().find_path({{from, 0}, {to, 0}, exit_radius}, context, budget, path);
        return path.has_route() ? path.length : std::numeric_limits<double>::infinity();
    };
    if (const auto* disc = std::get_if<DiscRegion>(&place.region))
        return std::max(0.0, length(disc->center) - disc->radius);
    constexpr int points = 24;
    double least = std::numeric_limits<double>::infinity();
    const Ring& ring = std::get<Polygon>(place.region).outline;
    for (std::size_t i = 0; i < ring.size(); ++i)
        for (int k = 0; k < points; ++k)
            least = std::min(least, length(lerp(ring[i], ring[(i + 1) % ring.size()], double(k) / points)));
    return least;
}

TEST(Exits, TheNearestByTheWayIsChosen) {
    constexpr double between_points = 0.03;  // metres that a way to the nearest of the points may be longer
    int asked = 0, not_the_nearest_straight = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Rng rng(seed);
        const Scene scene = town(rng);
        const Walls walls(scene);
        Router router = Router::create(scene).value();
        const Goal goal = random_exits(rng);
        for (int edit = 0; edit < 3; ++edit) {
            if (edit > 0) {
                const auto number = static_cast<std::uint32_t>(edit);
                ASSERT_TRUE(router
                                .block(ObstacleId{number, 1}, 0, DiscShape{1.5},
                                       {{rng.uniform(2, 58), rng.uniform(2, 58)}, 0})
                                .is_ok());
                Budget unlimited = Budget::unlimited();
                router.update(unlimited);
            }
            router.expect_exits(goal, exit_radius, 1000);
            for (int i = 0; i < 6; ++i) {
                const Vec2 from{rng.uniform(1, 59), rng.uniform(1, 59)};
                Budget budget = Budget::unlimited();
                const auto chosen = router.nearest_exit(walls, goal, exit_radius, {from, 0}, budget);
                double least = std::numeric_limits<double>::infinity(), straight = least;
                std::size_t nearest_straight = 0;
                for (std::size_t k = 0; k < place_count(goal); ++k) {
                    least = std::min(least, length_to(router, from, place_of(goal, k)));
                    const Box2 box = bounds_of(place_of(goal, k).region);
                    const double away = distance(from, lerp(box.low, box.high, 0.5));
                    if (away < straight) straight = away, nearest_straight = k;
                }
                if (std::isinf(least)) continue;
                ASSERT_TRUE(chosen) << "seed " << seed;
                EXPECT_LE(length_to(router, from, place_of(goal, *chosen)), least + between_points)
                    << "seed " << seed << " edit " << edit;
                ++asked;
                not_the_nearest_straight += *chosen != nearest_straight;
            }
        }
    }
    EXPECT_GT(asked, 60);
    EXPECT_GT(not_the_nearest_straight, 3);
}

TEST(Exits, MapsAreMadeForManyAndRepaired) {
    Rng rng(3);
    const Scene scene = town(rng);
    Router router = Router::create(scene).value();
    const Goal goal = random_exits(rng);
    ExitMaps maps;
    EXPECT_FALSE(maps.expect(router.mesh(), router.filter(), goal, exit_radius, 3));
    EXPECT_EQ(maps.size(), 0u);
    EXPECT_TRUE(maps.expect(router.mesh(), router.filter(), goal, exit_radius, 1000));
    EXPECT_TRUE(maps.expect(router.mesh(), router.filter(), goal, exit_radius, 1));
    EXPECT_EQ(maps.size(), 1u);
}

/// A wall across a hall: the exit behind it is nearer in a straight line.
Scene hall_with_wall() {
    AgentSpec ann = test::walker("ann", {9, 1}, {11, 1});
    Goal far;
    far.region = DiscRegion{{2, 1}, 0.3};
    ann.goal.others = {far};
    Scene scene = test::hall({ann});
    scene.layers[0].blocked = {exit_box({9.8, 0}, {10.2, 9})};
    return scene;
}

TEST(Exits, OneWalkerWithoutAMapGoesToTheNearest) {
    const Scene scene = hall_with_wall();
    const verify::Report report = test::verified_run(scene);
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.arrived, 1u);
    auto made = Simulation::create(scene, {1, 1, {}});
    while (!made.value().is_finished()) made.value().step();
    EXPECT_LT(distance(made.value().frame().agents[0].position.xy(), {2, 1}), 0.31);
    EXPECT_LT(made.value().frame().time, 10);
}

TEST(Exits, WhoJudgesWantsOneOfThePlacesReached) {
    const Scene scene = hall_with_wall();
    auto made = Simulation::create(scene, {1, 1, {}});
    Scene strict = scene;
    strict.agents[0].goal.others.clear();
    verify::Verifier fair(scene, made.value().agents()), unfair(strict, strict.agents);
    for (fair.add(made.value().frame()), unfair.add(made.value().frame()); !made.value().is_finished();) {
        made.value().step();
        fair.add(made.value().frame());
        unfair.add(made.value().frame());
    }
    EXPECT_EQ(fair.finish().arrived, 1u);
    EXPECT_EQ(unfair.finish().missed_goals, 1u);
}

TEST(Exits, AreChosenAgainWhenOneShuts) {
    auto loaded = io::load_scene(test::source_dir() / "scenes/nearest-exit.json");
    ASSERT_TRUE(loaded) << loaded.status().message;
    const Scene scene = loaded.value();
    const auto left_by = [&](const Scene& told) {
        std::vector<int> counts(place_count(told.groups[0].goal));
        auto made = Simulation::create(told, {1, 1, {}});
        EXPECT_TRUE(made) << made.status().message;
        verify::Verifier verifier(told, made.value().agents());
        verifier.add(made.value().frame());
        std::vector<RoutePoint> last(made.value().agents().size());
        std::vector<bool> is_there(last.size());
        while (!made.value().is_finished()) {
            made.value().step();
            verifier.add(made.value().frame());
            std::vector<bool> seen(last.size());
            for (const io::RecordedAgent& agent : made.value().frame().agents) {
                last[agent.agent] = {agent.position.xy(), agent.layer};
                seen[agent.agent] = true;
            }
            for (std::size_t i = 0; i < last.size(); ++i) {
                if (is_there[i] && !seen[i])
                    for (std::size_t k = 0; k < counts.size(); ++k) {
                        const Box2 box = bounds_of(place_of(told.groups[0].goal, k).region).grown(0.5);
                        counts[k] += box.contains(last[i].position);
                    }
                is_there[i] = seen[i];
            }
        }
        const verify::Report report = verifier.finish();
        EXPECT_TRUE(report.passed);
        EXPECT_EQ(report.arrived, last.size());
        return counts;
    };
    const std::vector<int> shut = left_by(scene);
    Scene open = scene;
    open.events.clear();
    const std::vector<int> all = left_by(open);
    for (const int count : all) EXPECT_GT(count, 0);
    EXPECT_LT(shut[0], all[0]);  // the one that shuts
}

}  // namespace
}  // namespace wend
