#pragma once

// Detour's TileCache on the same walls: obstacles go in and out, and the tiles under them are built again.

#include <memory>

#include "box_world.hpp"

namespace wend::bench {

class TileCachePeer {
  public:
    /// Throws std::runtime_error on failure. Cells of 0.3 m, tiles of 48 cells, as in Recast's demo.
    explicit TileCachePeer(const BoxWorld& world);
    ~TileCachePeer();
    /// Puts an upright box in, brings the mesh up to date, takes it out and brings it up to date again.
    void insert_and_remove(const Ring& square);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wend::bench
