#pragma once

// Where the ground of a layer ends. Free space is a union less a union, so an edge of the input is a wall
// only in part: rooms may share an edge, overlap, or be cut by a blocked polygon. Every edge is cut where
// others meet it, and a piece is a boundary exactly when the two sides of its middle differ. The sides are
// looked at one micrometre off the piece: rounding below that cannot open or close anything, and no body is
// that small.
//
// That alone takes a cube of the number of edges where many overlap. So the plane is halved again and again,
// and a cell that lies inside some blocked polygon is done with, because nothing in it is a boundary; in one
// that lies inside a walkable polygon no other walkable polygon matters. What is left in the end are cells
// with few edges, and as many of them as the boundary itself needs.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "wend/geometry/segment.hpp"
#include "wend/world/scene.hpp"

namespace wend {

/// What lies over a place.
struct Cover {
    bool walkable = false;
    bool blocked = false;
    [[nodiscard]] bool is_ground() const { return walkable && !blocked; }
    friend bool operator==(const Cover&, const Cover&) = default;
};

class WallCells {
  public:
    WallCells(const Layer& layer, const Box2& bounds);

    using Emit = std::function<void(const Segment& piece, Cover left, Cover right)>;
    /// Calls emit for every piece of an edge that two different covers meet at. Where more cross than anybody
    /// could walk between, that place is returned and the pieces are not complete.
    [[nodiscard]] std::optional<Vec2> pieces(const Emit& emit);

  private:
    static constexpr std::size_t few_edges = 48;
    static constexpr int deepest = 60;
    static constexpr double margin = 4e-6;  ///< metres around a cell in which edges are known as well
    static constexpr double smallest_cell = 4e-5;
    static constexpr std::uint64_t most_work = 400'000'000;  ///< looks at an edge

    struct Edge {
        Segment segment;
        std::uint32_t ring = 0;
    };
    /// A ring's place in the input: outlines come before their holes.
    struct RingRole {
        std::uint32_t polygon = 0;
        bool is_hole = false;
        bool is_blocked = false;
    };
    /// A ring and whether it surrounds the cell's corner of highest x and lowest y.
    struct RingAt {
        std::uint32_t ring = 0;
        bool is_inside = false;
        bool has_edges = false;  ///< in the cell
    };
    struct Cell {
        Box2 box;
        std::vector<std::uint32_t> edges;  ///< by ring
        std::vector<RingAt> rings;         ///< rising; of polygons whose cover differs within the cell
        bool is_walkable = false;          ///< all of it, by a polygon that is not listed any more
        int depth = 0;
    };
    /// A part of an edge, as shares of it; an end that no other edge makes is only the end of a cell.
    struct Piece {
        std::uint32_t edge = 0;
        double begin = 0, end = 0;
        bool begins_at_cut = false, ends_at_cut = false;
        Cover left, right;
    };

    void add(const Polygon& polygon, bool is_blocked);
    void add(const Ring& ring, RingRole role);
    [[nodiscard]] Cell whole_plane() const;
    /// False when the cell has nothing left in it that could be a boundary.
    [[nodiscard]] bool simplify(Cell& cell) const;
    void split(const Cell& cell, std::vector<Cell>& open);
    [[nodiscard]] Cell child(const Cell& cell, const Box2& box, Vec2 corner) const;
    void cut_up(const Cell& cell);
    void find_cuts(const Cell& cell, const Segment& edge, std::vector<double>& cuts) const;
    [[nodiscard]] Cover cover(const Cell& cell, Vec2 p) const;
    [[nodiscard]] bool passes(const Segment& edge, Vec2 corner, Vec2 p) const;
    void join(const Emit& emit);

    std::vector<Edge> edges_;
    std::vector<RingRole> roles_;
    std::uint32_t polygons_ = 0;
    std::vector<Piece> found_;
    std::uint64_t work_ = 0;
};

}  // namespace wend
