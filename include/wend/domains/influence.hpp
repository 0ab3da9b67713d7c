#pragma once

// The ground that a constraint speaks of, as plain shapes: rings with a margin around them. A ring of two
// points is a line, one of a single point is that point, so that bands along walls and discs are exact.

#include <vector>

#include "wend/geometry/polygon.hpp"

namespace wend::domains {

struct InfluenceShape {
    Ring ring;
    std::vector<Ring> holes;
    double margin = 0;  ///< metres beyond the ring that belong to it
    friend bool operator==(const InfluenceShape&, const InfluenceShape&) = default;
};

/// The union of some shapes.
struct Influence {
    std::vector<InfluenceShape> shapes;

    [[nodiscard]] Box2 box() const noexcept;
    [[nodiscard]] bool contains(Vec2 p) const noexcept;
    /// Metres to the nearest point; 0 inside, infinite without shapes.
    [[nodiscard]] double distance(Vec2 p) const noexcept;
    /// Appends the shares, 0 to 1, of the way from a to b at which it may enter or leave a shape: between two
    /// neighbouring ones it is inside all the time or outside all the time.
    void append_cuts(Vec2 a, Vec2 b, std::vector<double>& cuts) const;
    friend bool operator==(const Influence&, const Influence&) = default;
    /// Does the way touch it anywhere?
    [[nodiscard]] bool touches(Vec2 a, Vec2 b) const;
};

}  // namespace wend::domains
