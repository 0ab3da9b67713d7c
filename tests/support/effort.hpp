#pragma once

#include <cstdlib>

namespace wend::test {

/// Long runs are behind `./test --long`, which sets this variable.
inline bool is_long_run() {
    return std::getenv("WEND_LONG_TESTS") != nullptr;
}

/// `fast` rounds usually, `full` in a long run.
inline int rounds(int fast, int full) {
    return is_long_run() ? full : fast;
}

}  // namespace wend::test
