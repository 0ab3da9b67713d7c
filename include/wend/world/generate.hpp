#pragma once

// Scenes made from a few numbers and a seed: streams that meet, passages, doors, rings, rooms. The same
// numbers give the same scene for ever, so tests, benchmarks and viewers speak of the same cases; other seeds
// give cases that nobody has looked at.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/world/scene.hpp"

namespace wend {

enum class SceneKind : std::uint8_t {
    arms,          ///< streams that meet where corridors of one width cross
    counter_flow,  ///< two groups through one passage, from room to room
    doors,         ///< from one room into the next, by doors
    circles,       ///< rings of agents who change places with those opposite
    many_to_one,   ///< all bound for one small place
    office,        ///< rooms along a corridor, everybody bound for another room
    hallways,      ///< four hallways with pillars, all crossing each other
    following,     ///< a file behind a slow walker in a passage that allows no overtaking
};

/// The kinds as they are called on the command line, in the order of the enumeration.
[[nodiscard]] const std::vector<std::string_view>& scene_kind_names();
[[nodiscard]] std::optional<SceneKind> scene_kind(std::string_view name);

struct GeneratorSpec {
    SceneKind kind = SceneKind::arms;
    std::uint64_t seed = 1;
    std::uint32_t agents = 100;  ///< in all; 2 to 10,000
    double width = 4;            ///< metres, of arms, passages, doors and hallways; 0.7 to 50
    double length = 20;          ///< metres, of arms, passages and hallways; 2 to 500
    std::uint32_t arms = 4;      ///< arms, doors, or rooms to a side; 1 to 12
    double radius = 0.3;         ///< metres; 0.1 to 1
    double radius_spread = 0;    ///< share by which bodies differ, up to 0.5
    double speed = 1.3;          ///< m/s; 0.3 to 3
    double speed_spread = 0;     ///< share by which paces differ, up to 0.5
    double irregularity = 0;     ///< share by which angles between arms differ, up to 0.6
    double goal_radius = 0.5;    ///< metres, of the one place in `many_to_one`; 0.1 to 10
    double duration = 240;       ///< seconds
};

/// Fails on numbers outside their ranges, naming the one that is wrong.
[[nodiscard]] Result<Scene> generate_scene(const GeneratorSpec& spec);

}  // namespace wend
