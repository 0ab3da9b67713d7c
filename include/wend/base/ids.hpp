#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace wend {

/// A handle: index into a store plus the generation of that slot. Passed by value; the default is null.
/// Different tags are different types that do not convert into each other.
template <class Tag>
struct Id {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;  ///< 0 only in the null id

    [[nodiscard]] constexpr bool is_null() const noexcept { return generation == 0; }
    constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using AgentId = Id<struct AgentTag>;
using ObstacleId = Id<struct ObstacleTag>;
using PlatformId = Id<struct PlatformTag>;
using TaskId = Id<struct TaskTag>;

}  // namespace wend

template <class Tag>
struct std::hash<wend::Id<Tag>> {
    std::size_t operator()(wend::Id<Tag> id) const noexcept {
        return std::hash<std::uint64_t>{}(std::uint64_t{id.generation} << 32 | id.index);
    }
};
