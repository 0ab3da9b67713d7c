// Constraints that come, go, and move with agents, and goals one after the other: what crowds and agents in
// focus make of them, judged by the verifier, which has its own ideas of ground and sight.

#include "sim/ground/live_constraints.hpp"

#include <cmath>

#include "wend/fields/open_cl_field.hpp"
#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"

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

/// Feet, too: a lawn that reaches nearly across the room.
TEST(ConstraintsInFocus, footsteps_keep_off_forbidden_ground) {
    Scene scene = hall({walker("ann", {1, 1.2}, {6, 1.2})}, 60);
    scene.bounds = {{0, 0}, {7, 4}};
    scene.constraints = {lawn({3, 0}, {4, 2.6})};
    scene.budget.expansions = 6000;
    FocusSpec focus;
    focus.target = "ann";
    focus.chain = PlannerChain::footsteps;
    scene.planner.focus = {focus};
    scene.planner.share = 1;
    auto made = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(made) << made.status().message;
    verify::Verifier verifier(scene, made.value().agents());
    verifier.add(made.value().frame());
    double inside = 0;
    while (!made.value().is_finished()) {
        made.value().step();
        verifier.add(made.value().frame());
        inside += seconds_inside(made.value().frame(), scene.constraints[0].polygon, scene.time_step);
    }
    const verify::Report report = verifier.finish();
    EXPECT_EQ(report.arrived, 1u);
    EXPECT_EQ(report.forbidden_ground, 0u);
    EXPECT_EQ(report.missteps, 0u);
    EXPECT_EQ(inside, 0);
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
