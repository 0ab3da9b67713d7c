#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace wend {

/// A value that counts who looks at it, so that its one writer knows when it may be changed in place.
template <class T>
class Leased {
  public:
    Leased() = default;
    explicit Leased(T first) : value(std::move(first)) {}

    T value;

    /// Somebody holds a view: hands off. When this says no, all that readers did has happened before.
    [[nodiscard]] bool is_read() const noexcept { return readers_.load(std::memory_order_acquire) > 0; }

    /// A view that nothing must change while it lives; any thread may drop it. Only the writer may ask.
    [[nodiscard]] static std::shared_ptr<const T> lease(const std::shared_ptr<Leased>& self) {
        self->readers_.fetch_add(1, std::memory_order_relaxed);
        return {&self->value, [self](const T*) { self->readers_.fetch_sub(1, std::memory_order_release); }};
    }

  private:
    std::atomic<std::uint32_t> readers_ = 0;
};

}  // namespace wend
