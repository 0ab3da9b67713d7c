#pragma once

// An independent check of a Triangulation against the rings that are supposed to be in it. It shares no code
// with the mesh module: it reads the public accessors and does everything by brute force in its own exact
// arithmetic.

#include <string>
#include <vector>

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh::test {

/// What the test believes is in the mesh.
struct Expected {
    struct Entry {
        RegionId id;
        RegionOptions options;
        std::vector<std::vector<LatticePoint>> rings;  ///< on the lattice, as inserted
    };
    std::vector<Entry> regions;
};

/// Rings as the mesh is documented to take them: snapped, repeated points dropped.
[[nodiscard]] std::vector<LatticePoint> on_lattice(const Lattice& lattice, const Ring& ring);

/// The first fault found, or an empty string.
[[nodiscard]] std::string find_fault(const Triangulation& mesh, const Expected& expected);

}  // namespace wend::mesh::test
