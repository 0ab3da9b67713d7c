#pragma once

// Paces that keep a few agents out of each other's way for longer than they have promised anything. Where
// several would be in one place at the same time, who goes a little slower from early on passes behind the
// others on its own straight way, and nobody has to swerve (MD figure 7: speed is what varies). Everybody
// is expected to go on along its route at the pace it has chosen; each adapts to those with lower numbers, so
// that no two wait for each other. Only for few: in a crowd the future of each is nobody's to know, and ways
// around the density that is to be expected (evasion.hpp) do more.

#include <cstddef>

#include "wend/sim/route.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// So many agents in the world are few.
inline constexpr std::size_t foresight_limit = 24;

/// The share of the pace, at most 1, with which the walker on that route meets the fewest in the next
/// seconds.
[[nodiscard]] double foreseen_share(const Crowd& crowd, const Walker& walker, const Route& route,
                                    double station, double pace);

}  // namespace wend
