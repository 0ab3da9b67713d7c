#pragma once

// How short a way over portals and links can be at best: straight from line to line, whatever stands between.
// All ways from one crossing to another are measured once a version, so that a question costs the crossings
// of two layers.

#include <cstdint>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {

class StoreyBound {
  public:
    void learn(const NavMesh& mesh);

    /// Metres of any way that crosses something; infinity where there is none. The two places may be on one
    /// layer.
    [[nodiscard]] double over_crossings(const MeshPoint& from, const MeshPoint& to) const;

  private:
    /// A portal or link in one direction.
    struct Crossing {
        std::uint32_t layer_from, layer_to;
        Vec2 near_from, near_to;
        Vec2 far_from, far_to;
        double cost;
    };
    void measure();

    std::uint64_t version_ = 0;
    std::vector<Crossing> crossings_;
    /// From the near line of one to the far line of another, both crossed; zero where there are very many.
    std::vector<double> between_;
};

}  // namespace wend::mesh
