#pragma once

// Which cells hang together: two do if they are no farther apart than a few cells along either axis.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/forecast/cell_grid.hpp"

namespace wend {

/// Groups of those that hang together, in order of their first cells; each in order. The cells come in order.
[[nodiscard]] std::vector<std::vector<StreamCell>> connected_cells(std::span<const StreamCell> cells,
                                                                   std::int32_t farthest);

}  // namespace wend
