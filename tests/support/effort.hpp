#pragma once

#include <algorithm>
#include <cstdlib>

namespace wend::test {

/// Long runs are behind `./test --long`, which sets this variable.
inline bool is_long_run() {
    return std::getenv("WEND_LONG_TESTS") != nullptr;
}

/// Set where a test runs once more under a sanitizer, many times slower.
inline bool is_quick_run() {
    return std::getenv("WEND_QUICK_TESTS") != nullptr;
}

/// `fast` rounds usually, `full` in a long run, a tenth of `fast` under a sanitizer.
inline int rounds(int fast, int full) {
    if (is_quick_run()) return std::max(1, fast / 10);
    return is_long_run() ? full : fast;
}

}  // namespace wend::test
