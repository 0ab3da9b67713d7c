#pragma once

// One goal field for bodies of one radius that the same constraints bind, with the ground it is about.

#include <span>

#include "wend/domains/field_ground.hpp"
#include "wend/fields/open_cl_field.hpp"
#include "wend/sim/route.hpp"

namespace wend {

/// What a field depends on beside its goals.
struct FieldSource {
    const Scene& scene;  ///< without obstacles
    const Walls& walls;
    const domains::MultiplierField& multipliers;
    std::span<const domains::ResolvedConstraint> standing;  ///< margins: the body's radius
};

class ReadyField {
  public:
    static constexpr double cell = 0.5;  ///< metres

    /// To a region of the ground or, without one, to a place.
    static Result<ReadyField> create(const FieldSource& source, double radius, const Goal* region,
                                     const RoutePoint& place);

    /// After the ground has changed in some places; `grow` has to follow.
    void repair(const FieldSource& source, std::span<const domains::ChangedGround> changed);

    [[nodiscard]] std::size_t cells() const noexcept { return ground_.grid.cell_count(); }
    /// Where a body at that place begins to follow the field; no_cell where it cannot.
    [[nodiscard]] fields::Cell start(const FieldSource& source, const RoutePoint& from) const;
    [[nodiscard]] bool knows(fields::Cell start) const noexcept {
        return changed_.empty() && field_.is_settled(start);
    }
    /// As far as to there or, on a device, everywhere; where it was known before, only what has changed.
    void grow(fields::Cell start, fields::OpenClField* device = nullptr);

    /// The points of the way from that start, which it must know; empty where it does not lead there. All of
    /// them leave room for the body, and none but a way out of it touches ground that must not be entered.
    [[nodiscard]] std::vector<RoutePoint> way(const FieldSource& source, fields::Cell start,
                                              const RoutePoint& from, const RoutePoint& to) const;

    /// Only to that start: out of ground that must not be entered.
    [[nodiscard]] std::vector<RoutePoint> way_off(fields::Cell start, const RoutePoint& from) const {
        return {from, {ground_.frame.center(ground_.grid, start), from.layer, false}};
    }

  private:
    ReadyField(domains::FieldGround ground, double radius) : ground_(std::move(ground)), radius_(radius) {}

    [[nodiscard]] Status compute_on(fields::OpenClField& device);
    [[nodiscard]] bool may_walk(const FieldSource& source, std::uint32_t layer, Vec2 from, Vec2 to) const;
    [[nodiscard]] std::vector<fields::Cell> careful_corners(const FieldSource& source,
                                                            const std::vector<fields::Cell>& cells) const;
    [[nodiscard]] std::vector<RoutePoint> pulled_tight(const FieldSource& source,
                                                       std::vector<RoutePoint> points) const;
    [[nodiscard]] std::vector<RoutePoint> points_of(const std::vector<fields::Cell>& corners) const;
    [[nodiscard]] bool is_walkable(const FieldSource& source, std::span<const RoutePoint> points) const;

    domains::FieldGround ground_;
    fields::GoalField field_;
    std::vector<fields::Cell> changed_;  ///< that the field has not been told of
    double radius_;
};

/// Is the place in the goal's region?
[[nodiscard]] bool is_inside(const Goal& goal, const RoutePoint& place);

}  // namespace wend
