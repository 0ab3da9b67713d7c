#pragma once

// Finds the corners and roads of a Roadmap, all of them or those near an edit.
//
// What an end sees, and which of its tangents are free, depends on what lies within two radii of the
// triangles that it sees. So an edit makes those ends stale that see a triangle within two radii of one that
// it changed; the corners of changed triangles themselves are made anew. (Kept are only the triangles that a
// taut tangent may cross, and whatever is in the way of one is within a radius of those.)

#include "mesh/corner_cache.hpp"
#include "mesh/roads.hpp"

namespace wend::mesh {

class Surveyor {
  public:
    Surveyor(const Triangulation& mesh, Roadmap::Roads& roads);

    void forget_all();
    /// Forgets what the mesh's last edit has made wrong.
    void forget_changes();
    /// Finds out what has been forgotten; false when the budget ended first.
    bool survey_forgotten(Budget& budget);

  private:
    struct Notes;

    void add_corner(HalfEdge spoke);
    void drop_corner(std::uint32_t corner);
    void drop_corners_at(TriangleIndex t);
    void drop_corners_around(VertexIndex v);
    void make_stale(std::uint32_t end);
    void make_watchers_stale(TriangleIndex t);
    void make_stale_near(TriangleIndex t);
    void forget_roads(std::uint32_t end);
    void look_for_room(RoadCorner& corner);
    void survey(std::uint32_t end);
    void note_road(const TangentEdge& edge, RoadEnd& from);
    void note_triangle(TriangleIndex t, std::uint32_t end, RoadEnd& from);
    template <class Visit>
    void for_each_spoke(const RoadCorner& corner, Visit&& visit) const;
    template <class Visit>
    void for_each_spoke_around(VertexIndex v, Visit&& visit) const;

    MeshView view_;
    Roadmap::Roads& roads_;
    DiscCheck check_;
    CornerCache corners_;
};

}  // namespace wend::mesh
