#pragma once

// Work that is done by many threads at once: a pool of our own, or whatever the host of the library has. A
// pool belongs to who made it; nothing is set for the whole process.

#include <cstdint>
#include <memory>
#include <type_traits>

namespace wend {

/// One piece of work after another, by its number. Must not throw.
using Task = void (*)(void* data, std::uint32_t index);

/// Threads of the host's own. `run` calls task(data, i) once for each i below `count`, on any threads, and
/// returns when all calls have.
struct TaskSystem {
    void* host = nullptr;
    std::uint32_t workers = 1;  ///< that may run at the same time, the caller among them
    void (*run)(void* host, std::uint32_t count, Task task, void* data) = nullptr;
};

class Workers {
  public:
    /// So many threads, the caller among them; 0: as many as the machine has. One, where the library was
    /// built without threads.
    explicit Workers(std::uint32_t threads = 0);
    explicit Workers(const TaskSystem& host);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    [[nodiscard]] std::uint32_t count() const noexcept;

    /// Calls work(i) for each i below `count`, on several threads, and returns when all calls have. What one
    /// of them throws is thrown here, when all have ended. Not from within another one, nor from two threads.
    template <class Work>
    void for_each(std::uint32_t count, Work&& work) {
        using Plain = std::remove_reference_t<Work>;
        run(
            count, [](void* data, std::uint32_t index) { (*static_cast<Plain*>(data))(index); },
            const_cast<void*>(static_cast<const void*>(&work)));
    }

  private:
    void run(std::uint32_t count, void (*work)(void* data, std::uint32_t index), void* data);

    struct Pool;
    std::unique_ptr<Pool> pool_;
    TaskSystem host_;
};

}  // namespace wend
