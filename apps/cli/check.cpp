#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/io/scene_file.hpp"
#include "wend/nav/paths.hpp"
#include "wend/sim/wall_gap.hpp"
#include "wend/world/populate.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {
namespace {

/// All that is wrong with the file, if more than one thing is; else what loading it said.
std::vector<std::string> problems_of(const std::string& file, const Status& failure) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const auto problems = io::find_problems(text.str(), file, std::filesystem::path(file).parent_path());
    if (!in || !problems || problems.value().empty()) return {failure.message};
    return problems.value();
}

bool touches(const Box2& world, const Box2& gauge) {
    return world.is_empty() || world.overlaps(gauge);
}

void warn_of_gauges(const Scene& scene, std::vector<std::string>& warnings) {
    for (const LineGauge& gauge : scene.gauges.lines) {
        Box2 box{gauge.line.from, gauge.line.from};
        box.add(gauge.line.to);
        if (!touches(scene.bounds, box))
            warnings.push_back(fmt::format("gauge '{}' lies outside the world", gauge.name));
    }
    for (const AreaGauge& gauge : scene.gauges.areas)
        if (!touches(scene.bounds, bounds_of(gauge.polygon.outline)))
            warnings.push_back(fmt::format("gauge '{}' lies outside the world", gauge.name));
}

void warn_of_heading(const std::string& name, double heading, std::vector<std::string>& warnings) {
    constexpr double full_turn = 6.2831853071795862;
    if (std::abs(heading) > full_turn + 1e-9)
        warnings.push_back(
            fmt::format("'{}' has a heading of {} radians, more than a full turn: were degrees "
                        "meant?",
                        name, heading));
}

std::size_t corners_of_walls(const Scene& scene) {
    std::size_t corners = 0;
    for (const Layer& layer : scene.layers)
        for (const Polygon& wall : layer.blocked) corners += wall.outline.size();
    return corners;
}

/// Places that stand for all of a goal: where a question is asked about it, and how far from there it may be
/// answered.
struct Samples {
    std::vector<Vec2> places;
    double reach = 0;
};

Samples samples_of(const Goal& goal) {
    if (const auto* disc = std::get_if<DiscRegion>(&goal.region)) return {{disc->center}, disc->radius};
    constexpr int rows = 5;
    const auto& polygon = std::get<Polygon>(goal.region);
    const Box2 box = bounds_of(polygon.outline);
    const Vec2 cell = (box.high - box.low) / rows;
    Samples samples;
    for (int i = 0; i < rows * rows; ++i) {
        const Vec2 place = box.low + Vec2{cell.x * (i % rows + 0.5), cell.y * (i / rows + 0.5)};
        if (contains(polygon, place)) samples.places.push_back(place);
    }
    return samples;
}

/// Of the places that a body can be in, none can be reached; false where there is no such place either.
bool is_walled_off(nav::Paths& paths, const AgentSpec& agent, const Goal& goal) {
    const Samples samples = samples_of(goal);
    bool is_off = false;
    for (const Vec2 place : samples.places) {
        nav::PathDef question;
        question.from = {agent.position, agent.layer};
        question.to = {place, goal.layer};
        question.radius = agent.limits.radius + least_wall_gap;
        question.snap = samples.reach;
        question.shortest = false;
        const StatusCode status = paths.find(question).status;
        if (status != StatusCode::unreachable && status != StatusCode::invalid_input) return false;
        is_off = is_off || status == StatusCode::unreachable;
    }
    return is_off;
}

/// Goals to which no way leads as the scene begins, with the room beside a body that a run asks for. A mesh
/// of very many walls takes longer to make than anybody waits for a check.
void warn_of_goals(const Scene& scene, const std::vector<AgentSpec>& agents,
                   std::vector<std::string>& warnings) {
    constexpr std::size_t most_asked = 2000, most_told = 20, most_corners = 20'000;
    if (const std::size_t corners = corners_of_walls(scene); corners > most_corners) {
        warnings.push_back(
            fmt::format("whether ways lead to the goals was not looked at: found {} corners of walls, "
                        "expected at most {}",
                        corners, most_corners));
        return;
    }
    const auto ground = nav::Ground::create(scene);
    if (!ground) return;
    nav::Paths paths(ground.value());
    std::size_t told = 0;
    for (std::size_t i = 0; i < std::min(agents.size(), most_asked) && told < most_told; ++i) {
        const auto is_off = [&](const Goal& goal) { return is_walled_off(paths, agents[i], goal); };
        const Goal& goal = agents[i].goal;
        if (!is_off(goal) || !std::all_of(goal.others.begin(), goal.others.end(), is_off)) continue;
        warnings.push_back(fmt::format("'{}' has a goal to which no way leads for a body of radius {} m",
                                       agents[i].name, agents[i].limits.radius));
        ++told;
    }
}

std::vector<std::string> warnings_of(const Scene& scene, const std::vector<AgentSpec>& agents) {
    std::vector<std::string> warnings;
    if (agents.empty()) warnings.push_back("there are no agents");
    warn_of_gauges(scene, warnings);
    for (const AgentSpec& agent : scene.agents) warn_of_heading(agent.name, agent.heading, warnings);
    for (const GroupSpec& group : scene.groups) warn_of_heading(group.name, group.heading, warnings);
    // What moves may open or carry.
    if (scene.platforms.empty()) warn_of_goals(scene, agents, warnings);
    return warnings;
}

}  // namespace

int check(const CheckOptions& options) {
    const auto loaded = load(options.scene);
    if (!loaded) {
        for (const std::string& problem : problems_of(options.scene, loaded.status()))
            fmt::print(stderr, "wend: {}\n", problem);
        return bad_input;
    }
    const Scene& scene = loaded.value().scene;
    const auto agents = populate(scene, options.seed);
    if (!agents)
        return report({agents.status().code, loaded.value().file.string() + ": " + agents.status().message});
    const std::size_t count = agents.value().size();
    const std::vector<std::string> warnings = warnings_of(scene, agents.value());
    if (options.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"valid", true},
                                                  {"name", scene.name},
                                                  {"layers", scene.layers.size()},
                                                  {"obstacles", scene.obstacles.size()},
                                                  {"agents", count},
                                                  {"warnings", warnings}}
                               .dump(2));
    else
        fmt::print("{}: valid, {} layer(s), {} obstacle(s), {} agent(s), {} s\n",
                   loaded.value().file.string(), scene.layers.size(), scene.obstacles.size(), count,
                   scene.duration);
    for (const std::string& warning : warnings)
        fmt::print(stderr, "{}: warning: {}\n", loaded.value().file.string(), warning);
    return done;
}

}  // namespace wend::cli
