#pragma once

#include <cstdint>

#include "wend/world/scene.hpp"

namespace wend::bench {

/// City blocks of 40 m with streets of 10 m between them, as many as keep four agents to every hundred square
/// metres; groups of ten walk from one crossing to another, up to three blocks away, and leave there.
[[nodiscard]] Scene make_city(std::uint32_t agents);

}  // namespace wend::bench
