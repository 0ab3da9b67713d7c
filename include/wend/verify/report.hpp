#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend::verify {

enum class FindingKind : std::uint8_t {
    agent_overlap,      ///< two agents' bodies overlap; amount: metres
    obstacle_overlap,   ///< an agent overlaps an obstacle; metres
    wall_crossing,      ///< a body is not wholly on free ground; metres
    overspeed,          ///< metres a second above the limit
    acceleration,       ///< metres a second squared above the limit
    turn_rate,          ///< radians a second above the limit
    teleport,           ///< moved where no speed, portal or link leads; metres
    missed_goal,        ///< not in its goal region at any time; metres from it at last
    missed_window,      ///< not in its goal region during the window; seconds from it
    deadlocked,         ///< not arrived, and no progress until the end; seconds of that
    both_directions,    ///< two walk against each other on one-way ground; metres a second between them
    forbidden_ground,   ///< where a hard constraint lets it not be; seconds from one frame to the next
    wrong_start,        ///< entered elsewhere or earlier than the scene says; metres or seconds
    not_gone,           ///< in the world after it was sent away; seconds
    unknown_agent,      ///< neither scene nor recording has an agent of this number
    obstacle_mismatch,  ///< an obstacle is not where the scene says; metres
    vanished,           ///< left the world without a reason; metres from where it might have left
    came_back,          ///< in the world again after it had left; seconds
    wrong_time,         ///< frames are missing, or one is not at its number times the time step; seconds
    wrong_height,       ///< off the floor; metres
    wrong_heading,      ///< does not face where it walks; radians
    not_on_link,        ///< in the air where no link or portal is that it may be on; metres
    bad_footing,        ///< a foot came down on ground that does not hold it; metres of it over the edge
    bad_step,           ///< beyond reach, on the other foot, or with no foot to bear it; metres
    off_balance,        ///< no pendulum over its feet moves like that; metres beside them
    bad_frame,          ///< time does not advance, or a number is not finite
};

[[nodiscard]] std::string_view to_string(FindingKind kind) noexcept;
/// Of `Finding::amount`, e.g. "m".
[[nodiscard]] std::string_view unit_of(FindingKind kind) noexcept;

/// One thing that is wrong: who, when, where, by how much. What goes on over several frames is one finding.
struct Finding {
    FindingKind kind{};
    std::string who;
    std::string whom;  ///< the other agent or the obstacle, where there is one
    double begin = 0;  ///< seconds
    double end = 0;
    Vec2 where;  ///< of `who`, when it was worst
    std::uint32_t layer = 0;
    double amount = 0;  ///< when it was worst
};

/// Who crossed a line of the scene's gauges.
struct LineMeasure {
    std::string name;
    std::size_t forth = 0;     ///< crossings with the line's end on the left
    std::size_t back = 0;      ///< and on the right
    double flow = 0;           ///< crossings a second, from the first to the last
    double specific_flow = 0;  ///< the same a metre
};

/// How crowded an area of the scene's gauges was.
struct AreaMeasure {
    std::string name;
    double mean_density = 0;  ///< persons a square metre, over the whole run
    double most_density = 0;
    double mean_speed = 0;  ///< metres a second, of those in it
};

/// How many of those who were on their way had made no progress for long.
struct JammedShare {
    double time = 0;   ///< seconds
    double share = 0;  ///< 0 to 1
};

/// How a run went, beside right and wrong. Means are over those who arrived.
struct Measures {
    double last_arrival = 0;          ///< seconds
    double mean_travel_time = 0;      ///< seconds
    double throughput = 0;            ///< arrivals a second, until the last
    double path_efficiency = 0;       ///< straight lines by ways walked, 0 to 1
    double mean_deviation = 0;        ///< metres off the straight line from start to goal
    double mean_speed_changes = 0;    ///< metres a second, up and down
    double mean_turning = 0;          ///< radians
    double mean_energy = 0;           ///< joules a kilogram of body, spent on walking and standing
    double mixing = 0;                ///< share of other groups' members among those within 2 m
    double least_gap = 0;             ///< metres between two bodies, looked at twice a second; -1: always far
    double mean_least_gap = 0;        ///< of each who came within 2 m of another; -1: nobody did
    std::size_t retreats = 0;         ///< times that somebody got a metre farther from the goal than before
    std::size_t most_retreats = 0;    ///< of one agent
    std::vector<JammedShare> jammed;  ///< by time, every five seconds
    double most_jammed = 0;           ///< the highest of these shares
    std::vector<LineMeasure> lines;
    std::vector<AreaMeasure> areas;
};

struct Report {
    std::string scene;
    std::size_t frames = 0;
    double seconds = 0;  ///< from the first frame to the last
    std::size_t agents = 0;
    std::size_t arrived = 0;
    std::size_t excused = 0;  ///< sent away or paused before they arrived: not held to their goals
    std::size_t overlaps = 0;
    double max_overlap = 0;  ///< metres
    std::size_t wall_crossings = 0;
    std::size_t limit_violations = 0;  ///< speed, acceleration, turn rate, teleports
    std::size_t missed_goals = 0;
    std::size_t missed_windows = 0;
    std::size_t deadlocked = 0;
    std::size_t both_directions = 0;
    std::size_t forbidden_ground = 0;
    std::size_t missteps = 0;  ///< bad footing, bad steps and lost balance
    Measures measures;
    std::size_t inconsistencies = 0;  ///< where recording and scene contradict each other
    std::string state_hash;
    std::string warning;                 ///< what was wrong with the file
    std::vector<std::string> unchecked;  ///< what could not be checked, and why
    bool passed = false;            ///< against the scene's own criteria; an incomplete file never passes
    std::vector<Finding> findings;  ///< by time; the first ones when there are very many
    std::size_t findings_left_out = 0;
};

/// One JSON object on one line.
[[nodiscard]] std::string to_json(const Report& report);
/// A short table and the first `most` findings, one a line.
[[nodiscard]] std::string to_text(const Report& report, std::size_t most = 10);

}  // namespace wend::verify
