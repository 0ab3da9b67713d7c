#pragma once

// Which parts of a mesh a disc of any radius can reach, without searching: a pyramid of maximum-clearance
// forests.
//
// The graph has a node for every edge that is not a wall and an arc for every corner between two of them,
// with the corner's clearance. Two edges are connected for radius r when some way between them has clearance
// of at least r everywhere, so only a maximum spanning forest matters. The plane is cut into cells, cells are
// joined four by four up to one. Every cell keeps a forest over the edges on its rim alone that says how wide
// the widest way between them inside the cell is; it is made from the forests of its four parts, the lowest
// from the triangles. An edit touches the lowest cells it changed and the cells above them: their rims shrink
// in number as they grow in length, so an update costs O(sqrt(n)) after any number of edits in one place, and
// a query climbs from start and goal and stops as soon as one of them cannot leave a cell - at once, usually,
// when the goal is shut in.

#include <cstdint>
#include <memory>

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class Connectivity {
  public:
    /// Scratch memory of `may_connect`, one per thread.
    class Scratch;

    explicit Connectivity(const Triangulation& mesh);
    Connectivity(const Connectivity& other);
    Connectivity(Connectivity&&) noexcept;
    Connectivity& operator=(Connectivity other) noexcept;
    ~Connectivity();

    /// To be told of every edit: constant work for every triangle of the affected region.
    void note_edit(const Triangulation& mesh);
    /// Brings the forests up to date with all noted edits.
    void update(const Triangulation& mesh);
    [[nodiscard]] bool is_up_to_date() const noexcept;

    /// False: proven that no disc of this radius (metres) gets from one free triangle to the other. Must be
    /// up to date.
    [[nodiscard]] bool may_connect(const Triangulation& mesh, TriangleIndex from, TriangleIndex to,
                                   double radius, Scratch& scratch) const;

    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    class Climb;
    struct Pyramid;
    std::unique_ptr<Pyramid> pyramid_;
};

}  // namespace wend::mesh
