#pragma once

// What the functions of wend.h share: how results become status codes, and nothing is thrown across.

#include <new>
#include <string>
#include <utility>

#include "wend/nav/world.hpp"

#include "wend.h"

struct wend_world {
    wend::nav::World world;
    std::vector<std::byte> saved = {};
};
struct wend_query {
    wend::nav::Paths paths;
    wend::nav::Path path;
};

namespace wend::c {

wend_status fail(wend_status status, const char* message) noexcept;
wend_status told(const Status& status) noexcept;

/// Runs `work`, which returns a Status.
template <class Work>
wend_status guarded(Work&& work) noexcept {
    try {
        return told(work());
    } catch (const std::bad_alloc&) {
        return fail(WEND_OUT_OF_MEMORY, "there is not enough memory for this");
    } catch (...) {
        return fail(WEND_INVALID_INPUT, "something that was not foreseen went wrong");
    }
}

/// The same for somebody who must have passed something.
template <class Work>
wend_status with(const void* needed, Work&& work) noexcept {
    if (!needed) return fail(WEND_INVALID_INPUT, "found a null pointer, expected something");
    return guarded(std::forward<Work>(work));
}

template <class Id>
Id id_of(std::uint64_t value) noexcept {
    return Id{value};
}

inline nav::Place place_of(const wend_place& place) noexcept {
    return {{place.x, place.y}, place.layer};
}

}  // namespace wend::c
