#pragma once

// The clocks of the benchmarks. Processor time charges nobody for what else the machine does meanwhile; the
// clock on the wall is for what a user waits for.

#include <chrono>
#include <ctime>

namespace wend::bench {

inline double read_clock(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds that this thread has run.
inline double thread_seconds() {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
/// Seconds that all threads of this process have run, added up.
inline double process_seconds() {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/// Seconds of this thread that `work` takes, once.
template <class Work>
[[nodiscard]] double processor_seconds(Work&& work) {
    const double began = thread_seconds();
    work();
    return thread_seconds() - began;
}

/// Seconds on the wall that `work` takes, once.
template <class Work>
[[nodiscard]] double seconds(Work&& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace wend::bench
