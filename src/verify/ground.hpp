#pragma once

// One layer's free ground and the walls around it. Free is what some walkable polygon covers and no blocked
// one does; polygons may overlap, touch and cross as they like. The walls are found piecewise: every edge is
// cut where others meet it, and a piece is a wall when one side of it is free and the other is not. Where a
// portal lies on such a piece it is an opening.

#include <cstdint>
#include <vector>

#include "wend/world/scene.hpp"

#include "verify/area.hpp"
#include "verify/box_tree.hpp"

namespace wend::verify {

struct Wall {
    Vec2 a;
    Vec2 b;
    bool is_solid = true;  ///< the edge of something blocked; otherwise the edge of the floor
};

class Ground {
  public:
    Ground(const Scene& scene, std::uint32_t layer);

    [[nodiscard]] bool is_floor(Vec2 p) const { return !limited_ || walkable_.contains(p); }
    [[nodiscard]] bool is_blocked(Vec2 p) const { return blocked_.contains(p); }
    [[nodiscard]] bool is_free(Vec2 p) const { return is_floor(p) && !is_blocked(p); }
    [[nodiscard]] const std::vector<Wall>& walls() const noexcept { return walls_; }
    template <class Visit>
    void walls_near(const Box2& box, Visit&& visit) const {
        tree_.query(box, [&](std::uint32_t i) { visit(walls_[i]); });
    }
    /// From p to the nearest wall, looked for within `most` metres.
    [[nodiscard]] double wall_distance(Vec2 p, double most) const;

  private:
    void find_walls(const std::vector<Segment>& edges, const std::vector<Segment>& openings);

    bool limited_ = true;  ///< false when neither bounds nor walkable polygons end the floor
    Area walkable_;
    Area blocked_;
    std::vector<Wall> walls_;
    BoxTree tree_;
};

}  // namespace wend::verify
