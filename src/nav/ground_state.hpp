#pragma once

#include <map>

#include "wend/nav/paths.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "nav/no_memory.hpp"

namespace wend::nav {

struct Ground::State {
    struct Piece {
        std::uint32_t layer;
        mesh::RegionId region;
    };
    SceneMesh ground;
    FloorHeight floor;
    std::map<std::uint64_t, Piece> pieces = {};
    std::uint64_t next = 1;
};

}  // namespace wend::nav
