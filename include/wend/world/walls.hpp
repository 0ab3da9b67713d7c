#pragma once

// The static part of a world, layer by layer: where the ground ends. Questions cost a logarithm of the number
// of wall segments.

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/geometry/segment.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct WallPoint {
    Vec2 point;
    double distance = 0;
    std::uint32_t wall = 0;  ///< index into Region::walls()
};

/// A closed set of the plane known by its boundary: walls with the inside on their left.
class Region {
  public:
    /// `inside_everywhere`: what an empty boundary means.
    explicit Region(std::vector<Segment> walls = {}, bool inside_everywhere = false);

    /// Inside or on the boundary.
    [[nodiscard]] bool contains(Vec2 p) const;
    /// The nearest boundary point closer than `within`.
    [[nodiscard]] std::optional<WallPoint> nearest(
        Vec2 p, double within = std::numeric_limits<double>::infinity()) const;
    /// Distance to the boundary, negative outside the region; infinite without a boundary.
    [[nodiscard]] double clearance(Vec2 p) const;
    /// Does a disc fit at p? Touching the boundary is allowed.
    [[nodiscard]] bool fits(Vec2 p, double radius) const;
    /// Does it fit all the way along the straight line? Exact: the swept disc against every wall near it.
    [[nodiscard]] bool fits_along(Vec2 from, Vec2 to, double radius) const;
    /// The same from point to point for who fits at the first: is there no wall in the way?
    [[nodiscard]] bool is_clear_along(std::span<const Vec2> points, double radius) const;
    /// How much of that line, 0 to 1, the disc gets along before it overlaps the boundary; 0 when it does not
    /// fit where it starts.
    [[nodiscard]] double free_share(Vec2 from, Vec2 to, double radius) const;
    [[nodiscard]] std::span<const Segment> walls() const noexcept;

  private:
    struct Index;
    std::shared_ptr<const Index> index_;
};

/// Per layer: the ground (union of walkable less union of blocked), and what is not solid (all but blocked).
/// The second is what bounds somebody who stands on a platform beyond the edge of the ground.
class Walls {
  public:
    explicit Walls(const Scene& scene);

    [[nodiscard]] std::size_t layers() const noexcept { return ground_.size(); }
    [[nodiscard]] const Region& ground(std::uint32_t layer) const { return ground_[layer]; }
    [[nodiscard]] const Region& not_solid(std::uint32_t layer) const { return not_solid_[layer]; }

  private:
    std::vector<Region> ground_;
    std::vector<Region> not_solid_;
};

}  // namespace wend
