#pragma once

#include <utility>
#include <vector>

namespace wend {

/// An array for a short while, whose memory the same thread uses again and again: who borrows one while
/// another of the kind is lent gets a new one. Comes empty.
template <class T>
class Borrowed {
  public:
    Borrowed() : array_(std::exchange(spare(), {})) {}
    ~Borrowed() {
        array_.clear();
        spare() = std::move(array_);
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

    [[nodiscard]] std::vector<T>& operator*() noexcept { return array_; }
    [[nodiscard]] const std::vector<T>& operator*() const noexcept { return array_; }
    [[nodiscard]] std::vector<T>* operator->() noexcept { return &array_; }

  private:
    static std::vector<T>& spare() {
        thread_local std::vector<T> array;
        return array;
    }
    std::vector<T> array_;
};

}  // namespace wend
