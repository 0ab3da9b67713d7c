#pragma once

// CGAL's constrained Delaunay triangulations behind plain types: its headers are slow to compile.

#include <memory>

#include "mesh_parts.hpp"

namespace wend::bench {

/// Constrained_Delaunay_triangulation_2 with exact predicates, all constraints at once. Returns the number of
/// faces.
std::size_t cgal_bulk_build(const BoxWorld& world);

/// Constrained_triangulation_plus_2, which can remove what it has inserted.
class CgalDynamic {
  public:
    explicit CgalDynamic(const BoxWorld& world);
    ~CgalDynamic();
    /// Puts the ring in and takes it out again.
    void insert_and_remove(const Ring& ring);
    [[nodiscard]] std::size_t vertices() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace wend::bench
