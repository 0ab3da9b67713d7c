#pragma once

#include <utility>
#include <vector>

namespace wend {

/// Something with memory of its own for a short while, which the same thread uses again and again: who
/// borrows one while another of the kind is lent gets a new one. Comes cleared.
template <class T>
class BorrowedObject {
  public:
    BorrowedObject() : object_(std::exchange(spare(), {})) {}
    ~BorrowedObject() {
        object_.clear();
        spare() = std::move(object_);
    }
    BorrowedObject(const BorrowedObject&) = delete;
    BorrowedObject& operator=(const BorrowedObject&) = delete;

    [[nodiscard]] T& operator*() noexcept { return object_; }
    [[nodiscard]] const T& operator*() const noexcept { return object_; }
    [[nodiscard]] T* operator->() noexcept { return &object_; }
    [[nodiscard]] const T* operator->() const noexcept { return &object_; }

  private:
    static T& spare() {
        thread_local T object;
        return object;
    }
    T object_;
};

/// An array for a short while.
template <class T>
using Borrowed = BorrowedObject<std::vector<T>>;

}  // namespace wend
