#pragma once

#include <memory>
#include <utility>

namespace wend {

/// A value that may be handed out as an immutable view; the first change after that works on a copy. One
/// thread writes; views may be read and dropped by any.
template <class T>
class CopyOnWrite {
  public:
    CopyOnWrite() : value_(std::make_shared<T>()) {}
    explicit CopyOnWrite(T value) : value_(std::make_shared<T>(std::move(value))) {}

    [[nodiscard]] const T& read() const noexcept { return *value_; }
    [[nodiscard]] T& write() {
        if (is_shared_) value_ = std::make_shared<T>(*value_);
        is_shared_ = false;
        return *value_;
    }
    [[nodiscard]] std::shared_ptr<const T> share() {
        is_shared_ = true;
        return value_;
    }

  private:
    std::shared_ptr<T> value_;
    bool is_shared_ = false;
};

}  // namespace wend
