#pragma once

// CGAL's exact geodesics (Surface_mesh_shortest_path, Xin and Wang) on the free triangles of a mesh, behind
// plain types: its headers are slow to compile. The same answers by other code.

#include <memory>

#include "wend/mesh/triangulation.hpp"

namespace wend::test {

class CgalMap {
  public:
    explicit CgalMap(const mesh::Triangulation& mesh);
    ~CgalMap();
    /// From the source to all; the source must be inside a free triangle.
    void build(Vec2 source);
    /// Metres; negative when there is no way.
    [[nodiscard]] double distance_at(mesh::VertexIndex v) const;
    [[nodiscard]] double distance_at(Vec2 place) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace wend::test
