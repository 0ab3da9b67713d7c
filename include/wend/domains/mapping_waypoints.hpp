#pragma once

// Waypoints along a plan (MD 6.2): the ends of the problems that the finer domains solve one by one. They lie
// on the course, so that passing them costs no detour, about evenly spaced, and where there is most room
// nearby: the course's corners touch the walls, the middle of its straight legs does not.

#include <span>

#include "wend/domains/place.hpp"
#include "wend/domains/static_mesh_graph.hpp"
#include "wend/mesh/query.hpp"

namespace wend::domains {

struct WaypointOptions {
    double spacing =
        10;  ///< metres; legs are between two thirds and one and a half of it, give or take slack
    double slack =
        0.2;          ///< share of a leg by which a waypoint may be shifted for the sake of room, below 0.5
    double room = 2;  ///< metres of clearance beyond which more is no better
};

/// From the course's start to its goal, both included, each free for the graph's radius, with the course's
/// times. `crossings` are the places that the course does not reach on foot (CourseMaker::crossings): nobody
/// can stop on the way there. A course of less than one and a half spacings has no waypoint between its ends.
[[nodiscard]] Course waypoints_of(const MeshGraph& graph, const Course& course,
                                  std::span<const std::size_t> crossings, const WaypointOptions& options,
                                  mesh::QueryContext& query);

}  // namespace wend::domains
