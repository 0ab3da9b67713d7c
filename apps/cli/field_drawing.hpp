#pragma once

#include <string>
#include <vector>

#include "wend/domains/field_ground.hpp"

namespace wend::cli {

/// The lowest layer's field as an SVG: cost by colour, dear ground darker, blocked ground grey, and the way
/// of each start.
[[nodiscard]] std::string draw_field(const domains::FieldGround& ground, const fields::GoalField& field,
                                     const std::vector<fields::Cell>& starts);

}  // namespace wend::cli
