#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend {

/// Who goes before whom; the smaller, the higher. Who has been lent the same rank is told apart by its own.
struct Rank {
    static constexpr std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t effective = lowest;  ///< its own, or a higher one that it was lent
    std::uint64_t own = lowest;
    friend auto operator<=>(const Rank&, const Rank&) = default;
};

/// Somebody asks somebody to leave a way free.
struct Request {
    std::uint32_t by = 0;
    Rank rank;              ///< of who asks
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
