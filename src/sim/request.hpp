#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend {

/// Somebody asks somebody to leave a way free.
struct Request {
    std::uint32_t by = 0;
    std::uint64_t rank = std::numeric_limits<std::uint64_t>::max();  ///< the smaller, the higher
    std::vector<Vec2> way;  ///< that must be left, in the direction of whoever wants it
    double reach = 0;       ///< metres to keep from it, for the one who wants it
    double until = -1;      ///< seconds; lapses then

    [[nodiscard]] bool is_alive(double now) const noexcept { return now < until; }
};

struct Ask {
    std::uint32_t whom = 0;
    Request what;
};

}  // namespace wend
