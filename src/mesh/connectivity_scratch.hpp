#pragma once

#include <cstdint>
#include <vector>

#include "wend/mesh/connectivity.hpp"

#include "mesh/component_memo.hpp"
#include "mesh/connectivity_sets.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

class Connectivity::Scratch {
  public:
    EdgeSets sets;
    StampedSet listed;
    std::vector<std::uint32_t> from, to, next_from, next_to;
    ComponentMemo memo;
};

}  // namespace wend::mesh
