#pragma once

// Point-in-polygon for large polygons and for many of them.

#include <cstdint>
#include <vector>

#include "wend/geometry/polygon.hpp"

#include "verify/box_tree.hpp"

namespace wend::verify {

/// A ring whose edges are sorted into horizontal rows, so that a query looks at one row only.
class RingIndex {
  public:
    explicit RingIndex(const Ring& ring);
    [[nodiscard]] bool contains(Vec2 p) const noexcept;
    [[nodiscard]] const Box2& box() const noexcept { return box_; }

  private:
    struct Edge {
        Vec2 a;
        Vec2 b;
    };
    [[nodiscard]] std::size_t row_of(double y) const noexcept;

    Box2 box_;
    double rows_per_metre_ = 0;
    std::vector<std::uint32_t> row_begin_;
    std::vector<Edge> edges_;
};

/// The union of some polygons with holes.
class Area {
  public:
    Area() = default;
    explicit Area(const std::vector<Polygon>& polygons);
    [[nodiscard]] bool contains(Vec2 p) const;

  private:
    struct Part {
        RingIndex outline;
        std::vector<RingIndex> holes;
    };
    std::vector<Part> parts_;
    BoxTree boxes_;
};

}  // namespace wend::verify
