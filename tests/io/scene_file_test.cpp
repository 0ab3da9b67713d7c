#include "wend/io/scene_file.hpp"

#include <set>

#include "wend/check/scene_check.hpp"

#include "support/data.hpp"

namespace wend::io {
namespace {

Scene loaded(const std::filesystem::path& path) {
    Result<Scene> scene = load_scene(path);
    EXPECT_TRUE(scene.is_ok()) << scene.status().message;
    return scene ? std::move(scene).value() : Scene{};
}

Scene everything() {
    return loaded(test::source_dir() / "tests/io/good/everything.json");
}

TEST(SceneFile, ReadsGround) {
    const Scene scene = everything();
    EXPECT_EQ(scene.name, "everything");
    EXPECT_EQ(scene.duration, 80);
    EXPECT_EQ(scene.budget, (BudgetSpec{0.008, 3000}));
    ASSERT_EQ(scene.layers.size(), 2U);
    EXPECT_EQ(scene.layers[0].height, 0.5);
    ASSERT_EQ(scene.layers[0].blocked.size(), 5U);
    EXPECT_EQ(scene.layers[0].blocked[0].holes.size(), 1U);
    EXPECT_EQ(scene.layers[0].blocked[1].outline, (Ring{{30, 20}, {31, 20}, {31, 21}, {30, 21}}));
    EXPECT_EQ(scene.layers[0].blocked[3].outline, (Ring{{43, 5}, {44, 5}, {44, 6}}));
    EXPECT_EQ(scene.layers[0].blocked[4].outline.front(), (Vec2{46, 15}));
    // The map: a frame of blocked cells, joined to two cells inside.
    ASSERT_EQ(scene.layers[1].blocked.size(), 1U);
    EXPECT_EQ(scene.layers[1].walkable[0].outline, (Ring{{1, 1}, {13, 1}, {13, 9}, {1, 9}}));
    EXPECT_EQ(signed_area(scene.layers[1].blocked[0].outline), 12 * 8);
    ASSERT_EQ(scene.portals.size(), 1U);
    EXPECT_EQ(scene.portals[0].layer_b, 1U);
    ASSERT_EQ(scene.links.size(), 1U);
    EXPECT_EQ(scene.links[0].kind, LinkKind::drop);
    EXPECT_EQ(scene.links[0].open, (std::vector<Interval>{{0, 10}, {20}}));
    EXPECT_EQ(scene.areas.at(0).cost_factor, 1.5);
}

TEST(SceneFile, ReadsMovers) {
    const Scene scene = everything();
    ASSERT_EQ(scene.obstacles.size(), 2U);
    EXPECT_EQ(scene.obstacles[0].motion.keyframes, (std::vector<Keyframe>{{0, {{35, 10}, 0.5}}}));
    EXPECT_EQ(scene.obstacles[1].shape, Shape{DiscShape{0.7}});
    EXPECT_TRUE(scene.obstacles[1].motion.loops);
    EXPECT_EQ(scene.obstacles[1].knowledge, Knowledge::observed);
    EXPECT_EQ(scene.obstacles[1].present, (Interval{3, 70}));
    EXPECT_EQ(scene.platforms.at(0).outline.size(), 4U);
    ASSERT_EQ(scene.agents.size(), 1U);
    EXPECT_EQ(scene.agents[0].limits, (AgentLimits{0.3, 1.7, 1.2, 3, 4}));
    EXPECT_EQ(scene.agents[0].goal, (Goal{0, DiscRegion{{10, 10}, 0.5}, Interval{39, 41}}));
    ASSERT_EQ(scene.groups.size(), 3U);
    EXPECT_EQ(scene.groups[0].every, 0.5);
    EXPECT_EQ(scene.groups[1].placement, Placement{(DiscPlacement{{5, 20}, 3})});
    EXPECT_EQ(scene.groups[2].placement, Placement{(LinePlacement{{1, 28}, {9, 28}})});
}

TEST(SceneFile, SortsEvents) {
    const Scene scene = everything();
    std::vector<std::size_t> kinds;
    for (const TimedEvent& event : scene.events) kinds.push_back(event.what.index());
    ASSERT_EQ(kinds, (std::vector<std::size_t>{0, 2, 1, 3, 4, 6, 7, 8, 5}));
    EXPECT_EQ(std::get<GoalEvent>(scene.events[3].what).target, "crowd/2");
    EXPECT_EQ(std::get<EnterEvent>(scene.events[4].what).agent.limits.radius, 0.3);
    EXPECT_EQ(std::get<PauseEvent>(scene.events[5].what).target, "guests");
    EXPECT_EQ(std::get<BudgetEvent>(scene.events[7].what).budget, (BudgetSpec{0.004, 300}));
}

TEST(SceneFile, FillsInWhatIsNotSaid) {
    const Result<Scene> scene = parse_scene(R"({"version": 1, "layers": [{"name": "a", "walkable": [)"
                                            R"({"box": [[1, 2], [3, 4]]}, {"box": [[2, 0], [9, 3]]}]}]})",
                                            "text");
    ASSERT_TRUE(scene.is_ok()) << scene.status().message;
    EXPECT_EQ(scene.value().bounds, (Box2{{1, 0}, {9, 4}}));
    const Result<Scene> empty = parse_scene(R"({"version": 1, "bounds": [[0, 0], [1, 1]]})", "text");
    ASSERT_TRUE(empty.is_ok()) << empty.status().message;
    ASSERT_EQ(empty.value().layers.size(), 1U);
    EXPECT_EQ(empty.value().layers[0].name, "ground");
    EXPECT_EQ(empty.value().duration, 60);
}

TEST(SceneFile, KnowsLevelsByTheirFile) {
    WEND_NEEDS_DATA("levels");
    const std::string text = R"({"version": 1, "level": {"file": "dungeon.obj", "max_slope": 0.6}})";
    const Result<Scene> scene = parse_scene(text, "text", test::data_dir() / "levels");
    ASSERT_TRUE(scene.is_ok()) << scene.status().message;
    EXPECT_EQ(scene.value().level->file, (test::data_dir() / "levels/dungeon.obj").string());
    EXPECT_TRUE(scene.value().bounds.is_empty());
    const Result<Scene> again = parse_scene(write_scene(scene.value()), "again");
    ASSERT_TRUE(again.is_ok()) << again.status().message;
    EXPECT_EQ(again.value(), scene.value());
}

TEST(SceneFile, ByteOrderMarkAndWindowsLines) {
    const Result<Scene> scene = parse_scene("\xEF\xBB\xBF{\r\n\"version\": 1,\r\n  \"bounds\": 3}", "text");
    EXPECT_EQ(
        scene.status().message,
        "text:3:13: $.bounds: found 3, expected two corners [[x, y], [x, y]], the first lower in x and in y");
}

TEST(SceneFile, ShippedScenesSurviveWriting) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "scenes")) {
        if (entry.path().extension() != ".json") continue;
        const Scene scene = loaded(entry.path());
        names.insert(scene.name);
        EXPECT_EQ(scene.name, entry.path().stem().string());
        const Result<Scene> again = parse_scene(write_scene(scene), "again");
        ASSERT_TRUE(again.is_ok()) << again.status().message;
        EXPECT_EQ(again.value(), scene);
    }
    EXPECT_TRUE(names.contains("hello"));
}

TEST(SceneCheck, SpeaksOfScenesMadeByCode) {
    Scene scene;
    scene.bounds = {{0, 0}, {10, 10}};
    scene.layers = {{"ground", 0, {}, {}}};
    scene.agents.resize(1);
    scene.agents[0].position = {5, 5};
    scene.agents[0].goal.region = DiscRegion{{8, 8}, 0.5};
    EXPECT_FALSE(check::find_problem(scene));
    scene.agents[0].position = {0.1, 5};
    const auto problem = check::find_problem(scene);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->path, "$.agents[0].position");
    EXPECT_EQ(problem->message, "found [0.1, 5], 0.1 m from a wall, expected at least the radius of 0.25 m");
}

}  // namespace
}  // namespace wend::io
