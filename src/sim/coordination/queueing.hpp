#pragma once

// Whoever has yet to come over to its side of a corridor does not walk past a queue that stands there: it
// would stand beside those who wait, with no room to come over, in the way of all who come the other way. It
// stays behind the last of them, where its side is free.
//
// Who stands in such a queue closes up to the right: gaps between its files are room that somebody on the
// wrong side needs, and that those who come the other way get when it comes over.

#include <optional>

#include "wend/base/budget.hpp"
#include "wend/sim/route.hpp"

#include "sim/promise/commitment.hpp"

namespace wend {

struct Crowd;
struct Walker;
class Snapshot;

/// Station of the route behind which somebody on the wrong side must stay for now; infinity when it need not.
[[nodiscard]] double stop_behind_queue(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                       const Route& route, double station);

/// A step to the right, or ahead and to the right, as far as there is room.
[[nodiscard]] std::optional<Commitment> close_up(const Crowd& crowd, const Walker& walker,
                                                 const Snapshot& world, Budget& budget);

}  // namespace wend
