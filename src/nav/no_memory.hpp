#pragma once

#include <new>

#include "wend/base/status.hpp"

namespace wend::nav {

/// Short enough to be said without memory.
[[nodiscard]] inline Status no_memory() noexcept {
    return {StatusCode::out_of_memory, "out of memory"};
}

}  // namespace wend::nav
