#pragma once

// A second way to shortest paths of a disc, for tests: the visibility graph of the exactly inflated walls,
// all tangents between circles around wall ends and all arcs between their ends, by brute force. It shares
// nothing with the mesh.

#include <optional>
#include <vector>

#include "wend/geometry/polygon.hpp"

namespace wend::test {

struct OracleWall {
    Vec2 a;
    Vec2 b;
};

class PathOracle {
  public:
    /// Obstacles are simple rings; a ring of one point is a pillar, of two a thin wall. The outline of
    /// `bounds` is a wall, too.
    PathOracle(const Box2& bounds, std::vector<Ring> obstacles);

    /// Distance from p to the nearest wall; 0 inside an obstacle.
    [[nodiscard]] double clearance(Vec2 p) const;
    /// Least distance of the segment to a wall.
    [[nodiscard]] double clearance(Vec2 from, Vec2 to) const;
    /// Length of the shortest path, none when there is none. Both ends must have the clearance.
    [[nodiscard]] std::optional<double> shortest(Vec2 from, Vec2 to, double radius) const;
    [[nodiscard]] const std::vector<OracleWall>& walls() const { return walls_; }

  private:
    [[nodiscard]] std::optional<double> shortest_for_point(Vec2 from, Vec2 to) const;
    [[nodiscard]] std::optional<double> shortest_for_disc(Vec2 from, Vec2 to, double radius) const;
    [[nodiscard]] bool point_can_see(Vec2 from, Vec2 to) const;
    [[nodiscard]] bool is_inside(Vec2 p) const;

    std::vector<Ring> obstacles_;
    std::vector<OracleWall> walls_;
    std::vector<Vec2> corners_;
};

}  // namespace wend::test
