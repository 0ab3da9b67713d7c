// What planners know on its way to a page: true to what the simulation says, and free when nobody looks.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/io/scene_file.hpp"
#include "wend/view/planner_samples.hpp"

#include "crossing_world.hpp"
#include "support/data.hpp"
#include "view/live_insight.hpp"
#include "view/sample_log.hpp"

namespace wend::view {
namespace {

/// Notes what it is asked.
class SpyWorld final : public test::CrossingWorld {
  public:
    void watch(std::uint32_t agent, bool is_watched) override { watchers[agent] += is_watched ? 1 : -1; }
    std::optional<FocusView> inspect(std::uint32_t agent, std::size_t most_expanded) const override {
        ++inspections;
        most_asked = std::max(most_asked, most_expanded);
        return agent == 3 ? std::optional<FocusView>(FocusView{}) : std::nullopt;
    }
    std::map<std::uint32_t, int> watchers;
    mutable int inspections = 0;
    mutable std::size_t most_asked = 0;
};

/// What everybody is told, whether somebody looks or not: in which domain each agent plans.
bool is_for_all(const std::vector<ChannelSample>& samples) {
    return std::all_of(samples.begin(), samples.end(),
                       [](const ChannelSample& sample) { return sample.channel == "domain_at_work"; });
}

std::set<std::string> channels(const std::vector<ChannelSample>& samples, std::uint32_t agent) {
    std::set<std::string> names;
    for (const ChannelSample& sample : samples)
        if (sample.agent == agent) names.insert(sample.channel);
    return names;
}

TEST(Insight, CostsNothingWhileNobodyLooks) {
    SpyWorld world;
    LiveInsight insight;
    for (int i = 0; i < 20; ++i) {
        insight.follow(world);
        world.step();
        EXPECT_TRUE(is_for_all(insight.collect(world, world.scene().layers, false)));
    }
    EXPECT_EQ(world.inspections, 0);
    EXPECT_TRUE(world.watchers.empty());
}

TEST(Insight, TellsEachWhatThereIs) {
    SpyWorld world;
    LiveInsight insight;
    insight.watch(7, 3);
    insight.watch(8, 5);
    insight.follow(world);
    EXPECT_EQ(world.watchers, (std::map<std::uint32_t, int>{{3, 1}, {5, 1}}));
    const auto samples = insight.collect(world, world.scene().layers, true);
    EXPECT_EQ(channels(samples, 3), (std::set<std::string>{"plan", "domain_plans", "tunnels", "tasks",
                                                           "foveal", "task_times", "planner_events"}));
    EXPECT_EQ(channels(samples, 5), (std::set<std::string>{"plan", "domain_plans"})) << "one of the crowd";
    EXPECT_EQ(world.most_asked, 0u) << "expanded states are collected only for those who look at them";

    insight.show(7, {.mesh = {}, .expanded = true, .plans = {}});
    EXPECT_TRUE(channels(insight.collect(world, world.scene().layers, true), 3).contains("expanded"));
    EXPECT_GT(world.most_asked, 0u);
    insight.show(8, {.mesh = {}, .expanded = {}, .plans = true});
    std::size_t plans = 0;
    for (const ChannelSample& sample : insight.collect(world, world.scene().layers, true))
        plans += sample.channel == "plan";
    EXPECT_EQ(plans, world.agents().size()) << "everybody around";
}

TEST(Insight, TellsWhatTheSelectedAgentKnows) {
    class KnowingWorld final : public test::CrossingWorld {
        std::optional<std::vector<KnownObstacle>> known_obstacles(std::uint32_t agent) const override {
            using enum KnownObstacle::Kind;
            return std::vector<KnownObstacle>{{agent == 3 ? known : unknown, 0, {{0, 0}, {1, 0}, {1, 1}}}};
        }
    };
    KnowingWorld world;
    LiveInsight insight;
    insight.watch(7, 3);
    insight.watch(8, 5);
    insight.follow(world);
    int told = 0;
    for (const ChannelSample& sample : insight.collect(world, world.scene().layers, false)) {
        if (sample.channel != "knowledge") continue;
        ++told;
        ASSERT_EQ(sample.drawings.size(), 1u);
        EXPECT_EQ(sample.drawings[0].style, sample.agent == 3 ? 0 : 1);
        EXPECT_EQ(sample.drawings[0].values.size(), 4 * 3u) << "around, back to where it began";
    }
    EXPECT_EQ(told, 2);
}

TEST(Insight, WhoGoesIsForgotten) {
    SpyWorld world;
    LiveInsight insight;
    for (std::uint64_t client = 0; client < 100; ++client) {
        insight.watch(client, static_cast<std::uint32_t>(client % 10));
        insight.show(client, {.mesh = true, .expanded = true, .plans = true});
        if (client % 7 == 0) insight.follow(world);
    }
    for (std::uint64_t client = 0; client < 100; ++client) insight.forget(client);
    insight.follow(world);
    for (const auto& [agent, count] : world.watchers) EXPECT_EQ(count, 0) << agent;
    EXPECT_FALSE(insight.wants_mesh());
    EXPECT_TRUE(is_for_all(insight.collect(world, world.scene().layers, true)));
}

const ChannelSample& find(const std::vector<ChannelSample>& samples, const std::string& channel) {
    return *std::find_if(samples.begin(), samples.end(),
                         [&](const ChannelSample& sample) { return sample.channel == channel; });
}

TEST(Insight, IsWhatTheSimulationSays) {
    auto scene = io::load_scene(test::source_dir() / "tests/viewer/scenes/hall.json");
    ASSERT_TRUE(scene) << scene.status().message;
    auto made = Simulation::create(scene.value(), {});
    ASSERT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    simulation.watch(0, true);
    double milliseconds = 0;
    std::uint64_t expansions = 0, told = 0;
    for (int i = 0; i < 20; ++i) {
        simulation.step();
        const auto view = simulation.inspect(0, 100);
        if (!view) continue;  // nothing is planned in the frame in which it enters
        const auto samples = planner_samples(simulation.frame().index, 0, *view, scene.value().layers);
        for (const Drawing& drawing : find(samples, "task_times").drawings) {
            milliseconds += static_cast<double>(drawing.values[0]);
            told += static_cast<std::uint64_t>(drawing.values[1]);
        }
        for (const auto& execution : view->trace.executions) expansions += execution.expansions;
        const Drawing& fovea = find(samples, "foveal").drawings.front();
        EXPECT_FLOAT_EQ(fovea.values[3], 12);
        EXPECT_FLOAT_EQ(fovea.values[5], 1.5);
    }
    EXPECT_GT(milliseconds, 0);
    EXPECT_EQ(told, expansions);

    const auto view = simulation.inspect(0, 100);
    ASSERT_TRUE(view);
    const auto samples = planner_samples(simulation.frame().index, 0, *view, scene.value().layers);
    const ChannelSample &plans = find(samples, "domain_plans"), &tasks = find(samples, "tasks");
    ASSERT_EQ(view->planner.tasks.size(), 4u);
    ASSERT_EQ(plans.drawings.size(), 4u) << "a plan in each domain";
    ASSERT_EQ(tasks.drawings.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        const planning::TaskView& task = view->planner.tasks[i];
        EXPECT_EQ(plans.drawings[i].style, i);
        ASSERT_EQ(plans.drawings[i].values.size(), 4 * task.course.size());
        EXPECT_FLOAT_EQ(plans.drawings[i].values[4], static_cast<float>(task.course[1].position.x));
        EXPECT_FLOAT_EQ(tasks.drawings[i].values[3], static_cast<float>(task.status.bound));
    }
    const ChannelSample expanded = expanded_sample(simulation.frame().index, 0, *view, scene.value().layers);
    std::size_t all = 0, most = 0;
    for (const planning::TaskView& task : view->planner.tasks) all += task.picture.asked;
    for (const Drawing& drawing : expanded.drawings) most = std::max(most, drawing.values.size() / 3);
    EXPECT_EQ(expanded.note, std::to_string(all));
    EXPECT_LE(most, 100u);
    EXPECT_GT(most, 0u);

    EXPECT_FALSE(simulation.inspect(1)) << "one of the crowd";
    const auto route = simulation.route(1);
    const ChannelSample way = route_sample(1, 1, route, scene.value().layers);
    ASSERT_EQ(way.drawings.size(), 1u);
    EXPECT_EQ(way.drawings.front().values.size(), 4 * route.size());
}

/// Watching must not change what happens.
TEST(Insight, WatchingChangesNothing) {
    auto scene = io::load_scene(test::source_dir() / "tests/viewer/scenes/hall.json");
    ASSERT_TRUE(scene) << scene.status().message;
    auto watched = Simulation::create(scene.value(), {}), alone = Simulation::create(scene.value(), {});
    ASSERT_TRUE(watched && alone);
    watched.value().watch(0, true);
    for (int i = 0; i < 90; ++i) {
        watched.value().step();
        alone.value().step();
        (void)watched.value().inspect(0, 1000);
        ASSERT_EQ(watched.value().frame().agents, alone.value().frame().agents) << "frame " << i;
    }
}

TEST(SampleLog, SaysOnlyWhatIsNew) {
    SampleLog log;
    ChannelSample plans{"domain_plans", 1, 0, "", {{DrawingKind::line, 0, 4, {1, 2, 3, 4}}}};
    EXPECT_TRUE(log.is_news(plans));
    plans.frame = 2;
    EXPECT_FALSE(log.is_news(plans));
    plans.drawings.front().values.front() = 5;
    EXPECT_TRUE(log.is_news(plans));
    plans.agent = 1;
    EXPECT_TRUE(log.is_news(plans)) << "of somebody else";

    ChannelSample times{"task_times", 1, 0, "", {{DrawingKind::points, 0, 3, {1, 2, 3}}}};
    EXPECT_TRUE(log.is_news(times));
    EXPECT_TRUE(log.is_news(times)) << "the same again in the next frame is news";
    times.drawings.clear();
    EXPECT_TRUE(log.is_news(times));
    EXPECT_FALSE(log.is_news(times)) << "nothing after nothing is not";
}

}  // namespace
}  // namespace wend::view
