#pragma once

// Bytes that a piece of work keeps and that it needs at most, of the whole process.

#include <cstddef>
#include <fstream>
#include <string>

#include <malloc.h>

namespace wend::bench {

struct MemoryUse {
    std::size_t kept = 0;
    std::size_t peak = 0;  ///< of what was new; 0 where the system does not tell
};

/// Bytes in a field of /proc/self/status; 0 where there is none.
inline std::size_t read_status(const std::string& field) {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;) {
        std::size_t kilobytes = 0;
        if (word == field + ":" && in >> kilobytes) return 1024 * kilobytes;
    }
    return 0;
}

template <class Work>
[[nodiscard]] MemoryUse memory_use(Work&& work) {
    const auto in_use = [] {
        const struct mallinfo2 info = mallinfo2();
        return info.uordblks + info.hblkhd;
    };
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5;  // the peak begins anew
    const std::size_t before = in_use(), resident = read_status("VmRSS");
    work();
    const std::size_t after = in_use(), peak = read_status("VmHWM");
    return {after > before ? after - before : 0, peak > resident ? peak - resident : 0};
}

}  // namespace wend::bench
