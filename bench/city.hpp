#pragma once

#include <cstdint>

#include "wend/world/scene.hpp"

namespace wend::bench {

/// City blocks of 40 m, one for every hundred agents, with streets of some 10 m between them: so wide that
/// every agent has 10 square metres of street, whatever their number. Groups of ten walk from one crossing to
/// another, up to three blocks away, and leave there.
[[nodiscard]] Scene make_city(std::uint32_t agents);

}  // namespace wend::bench
