#pragma once

#include <cstdint>

#include "wend/world/scene.hpp"

namespace wend::bench {

/// City blocks of 40 m, one for every hundred agents, with streets of some 10 m between them: so wide that
/// every agent has 10 square metres of street, whatever their number. Groups of ten walk from one crossing to
/// another, up to three blocks away, and leave there. Who walks where is drawn: cities of the same size with
/// another `draw` differ in that. In small ones a draw may put more into a street than it has room for, which
/// populate() tells.
[[nodiscard]] Scene make_city(std::uint32_t agents, std::uint32_t draw = 0);

}  // namespace wend::bench
