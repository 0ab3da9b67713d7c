// Crowds under constraints: where walkers go, told by this file's own idea of who sees whom.

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "wend/base/rng.hpp"
#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"

#include "sim/verified_run.hpp"
#include "support/data.hpp"

namespace wend {
namespace {

Scene shipped_scene(const std::string& name) {
    auto loaded = io::load_scene(test::source_dir() / "scenes" / (name + ".json"));
    EXPECT_TRUE(loaded) << loaded.status().message;
    return loaded.value();
}

/// Does the straight line run through the inside of the box? By points along it, closer than any house.
bool passes(Vec2 from, Vec2 to, const Box2& box) {
    for (int i = 0; i <= 200; ++i) {
        const Vec2 p = lerp(from, to, i / 200.0);
        if (p.x > box.low.x && p.x < box.high.x && p.y > box.low.y && p.y < box.high.y) return true;
    }
    return false;
}

bool is_watched(const Scene& scene, const ConstraintSpec& spec, double time, Vec2 p) {
    for (const ObstacleSpec& guard : scene.obstacles) {
        if (guard.name != spec.of) continue;
        const Pose pose = guard.motion.at(time);
        const Vec2 off = p - pose.position;
        const double turn = std::remainder(std::atan2(off.y, off.x) - pose.angle, 2 * std::numbers::pi);
        if (length(off) > spec.range || std::abs(turn) > spec.angle / 2) continue;
        bool is_hidden = false;
        for (const Polygon& house : scene.layers[0].blocked)
            is_hidden |= passes(pose.position, p, bounds_of(house.outline));
        if (!is_hidden) return true;
    }
    return false;
}

Vec2 ground_point(Vec3 p) {
    return {p.x, p.y};
}

/// Calls visit(time, position) for the first agent in every frame.
template <class Visit>
void walk_through(const Scene& scene, Visit&& visit) {
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    while (!simulation.is_finished()) {
        simulation.step();
        const io::Frame& frame = simulation.frame();
        if (!frame.agents.empty()) visit(frame.time, ground_point(frame.agents[0].position));
    }
}

double seconds_watched(const Scene& told, const Scene& run) {
    double seconds = 0;
    walk_through(run, [&](double time, Vec2 p) {
        for (const ConstraintSpec& spec : told.constraints)
            if (is_watched(told, spec, time, p)) {
                seconds += told.time_step;
                break;
            }
    });
    return seconds;
}

TEST(ConstraintsInCrowds, intruder_stays_unseen_while_guards_move) {
    const Scene scene = shipped_scene("patrol");
    Scene careless = scene;
    careless.constraints.clear();
    EXPECT_GT(seconds_watched(scene, careless), 2);
    EXPECT_EQ(seconds_watched(scene, scene), 0);
    EXPECT_TRUE(test::verified_run(scene).passed);
}

/// Houses, guards who walk between them at times that all know, and somebody who wants through.
Scene guarded_streets(std::uint64_t seed) {
    Rng rng(seed);
    Scene scene;
    scene.name = "guarded streets";
    scene.bounds = {{0, 0}, {50, 40}};
    scene.layers.resize(1);
    scene.duration = 150;
    for (const Vec2 low : {Vec2{8, 8}, Vec2{8, 24}, Vec2{30, 8}, Vec2{30, 24}}) {
        const Vec2 corner = low + Vec2{rng.uniform(-2, 2), rng.uniform(-2, 2)};
        scene.layers[0].blocked.push_back(
            {rectangle({corner, corner + Vec2{rng.uniform(6, 11), rng.uniform(5, 8)}}), {}});
    }
    const Vec2 ends[][2] = {{{25, 37}, {25, 3}}, {{3, 20.5}, {47, 20.5}}, {{47, 37}, {47, 3}}};
    const std::size_t guards = 1 + rng.below(2);
    for (std::size_t i = 0; i < guards; ++i) {
        const auto& way = ends[rng.below(3)];
        const bool turned = rng.below(2) == 0;
        const Vec2 a = way[turned ? 1 : 0], b = way[turned ? 0 : 1];
        const double there = std::atan2(b.y - a.y, b.x - a.x), back = there + std::numbers::pi;
        const double time = distance(a, b) / rng.uniform(0.5, 1.0), turn = rng.uniform(2, 4);
        ObstacleSpec guard;
        guard.name = "guard " + std::to_string(i);
        guard.shape = DiscShape{0.3};
        guard.motion = {{{0, {a, there}},
                         {time, {b, there}},
                         {time + turn, {b, back}},
                         {2 * time + turn, {a, back}},
                         {2 * (time + turn), {a, back + std::numbers::pi}}},
                        true};
        scene.obstacles.push_back(guard);
        ConstraintSpec sight;
        sight.name = "sight " + std::to_string(i);
        sight.kind = AnnotationKind::sight;
        sight.of = guard.name;
        sight.range = rng.uniform(5, 9);
        sight.angle = rng.uniform(0.8, 1.6);
        sight.hard = true;
        scene.constraints.push_back(sight);
    }
    AgentSpec intruder;
    intruder.name = "intruder";
    intruder.position = {2, rng.uniform(2, 6)};
    intruder.goal = {0, DiscRegion{{45, rng.uniform(33, 37)}, 0.5}, {}};
    scene.agents = {intruder};
    return scene;
}

/// Ground that must not be entered and moves: nobody steps onto it, wherever it goes. It may come over
/// somebody who stands; then it was not the step that led there, which where it lay the moment before tells.
TEST(ConstraintsInCrowds, nobody_steps_into_sight_that_moves) {
    int arrived = 0;
    const std::uint64_t seeds = 12;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        const Scene scene = guarded_streets(seed);
        double last_time = 0;
        Vec2 last = scene.agents[0].position;
        int steps_in = 0;
        walk_through(scene, [&](double time, Vec2 p) {
            for (const ConstraintSpec& spec : scene.constraints) {
                const bool was_off = !is_watched(scene, spec, last_time, last);
                if (was_off && is_watched(scene, spec, time, p) && is_watched(scene, spec, last_time, p))
                    ++steps_in;
            }
            last_time = time;
            last = p;
        });
        EXPECT_EQ(steps_in, 0);
        arrived += distance(last, std::get<DiscRegion>(scene.agents[0].goal.region).center) < 0.6 ? 1 : 0;
    }
    EXPECT_GE(arrived, 10) << "of " << seeds;
}

TEST(ConstraintsInCrowds, walker_goes_behind_the_building) {
    const Scene scene = shipped_scene("behind-the-building");
    const Pose building = scene.obstacles[0].motion.at(0);
    const Vec2 ahead = unit_vector(building.angle);
    double most_ahead = -1e9, most_behind = -1e9;
    walk_through(scene, [&](double, Vec2 p) {
        most_ahead = std::max(most_ahead, dot(p - building.position, ahead));
        most_behind = std::max(most_behind, dot(building.position - p, ahead));
    });
    EXPECT_GT(most_behind, 3);
    EXPECT_LT(most_ahead, 0.5);
}

/// Where those of a group pass a line across their way: its y for each of them.
std::vector<double> passed_at(const std::vector<io::Frame>& frames, std::span<const AgentSpec> agents,
                              const std::string& group, double x) {
    std::map<std::uint32_t, Vec2> last;
    std::vector<double> places;
    for (const io::Frame& frame : frames)
        for (const io::RecordedAgent& agent : frame.agents) {
            if (!agents[agent.agent].name.starts_with(group)) continue;
            const Vec2 now = ground_point(agent.position);
            const auto before = last.find(agent.agent);
            if (before != last.end() && (before->second.x < x) != (now.x < x)) places.push_back(now.y);
            last[agent.agent] = now;
        }
    return places;
}

/// Everybody in the lane that constraints say, and those who weave between statues in one lane.
TEST(ConstraintsInCrowds, lanes_form) {
    const Scene scene = shipped_scene("lanes-by-constraint");
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    std::vector<io::Frame> frames;
    verify::Verifier verifier(scene, made.value().agents());
    verifier.add(made.value().frame());
    while (!made.value().is_finished()) {
        made.value().step();
        verifier.add(made.value().frame());
        frames.push_back(made.value().frame());
    }
    EXPECT_TRUE(verifier.finish().passed);
    const auto share = [&](const std::string& group, double x, auto&& is_there) {
        const auto places = passed_at(frames, made.value().agents(), group, x);
        EXPECT_GE(places.size(), 8u) << group;
        return static_cast<double>(std::count_if(places.begin(), places.end(), is_there)) /
               static_cast<double>(places.size());
    };
    const double street = 4, statues = 13.5;
    EXPECT_GE(share("eastbound", 20, [&](double y) { return y < street; }), 0.9);
    EXPECT_GE(share("westbound", 20, [&](double y) { return y > street; }), 0.9);
    for (const double x : {10.0, 20.0, 30.0}) {
        const bool in_front = x != 20;
        EXPECT_GE(share("weavers", x, [&](double y) { return (y > statues) == in_front; }), 0.9) << x;
        // There is room of 3.7 m; they set out over 7 m.
        auto places = passed_at(frames, made.value().agents(), "weavers", x);
        std::sort(places.begin(), places.end());
        EXPECT_LT(places[places.size() * 9 / 10] - places[places.size() / 10], 2.5) << x;
    }
}

TEST(ConstraintsInCrowds, hard_ground_is_never_entered) {
    Scene scene = shipped_scene("along-the-wall");
    ConstraintSpec lawn;
    lawn.name = "lawn";
    lawn.polygon = {{{5, 4}, {14, 2}, {14, 22}, {6, 20}}, {}};
    lawn.hard = true;
    scene.constraints = {lawn};
    const verify::Report report = test::verified_run(scene);
    EXPECT_TRUE(report.passed);
    walk_through(scene,
                 [&](double time, Vec2 p) { EXPECT_FALSE(contains(lawn.polygon, p)) << "at " << time; });
}

/// Streams against each other beside a lawn, with an obstacle that comes at them: whoever makes room, goes
/// around somebody, evades or dodges keeps off it.
TEST(ConstraintsInCrowds, nobody_evades_onto_hard_ground) {
    for (const std::uint64_t seed : {2u, 3u}) {
        Scene scene;
        scene.bounds = {{0, 0}, {24, 8}};
        scene.layers.resize(1);
        scene.prediction = seed == 2;
        scene.duration = 180;
        scene.time_step = 1.0 / 20;
        const auto side = [&](const char* name, double from, double to) {
            GroupSpec group;
            group.name = name;
            group.count = 14;
            group.placement = RectanglePlacement{{from - 2, 0.4}, {from + 2, 3.4}};
            group.goal = {0, DiscRegion{{to, 1.9}, 1.4}, {}};
            group.goal.leaves = true;
            scene.groups.push_back(group);
        };
        side("east", 3, 22.3);
        side("west", 21, 1.7);
        ObstacleSpec cart;
        cart.name = "cart";
        cart.shape = DiscShape{0.4};
        cart.motion = {{{0, {{12, 0.5}, 0}}, {4, {{12, 0.5}, 0}}, {8, {{12, 3.2}, 0}}, {12, {{12, 0.5}, 0}}},
                       true};
        cart.knowledge = seed == 3 ? Knowledge::observed : Knowledge::known;
        scene.obstacles = {cart};
        ConstraintSpec lawn;
        lawn.name = "lawn";
        lawn.polygon = {{{4, 3.9}, {20, 3.9}, {20, 8}, {4, 8}}, {}};
        lawn.hard = true;
        scene.constraints = {lawn};
        const verify::Report report = test::verified_run(scene, seed);
        EXPECT_EQ(report.forbidden_ground, 0u) << "seed " << seed;
        EXPECT_EQ(report.arrived, 28u) << "seed " << seed;
    }
}

}  // namespace
}  // namespace wend
