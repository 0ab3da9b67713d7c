#pragma once

// Worlds for the long soak: a house of rooms with doors, some of them sliding shut and open as announced,
// a jump through a wall, mixed bodies, some in focus, goals that cannot be reached, known things on their
// rounds, things that nobody announced, events of all kinds, and budgets down to nearly nothing.

#include "wend/base/rng.hpp"

#include "bad_world.hpp"

namespace wend::test {

struct House {
    int columns = 1, rows = 1;
    double width = 6, depth = 5;  ///< of a room, metres
    [[nodiscard]] Vec2 size() const { return {columns * width, rows * depth}; }
    [[nodiscard]] Box2 room(int column, int row) const {
        return {{column * width, row * depth}, {(column + 1) * width, (row + 1) * depth}};
    }
};

constexpr double wall_half = 0.1;  ///< metres

/// A wall along x or y with a gap in it: the doors' places, or none where the wall is whole.
inline void add_house_wall(Scene& scene, Vec2 from, Vec2 to, std::optional<Interval> gap) {
    const bool is_upright = from.x == to.x;
    const auto piece = [&](double begin, double end) {
        const Vec2 a = is_upright ? Vec2{from.x - wall_half, begin} : Vec2{begin, from.y - wall_half};
        const Vec2 b = is_upright ? Vec2{from.x + wall_half, end} : Vec2{end, from.y + wall_half};
        scene.layers[0].blocked.push_back(box(a, b));
    };
    const double begin = is_upright ? from.y : from.x, end = is_upright ? to.y : to.x;
    if (!gap) return piece(begin, end);
    piece(begin, gap->low);
    piece(gap->high, end);
}

/// A door leaf that slides out of the wall and back, round and round; everybody knows when.
inline ObstacleSpec sliding_door(Rng& rng, const std::string& name, Vec2 middle, bool is_upright,
                                 double width) {
    ObstacleSpec door;
    door.name = name;
    const double half = width / 2;
    const Vec2 reach = is_upright ? Vec2{wall_half / 2, half} : Vec2{half, wall_half / 2};
    door.shape = PolygonShape{box(-1.0 * reach, reach).outline};
    const Vec2 open = middle + (is_upright ? Vec2{0, width} : Vec2{width, 0});
    const double shut = rng.uniform(2, 6), stays = rng.uniform(4, 9), slides = width / rng.uniform(0.2, 0.5);
    double time = rng.uniform(0, 3);
    const auto key = [&](Vec2 at, double after) {
        time += after;
        door.motion.keyframes.push_back({time, {at, 0}});
    };
    key(open, 0);
    key(open, stays);
    key(middle, slides);
    key(middle, shut);
    key(open, slides);
    door.motion.loops = true;
    return door;
}

/// Rooms side by side, each wall with a door but for a few; the room in the corner may have none at all.
inline House add_house(Scene& scene, Rng& rng) {
    House house{1 + static_cast<int>(rng.below(3)), 1 + static_cast<int>(rng.below(3)), rng.uniform(5, 8),
                rng.uniform(5, 7)};
    scene.bounds = {{0, 0}, house.size()};
    const bool is_corner_shut = rng.below(4) == 0;
    int doors = 0;
    const auto wall = [&](Vec2 from, Vec2 to, bool is_shut) {
        const bool is_upright = from.x == to.x;
        const double width = rng.uniform(0.8, 2);
        const double begin = is_upright ? from.y : from.x, end = is_upright ? to.y : to.x;
        const double middle = rng.uniform(begin + width, end - width);
        if (is_shut) return add_house_wall(scene, from, to, std::nullopt);
        add_house_wall(scene, from, to, Interval{middle - width / 2, middle + width / 2});
        const Vec2 at = is_upright ? Vec2{from.x, middle} : Vec2{middle, from.y};
        if (rng.below(4) == 0)
            scene.obstacles.push_back(
                sliding_door(rng, "door-" + std::to_string(doors++), at, is_upright, width));
    };
    for (int column = 0; column < house.columns; ++column)
        for (int row = 0; row < house.rows; ++row) {
            const Box2 room = house.room(column, row);
            const bool is_shut = is_corner_shut && column == 0 && row == 0;
            if (column + 1 < house.columns)
                wall({room.high.x, room.low.y}, room.high, is_shut || rng.below(6) == 0);
            if (row + 1 < house.rows)
                wall({room.low.x, room.high.y}, room.high, is_shut || rng.below(6) == 0);
        }
    return house;
}

inline Vec2 place_in(Rng& rng, const Box2& room, double margin) {
    return {rng.uniform(room.low.x + margin, room.high.x - margin),
            rng.uniform(room.low.y + margin, room.high.y - margin)};
}

inline Box2 some_room(Rng& rng, const House& house) {
    return house.room(static_cast<int>(rng.below(static_cast<std::uint64_t>(house.columns))),
                      static_cast<int>(rng.below(static_cast<std::uint64_t>(house.rows))));
}

/// Does anything that is announced ever come by there? Who enters in its way may have no time to leave.
inline bool is_passed(const Scene& scene, Vec2 place, double within) {
    const auto comes_by = [&](const Trajectory& motion) {
        const auto& keys = motion.keyframes;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const Vec2 from = keys[i].pose.position,
                       to = keys[std::min(i + 1, keys.size() - 1)].pose.position;
            if (distance(lerp(from, to, nearest_parameter(from, to, place)), place) < within) return true;
        }
        return false;
    };
    for (const ObstacleSpec& thing : scene.obstacles)
        if (thing.knowledge == Knowledge::known && comes_by(thing.motion)) return true;
    for (const TimedEvent& event : scene.events)
        if (const auto* move = std::get_if<MoveEvent>(&event.what); move && comes_by(move->motion))
            return true;
    return false;
}

/// Things reach no farther than this from their middles, and bodies no farther than that.
constexpr double widest_thing = 0.9, widest_body = 0.6;

inline AgentSpec soak_agent(Scene& scene, Rng& rng, const House& house, const std::string& name) {
    constexpr double margin = 0.9;
    Vec2 from = place_in(rng, some_room(rng, house), margin);
    for (int tries = 0; tries < 50 && is_passed(scene, from, widest_thing + widest_body); ++tries)
        from = place_in(rng, some_room(rng, house), margin);
    AgentSpec agent = walker(name, from, place_in(rng, some_room(rng, house), margin));
    agent.limits.radius = rng.below(8) == 0 ? rng.uniform(0.4, 0.6) : rng.uniform(0.15, 0.38);
    agent.limits.max_speed = rng.uniform(0.5, 2.4);
    agent.limits.max_acceleration = rng.uniform(1, 7);
    agent.limits.max_turn_rate = rng.uniform(1.5, 8);
    agent.heading = rng.uniform(-3, 3);
    agent.goal.leaves = rng.below(6) == 0;
    if (rng.below(12) == 0) agent.goal.window = Interval{rng.uniform(5, 10), rng.uniform(12, 20)};
    return agent;
}

inline void add_soak_agents(Scene& scene, Rng& rng, const House& house) {
    const std::size_t count = 2 + rng.below(4 + 2 * static_cast<std::uint64_t>(house.columns * house.rows));
    const auto has_room = [&](const AgentSpec& agent) {
        const bool is_free =
            std::none_of(scene.agents.begin(), scene.agents.end(), [&](const AgentSpec& other) {
                return distance(agent.position, other.position) <
                       agent.limits.radius + other.limits.radius + 0.02;
            });
        return is_free && !is_passed(scene, agent.position, widest_thing + agent.limits.radius);
    };
    for (std::size_t tries = 0; scene.agents.size() < count && tries < 10 * count; ++tries) {
        AgentSpec agent = soak_agent(scene, rng, house, "agent-" + std::to_string(scene.agents.size()));
        if (has_room(agent)) scene.agents.push_back(std::move(agent));
    }
}

/// A thing that goes round in one room, known or not.
inline void add_soak_things(Scene& scene, Rng& rng, const House& house, bool has_surprises) {
    const auto room = [&] {
        const Box2 whole = some_room(rng, house);
        return Box2{whole.low + Vec2{1, 1}, whole.high - Vec2{1, 1}};
    };
    for (auto n = rng.below(3); n > 0; --n)
        scene.obstacles.push_back(
            wanderer(rng, "known-" + std::to_string(n), Knowledge::known, room(), scene.duration));
    if (has_surprises)
        for (auto n = rng.below(3); n > 0; --n)
            scene.obstacles.push_back(
                wanderer(rng, "observed-" + std::to_string(n), Knowledge::observed, room(), scene.duration));
}

/// A thing that stands aside and is told to go somewhere else, long before it does.
inline void add_announced_move(Scene& scene, Rng& rng, const House& house) {
    const Vec2 from = place_in(rng, some_room(rng, house), 1);
    ObstacleSpec thing = crate("announced", from, rng.uniform(0.2, 0.4));
    const double told = rng.uniform(1, 5), begins = told + rng.uniform(10, 12);
    Trajectory motion;
    motion.keyframes = {
        {begins, {from, 0}},
        {begins + rng.uniform(2, 12), {from + Vec2{rng.uniform(-3, 3), rng.uniform(-3, 3)}, 0}}};
    scene.obstacles.push_back(thing);
    scene.events.push_back({told, MoveEvent{"announced", motion}});
}

inline void add_soak_events(Scene& scene, Rng& rng, const House& house, bool has_surprises) {
    if (scene.agents.empty()) return;
    for (auto n = static_cast<int>(rng.below(8)); n > 0; --n) {
        const double time = rng.uniform(0.5, scene.duration - 1);
        const std::string who = "agent-" + std::to_string(rng.below(scene.agents.size()));
        switch (rng.below(has_surprises ? 6 : 4)) {
            case 0:
                scene.events.push_back({time, PauseEvent{who}});
                scene.events.push_back({time + rng.uniform(0.5, 6), ResumeEvent{who}});
                break;
            case 1: {
                Goal goal;
                goal.region = DiscRegion{place_in(rng, some_room(rng, house), 0.8), rng.uniform(0.3, 1)};
                scene.events.push_back({time, GoalEvent{who, goal}});
                break;
            }
            case 2: {
                AgentSpec newcomer = soak_agent(scene, rng, house, "newcomer-" + std::to_string(n));
                if (!is_passed(scene, newcomer.position, widest_thing + newcomer.limits.radius))
                    scene.events.push_back({time, EnterEvent{newcomer}});
                break;
            }
            case 3:
                scene.events.push_back(
                    {time, BudgetEvent{{std::nullopt, std::uint64_t{1} << rng.below(12)}}});
                break;
            default:
                add_bad_event(scene, rng, time, n);
        }
    }
}

inline void add_soak_planning(Scene& scene, Rng& rng) {
    scene.budget.expansions = rng.below(3) == 0 ? std::uint64_t{1} << rng.below(12) : 3000;
    if (rng.below(5) != 0) return;
    for (std::size_t i = 0; i < scene.agents.size() && i < 2; ++i) {
        FocusSpec focus;
        focus.target = scene.agents[i].name;
        focus.chain = PlannerChain::tunnels;
        scene.planner.focus.push_back(focus);
    }
}

/// `has_surprises`: also what the documented assumptions exclude.
inline Scene soak_world(std::uint64_t seed, bool has_surprises) {
    Rng rng(seed);
    Scene scene;
    scene.name = "soak-" + std::to_string(seed);
    scene.layers.resize(1);
    scene.duration = 25;
    scene.time_step = rng.below(2) == 0 ? 1.0 / 30 : 1.0 / 15;
    const House house = add_house(scene, rng);
    add_soak_things(scene, rng, house, has_surprises);
    if (rng.below(3) == 0) add_announced_move(scene, rng, house);
    add_soak_agents(scene, rng, house);
    if (house.columns > 1 && rng.below(3) == 0) {
        const double y = rng.uniform(1, house.depth - 1);
        Link jump;
        jump.name = "jump";
        jump.from = {house.width - 0.8, y};
        jump.to = {house.width + 0.8, y};
        jump.two_way = true;
        scene.links.push_back(jump);
    }
    add_soak_events(scene, rng, house, has_surprises);
    add_soak_planning(scene, rng);
    std::stable_sort(scene.events.begin(), scene.events.end(),
                     [](const TimedEvent& a, const TimedEvent& b) { return a.time < b.time; });
    return scene;
}

}  // namespace wend::test
