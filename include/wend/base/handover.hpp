#pragma once

#include <atomic>

namespace wend {

/// What one thread wrote before `give`, another may read after `take`, if it comes later. Libraries that run
/// tasks order them as well, but by means that a race detector does not see; this it does.
class Handover {
  public:
    void give() noexcept { given_.fetch_add(1, std::memory_order_release); }
    void take() const noexcept { (void)given_.load(std::memory_order_acquire); }

  private:
    std::atomic<unsigned> given_ = 0;
};

}  // namespace wend
