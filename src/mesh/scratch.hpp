#pragma once

#include "wend/mesh/query_context.hpp"

#include "mesh/connectivity_scratch.hpp"
#include "mesh/corridor.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/road_search.hpp"
#include "mesh/structures/road_tree.hpp"
#include "mesh/tangent_search.hpp"
#include "mesh/wall_grid.hpp"
#include "mesh/way_lookup.hpp"

namespace wend::mesh {

struct QueryContext::Scratch {
    FloodScratch flood;
    CorridorScratch corridor;
    TangentScratch tangents;
    RoadScratch roads;
    WayScratch ways;
    Connectivity::Scratch connectivity;
    std::vector<Turn> turns;
    WallGrid near_walls;
    Path other_path;
    std::vector<TreeCandidate> tree_candidates;
};

}  // namespace wend::mesh
