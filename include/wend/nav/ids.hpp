#pragma once

// Names of what a World holds: one integer, passed by value. Zero is null. An id is never given again, so one
// of something that has gone, or of another world, is told apart and answered with a status.

#include <compare>
#include <cstdint>
#include <functional>

namespace wend::nav {

template <class Tag>
struct Handle {
    std::uint64_t value = 0;

    [[nodiscard]] constexpr bool is_null() const noexcept { return value == 0; }
    constexpr explicit operator bool() const noexcept { return value != 0; }
    friend constexpr auto operator<=>(const Handle&, const Handle&) = default;
};

using AgentId = Handle<struct AgentHandle>;
using GroupId = Handle<struct GroupHandle>;
using ObstacleId = Handle<struct ObstacleHandle>;
using LinkId = Handle<struct LinkHandle>;
using AreaId = Handle<struct AreaHandle>;
using PlatformId = Handle<struct PlatformHandle>;

}  // namespace wend::nav

/// @cond
template <class Tag>
struct std::hash<wend::nav::Handle<Tag>> {
    std::size_t operator()(wend::nav::Handle<Tag> id) const noexcept {
        return std::hash<std::uint64_t>{}(id.value);
    }
};
/// @endcond
