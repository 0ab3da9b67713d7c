#pragma once

#include <limits>

#include "support/walkers.hpp"

namespace wend::test {

inline std::vector<io::RecordedEdit> every_kind_of_edit() {
    ObstacleSpec crate;
    crate.name = "crate";
    crate.shape = PolygonShape{{{-1, -1}, {1, -1}, {0, 1}}};
    crate.motion = {{{0, {{3, 4}, 0.5}}, {2, {{5, 4}, -0.0}}}, true};
    crate.knowledge = Knowledge::observed;
    crate.present = {1, std::numeric_limits<double>::infinity()};
    AgentSpec guest;
    guest.name = "guest";
    guest.group = "guests";
    guest.position = {1.0 / 3, 2};
    guest.enters = 0.5;
    guest.goal = {2, Polygon{{{0, 0}, {9, 0}, {9, 9}}, {{{4, 1}, {5, 1}, {5, 2}}}}, Interval{3, 4}};
    guest.goal.leaves = true;
    const Goal goal{1, DiscRegion{{7, 8}, 0.4}, {}};
    Goal round = goal;
    round.then = {{0, DiscRegion{{1, 2}, 0.3}, {}}, {2, Polygon{{{0, 0}, {9, 0}, {9, 9}}, {}}, {}}};
    round.repeats = true;
    ConstraintSpec lawn;
    lawn.name = "lawn";
    lawn.layer = 1;
    lawn.polygon = {{{0, 0}, {9, 0}, {9, 9}}, {{{4, 1}, {5, 1}, {5, 2}}}};
    lawn.hard = true;
    lawn.agents = {"walker3", "guests"};
    ConstraintSpec sight;
    sight.name = "sight";
    sight.kind = AnnotationKind::sight;
    sight.of = "crate";
    sight.other = "guest";
    sight.range = 7.5;
    sight.angle = 1.25;
    sight.depth = 0.5;
    sight.weight = -3.5;
    sight.preposition = Preposition::near;
    return {
        {{0.5, AppearEvent{crate}}, {}},        {{0.5, MoveEvent{"crate", {{{1, {{2, 2}, 0}}}, false}}}, {}},
        {{0.5, DisappearEvent{"crate"}}, {}},   {{0.5, GoalEvent{"walker3", goal}}, {}},
        {{0.5, EnterEvent{guest}}, 12},         {{0.5, PauseEvent{"guests"}}, {}},
        {{0.5, ResumeEvent{"guest"}}, {}},      {{0.5, LeaveEvent{"guest"}}, {}},
        {{0.5, BudgetEvent{{0.004, {}}}}, {}},  {{0.5, BudgetEvent{{{}, 2000}}}, {}},
        {{0.5, GoalEvent{"guest", round}}, {}}, {{0.5, ConstraintEvent{lawn}}, {}},
        {{0.5, ConstraintEvent{sight}}, {}},    {{0.5, LiftEvent{"lawn"}}, {}}};
}

/// A run with all that a recording can hold: agents that come and go, obstacles, platforms, events, edits,
/// odd numbers.
inline Walkers make_busy_recording(std::uint64_t seed, std::uint32_t frames = 70, std::uint32_t agents = 12) {
    Walkers run = make_walkers(seed, {.count = agents, .frames = frames});
    Rng rng(seed ^ 0xB5);
    run.recording.header.scene_json = std::string("{\"name\": \"caf\xC3\xA9\", \"zero\": \"") + '\0' + "\"}";
    for (io::Frame& frame : run.recording.frames) {
        std::erase_if(frame.agents, [&rng](const auto&) { return rng.below(10) == 0; });
        for (io::RecordedAgent& agent : frame.agents) {
            agent.mode = static_cast<io::AgentMode>(rng.below(6));
            agent.layer = static_cast<std::uint32_t>(rng.below(3));
            agent.position.z = rng.below(3) == 0 ? -0.0 : rng.uniform(-3, 3);
        }
        for (std::uint32_t o : {1u, 2u, 700u})
            if (rng.below(5) != 0)
                frame.obstacles.push_back({o, {{rng.uniform(0, 50), 0.1 * frame.index}, -0.5 * frame.time}});
        if (frame.index == 3)
            frame.identities = {
                {1, io::RecordedKind::obstacle, "cart", 0, DiscShape{0.7}},
                {700, io::RecordedKind::platform, "tram", 2, PolygonShape{{{-1, -1}, {1, -1}, {1, 1}}}}};
        if (frame.index == 15) frame.edits = every_kind_of_edit();
        if (rng.below(4) == 0) frame.events.push_back({"plan_deviation", "walker3", "0.2 m late"});
    }
    return run;
}

}  // namespace wend::test
