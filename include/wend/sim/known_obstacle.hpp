#pragma once

#include <cstdint>

#include "wend/geometry/polygon.hpp"

namespace wend {

/// An obstacle that stands, or stood, as an agent sees it.
struct KnownObstacle {
    enum class Kind : std::uint8_t {
        known,          ///< it is there, and the agent knows
        unknown,        ///< it is there, and the agent does not know
        thought_there,  ///< it has gone, and the agent does not know
    };
    Kind kind = Kind::known;
    std::uint32_t layer = 0;
    Ring outline;
};

}  // namespace wend
