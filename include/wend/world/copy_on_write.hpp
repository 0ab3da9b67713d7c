#pragma once

#include <memory>
#include <utility>

#include "wend/world/leased.hpp"

namespace wend {

/// A value that may be handed out as an immutable view; a change works on a copy while somebody holds one.
/// One thread writes; views may be read and dropped by any.
template <class T>
class CopyOnWrite {
  public:
    CopyOnWrite() : value_(std::make_shared<Leased<T>>()) {}
    explicit CopyOnWrite(T value) : value_(std::make_shared<Leased<T>>(std::move(value))) {}

    [[nodiscard]] const T& read() const noexcept { return value_->value; }
    [[nodiscard]] T& write() {
        if (value_->is_read()) value_ = std::make_shared<Leased<T>>(T(value_->value));
        return value_->value;
    }
    [[nodiscard]] std::shared_ptr<const T> share() { return Leased<T>::lease(value_); }

  private:
    std::shared_ptr<Leased<T>> value_;
};

}  // namespace wend
