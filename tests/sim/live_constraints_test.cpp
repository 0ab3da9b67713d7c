// Constraints that come, go, and move with agents, and goals one after the other: what crowds and agents in
// focus make of them, judged by the verifier, which has its own ideas of ground and sight.

#include "sim/ground/live_constraints.hpp"

#include <cmath>
#include <queue>

#include "wend/base/rng.hpp"
#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/world/world.hpp"

#include "sim/ground/ready_field.hpp"
#include "sim/halls.hpp"
#include "sim/verified_run.hpp"
#include "support/data.hpp"

namespace wend {
namespace {

using test::hall;
using test::walker;

ConstraintSpec lawn(Vec2 low, Vec2 high) {
    ConstraintSpec made;
    made.name = "lawn";
    made.polygon = {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
    made.hard = true;
    return made;
}

double seconds_inside(const io::Frame& frame, const Polygon& ground, double time_step) {
    for (const io::RecordedAgent& agent : frame.agents)
        if (contains(ground, agent.position.xy())) return time_step;
    return 0;
}

Scene one_walker() {
    return hall({walker("ann", {1, 5}, {19, 5})});
}

TEST(LiveConstraints, come_and_go_by_events) {
    const ConstraintSpec grass = lawn({8, 2}, {12, 8});
    for (const bool is_lifted : {false, true}) {
        Scene scene = one_walker();
        scene.events = {{0, ConstraintEvent{grass}}};
        if (is_lifted) scene.events.push_back({1, LiftEvent{"lawn"}});
        auto made = Simulation::create(scene, {1, 1, {}});
        ASSERT_TRUE(made) << made.status().message;
        Simulation& simulation = made.value();
        verify::Verifier verifier(scene, simulation.agents());
        verifier.add(simulation.frame());
        double inside = 0;
        while (!simulation.is_finished()) {
            simulation.step();
            verifier.add(simulation.frame());
            inside += seconds_inside(simulation.frame(), grass.polygon, scene.time_step);
        }
        const verify::Report report = verifier.finish();
        EXPECT_EQ(report.arrived, 1u);
        EXPECT_EQ(report.forbidden_ground, 0u);
        EXPECT_EQ(inside > 0, is_lifted);
        EXPECT_TRUE(report.passed);
    }
}

TEST(LiveConstraints, are_set_while_it_runs_and_recorded) {
    Scene scene = one_walker();
    const ConstraintSpec grass = lawn({8, 2}, {12, 8});
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    verifier.add(simulation.frame());
    EXPECT_TRUE(simulation.constraints().specs.empty());
    std::size_t edits = 0;
    while (!simulation.is_finished()) {
        if (simulation.frame().index == 30) {
            ASSERT_TRUE(simulation.apply({0, ConstraintEvent{grass}}).is_ok());
        }
        simulation.step();
        verifier.add(simulation.frame());
        edits += simulation.frame().edits.size();
        EXPECT_EQ(seconds_inside(simulation.frame(), grass.polygon, 1), 0);
    }
    EXPECT_EQ(edits, 1u);
    ASSERT_EQ(simulation.constraints().specs.size(), 1u);
    EXPECT_EQ(simulation.constraints().ground[0].influence.shapes[0].ring, grass.polygon.outline);
    EXPECT_TRUE(verifier.finish().passed);
}

TEST(LiveConstraints, say_what_is_wrong_and_change_nothing) {
    auto made = Simulation::create(one_walker(), {1, 1, {}});
    ASSERT_TRUE(made);
    const auto refuses = [&](const ConstraintSpec& spec) {
        const Status status = made.value().apply({0, ConstraintEvent{spec}});
        EXPECT_EQ(status.code, StatusCode::invalid_input);
        EXPECT_FALSE(status.message.empty());
        EXPECT_TRUE(made.value().constraints().specs.empty());
    };
    ConstraintSpec bad = lawn({8, 2}, {12, 8});
    bad.agents = {"nobody"};
    refuses(bad);
    bad = lawn({8, 2}, {12, 8});
    bad.layer = 7;
    refuses(bad);
    bad = lawn({8, 2}, {12, 8});
    bad.hard = false;
    for (const double weight : {0.0, 101.0, -101.0, std::nan("")}) {
        bad.weight = weight;
        refuses(bad);
    }
    bad.weight = -1;
    bad.kind = AnnotationKind::sight;
    bad.of = "nobody";
    refuses(bad);
    EXPECT_FALSE(made.value().apply({0, LiftEvent{"lawn"}}).is_ok());

    // What a scene asks for from the beginning is refused at once.
    Scene heavy = one_walker();
    heavy.constraints = {lawn({1, 1}, {2, 2}), lawn({3, 1}, {4, 2})};
    for (ConstraintSpec& one : heavy.constraints) one.hard = false, one.weight = 60;
    heavy.constraints[1].name = "other lawn";
    EXPECT_EQ(Simulation::create(heavy, {1, 1, {}}).status().code, StatusCode::invalid_input);
}

/// A ray against the houses: not the code that plans.
bool is_seen(const Scene& scene, const io::Frame& frame) {
    const Vec2 p = frame.agents[0].position.xy();
    for (std::size_t i = 1; i < frame.agents.size(); ++i) {
        const Vec2 off = p - frame.agents[i].position.xy();
        const double turn =
            std::remainder(std::atan2(off.y, off.x) - frame.agents[i].heading, 6.283185307179586);
        if (length(off) > scene.constraints[0].range || std::abs(turn) > scene.constraints[0].angle / 2)
            continue;
        bool is_hidden = false;
        for (const Polygon& house : scene.layers[0].blocked)
            for (int k = 0; k <= 100; ++k) is_hidden |= contains(house, p - off * (k / 100.0));
        if (!is_hidden) return true;
    }
    return false;
}

double seconds_seen(const Scene& told, const Scene& run) {
    auto made = Simulation::create(run, {1, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    double seconds = 0;
    // On its way; where it wants to be it stands in the open.
    while (!made.value().is_finished() && made.value().view(0).mode != io::AgentMode::arrived) {
        made.value().step();
        if (is_seen(told, made.value().frame())) seconds += run.time_step;
    }
    return seconds;
}

TEST(LiveConstraints, follow_agents_on_patrol) {
    const auto loaded = io::load_scene(test::source_dir() / "scenes/rounds.json");
    ASSERT_TRUE(loaded) << loaded.status().message;
    const Scene scene = loaded.value();
    Scene careless = scene;
    careless.constraints.clear();
    const double without = seconds_seen(scene, careless);
    EXPECT_GT(without, 1);
    EXPECT_LT(seconds_seen(scene, scene), 0.2 * without);
    const verify::Report report = test::verified_run(scene);
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.arrived, 3u);  // the guards have been around
}

TEST(GoalsInTurn, are_reached_one_after_the_other) {
    Scene scene = one_walker();
    scene.duration = 60;
    Goal& goal = scene.agents[0].goal;
    goal = {0, DiscRegion{{5, 8}, 0.4}, {}};
    goal.then = {Goal{0, DiscRegion{{15, 2}, 0.4}, {}}, Goal{0, DiscRegion{{1, 1}, 0.4}, {}}};
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    std::vector<io::Frame> frames{made.value().frame()};
    while (!made.value().is_finished()) {
        made.value().step();
        frames.push_back(made.value().frame());
    }
    const auto judge = [&](const std::vector<io::Frame>& told) {
        verify::Verifier verifier(scene, made.value().agents());
        for (const io::Frame& frame : told) verifier.add(frame);
        return verifier.finish();
    };
    const verify::Report report = judge(frames);
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_LT(distance(frames.back().agents[0].position.xy(), {1, 1}), 0.41);

    // The verifier is not told a tale: neither one that ends early, nor one in which a goal comes too soon.
    std::vector<io::Frame> short_tale(frames.begin(),
                                      frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2));
    EXPECT_EQ(judge(short_tale).arrived, 0u);
    std::vector<io::Frame> hasty = frames;
    for (io::Frame& frame : hasty)
        if (!frame.edits.empty()) {
            io::RecordedEdit edit = frame.edits[0];
            frame.edits.clear();
            edit.event.time = hasty[1].time;
            hasty[1].edits.push_back(edit);
            break;
        }
    EXPECT_GT(judge(hasty).missed_goals, 0u);
}

TEST(ConstraintsInFocus, plans_in_space_and_time_obey_them) {
    for (const bool is_hard : {true, false}) {
        Scene scene = one_walker();
        ConstraintSpec grass = lawn({8, 1}, {12, 7});
        grass.hard = is_hard;
        grass.weight = -25;
        scene.constraints = {grass};
        scene.budget.expansions = 4000;
        FocusSpec focus;
        focus.target = "ann";
        scene.planner.focus = {focus};
        auto made = Simulation::create(scene, {1, 1, {}});
        ASSERT_TRUE(made) << made.status().message;
        verify::Verifier verifier(scene, made.value().agents());
        verifier.add(made.value().frame());
        double inside = 0;
        while (!made.value().is_finished()) {
            made.value().step();
            verifier.add(made.value().frame());
            inside += seconds_inside(made.value().frame(), grass.polygon, scene.time_step);
        }
        const verify::Report report = verifier.finish();
        EXPECT_EQ(report.arrived, 1u) << "hard: " << is_hard;
        EXPECT_EQ(report.forbidden_ground, 0u);
        EXPECT_EQ(inside, 0) << "hard: " << is_hard;
    }
}

/// What a device computes leads everybody along the same ways, whatever moves.
TEST(LiveConstraints, lead_the_same_way_with_open_cl) {
    if (const auto device = fields::OpenClField::open(); !device) GTEST_SKIP() << device.status().message;
    const auto loaded = io::load_scene(test::source_dir() / "scenes/rounds.json");
    ASSERT_TRUE(loaded);
    Scene scene = loaded.value();
    scene.duration = 20;
    const auto places = [&](bool open_cl) {
        auto made = Simulation::create(scene, {1, 1, {}, open_cl});
        EXPECT_TRUE(made);
        std::vector<Vec3> all;
        while (!made.value().is_finished()) {
            made.value().step();
            for (const io::RecordedEvent& event : made.value().frame().events)
                EXPECT_NE(event.kind, "no_open_cl") << event.detail;
            for (const io::RecordedAgent& agent : made.value().frame().agents) all.push_back(agent.position);
        }
        return all;
    };
    const auto by_device = places(true), by_processor = places(false);
    ASSERT_EQ(by_device.size(), by_processor.size());
    for (std::size_t i = 0; i < by_device.size(); ++i) {
        ASSERT_EQ(by_device[i].x, by_processor[i].x);
        ASSERT_EQ(by_device[i].y, by_processor[i].y);
    }
}

/// Fields that are kept up to date lead as new ones do, whatever has happened.
TEST(ReadyField, repaired_leads_as_a_new_one_does) {
    int led = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Scene scene = hall({});
        scene.bounds = {{0, 0}, {16, 12}};
        const auto box = [&](double most) {
            const Vec2 low{rng.uniform(1, 14), rng.uniform(1, 10)};
            return Box2{low, low + Vec2{rng.uniform(0.3, most), rng.uniform(0.3, most)}};
        };
        for (int i = 0; i < 4; ++i) scene.layers[0].blocked.push_back({rectangle(box(3)), {}});
        const Walls walls(scene);
        std::vector<domains::ResolvedConstraint> rules;
        for (int i = 0; i < 4; ++i)
            rules.push_back({0, {{{rectangle(box(4)), {}, 0}}}, i == 0, Preposition::in, i % 2 ? 5.0 : -8.0});
        auto multipliers = domains::MultiplierField::create(rules).value();
        std::vector<domains::ResolvedConstraint> standing;
        const RoutePoint to{{15, 11}, 0};
        std::optional<ReadyField> kept;
        std::uint64_t seen = 0;
        for (int step = 0; step < 15; ++step) {
            std::vector<domains::ChangedGround> changed;
            if (step > 0 && rng.below(3) == 0) {
                const domains::ResolvedConstraint body{0, {{{rectangle(box(1)), {}, 0.25}}}, true, {}, 0};
                changed.push_back({0, body.influence.box()});
                standing.push_back(body);
            } else if (step > 0 && !standing.empty() && rng.below(3) == 0) {
                changed.push_back({0, standing.back().influence.box()});
                standing.pop_back();
            } else if (step > 0) {
                std::vector<domains::ChangedGround> moved;
                multipliers.move(rng.below(4), 0, {{{rectangle(box(4)), {}, 0}}}, moved);
            }
            const FieldSource source{scene, walls, multipliers, standing};
            if (!kept) {
                kept.emplace(ReadyField::create(source, 0.25, nullptr, to).value());
            } else {
                ASSERT_TRUE(multipliers.changed_since(seen, changed));
                kept->repair(source, changed);
            }
            seen = multipliers.version();
            ReadyField fresh = ReadyField::create(source, 0.25, nullptr, to).value();
            for (int i = 0; i < 8; ++i) {
                const RoutePoint from{{rng.uniform(0.3, 15.7), rng.uniform(0.3, 11.7)}, 0};
                const fields::Cell start = kept->start(source, from);
                ASSERT_EQ(start, fresh.start(source, from));
                if (start == fields::no_cell) continue;
                kept->grow(start);
                fresh.grow(start);
                const auto one = kept->way(source, start, from, to),
                           other = fresh.way(source, start, from, to);
                ASSERT_EQ(one.size(), other.size());
                for (std::size_t k = 0; k < one.size(); ++k) ASSERT_EQ(one[k].position, other[k].position);
                led += one.empty() ? 0 : 1;
            }
        }
    }
    EXPECT_GT(led, 400);
}

/// Cells of a grid that know nothing of fields: moves to the eight neighbours cost what the multipliers say.
double fine_cost(const Scene& scene, const Walls& walls, const domains::MultiplierField& rules, double cell,
                 double radius, Vec2 from, Vec2 to) {
    const int columns = static_cast<int>(scene.bounds.high.x / cell),
              rows = static_cast<int>(scene.bounds.high.y / cell);
    const auto index = [&](Vec2 p) {
        return static_cast<int>(p.y / cell) * columns + static_cast<int>(p.x / cell);
    };
    const auto place = [&](int at) { return Vec2{(at % columns + 0.5) * cell, (at / columns + 0.5) * cell}; };
    std::vector<double> costs(static_cast<std::size_t>(columns * rows), 1e300);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.emplace(costs[static_cast<std::size_t>(index(from))] = 0, index(from));
    while (!open.empty()) {
        const auto [cost, at] = open.top();
        open.pop();
        if (at == index(to)) return cost;
        if (cost > costs[static_cast<std::size_t>(at)]) continue;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = at % columns + dx, y = at / columns + dy;
                if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= columns || y >= rows) continue;
                const int next = y * columns + x;
                const Vec2 a = place(at), b = place(next);
                if (!walls.ground(0).fits_along(a, b, radius) || rules.forbids(0, a, b)) continue;
                const double through = cost + distance(a, b) * rules.mean(0, a, b);
                if (through >= costs[static_cast<std::size_t>(next)]) continue;
                open.emplace(costs[static_cast<std::size_t>(next)] = through, next);
            }
    }
    return 1e300;
}

/// What is really walked is measured, not what cells say: its integral over the multipliers, against the best
/// way on cells a quarter as wide, which find every gap and every edge of the ground.
TEST(ReadyField, ways_cost_what_the_best_on_a_four_times_finer_grid_does) {
    std::vector<double> ratios;
    for (std::uint64_t seed = 101; seed <= 130; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Scene scene = hall({});
        scene.bounds = {{0, 0}, {16, 12}};
        const auto box = [&](double most) {
            const Vec2 low{rng.uniform(1, 14), rng.uniform(1, 10)};
            return Box2{low, low + Vec2{rng.uniform(0.3, most), rng.uniform(0.3, most)}};
        };
        for (int i = 0; i < 3; ++i) scene.layers[0].blocked.push_back({rectangle(box(3)), {}});
        const Walls walls(scene);
        std::vector<domains::ResolvedConstraint> made;
        for (int i = 0; i < 3; ++i) {
            const double weight = rng.uniform(2, 9) * (rng.below(2) == 0 ? 1 : -1);
            made.push_back({0,
                            {{{rectangle(box(4)), {}, 0}}},
                            i == 0 && seed % 3 == 0,
                            rng.below(2) == 0 ? Preposition::in : Preposition::near,
                            weight});
        }
        const auto rules = domains::MultiplierField::create(made).value();
        const FieldSource source{scene, walls, rules, {}};
        const RoutePoint to{{15.0625, 11.0625}, 0};
        auto created = ReadyField::create(source, 0.25, nullptr, to);
        if (!created) continue;  // nobody fits where they would go
        ReadyField field = std::move(created).value();
        for (const Vec2 start : {Vec2{0.5625, 0.5625}, Vec2{0.5625, 8.0625}, Vec2{8.0625, 0.5625}}) {
            const double best = fine_cost(scene, walls, rules, 0.125, 0.25, start, to.position);
            const RoutePoint from{start, 0};
            if (best > 1e299 || rules.forbids(0, start)) continue;
            const fields::Cell cell = field.start(source, from);
            if (cell == fields::no_cell) continue;
            field.grow(cell);
            const auto way = field.way(source, cell, from, to);
            if (way.empty()) continue;
            double cost = 0;
            for (std::size_t i = 0; i + 1 < way.size(); ++i) {
                const Vec2 a = way[i].position, b = way[i + 1].position;
                cost += distance(a, b) * rules.mean(0, a, b);
                EXPECT_FALSE(rules.forbids(0, a, b));
            }
            ratios.push_back(cost / best);
        }
    }
    ASSERT_GT(ratios.size(), 50u);
    std::sort(ratios.begin(), ratios.end());
    std::printf("ways over the finer grid's best: median %.3f, nine tenths %.3f, worst %.3f\n",
                ratios[ratios.size() / 2], ratios[ratios.size() * 9 / 10], ratios.back());
    EXPECT_LE(ratios[ratios.size() / 2], 1.02);
    EXPECT_LE(ratios.back(), 1.25);
}

TEST(LiveConstraints, bind_nobody_whom_they_are_attached_to) {
    Scene scene = one_walker();
    ObstacleSpec post;
    post.name = "post";
    post.shape = DiscShape{0.3};
    post.motion = {{{0, {{10, 8}, 0}}}, false};
    scene.obstacles = {post};
    ConstraintSpec rope = lawn({0, 0}, {1, 1});
    rope.polygon = {};
    rope.kind = AnnotationKind::between;
    rope.of = "post";
    rope.other = "ann";
    scene.constraints = {rope};
    const verify::Report report = test::verified_run(scene);
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.forbidden_ground, 0u);
}

/// Ground comes over somebody who has nowhere to go from there: it steps off it all the same.
TEST(LiveConstraints, forbidden_ground_is_left_even_where_the_goal_lies_in_it) {
    Scene scene = one_walker();
    scene.duration = 40;
    scene.agents[0].position = {9, 5};
    scene.events = {{0.5, ConstraintEvent{lawn({8, 2}, {20, 8})}}};
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made);
    while (!made.value().is_finished()) made.value().step();
    EXPECT_FALSE(contains(lawn({8, 2}, {20, 8}).polygon, made.value().frame().agents[0].position.xy()));
}

}  // namespace
}  // namespace wend
