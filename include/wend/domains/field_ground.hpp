#pragma once

// The ground of a scene for a goal field: which cells a body fits on, what walking there costs under
// constraints, and how layers are joined.

#include "wend/domains/multiplier_field.hpp"
#include "wend/fields/follow.hpp"
#include "wend/world/walls.hpp"

namespace wend::domains {

struct FieldSettings {
    double cell = 0.5;     ///< metres
    double radius = 0.25;  ///< of the bodies
    double time = 0;       ///< at which obstacles that stand still count
};

/// Where a portal or link is entered and left.
struct FieldCrossing {
    fields::Cell from = fields::no_cell;
    fields::Cell to = fields::no_cell;
    Vec2 enters;
    Vec2 leaves;
};

struct FieldGround {
    fields::FieldGrid grid;
    fields::FieldFrame frame;
    double unit = 1;  ///< metres of walking at multiplier 1 that a unit of cost is worth
    std::vector<FieldCrossing> crossings;
};

/// Weights are sixteenths of the multiplier at the cell's centre, at least 16; a cell is blocked if the body
/// does not fit on its centre, or if ground that must not be entered reaches into it. Portals and links that
/// a body fits through join the nearest cells. `invalid_input` for bounds that are empty or too large.
[[nodiscard]] Result<FieldGround> field_ground(const Scene& scene, const Walls& walls,
                                               const MultiplierField& multipliers,
                                               const FieldSettings& settings);

/// The same from ground where some of it has changed: weighs the cells there again, with `standing` in the
/// way as well as the scene's obstacles, and appends those that weigh something else now. Links stay.
void weigh_again(FieldGround& ground, const Scene& scene, const Walls& walls,
                 const MultiplierField& multipliers, std::span<const ResolvedConstraint> standing,
                 const FieldSettings& settings, const ChangedGround& where,
                 std::vector<fields::Cell>& changed);

}  // namespace wend::domains
