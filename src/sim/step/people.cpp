// Who belongs to the run: agents that are called in, sent away, stopped and let go on while it lasts.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "check/goal_room.hpp"
#include "sim/crowd.hpp"
#include "sim/focus/focus.hpp"
#include "sim/step/standing.hpp"

namespace wend {
namespace {

template <class Visit>
bool for_each_meant(Crowd& crowd, const std::string& target, Visit&& visit) {
    bool found = false;
    if (target.empty()) return found;
    for (Walker& walker : crowd.walkers) {
        if (walker.has_left || (walker.spec.name != target && walker.spec.group != target)) continue;
        visit(walker);
        found = true;
    }
    return found;
}

Status nobody(const std::string& what, const std::string& target) {
    return Status::invalid_input(
        fmt::format("{} '{}': found no agent and no group of that name in the run", what, target));
}

bool are_sound(const AgentLimits& limits) {
    for (const double number :
         {limits.radius, limits.height, limits.max_speed, limits.max_acceleration, limits.max_turn_rate})
        if (!(number > 0) || !std::isfinite(number)) return false;
    return true;
}

Vec2 middle_of(const GoalRegion& region) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return disc->center;
    const Box2 box = bounds_of(std::get<Polygon>(region).outline);
    return lerp(box.low, box.high, 0.5);
}

}  // namespace

std::string obstacle_in(const Crowd& crowd, const AgentSpec& agent, ObstacleId except) {
    std::string name;
    const double now = crowd.world.time();
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const ObstacleSpec& spec = *state.spec;
        if (id == except || spec.layer != agent.layer || !spec.present.contains(now)) return;
        if (distance_to(spec.shape, spec.motion.at(now), agent.position) < agent.limits.radius)
            name = spec.name;
    });
    return name;
}

Status check_goal(const Crowd& crowd, const Goal& goal, double radius) {
    const auto& layers = crowd.scene.layers;
    if (goal.layer >= layers.size())
        return Status::invalid_input(
            fmt::format("found layer {}, expected one below {}", goal.layer, layers.size()));
    const auto& platforms = crowd.scene.platforms;
    const bool may_be_carried =
        std::any_of(platforms.begin(), platforms.end(),
                    [&](const PlatformSpec& platform) { return platform.layer == goal.layer; });
    if (!may_be_carried && !check::has_room(goal.region, crowd.world.walls().ground(goal.layer), radius))
        return Status::invalid_input(fmt::format(
            "found no place in it for a body of radius {} m, expected a goal that is not inside walls",
            radius));
    for (const Goal& next : goal.then)
        if (Status status = check_goal(crowd, next, radius); !status.is_ok()) return status;
    return Status::ok();
}

Status check_newcomer(const Crowd& crowd, const AgentSpec& agent, ObstacleId except) {
    const auto wrong = [&](const std::string& what) {
        return Status::invalid_input(fmt::format("agent '{}': {}", agent.name, what));
    };
    if (agent.name.empty()) return wrong("expected a name");
    if (crowd.roster.has_name(agent.name)) return wrong("that name is taken");
    if (agent.layer >= crowd.scene.layers.size() || agent.goal.layer >= crowd.scene.layers.size())
        return wrong(fmt::format("layer {}: there are only {}", std::max(agent.layer, agent.goal.layer),
                                 crowd.scene.layers.size()));
    for (const Goal& other : agent.goal.others)
        if (const Vec2 to = middle_of(other.region);
            other.layer >= crowd.scene.layers.size() || !std::isfinite(to.x + to.y))
            return wrong("expected all places of its goal on layers that there are");
    if (!are_sound(agent.limits)) return wrong("expected limits above 0");
    const Vec2 at = agent.position, to = middle_of(agent.goal.region);
    if (!std::isfinite(at.x + at.y + agent.heading + to.x + to.y)) return wrong("expected finite numbers");
    const bool is_carried = !crowd.world.platforms().under(agent.layer, at, crowd.world.time()).is_null();
    const Walls& walls = crowd.world.walls();
    const Region& region = is_carried ? walls.not_solid(agent.layer) : walls.ground(agent.layer);
    if (!region.fits(at, agent.limits.radius))
        return wrong(fmt::format("({:.2f}, {:.2f}) has no room for a radius of {} m", at.x, at.y,
                                 agent.limits.radius));
    if (const Status goal = check_goal(crowd, agent.goal, agent.limits.radius); !goal.is_ok())
        return wrong("its goal: " + goal.message);
    if (const std::string obstacle = obstacle_in(crowd, agent, except); !obstacle.empty())
        return wrong(fmt::format("({:.2f}, {:.2f}) is inside {}", at.x, at.y, obstacle));
    return Status::ok();
}

Result<std::uint32_t> add_walker(Crowd& crowd, AgentSpec agent) {
    if (Status status = check_newcomer(crowd, agent); !status.is_ok()) return status;
    Walker walker;
    walker.spec = agent;
    const auto bound = crowd.router.constraints().bind(agent);
    if (!bound) return bound.status();
    walker.binding = bound.value();
    const auto next = static_cast<std::uint32_t>(crowd.walkers.size());
    // What an agent knows and plans is kept by number, and must not be its successor's.
    const std::uint32_t number =
        crowd.awareness || crowd.focus ? next : crowd.roster.take_number(crowd.frame, next);
    walker.number = number;
    walker.called = walker.recorded = crowd.roster.record(number);
    crowd.roster.add_names(agent);
    if (crowd.focus) crowd.focus->mark(walker);
    crowd.outside.push_back(number);
    if (number == next) {
        crowd.walkers.push_back(std::move(walker));
    } else {
        crowd.roster.forget(crowd.walkers[number].called);
        crowd.roster.forget(crowd.walkers[number].recorded);
        crowd.walkers[number] = std::move(walker);
    }
    if (!crowd.options.forgets) crowd.agents.push_back(std::move(agent));
    leave_time_for_leaps(crowd, crowd.walkers[number].spec.limits);
    return number;
}

void remove(Crowd& crowd, Walker& walker) {
    crowd.numbers.erase(walker.id);
    crowd.world.remove_agent(walker.id);
    crowd.roster.remove_names(walker.spec);
    crowd.roster.free_number(walker.number, crowd.frame);
    // Until its number is given again this is what is kept of it.
    Walker gone;
    gone.number = walker.number;
    gone.called = walker.called;
    gone.recorded = walker.recorded;
    gone.has_left = true;
    gone.has_arrived = walker.has_arrived;
    gone.is_in_focus = walker.is_in_focus;
    gone.route_status = std::move(walker.route_status);
    walker = std::move(gone);
}

Status leave(Crowd& crowd, const std::string& target) {
    const bool found = for_each_meant(crowd, target, [&](Walker& walker) { remove(crowd, walker); });
    return found ? Status::ok() : nobody("to send away", target);
}

void pause(Walker& walker, bool is_paused) {
    walker.wants_route = walker.wants_route || (walker.is_paused && !is_paused);
    walker.is_paused = is_paused;
    walker.waited = 0;
}

Status pause(Crowd& crowd, const std::string& target, bool is_paused) {
    const bool found = for_each_meant(crowd, target, [&](Walker& walker) { pause(walker, is_paused); });
    return found ? Status::ok() : nobody(is_paused ? "to pause" : "to resume", target);
}

}  // namespace wend
