#pragma once

// What a task is asked (MD 5.1: P = <domain, start, goal>), in words that every domain understands.

#include <memory>
#include <optional>

#include "wend/domains/course.hpp"
#include "wend/domains/footstep_body.hpp"
#include "wend/domains/mesh_edits.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/world/change_log.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::planning {

/// Where the agent is, or will be, when a plan begins; `at.time` is when.
struct Start {
    domains::Place at;
    double heading = 0;  ///< radians
    double speed = 0;    ///< m/s
    /// Where they stand, for domains that have feet; unknown: side by side.
    std::optional<domains::Feet> feet = {};
    friend bool operator==(const Start&, const Start&) = default;
};

/// Where a plan is to end; `at.time` is when it is expected to.
struct Aim {
    domains::Place at;
    double tolerance = 0.25;              ///< metres
    std::optional<Interval> window = {};  ///< arrival no earlier and no later, when that is demanded
    bool is_waypoint = false;             ///< to be passed, not to stop at
    friend bool operator==(const Aim&, const Aim&) = default;
};

struct Problem {
    Start start;
    Aim goal;
};

/// The frozen world that a frame plans against, and what has happened to it. Both may be absent: then nothing
/// ever happens.
struct View {
    std::shared_ptr<const Snapshot> world;
    const ChangeLog* changes = nullptr;
    double now = 0;
    const domains::MeshEdits* edits = nullptr;  ///< of the mesh, which changes speak of by number
};

}  // namespace wend::planning
