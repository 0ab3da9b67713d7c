#include "wend/io/scene_check.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "wend/base/limits.hpp"
#include "wend/world/scene_size.hpp"

#include "io/json_writer.hpp"
#include "io/scene_clearance.hpp"
#include "io/scene_path.hpp"
#include "io/source_text.hpp"

namespace wend::io {
namespace {

using Found = std::optional<SceneProblem>;

/// Who has which name; the empty name is nobody's.
class NameBook {
  public:
    Found add(const std::string& name, std::string path) {
        if (name.empty()) return std::nullopt;
        const auto [first, is_new] = owners_.try_emplace(name, path);
        if (is_new) return std::nullopt;
        return SceneProblem{std::move(path), "found " + in_quotes(name) + ", the name of " + first->second +
                                                 ", expected a name of its own"};
    }

  private:
    std::map<std::string, std::string, std::less<>> owners_;
};

template <class Items>
Found check_names(NameBook& book, std::string_view list, const Items& items) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (Found problem = book.add(items[i].name, item_path(list, i, "name"))) return problem;
    return std::nullopt;
}

Found check_all_names(const Scene& scene) {
    NameBook layers, passages, people, things, gauges;
    if (Found problem = check_names(layers, "layers", scene.layers)) return problem;
    if (Found problem = check_names(passages, "portals", scene.portals)) return problem;
    if (Found problem = check_names(passages, "links", scene.links)) return problem;
    if (Found problem = check_names(people, "agents", scene.agents)) return problem;
    if (Found problem = check_names(people, "groups", scene.groups)) return problem;
    if (Found problem = check_names(things, "obstacles", scene.obstacles)) return problem;
    if (Found problem = check_names(things, "platforms", scene.platforms)) return problem;
    if (Found problem = check_names(gauges, "gauges.lines", scene.gauges.lines)) return problem;
    if (Found problem = check_names(gauges, "gauges.areas", scene.gauges.areas)) return problem;
    NameBook constraints;
    if (Found problem = check_names(constraints, "constraints", scene.constraints)) return problem;
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        Found problem;
        if (const auto* appear = std::get_if<AppearEvent>(&scene.events[i].what))
            problem = things.add(appear->obstacle.name, item_path("events", i, "appear.name"));
        if (const auto* enter = std::get_if<EnterEvent>(&scene.events[i].what))
            problem = people.add(enter->agent.name, item_path("events", i, "enter.name"));
        if (problem) return problem;
    }
    return std::nullopt;
}

/// When each named obstacle is there for an event to speak of it.
class Obstacles {
  public:
    explicit Obstacles(const Scene& scene) {
        for (const ObstacleSpec& obstacle : scene.obstacles) appears_[obstacle.name] = 0;
        for (const TimedEvent& event : scene.events)
            if (const auto* appear = std::get_if<AppearEvent>(&event.what))
                appears_[appear->obstacle.name] = event.time;
    }

    [[nodiscard]] Found check(const std::string& name, double time, std::string path) const {
        const auto found = name.empty() ? appears_.end() : appears_.find(name);
        if (found == appears_.end())
            return SceneProblem{std::move(path),
                                "found " + in_quotes(name) + ", expected the name of an obstacle"};
        if (time < found->second)
            return SceneProblem{std::move(path), "found " + in_quotes(name) + ", which appears only at " +
                                                     number_text(found->second) +
                                                     " s, expected an obstacle that is there"};
        return std::nullopt;
    }

  private:
    std::map<std::string, double, std::less<>> appears_;
};

/// Agents, groups, and members of groups as populate() names them.
class People {
  public:
    explicit People(const Scene& scene) {
        for (const AgentSpec& agent : scene.agents) names_.insert({agent.name, agent.group});
        for (const GroupSpec& group : scene.groups) {
            names_.insert(group.name);
            sizes_[group.name] = group.count;
        }
        for (const TimedEvent& event : scene.events)
            if (const auto* enter = std::get_if<EnterEvent>(&event.what)) {
                names_.insert(enter->agent.group);
                newcomers_[enter->agent.name] = event.time;
            }
        names_.erase("");
        newcomers_.erase("");
    }

    [[nodiscard]] Found check(const std::string& name, double time, std::string path) const {
        if (has(name)) return std::nullopt;
        const auto newcomer = newcomers_.find(name);
        if (newcomer == newcomers_.end())
            return SceneProblem{std::move(path),
                                "found " + in_quotes(name) + ", expected the name of an agent or a group"};
        if (time >= newcomer->second) return std::nullopt;
        return SceneProblem{std::move(path), "found " + in_quotes(name) + ", who enters only at " +
                                                 number_text(newcomer->second) +
                                                 " s, expected somebody who has"};
    }

  private:
    [[nodiscard]] bool has(const std::string& name) const {
        if (names_.contains(name)) return true;
        const std::size_t slash = name.rfind('/');
        const auto group = slash == std::string::npos ? sizes_.end() : sizes_.find(name.substr(0, slash));
        if (group == sizes_.end()) return false;
        std::uint32_t member = 0;
        const char* end = name.data() + name.size();
        const auto read = std::from_chars(name.data() + slash + 1, end, member);
        return read.ec == std::errc{} && read.ptr == end && member < group->second;
    }

    std::set<std::string> names_;
    std::map<std::string, std::uint32_t> sizes_;
    std::map<std::string, double> newcomers_;  ///< when they enter
};

/// Whom an event speaks of, and in which field.
std::optional<std::pair<std::string_view, const std::string*>> target_of(const TimedEvent& event) {
    if (const auto* goal = std::get_if<GoalEvent>(&event.what)) return {{"goal.target", &goal->target}};
    if (const auto* leave = std::get_if<LeaveEvent>(&event.what)) return {{"leave", &leave->target}};
    if (const auto* pause = std::get_if<PauseEvent>(&event.what)) return {{"pause", &pause->target}};
    if (const auto* resume = std::get_if<ResumeEvent>(&event.what)) return {{"resume", &resume->target}};
    return std::nullopt;
}

Found check_events(const Scene& scene) {
    if (scene.events.empty()) return std::nullopt;
    const Obstacles obstacles(scene);
    const People people(scene);
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        const TimedEvent& event = scene.events[i];
        if (event.time > scene.duration)
            return SceneProblem{item_path("events", i, "time"),
                                "found " + number_text(event.time) +
                                    ", expected a time within the duration of " +
                                    number_text(scene.duration) + " s"};
        if (const auto* gone = std::get_if<DisappearEvent>(&event.what))
            if (Found problem =
                    obstacles.check(gone->obstacle, event.time, item_path("events", i, "disappear")))
                return problem;
        if (const auto* move = std::get_if<MoveEvent>(&event.what))
            if (Found problem =
                    obstacles.check(move->obstacle, event.time, item_path("events", i, "move.obstacle")))
                return problem;
        if (const auto target = target_of(event))
            if (Found problem =
                    people.check(*target->second, event.time, item_path("events", i, target->first)))
                return problem;
    }
    return std::nullopt;
}

/// What constraints are attached to and whom they are for exists at some time.
class Constraints {
  public:
    explicit Constraints(const Scene& scene) : obstacles_(scene), people_(scene) {}

    [[nodiscard]] Found check(const ConstraintSpec& constraint, const std::string& path) const {
        const double always = std::numeric_limits<double>::infinity();
        for (const auto& [field, name] :
             {std::pair{".of", &constraint.of}, std::pair{".other", &constraint.other}})
            if (!name->empty() && obstacles_.check(*name, always, "") && people_.check(*name, always, ""))
                return SceneProblem{path + field, "found " + in_quotes(*name) +
                                                      ", expected the name of an obstacle or an agent"};
        for (const std::string& name : constraint.agents)
            if (Found problem = people_.check(name, always, path + ".agents")) return problem;
        return std::nullopt;
    }

  private:
    Obstacles obstacles_;
    People people_;
};

Found check_constraints(const Scene& scene) {
    const Constraints constraints(scene);
    std::set<std::string> known;
    for (std::size_t i = 0; i < scene.constraints.size(); ++i) {
        if (Found problem = constraints.check(scene.constraints[i], item_path("constraints", i)))
            return problem;
        known.insert(scene.constraints[i].name);
    }
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        const TimedEvent& event = scene.events[i];
        if (const auto* change = std::get_if<ConstraintEvent>(&event.what)) {
            if (Found problem = constraints.check(change->constraint, item_path("events", i, "constraint")))
                return problem;
            known.insert(change->constraint.name);
        }
        if (const auto* lift = std::get_if<LiftEvent>(&event.what); lift && !known.contains(lift->target))
            return SceneProblem{
                item_path("events", i, "lift"),
                "found " + in_quotes(lift->target) + ", expected the name of a constraint that holds before"};
    }
    return std::nullopt;
}

/// Everybody in focus exists, and is so once.
Found check_focus(const Scene& scene) {
    const std::vector<FocusSpec>& focus = scene.planner.focus;
    if (focus.empty()) return std::nullopt;
    const People people(scene);
    std::map<std::string_view, std::string_view> groups;
    for (const AgentSpec& agent : scene.agents) groups.emplace(agent.name, agent.group);
    std::map<std::string_view, std::size_t> entries;
    const auto twice = [&](std::size_t a, std::size_t b) {
        const auto [first, second] = std::minmax(a, b);
        return SceneProblem{item_path("planner.focus", second, "target"),
                            "found " + in_quotes(focus[second].target) + ", who is in focus by " +
                                item_path("planner.focus", first) + ", expected each only once"};
    };
    for (std::size_t i = 0; i < focus.size(); ++i) {
        const std::string path = item_path("planner.focus", i, "target");
        if (Found problem = people.check(focus[i].target, scene.duration, path)) return problem;
        const auto [known, is_new] = entries.emplace(focus[i].target, i);
        if (!is_new) return twice(known->second, i);
    }
    for (std::size_t i = 0; i < focus.size(); ++i) {
        const std::string_view name = focus[i].target;
        const auto group = groups.find(name);
        if (group != groups.end() && group->second != name)
            if (const auto other = entries.find(group->second); other != entries.end())
                return twice(other->second, i);
        for (std::size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1))
            if (const auto other = entries.find(name.substr(0, slash)); other != entries.end())
                return twice(other->second, i);
    }
    return std::nullopt;
}

std::size_t corners_of(const Scene& scene) {
    std::size_t corners = 0;
    const auto add = [&corners](const std::vector<Polygon>& polygons) {
        for (const Polygon& polygon : polygons) {
            corners += polygon.outline.size();
            for (const Ring& hole : polygon.holes) corners += hole.size();
        }
    };
    for (const Layer& layer : scene.layers) {
        add(layer.walkable);
        add(layer.blocked);
    }
    return corners;
}

/// Before anything is made of what the file asks for.
Found check_sizes(const Scene& scene) {
    const auto check = [](const char* path, const char* what, std::uint64_t found,
                          std::uint64_t most) -> Found {
        if (found <= most) return std::nullopt;
        return SceneProblem{path, "found " + std::to_string(found) + " " + what + ", expected at most " +
                                      std::to_string(most)};
    };
    for (const Found& problem :
         {check("$", "agents, members of groups and newcomers", agent_count(scene), limits::agents),
          check("$.groups", "groups", scene.groups.size(), limits::groups),
          check("$.obstacles", "obstacles", scene.obstacles.size(), limits::obstacles),
          check("$.events", "events", scene.events.size(), limits::events),
          check("$.layers", "corners of polygons", corners_of(scene), limits::corners)})
        if (problem) return problem;
    return std::nullopt;
}

Found check_entry(const Scene& scene, double enters, const Goal& goal, const std::string& path) {
    if (enters > scene.duration)
        return SceneProblem{path + ".enters", "found " + number_text(enters) +
                                                  ", expected a time within the duration of " +
                                                  number_text(scene.duration) + " s"};
    if (goal.window && goal.window->high < enters)
        return SceneProblem{path + ".goal.window", "found an end at " + number_text(goal.window->high) +
                                                       " s, expected one after the entry at " +
                                                       number_text(enters) + " s"};
    return std::nullopt;
}

Found check_times(const Scene& scene) {
    if (scene.time_step > scene.duration)
        return SceneProblem{"$.time_step", "found " + number_text(scene.time_step) +
                                               ", expected no more than the duration of " +
                                               number_text(scene.duration) + " s"};
    for (std::size_t i = 0; i < scene.agents.size(); ++i)
        if (Found problem =
                check_entry(scene, scene.agents[i].enters, scene.agents[i].goal, item_path("agents", i)))
            return problem;
    for (std::size_t i = 0; i < scene.groups.size(); ++i)
        if (Found problem =
                check_entry(scene, scene.groups[i].enters, scene.groups[i].goal, item_path("groups", i)))
            return problem;
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        const auto* enter = std::get_if<EnterEvent>(&scene.events[i].what);
        if (enter && enter->agent.enters != 0)
            return SceneProblem{item_path("events", i, "enter.enters"),
                                "found " + number_text(enter->agent.enters) +
                                    ", expected none: the event's own time says when"};
        if (!enter) continue;
        if (Found problem =
                check_entry(scene, scene.events[i].time, enter->agent.goal, item_path("events", i, "enter")))
            return problem;
    }
    return std::nullopt;
}

/// Ways under constraints are found for all at once, in the world as it is.
Found check_knowledge(const Scene& scene) {
    const bool has_constraints =
        !scene.constraints.empty() || std::ranges::any_of(scene.events, [](const TimedEvent& event) {
            return std::holds_alternative<ConstraintEvent>(event.what);
        });
    if (scene.knowledge == News::everybody || !has_constraints) return std::nullopt;
    return SceneProblem{"$.knowledge",
                        "found \"seen_or_told\" in a scene with constraints, expected "
                        "\"everybody\": ways under constraints are found in the world as it is"};
}

Found check_bounds(const Scene& scene) {
    if (scene.bounds.is_empty() && !scene.level)
        return SceneProblem{"$", "found neither 'bounds' nor anything walkable, expected one of them"};
    return std::nullopt;
}

}  // namespace

std::optional<SceneProblem> find_problem(const Scene& scene) {
    for (const auto check : {check_sizes, check_bounds, check_all_names, check_times, check_events,
                             check_constraints, check_knowledge, check_focus, find_clearance_problem})
        if (Found problem = check(scene)) return problem;
    return std::nullopt;
}

}  // namespace wend::io
