#include "view/session_scene.hpp"

#include <algorithm>
#include <cmath>

namespace wend::view {
namespace {

/// The motion as it goes on from a time, told from 0.
Trajectory from_now(const Trajectory& motion, double now) {
    Trajectory out;
    out.keyframes.push_back({0, motion.at(now)});
    if (motion.keyframes.size() < 2) return out;
    const double first = motion.keyframes.front().time, last = motion.keyframes.back().time;
    if (!motion.loops || now < first) {
        for (const Keyframe& key : motion.keyframes)
            if (key.time > now) out.keyframes.push_back({key.time - now, key.pose});
        out.loops = motion.loops && now <= first;
        return out;
    }
    // One round from here to here.
    const double period = last - first;
    const double into = std::fmod(now - first, period);
    for (const Keyframe& key : motion.keyframes)
        if (key.time - first > into) out.keyframes.push_back({key.time - first - into, key.pose});
    for (const Keyframe& key : motion.keyframes)
        if (key.time > first && key.time - first < into)
            out.keyframes.push_back({period - into + key.time - first, key.pose});
    if (into > 0) out.keyframes.push_back({period, motion.at(now)});
    out.loops = true;
    return out;
}

void shift(std::optional<Interval>& window, double now) {
    if (window) *window = {std::max(0.0, window->low - now), std::max(0.0, window->high - now)};
}

std::vector<AgentSpec> people_now(const LiveWorld& world, const std::map<std::string, Goal>& goals) {
    const double now = world.frame().time;
    std::vector<AgentSpec> people;
    const auto take = [&](std::uint32_t number) -> AgentSpec& {
        AgentSpec& agent = people.emplace_back(world.agents()[number]);
        for (const std::string& name : {agent.group, agent.name})
            if (const auto changed = goals.find(name); changed != goals.end()) agent.goal = changed->second;
        agent.enters = std::max(0.0, agent.enters - now);
        shift(agent.goal.window, now);
        return agent;
    };
    std::vector<bool> is_here(world.agents().size());
    for (const io::RecordedAgent& here : world.frame().agents) {
        if (here.mode == io::AgentMode::absent || here.agent >= is_here.size()) continue;
        is_here[here.agent] = true;
        AgentSpec& agent = take(here.agent);
        agent.position = here.position.xy();
        agent.heading = here.heading;
        agent.layer = here.layer;
        agent.enters = 0;
    }
    for (std::uint32_t number = 0; number < is_here.size(); ++number)
        if (!is_here[number] && world.agents()[number].enters > now) take(number);
    return people;
}

std::vector<ObstacleSpec> obstacles_now(const Scene& scene, const LiveWorld& world,
                                        const std::map<std::uint32_t, io::RecordedIdentity>& identities) {
    const double now = world.frame().time;
    std::vector<ObstacleSpec> out;
    for (const io::RecordedObstacle& here : world.frame().obstacles) {
        const auto known = identities.find(here.obstacle);
        if (known == identities.end() || known->second.kind != io::RecordedKind::obstacle) continue;
        const io::RecordedIdentity& identity = known->second;
        const auto spec = std::find_if(scene.obstacles.begin(), scene.obstacles.end(),
                                       [&](const ObstacleSpec& one) { return one.name == identity.name; });
        ObstacleSpec obstacle = spec != scene.obstacles.end() ? *spec : ObstacleSpec{};
        obstacle.name = identity.name;
        obstacle.layer = identity.layer;
        obstacle.shape = identity.shape;
        const bool is_as_told = spec != scene.obstacles.end() &&
                                length(spec->motion.at(now).position - here.pose.position) < 0.01;
        obstacle.motion =
            is_as_told ? from_now(spec->motion, now) : Trajectory{{Keyframe{0, here.pose}}, false};
        obstacle.present = {0, obstacle.present.high - now};
        out.push_back(std::move(obstacle));
    }
    return out;
}

}  // namespace

Scene scene_of_session(const Scene& scene, const LiveWorld& world, const std::map<std::string, Goal>& goals,
                       const std::map<std::uint32_t, io::RecordedIdentity>& identities) {
    const double now = world.frame().time;
    Scene out = scene;
    out.name = scene.name + "-session";
    out.groups.clear();
    out.agents = people_now(world, goals);
    out.obstacles = obstacles_now(scene, world, identities);
    for (PlatformSpec& platform : out.platforms) platform.motion = from_now(platform.motion, now);
    std::erase_if(out.events, [&](const TimedEvent& event) { return event.time <= now; });
    for (TimedEvent& event : out.events) {
        event.time -= now;
        if (auto* move = std::get_if<MoveEvent>(&event.what))
            for (Keyframe& key : move->motion.keyframes) key.time = std::max(0.0, key.time - now);
        if (auto* goal = std::get_if<GoalEvent>(&event.what)) shift(goal->goal.window, now);
    }
    // Who is in focus as a member of a group is so by name now.
    std::vector<FocusSpec> focus;
    for (const FocusSpec& one : scene.planner.focus)
        for (const AgentSpec& agent : world.agents())
            if (agent.name == one.target || agent.group == one.target)
                if (std::any_of(out.agents.begin(), out.agents.end(),
                                [&](const AgentSpec& a) { return a.name == agent.name; })) {
                    focus.push_back(one);
                    focus.back().target = agent.name;
                }
    out.planner.focus = std::move(focus);
    out.budget = world.budget();
    return out;
}

}  // namespace wend::view
