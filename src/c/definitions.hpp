#pragma once

#include <cstring>

#include "c/c_world.hpp"

namespace wend::c {

/// The caller's definition as this library has it: what an older caller does not know of keeps its default.
/// False when the size is none that could be.
template <class Def>
bool take(const Def* given, Def& def) noexcept {
    constexpr std::size_t least = sizeof def.struct_size;
    const std::uint64_t size = given ? given->struct_size : 0;
    if (size < least || size > sizeof(Def)) return false;
    std::memcpy(&def, given, static_cast<std::size_t>(size));
    return true;
}

inline Status wrong_size() {
    return Status::invalid_input(
        "found a definition without its size, or of a newer library, expected one that wend_default_*() "
        "made");
}

inline Ring ring_of(const wend_point* points, std::uint32_t count) {
    Ring ring;
    for (std::uint32_t i = 0; i < count; ++i) ring.push_back({points[i].x, points[i].y});
    return ring;
}

}  // namespace wend::c
