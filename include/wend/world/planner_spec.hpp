#pragma once

// Whom the multi-domain planner plans for, and how (MD 5, Fig. 4), as a scene says it. Everybody else is
// steered as one of the crowd.

#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

namespace wend {

enum class PlannerDomain : std::uint8_t {
    static_mesh,
    density_mesh,
    grid,
    space_time,
    footsteps,
    ride,
    hybrid
};

/// One domain of a chain, and what it takes from the one above it.
struct PlannerStage {
    PlannerDomain domain = PlannerDomain::space_time;
    bool takes_waypoints = false;  ///< the plan above becomes problems of their own, not a tunnel
    double inflation = 1;          ///< of its first plan
    double width = 4;              ///< metres of the tunnel at inflation 1
    double lateness = 12;          ///< seconds of the tunnel at inflation 1, for domains that know time
    double spacing = 10;           ///< metres between waypoints
    std::uint32_t legs = 5;        ///< problems between waypoints that are worked on at once
    friend bool operator==(const PlannerStage&, const PlannerStage&) = default;
};

enum class PlannerChain : std::uint8_t {
    tunnels,    ///< Fig. 4 (a): tunnels through all four domains to the goal
    waypoints,  ///< Fig. 4 (b): waypoints of the density mesh as problems of their own
    footsteps,  ///< as `tunnels`, and the feet planned around what comes of it (MD 7.4)
    rides,      ///< from landmark to landmark over platforms that pass, jumping from one to another [ST]
};

/// One agent or group in focus.
struct FocusSpec {
    std::string target;
    PlannerChain chain = PlannerChain::tunnels;
    std::vector<PlannerStage> stages;  ///< a chain spelled out, the simplest domain first; empty: `chain`
    double inflation = 2.5;            ///< of the first plan in space and time, for `chain`
    double spacing = 10;               ///< metres between waypoints, for `chain`
    friend bool operator==(const FocusSpec&, const FocusSpec&) = default;
};

struct PlannerSpec {
    std::vector<FocusSpec> focus;
    double share = 0.5;  ///< of a frame's budget that goes to them before the crowd plans
    double horizon = 6;  ///< seconds of a plan that are promised to the others at a time
    /// How far plans in space and time look out for others, metres from the start, and how far to either side
    /// of the heading there, radians (MD 4.1).
    double fovea_radius = std::numeric_limits<double>::infinity();
    double fovea_angle = std::numbers::pi;
    friend bool operator==(const PlannerSpec&, const PlannerSpec&) = default;
};

}  // namespace wend
