#pragma once

// The lengths of all ways from corner to corner of a Roadmap, so that a query looks them up instead of
// searching (way_lookup.hpp).
//
// A path is a leg from the start to a corner, a way from there to another corner, and a leg to the goal,
// which is taken to lead from the goal to its corner, backwards; so a way joins two ends at which legs
// *arrive*, and is as long in one direction as in the other. How far a path has to turn at those corners
// depends on both leg and way. To tell lengths apart all the same, turns are counted from the *middle* of
// what a path may turn there, half a turn at most:
//
//            leg                     length of a path = value of the start's leg + value of the way
//        ---------->\   turn                           + value of the goal's leg,
//          middle  --+-->
//                 /  |               where a leg is worth its length less what it turns up to the middle,
//          corner    v way           and a way its length with what is left of both turns.
//
// Where the leg has turned farther than the way begins, the turn between them is negative, and the sum less
// than the length of any path by these legs; so it is a lower bound in any case. Pillars have no middle:
// turns around them at the ends of a way are not counted.

#include <cmath>
#include <cstdint>
#include <vector>

#include "wend/base/budget.hpp"

#include "mesh/road_moves.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

class RoadTable {
  public:
    /// Goes on with the table of these roads; false when the budget did not suffice. An expansion is one of
    /// its rows.
    bool make(const MeshView& view, const Roadmap::Roads& roads, const RoadMoves& moves, Budget& budget);

    [[nodiscard]] bool is_complete(std::uint64_t content) const noexcept {
        return content_ == content && rows_made_ == ends_.size();
    }
    /// Of the ways from one end to another, at both of which legs arrive, by that other end; infinite where
    /// there is no way.
    [[nodiscard]] const float* values(std::uint32_t from) const noexcept {
        return values_.data() + from * ends_.size();
    }
    /// The road by which the way leaves; no_road where it only turns around the corner.
    static constexpr std::uint16_t no_road = 0xffff;
    [[nodiscard]] std::uint16_t first_road(std::uint32_t from, std::uint32_t to) const noexcept {
        return first_roads_[from * ends_.size() + to];
    }
    /// Of a leg that arrives there. Too great or too small by no more than legs_error times the radius.
    [[nodiscard]] double value(const RoughLeg& leg) const noexcept {
        const Frame& frame = ends_[leg.end];
        const double along = dot(frame.middle, leg.along), across = cross(frame.middle, leg.along);
        // Half a turn before the wall ahead, that is up to three quarters before the middle, a leg still
        // leans on the corner; what it turns before the wall behind is not counted.
        const double half =
            along < -0.1 * leg.squared ? -std::copysign(1, frame.offset) : across / (leg.squared + along);
        return leg.length - 2 * frame.offset * arc_tangent(half);
    }
    static constexpr double legs_error = 2e-6;
    /// From where legs may arrive.
    [[nodiscard]] const Arrivals& arrivals() const noexcept { return arrivals_; }

    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    /// Radians whose tangent is t, in [-1, 1], to within a millionth.
    [[nodiscard]] static double arc_tangent(double t) noexcept {
        const double s = t * t;
        const double low = 0.999995623602092 + s * (-0.33316002632384145 + s * 0.19796896843050377);
        const double high = -0.1319591833572803 +
                            s * (0.0790000958976479 + s * (-0.033105456895289515 + s * 0.006658352042030457));
        return t * (low + s * s * s * high);
    }

    /// How turns are counted at an end.
    struct Frame {
        Vec2 middle;        ///< its direction
        double angle = 0;   ///< the same
        double offset = 0;  ///< the radius, negative for turns to the right; 0 for pillars
    };
    struct Link {
        std::uint32_t road;
        double length;  ///< of the turn and the road
    };
    struct DraftRoad {
        Road road;
        std::uint32_t first_link;  ///< to the roads that a path may go on by, up to those of the next road
    };
    /// What is only needed while the table is made: all roads, those of an end together.
    struct Draft {
        std::vector<std::uint32_t> first_road;  ///< by end, and one more
        std::vector<DraftRoad> roads;           ///< and one more
        std::vector<Link> links;
        std::vector<double> lengths;        ///< by road: of the way up to its end, from the middle
        std::vector<std::uint16_t> leaves;  ///< by road: the first road of that way
        OpenList open;
    };

    void begin(const Roadmap::Roads& roads, const RoadMoves& moves);
    void link(const Roadmap::Roads& roads, const RoadMoves& moves);
    void make_row(std::uint32_t from);
    void offer(std::uint32_t road, double length, std::uint16_t leaves);
    void arrive(std::uint32_t from, std::uint32_t road);
    [[nodiscard]] double turned(std::uint32_t end, double angle) const noexcept;

    std::uint64_t content_ = 0;
    std::uint32_t rows_made_ = 0;
    std::vector<Frame> ends_;
    std::vector<float> values_;               ///< by pair of ends
    std::vector<std::uint16_t> first_roads_;  ///< by pair of ends
    Arrivals arrivals_;
    Draft draft_;
};

}  // namespace wend::mesh
