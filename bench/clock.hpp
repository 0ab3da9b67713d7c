#pragma once

// The clocks of the benchmarks. Processor time charges nobody for what else the machine does meanwhile; the
// clock on the wall is for what a user waits for.

#include <algorithm>
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

/// Seconds that reading the thread's clock takes: half a microsecond, as long as some of what is measured.
inline double reading_seconds() {
    static const double least = [] {
        double found = 1;
        for (int i = 0; i < 10'000; ++i) {
            const double began = thread_seconds();
            found = std::min(found, thread_seconds() - began);
        }
        return found;
    }();
    return least;
}

/// Seconds of this thread that `work` takes, once.
template <class Work>
[[nodiscard]] double processor_seconds(Work&& work) {
    const double reading = reading_seconds();
    const double began = thread_seconds();
    work();
    return std::max(thread_seconds() - began - reading, 0.0);
}

/// Seconds on the wall that `work` takes, once.
template <class Work>
[[nodiscard]] double seconds(Work&& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace wend::bench
