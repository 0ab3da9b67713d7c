#include "io/scene_clearance.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "wend/geometry/segment.hpp"
#include "wend/world/body.hpp"
#include "wend/world/platforms.hpp"
#include "wend/world/scene_size.hpp"
#include "wend/world/walls.hpp"

#include "io/goal_room.hpp"
#include "io/json_writer.hpp"
#include "io/nearby_walls.hpp"
#include "io/scene_path.hpp"

namespace wend::io {
namespace {

using Found = std::optional<SceneProblem>;

/// To the micrometre, for messages.
std::string length_text(double metres) {
    return number_text(std::round(metres * 1e6) / 1e6) + " m";
}

/// Bodies of agents that enter at the same moment on the same layer. They are sorted into strips as high as
/// the widest body, so that whoever overlaps is in the same strip or the next, and near in x.
Found find_overlap(const Scene& scene) {
    const auto& agents = scene.agents;
    double widest = 0;
    for (const AgentSpec& agent : agents) widest = std::max(widest, 2 * agent.limits.radius);
    using Key = std::tuple<double, std::uint32_t, double, double, std::size_t>;
    std::vector<Key> keys;
    keys.reserve(agents.size());
    for (std::size_t i = 0; i < agents.size(); ++i)
        keys.emplace_back(agents[i].enters, agents[i].layer, std::floor(agents[i].position.y / widest),
                          agents[i].position.x, i);
    std::sort(keys.begin(), keys.end());
    for (const auto& [enters, layer, strip, x, i] : keys)
        for (const double other_strip : {strip, strip + 1}) {
            const double from = other_strip == strip ? x : x - widest;
            auto at = std::lower_bound(keys.begin(), keys.end(), Key{enters, layer, other_strip, from, 0});
            for (; at != keys.end(); ++at) {
                const auto& [its_enters, its_layer, its_strip, its_x, j] = *at;
                if (its_enters != enters || its_layer != layer || its_strip != other_strip ||
                    its_x > x + widest)
                    break;
                const double depth = agents[i].limits.radius + agents[j].limits.radius -
                                     distance(agents[i].position, agents[j].position);
                if (i == j || depth <= contact_slack) continue;
                return SceneProblem{item_path("agents", std::max(i, j), "position"),
                                    "found it " + length_text(depth) + " inside $.agents[" +
                                        std::to_string(std::min(i, j)) +
                                        "], expected bodies apart when they enter"};
            }
        }
    return std::nullopt;
}

/// Obstacles that stand still, by the left end of their reach, and the others.
class ObstacleFinder {
  public:
    explicit ObstacleFinder(const std::vector<ObstacleSpec>& obstacles) : obstacles_(obstacles) {
        for (std::size_t i = 0; i < obstacles.size(); ++i) {
            if (obstacles[i].motion.keyframes.size() > 1) {
                moving_.push_back(i);
                continue;
            }
            const double reach = reach_of(obstacles[i].shape);
            widest_ = std::max(widest_, 2 * reach);
            standing_.emplace_back(obstacles[i].motion.keyframes.front().pose.position.x - reach, i);
        }
        std::sort(standing_.begin(), standing_.end());
    }

    /// One that the agent's body is inside when it enters.
    [[nodiscard]] std::optional<std::size_t> around(const AgentSpec& agent) const {
        const double x = agent.position.x, radius = agent.limits.radius;
        auto at = std::lower_bound(standing_.begin(), standing_.end(),
                                   std::pair<double, std::size_t>{x - radius - widest_, 0});
        for (; at != standing_.end() && at->first <= x + radius; ++at)
            if (is_inside(agent, obstacles_[at->second])) return at->second;
        for (const std::size_t i : moving_)
            if (is_inside(agent, obstacles_[i])) return i;
        return std::nullopt;
    }

  private:
    static bool is_inside(const AgentSpec& agent, const ObstacleSpec& obstacle) {
        if (agent.layer != obstacle.layer || !obstacle.present.contains(agent.enters)) return false;
        const Pose pose = obstacle.motion.at(agent.enters);
        return distance_to(obstacle.shape, pose, agent.position) < agent.limits.radius - contact_slack;
    }

    const std::vector<ObstacleSpec>& obstacles_;
    std::vector<std::pair<double, std::size_t>> standing_;
    std::vector<std::size_t> moving_;
    double widest_ = 0;
};

/// Why an agent cannot stand where it enters.
std::optional<std::string> place_problem(const AgentSpec& agent, const Walls& walls,
                                         const Platforms& platforms) {
    const bool is_carried = !platforms.under(agent.layer, agent.position, agent.enters).is_null();
    const Region& region = is_carried ? walls.not_solid(agent.layer) : walls.ground(agent.layer);
    if (region.fits(agent.position, agent.limits.radius)) return std::nullopt;
    const double clearance = region.clearance(agent.position);
    if (clearance < 0)
        return "found " + point_text(agent.position) + " in a wall or off the ground, " +
               length_text(-clearance) + " from where it ends, expected a free place";
    return "found " + point_text(agent.position) + ", " + length_text(clearance) +
           " from a wall, expected at least the radius of " + length_text(agent.limits.radius);
}

Found find_bad_entry(const Scene& scene, const Walls& walls) {
    const Platforms platforms(scene.platforms);
    const ObstacleFinder obstacles(scene.obstacles);
    const auto check = [&](const AgentSpec& agent, const std::string& path) -> Found {
        if (const auto problem = place_problem(agent, walls, platforms)) return SceneProblem{path, *problem};
        if (const auto obstacle = obstacles.around(agent))
            return SceneProblem{path, "found it inside $.obstacles[" + std::to_string(*obstacle) +
                                          "] when it enters at " + number_text(agent.enters) +
                                          " s, expected a free place"};
        return std::nullopt;
    };
    for (std::size_t i = 0; i < scene.agents.size(); ++i)
        if (Found problem = check(scene.agents[i], item_path("agents", i, "position"))) return problem;
    for (std::size_t i = 0; i < scene.events.size(); ++i)
        if (const auto* enter = std::get_if<EnterEvent>(&scene.events[i].what)) {
            AgentSpec agent = enter->agent;
            agent.enters = scene.events[i].time;
            if (Found problem = check(agent, item_path("events", i, "enter.position"))) return problem;
        }
    return std::nullopt;
}

Found find_bad_goal(const Scene& scene, const Walls& walls) {
    const auto check_one = [&](const Goal& goal, double radius, std::string path) -> Found {
        const auto is_on_its_layer = [&](const PlatformSpec& p) { return p.layer == goal.layer; };
        if (std::any_of(scene.platforms.begin(), scene.platforms.end(), is_on_its_layer)) return std::nullopt;
        if (has_room(goal.region, walls.ground(goal.layer), radius)) return std::nullopt;
        return SceneProblem{std::move(path), "found no place in it for a body of radius " +
                                                 length_text(radius) +
                                                 ", expected a goal that is not inside walls"};
    };
    const auto check = [&](const Goal& goal, double radius, const std::string& path) -> Found {
        Found problem = check_one(goal, radius, path);
        for (std::size_t i = 0; i < goal.then.size() && !problem; ++i)
            problem = check_one(goal.then[i], radius, path + ".then[" + std::to_string(i) + "]");
        for (std::size_t i = 0; i < goal.others.size() && !problem; ++i)
            problem = check_one(goal.others[i], radius, path + ".or[" + std::to_string(i) + "]");
        return problem;
    };
    for (std::size_t i = 0; i < scene.agents.size(); ++i)
        if (Found problem =
                check(scene.agents[i].goal, scene.agents[i].limits.radius, item_path("agents", i, "goal")))
            return problem;
    for (std::size_t i = 0; i < scene.groups.size(); ++i)
        if (Found problem =
                check(scene.groups[i].goal, scene.groups[i].limits.radius, item_path("groups", i, "goal")))
            return problem;
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        Found problem;
        if (const auto* event = std::get_if<GoalEvent>(&scene.events[i].what))
            problem = check(event->goal, 0, item_path("events", i, "goal.goal"));
        if (const auto* enter = std::get_if<EnterEvent>(&scene.events[i].what))
            problem =
                check(enter->agent.goal, enter->agent.limits.radius, item_path("events", i, "enter.goal"));
        if (problem) return problem;
    }
    return std::nullopt;
}

bool has_people(const Scene& scene) {
    return !scene.agents.empty() || !scene.groups.empty() ||
           std::any_of(scene.events.begin(), scene.events.end(), [](const TimedEvent& event) {
               return std::holds_alternative<EnterEvent>(event.what);
           });
}

}  // namespace

std::optional<SceneProblem> find_clearance_problem(const Scene& scene) {
    if (Found problem = find_overlap(scene)) return problem;
    if (scene.level || !has_people(scene)) return std::nullopt;
    const Walls walls = nearby_walls(scene);
    if (const auto tangle = find_tangle(walls))
        return SceneProblem{"$.layers", "found more walls that cross near " + point_text(*tangle) +
                                            " than can be told apart, expected fewer"};
    if (Found problem = find_bad_entry(scene, walls)) return problem;
    return find_bad_goal(scene, walls);
}

}  // namespace wend::io
