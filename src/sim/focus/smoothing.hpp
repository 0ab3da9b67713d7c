#pragma once

// A plan in space and time is found on a lattice of sixteen headings and a few speeds, and need not be walked
// as it was found. It is pulled tight: straight on at one speed, as far as walls and others leave room. That
// leaves corners, which are rounded by walking the average of a moment; averages of places are no farther
// apart than the places. The result is put to the tests that hold for every plan, and where it fails them
// less is averaged; at last the plan is walked as it was found.

#include "sim/focus/promise.hpp"

namespace wend {

/// Plans and promises may touch others; no gap is kept that the plan does not know of. Metres.
constexpr double no_gap = -1e-8;

class Neighbourhood;

/// Of a plan, by ticks.
struct Stretch {
    std::size_t first = 0, last = 0;  ///< stay where they are
    std::size_t move = 1;             ///< of the lattice
};

/// Changes where the walk is between both ends, and which way it looks from the first one on. Links and
/// platforms are left as they are.
void smoothen(Footsteps& steps, const Stretch& stretch, AgentId self, Neighbourhood& around);

}  // namespace wend
