#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "wend/base/mutex.hpp"

namespace wend {

/// Scratch memory that threads borrow and give back: as many as are ever needed at the same time.
template <class T>
class Spare {
  public:
    class Loan {
      public:
        Loan(Spare& owner, std::unique_ptr<T> item) : owner_(owner), item_(std::move(item)) {}
        ~Loan() {
            const std::lock_guard lock(owner_.guard_);
            owner_.items_.push_back(std::move(item_));
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        [[nodiscard]] T& operator*() const noexcept { return *item_; }
        [[nodiscard]] T* operator->() const noexcept { return item_.get(); }

      private:
        Spare& owner_;
        std::unique_ptr<T> item_;
    };

    /// Any thread may ask.
    [[nodiscard]] Loan borrow() {
        std::unique_ptr<T> item;
        {
            const std::lock_guard lock(guard_);
            if (!items_.empty()) {
                item = std::move(items_.back());
                items_.pop_back();
            } else {
                items_.reserve(++made_);  // giving back must not fail
            }
        }
        if (!item) item = std::make_unique<T>();
        return {*this, std::move(item)};
    }

  private:
    Mutex guard_;
    std::vector<std::unique_ptr<T>> items_;
    std::size_t made_ = 0;
};

}  // namespace wend
