#pragma once

// How large things may be. Asked before memory is taken, so that a few bytes of input cannot ask for all of a
// machine's; docs/security.md has the table with the reasons.

#include <cstddef>
#include <cstdint>

namespace wend::limits {

inline constexpr std::uint64_t file_bytes = std::uint64_t{512} << 20;  ///< of a scene, map or level
inline constexpr std::uint64_t agents = 1'000'000;  ///< of a scene, members of groups and newcomers included
inline constexpr std::size_t groups = 100'000;
inline constexpr std::size_t corners = 20'000'000;  ///< of all polygons of a scene together
inline constexpr std::size_t obstacles = 1'000'000;
inline constexpr std::size_t events = 1'000'000;
inline constexpr std::uint32_t threads = 1024;

}  // namespace wend::limits
