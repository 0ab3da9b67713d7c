#pragma once

// Out of the way of something that comes. Braking is the answer to what stands ahead; when something starts
// to move towards an agent, stopping may be the worst that it can do. Then it walks a few steps in whichever
// direction is free for as long as it takes, turning on the way within its limits, and stops there. Where no
// direction is, because what comes is too near and too fast, it takes the one that is overlapped least and
// for the shortest time, if that is less than by braking; nobody else is run into for that.

#include <optional>

#include "wend/base/budget.hpp"
#include "wend/world/snapshot.hpp"

#include "sim/promise/commitment.hpp"

namespace wend {

struct Crowd;
struct Walker;

struct Dodge {
    Commitment walk;       ///< begins with the state that the walker is in
    bool is_free = false;  ///< it meets nothing
};

/// None where no direction is better than to stop. Each direction costs one expansion.
[[nodiscard]] std::optional<Dodge> dodge(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                         Budget& budget);

}  // namespace wend
