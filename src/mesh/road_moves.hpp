#pragma once

// Single moves of a disc on a Roadmap: the legs between a point and the corners around it, and turns from
// road to road.

#include <span>
#include <vector>

#include "mesh/arrivals.hpp"
#include "mesh/roads.hpp"
#include "mesh/stamped.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

/// A tangent from one end of a path to the circle around a corner. Seen from the goal, backwards.
struct Leg {
    Vec2 arrives;
    Vec2 direction;
    double length;
    std::uint32_t end;
};

/// A leg before anything was divided: its direction is `along` / `squared`.
struct RoughLeg {
    Vec2 along;
    double squared;
    double length;
    std::uint32_t end;
};

struct LegScratch {
    std::vector<std::uint32_t> ends;
    std::vector<RoughLeg> legs;
    StampedSet seen;  ///< ends
};

/// The angle in (-pi, pi]; from (-3 pi, 3 pi].
[[nodiscard]] double wrapped(double angle) noexcept;

/// Radians to turn around a corner from one direction to another; negative: its walls do not allow it.
[[nodiscard]] double allowed_turn(const RoadCorner& corner, int side, double from, double to) noexcept;

class RoadMoves {
  public:
    RoadMoves(const DiscCheck& check, const Roadmap::Roads& roads) : check_(check), roads_(roads) {}

    /// The legs from a point by which a path may begin and go on, or go to an end of `last_ends`. Whether
    /// walls are in their way is not known yet. Valid until the next call.
    [[nodiscard]] std::span<const RoughLeg> legs(const MeshView& view, const Location& at, Vec2 from,
                                                 const StampedSet& last_ends, LegScratch& scratch) const;
    /// The same from inside a triangle.
    [[nodiscard]] std::span<const RoughLeg> legs(const Arrivals& arrivals, TriangleIndex triangle, Vec2 from,
                                                 const StampedSet& last_ends, LegScratch& scratch) const;

    /// Of negative length when there is none.
    [[nodiscard]] RoughLeg rough_leg(Vec2 from, std::uint32_t end) const noexcept {
        const Approach& approach = roads_.approaches[end];
        const Vec2 apart = approach.center - from;
        const double squared = squared_length(apart), rest = squared - approach.offset * approach.offset;
        const double length = std::sqrt(std::max(rest, 0.0));
        return {apart * length - perpendicular(apart) * approach.offset, squared, rest < 0 ? -1 : length,
                end};
    }
    [[nodiscard]] Leg leg(const RoughLeg& rough) const noexcept {
        const Vec2 direction = rough.along / rough.squared;
        const Approach& approach = roads_.approaches[rough.end];
        return {approach.center - perpendicular(direction) * approach.offset, direction, rough.length,
                rough.end};
    }
    /// Of a road, told from where it touches the circle at its end.
    [[nodiscard]] Vec2 direction(const Road& road) const noexcept {
        const Approach& approach = roads_.approaches[road.to];
        return perpendicular(road.arrives - approach.center) / approach.offset;
    }
    /// The disc, which is free at `from` in the triangle, can follow the leg.
    [[nodiscard]] bool is_free(const Leg& leg, TriangleIndex triangle, Vec2 from) const;

    /// The disc can stand at p, in the triangle.
    [[nodiscard]] bool has_room(TriangleIndex triangle, Vec2 p) const {
        return check_.has_room(triangle, p, roads_.radius);
    }
    /// The disc can move straight between the ends of a path.
    [[nodiscard]] bool is_in_sight(TriangleIndex triangle, Vec2 from, Vec2 to) const {
        return check_.way_between_is_free(triangle, from, to, roads_.radius);
    }

    /// Who arrived at an end in that direction can turn by so many radians, >= 0. `sweep` is negative until
    /// it is asked for.
    [[nodiscard]] bool may_turn(std::uint32_t end, double angle, Vec2 arrives, double turn,
                                FreeSweep& sweep) const;
    /// The same for a turn to the left (negative: to the right) by no more than half, without a search: false
    /// where one would be needed.
    [[nodiscard]] bool surely_turns(std::uint32_t end, double angle, double turn, FreeSweep& sweep) const;

  private:
    void find_ends(const MeshView& view, const Location& at, Vec2 from, LegScratch& scratch) const;
    [[nodiscard]] std::span<const RoughLeg> legs_to(std::span<const std::uint32_t> ends, Vec2 from,
                                                    const StampedSet& last_ends,
                                                    std::vector<RoughLeg>& legs) const;
    [[nodiscard]] bool is_free_at(std::uint32_t end, Vec2 direction) const;

    const DiscCheck& check_;
    const Roadmap::Roads& roads_;
};

}  // namespace wend::mesh
