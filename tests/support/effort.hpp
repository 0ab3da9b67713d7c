#pragma once

#include <cstdlib>

namespace wend::test {

/// Long runs are behind `./test --long`, which sets this variable; empty is the same as not set.
inline bool is_long_run() {
    const char* value = std::getenv("WEND_LONG_TESTS");
    return value != nullptr && *value != '\0';
}

/// `fast` rounds usually, `full` in a long run.
inline int rounds(int fast, int full) {
    return is_long_run() ? full : fast;
}

}  // namespace wend::test
