#pragma once

// Faults planted into clean runs, each one exactly as large as asked for.

#include <algorithm>
#include <cmath>
#include <optional>

#include "wend/io/recording.hpp"
#include "wend/verify/verify.hpp"

#include "support/walkers.hpp"

namespace wend::test {

inline verify::Report check(const Walkers& run) {
    return verify::verify(run.scene, run.agents, run.recording);
}

/// The findings of a kind.
inline std::vector<verify::Finding> of_kind(const verify::Report& report, verify::FindingKind kind) {
    std::vector<verify::Finding> found;
    std::copy_if(report.findings.begin(), report.findings.end(), std::back_inserter(found),
                 [kind](const verify::Finding& finding) { return finding.kind == kind; });
    return found;
}

/// The agent is in the world in frames [first, last] only.
inline void keep_only(Walkers& run, std::uint32_t agent, std::uint32_t first, std::uint32_t last) {
    for (io::Frame& frame : run.recording.frames)
        if (frame.index < first || frame.index > last)
            std::erase_if(frame.agents, [agent](const auto& a) { return a.agent == agent; });
}

inline io::RecordedAgent& recorded(Walkers& run, std::uint32_t frame, std::uint32_t agent) {
    auto& agents = run.recording.frames[frame].agents;
    return *std::find_if(agents.begin(), agents.end(), [agent](const auto& a) { return a.agent == agent; });
}

inline void place(Walkers& run, std::uint32_t frame, std::uint32_t agent, Vec2 p) {
    auto& position = recorded(run, frame, agent).position;
    position.x = p.x;
    position.y = p.y;
}

inline Vec2 position(Walkers& run, std::uint32_t frame, std::uint32_t agent) {
    return recorded(run, frame, agent).position.xy();
}

/// How one body passes another between two frames.
struct Pass {
    double depth = 0.001;  ///< metres that they overlap by at the worst; negative: the gap that remains
    double lasting = 0.1;  ///< of the frame
    double at = 0.5;       ///< share of the frame
    double direction = 0;  ///< in which the other one is then
};

/// Where the other one must be, relative to the first, at the frame's beginning and end: on a straight line
/// that comes as near as asked for, for as long as asked for.
inline std::pair<Vec2, Vec2> passing_line(double reach, const Pass& pass) {
    const double nearest = reach - pass.depth;
    const double half = std::sqrt(std::abs(reach * reach - nearest * nearest));
    const Vec2 away = unit_vector(pass.direction);
    const Vec2 along = perpendicular(away) * (2 * half / pass.lasting);
    return {nearest * away - pass.at * along, nearest * away + (1 - pass.at) * along};
}

/// Lets agent b pass agent a between frame f and the next; b is nowhere else.
inline void plant_overlap(Walkers& run, std::uint32_t f, std::uint32_t a, std::uint32_t b, const Pass& pass) {
    const double reach = run.agents[a].limits.radius + run.agents[b].limits.radius;
    const auto [from, to] = passing_line(reach, pass);
    keep_only(run, b, f, f + 1);
    place(run, f, b, position(run, f, a) + from);
    place(run, f + 1, b, position(run, f + 1, a) + to);
}

/// Makes the step from frame f on `length` metres long, and moves the rest of the walk along.
inline void set_step(Walkers& run, std::uint32_t f, std::uint32_t agent, double length) {
    const Vec2 from = position(run, f, agent), to = position(run, f + 1, agent);
    const Vec2 along = to == from ? unit_vector(recorded(run, f, agent).heading) : normalized(to - from);
    const Vec2 shift = from + length * along - to;
    for (std::uint32_t later = f + 1; later < run.recording.frames.size(); ++later)
        place(run, later, agent, position(run, later, agent) + shift);
}

inline double speed(Walkers& run, std::uint32_t f, std::uint32_t agent) {
    return distance(position(run, f, agent), position(run, f + 1, agent)) / run.scene.time_step;
}

}  // namespace wend::test
