// `wend plan SCENE --from-all-to ...`: the shortest path map to one or several goals, drawn and told.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/mesh/structures/goal_map.hpp"
#include "wend/mesh/structures/map_pieces.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"
#include "standing_obstacles.hpp"

namespace wend::cli {
namespace {

Status bad_goal(const std::string& text, const std::string& expected) {
    return Status::invalid_input("--from-all-to: found '" + text + "', expected " + expected);
}

/// x,y or x,y,x,y in metres, and on which layer, if it is not the first: x,y@name.
Result<mesh::NavGoal> parse_goal(const std::string& text, const Scene& scene) {
    const char* const places = "x,y or x,y,x,y in metres, or with a layer x,y@name";
    const std::size_t mark = std::min(text.find('@'), text.size());
    std::vector<double> numbers;
    const char* at = text.data();
    const char* end = at + mark;
    while (at < end) {
        double number = 0;
        const auto [rest, error] = std::from_chars(at, end, number);
        const bool goes_on = rest < end && *rest == ',' && rest + 1 < end;
        if (error != std::errc{} || !std::isfinite(number) || (rest != end && !goes_on))
            return bad_goal(text, places);
        numbers.push_back(number);
        at = goes_on ? rest + 1 : rest;
    }
    if (numbers.size() != 2 && numbers.size() != 4) return bad_goal(text, places);
    std::uint32_t layer = 0;
    if (mark < text.size()) {
        const std::string name = text.substr(mark + 1);
        const auto named = std::find_if(scene.layers.begin(), scene.layers.end(),
                                        [&](const Layer& one) { return one.name == name; });
        if (named == scene.layers.end()) return bad_goal(text, "the name of a layer of the scene");
        layer = static_cast<std::uint32_t>(named - scene.layers.begin());
    }
    const Vec2 from{numbers[0], numbers[1]};
    return mesh::NavGoal{{from, layer}, numbers.size() == 4 ? Vec2{numbers[2], numbers[3]} : from};
}

Result<std::vector<mesh::NavGoal>> goals_of(const PlanOptions& options, const Scene& scene,
                                            const mesh::NavMesh& ground) {
    std::vector<mesh::NavGoal> goals;
    for (const std::string& text : options.goals) {
        auto goal = parse_goal(text, scene);
        if (!goal) return goal.status();
        goals.push_back(goal.value());
    }
    if (options.has_to) {
        const mesh::MeshPoint at =
            options.has_height ? ground.place(options.to) : mesh::MeshPoint{options.to.xy(), 0};
        goals.push_back({at, at.at});
    }
    return goals;
}

struct Told {
    mesh::GoalAnswer answer;
    mesh::Path path;
};

nlohmann::ordered_json to_json(const Told& told) {
    nlohmann::ordered_json json{{"status", to_string(told.answer.status)}};
    if (told.answer.status != StatusCode::ok) return json;
    json["length_m"] = told.answer.distance;
    json["goal"] = told.answer.goal;
    json["proven_shortest"] = told.path.is_proven_optimal();
    auto& points = json["points"] = nlohmann::ordered_json::array();
    for (const Vec2 corner : mesh::polyline(told.path)) points.push_back({corner.x, corner.y});
    return json;
}

}  // namespace

int plan_map(const PlanOptions& options) {
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    auto made = mesh_of(loaded.value().scene);
    if (!made) return report(made.status());
    mesh::NavMesh& ground = made.value().mesh;
    if (const Status cut = cut_standing_obstacles(loaded.value().scene, ground); !cut.is_ok())
        return report(cut);
    auto goals = goals_of(options, loaded.value().scene, ground);
    if (!goals) return report(goals.status());
    const auto began = std::chrono::steady_clock::now();
    const auto map = mesh::GoalMap::create(ground, options.radius, goals.value(), made.value().filter);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    if (!map) {
        report(map.status());
        return bad_input;
    }

    mesh::QueryContext context;
    Told told;
    const mesh::MeshPoint start =
        options.has_height ? ground.place(options.from) : mesh::MeshPoint{options.from.xy(), 0};
    if (options.has_from) told.answer = map.value().find_path(ground, start, context, told.path);
    const std::uint32_t layer = options.has_from ? start.layer : goals.value()[0].from.layer;
    const mesh::ShortestPathMap* here = map.value().layer(layer);
    if (!options.svg.empty() && here != nullptr) {
        const std::string drawing = mesh::draw_map_svg(ground.layer(layer, made.value().filter), *here,
                                                       {&told.path}, {900, 0, layer}, context);
        if (const Status written = write_file(options.svg, drawing); !written.is_ok()) return report(written);
    }
    const std::size_t corners =
        here != nullptr ? here->tree(ground.layer(layer, made.value().filter)).size() : 0;
    if (options.json) {
        nlohmann::ordered_json json{{"goals", goals.value().size()},
                                    {"corners", corners},
                                    {"bytes", map.value().memory()},
                                    {"exact", map.value().is_exact()},
                                    {"milliseconds", took.count()}};
        if (options.has_from) json["from"] = to_json(told);
        fmt::print("{}\n", json.dump(2));
    } else {
        fmt::print("map to {} goals: {} corners, {} kB, {}, {:.2f} ms\n", goals.value().size(), corners,
                   map.value().memory() / 1024,
                   map.value().is_exact() ? "exact" : "as exact as single plans through portals",
                   took.count());
        if (options.has_from && told.answer.status == StatusCode::ok)
            fmt::print("from {:.3f},{:.3f}: {:.4f} m to goal {}, {} pieces\n", start.at.x, start.at.y,
                       told.answer.distance, told.answer.goal, told.path.pieces.size());
        else if (options.has_from)
            fmt::print("from {:.3f},{:.3f}: {}\n", start.at.x, start.at.y, to_string(told.answer.status));
    }
    if (!options.has_from || told.answer.status == StatusCode::ok) return done;
    return told.answer.status == StatusCode::invalid_input ? bad_input : broken_promise;
}

}  // namespace wend::cli
