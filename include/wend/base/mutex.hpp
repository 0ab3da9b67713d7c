#pragma once

// Locks that cost nothing, and ask for no thread library, where wend was built without threads
// (WEND_THREADS=OFF).

#include <mutex>
#include <shared_mutex>

namespace wend {

#ifdef WEND_SINGLE_THREADED
struct Mutex {
    void lock() noexcept {}
    void unlock() noexcept {}
};
struct SharedMutex : Mutex {
    void lock_shared() noexcept {}
    void unlock_shared() noexcept {}
};
#else
using Mutex = std::mutex;
using SharedMutex = std::shared_mutex;
#endif

}  // namespace wend
