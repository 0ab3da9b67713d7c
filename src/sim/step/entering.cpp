// Agents that come into the world, and events that happen to it.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "wend/check/budget_text.hpp"
#include "wend/check/scene_check.hpp"

#include "sim/crowd.hpp"
#include "sim/ground/goals.hpp"

namespace wend {
namespace {

/// Metres from p to where the agent is, or has promised to be from now on.
double nearest_approach(const AgentState& agent, Vec2 p, double now) {
    double nearest = distance(agent.motion.position, p);
    if (!agent.plan) return nearest;
    const auto& keys = agent.plan->motion.keyframes;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].time < now) continue;
        const Vec2 from = keys[i - 1].pose.position, to = keys[i].pose.position;
        nearest = std::min(nearest, distance(lerp(from, to, nearest_parameter(from, to, p)), p));
    }
    return nearest;
}

/// Would they meet, where the one is or has promised to walk and the other wants to enter?
bool leaves_room(const AgentState& other, const AgentSpec& spec, double now) {
    const bool is_near =
        other.motion.layer == spec.layer || (other.plan && other.plan->other_layer == spec.layer);
    return !is_near ||
           nearest_approach(other, spec.position, now) >= other.limits().radius + spec.limits.radius;
}

/// Whose places are free, asked by many who want to enter in one frame: those inside are filed once.
class Doorkeeper {
  public:
    explicit Doorkeeper(const Crowd& crowd) : crowd_(crowd) {
        crowd.world.agents().for_each([&](AgentId id, const AgentState&) { note(id); });
    }

    /// Somebody has entered.
    void note(AgentId id) {
        const AgentState& agent = *crowd_.world.agents().find(id);
        const double reach = agent.limits().radius + to_spare;
        Box2 room = Box2::around(agent.motion.position, reach);
        if (agent.plan)
            for (const Keyframe& key : agent.plan->motion.keyframes)
                room.add(Box2::around(key.pose.position, reach));
        rooms_.add(agent.motion.layer, room, id);
        const auto other_layer = agent.plan ? agent.plan->other_layer : std::nullopt;
        if (other_layer && *other_layer != agent.motion.layer) rooms_.add(*other_layer, room, id);
    }
    /// Nothing and nobody is in that place, and nobody has promised to walk through it.
    [[nodiscard]] bool has_room(const AgentSpec& spec) const {
        const Box2 room = Box2::around(spec.position, spec.limits.radius);
        return obstacle_in(crowd_, spec).empty() && !rooms_.any(spec.layer, room, [&](AgentId id) {
            return !leaves_room(*crowd_.world.agents().find(id), spec, crowd_.world.time());
        });
    }

  private:
    static constexpr double cell = 4, to_spare = 1e-6;  ///< metres
    const Crowd& crowd_;
    BoxIndex<AgentId> rooms_{cell};
};

}  // namespace

bool has_room(const Crowd& crowd, const AgentSpec& spec, ObstacleId except) {
    bool is_free = obstacle_in(crowd, spec, except).empty();
    crowd.world.agents().for_each([&](AgentId, const AgentState& other) {
        is_free = is_free && leaves_room(other, spec, crowd.world.time());
    });
    return is_free;
}

namespace {

void enter(Crowd& crowd, Walker& walker) {
    walker.id = crowd.world.add_agent(walker.spec);
    crowd.numbers[walker.id] = walker.number;
    take_goal(walker, *crowd.world.agents().find(walker.id)->goal);
    walker.place = {walker.spec.position, walker.spec.layer};
    walker.walk = {0, 0, walker.spec.heading};
    walker.anchor = walker.spec.position;
    walker.anchored = walker.marked = crowd.world.time();
    walker.mark = walker.spec.position;
}

struct Subject {
    std::string operator()(const AppearEvent& event) const { return event.obstacle.name; }
    std::string operator()(const DisappearEvent& event) const { return event.obstacle; }
    std::string operator()(const MoveEvent& event) const { return event.obstacle; }
    std::string operator()(const EnterEvent& event) const { return event.agent.name; }
    std::string operator()(const BudgetEvent& event) const { return check::budget_text(event.budget); }
    std::string operator()(const ConstraintEvent& event) const { return event.constraint.name; }
    std::string operator()(const auto& event) const { return event.target; }
};

const char* kind_of(const TimedEvent& event) {
    constexpr const char* kinds[] = {"obstacle_appeared", "obstacle_disappeared", "obstacle_moved",
                                     "goal_changed",      "agent_called",         "agent_left",
                                     "agent_paused",      "agent_resumed",        "budget_changed",
                                     "constraint_set",    "constraint_lifted"};
    static_assert(std::size(kinds) == std::variant_size_v<decltype(event.what)>);
    return kinds[event.what.index()];
}

/// The world takes goals for those who have yet to enter; only the whole list of agents shows that nobody is
/// meant.
Status change_goal(Crowd& crowd, const GoalEvent& goal, const TimedEvent& event) {
    const auto is_meant = [&](const Walker& walker) {
        return !walker.has_left && (walker.spec.name == goal.target || walker.spec.group == goal.target);
    };
    double thinnest = std::numeric_limits<double>::infinity();
    for (const Walker& walker : crowd.walkers)
        if (is_meant(walker)) thinnest = std::min(thinnest, walker.spec.limits.radius);
    if (std::isinf(thinnest))
        return Status::invalid_input(
            fmt::format("a new goal for '{}': found no agent and no group of that name", goal.target));
    if (const Status room = check_goal(crowd, goal.goal, thinnest); !room.is_ok())
        return Status::invalid_input(fmt::format("a new goal for '{}': {}", goal.target, room.message));
    return crowd.world.apply(event);
}

/// What a constraint speaks of and whom it is for, somebody or something has to be or to have been.
Status set_constraint(Crowd& crowd, const ConstraintSpec& constraint) {
    if (crowd.awareness)
        return Status::invalid_input(fmt::format(
            "constraint '{}': ways under constraints are found in the world as it is, which not everybody "
            "knows in a scene of \"seen_or_told\"",
            constraint.name));
    if (constraint.layer >= crowd.scene.layers.size())
        return Status::invalid_input(fmt::format("constraint '{}': found layer {}, expected one below {}",
                                                 constraint.name, constraint.layer,
                                                 crowd.scene.layers.size()));
    const auto is_agent = [&](const std::string& name) {
        return crowd.roster.has_name(name) ||
               std::any_of(crowd.agents.begin(), crowd.agents.end(),
                           [&](const AgentSpec& agent) { return agent.name == name || agent.group == name; });
    };
    for (const std::string& name : constraint.agents)
        if (!is_agent(name))
            return Status::invalid_input(fmt::format(
                "constraint '{}': found '{}', expected an agent or a group", constraint.name, name));
    for (const std::string& name : {constraint.of, constraint.other})
        if (!name.empty() && !is_agent(name) && crowd.world.find_obstacle(name).is_null())
            return Status::invalid_input(fmt::format(
                "constraint '{}': found '{}', expected an agent or an obstacle", constraint.name, name));
    std::vector<AgentSpec> in_the_run;
    for (const Walker& walker : crowd.walkers)
        if (!walker.has_left) in_the_run.push_back(walker.spec);
    if (Status set = crowd.router.constraints().set(constraint, in_the_run); !set.is_ok()) return set;
    return bind_walkers(crowd);
}

Status carry_out(Crowd& crowd, const TimedEvent& event) {
    if (const auto* goal = std::get_if<GoalEvent>(&event.what)) return change_goal(crowd, *goal, event);
    // The scene's newcomers are on the list from the beginning.
    if (std::holds_alternative<EnterEvent>(event.what)) return Status::ok();
    if (const auto* gone = std::get_if<LeaveEvent>(&event.what)) return leave(crowd, gone->target);
    if (const auto* paused = std::get_if<PauseEvent>(&event.what)) return pause(crowd, paused->target, true);
    if (const auto* on = std::get_if<ResumeEvent>(&event.what)) return pause(crowd, on->target, false);
    if (const auto* budget = std::get_if<BudgetEvent>(&event.what)) crowd.budget = budget->budget;
    if (const auto* change = std::get_if<ConstraintEvent>(&event.what))
        return set_constraint(crowd, change->constraint);
    if (const auto* lift = std::get_if<LiftEvent>(&event.what)) {
        const Status lifted = crowd.router.constraints().lift(lift->target);
        return lifted.is_ok() ? bind_walkers(crowd) : lifted;
    }
    return crowd.world.apply(event);
}

}  // namespace

void let_in(Crowd& crowd) {
    std::optional<Doorkeeper> doorkeeper;
    std::erase_if(crowd.outside, [&](std::uint32_t number) {
        Walker& walker = crowd.walkers[number];
        if (walker.has_left) return true;
        if (walker.spec.enters > crowd.world.time()) return false;
        if (!doorkeeper) doorkeeper.emplace(crowd);
        if (!doorkeeper->has_room(walker.spec)) return false;
        enter(crowd, walker);
        doorkeeper->note(walker.id);
        return true;
    });
}

Status apply_event(Crowd& crowd, const TimedEvent& event) {
    const Status status = carry_out(crowd, event);
    crowd.recorder.note(status.is_ok() ? kind_of(event) : "event_failed", std::visit(Subject{}, event.what),
                        status.message);
    return status;
}

Status apply_edit(Crowd& crowd, TimedEvent event) {
    event.time = crowd.world.time();
    if (const auto problem = check::find_problem(crowd.scene, event)) {
        const Status wrong = Status::invalid_input(problem->path + ": " + problem->message);
        crowd.recorder.note("event_failed", std::visit(Subject{}, event.what), wrong.message);
        return wrong;
    }
    std::optional<std::uint32_t> number;
    if (auto* enter = std::get_if<EnterEvent>(&event.what)) {
        enter->agent.enters = event.time;
        const auto added = add_walker(crowd, enter->agent);
        if (!added) {
            crowd.recorder.note("event_failed", enter->agent.name, added.status().message);
            return added.status();
        }
        number = crowd.walkers[added.value()].recorded;
    }
    Status status = apply_event(crowd, event);
    if (status.is_ok()) crowd.recorder.note({std::move(event), number});
    return status;
}

Status bind_walkers(Crowd& crowd) {
    for (Walker& walker : crowd.walkers) {
        if (walker.has_left) continue;
        const auto bound = crowd.router.constraints().bind(walker.spec);
        if (!bound) return bound.status();
        walker.binding = bound.value();
    }
    return Status::ok();
}

void happen(Crowd& crowd) {
    const auto& events = crowd.scene.events;
    for (; crowd.next_event < events.size() && events[crowd.next_event].time <= crowd.world.time();
         ++crowd.next_event)
        apply_event(crowd, events[crowd.next_event]);
    // Whoever has arrived at one goal of several goes on to the next.
    for (const Walker& walker : crowd.walkers)
        if (walker.has_arrived && walker.is_present() && !walker.goal.then.empty())
            apply_edit(crowd, {0, GoalEvent{walker.spec.name, next_goal(walker.goal)}});
}

}  // namespace wend
