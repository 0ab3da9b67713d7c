#pragma once

#include <vector>

#include "level/floors.hpp"

namespace wend::level {

/// How far a span's centre is from the nearest place where its floor ends, in cells, by looking at every span
/// within `limit` cells that steps lead to. Answers are kept.
class BorderDistance {
  public:
    BorderDistance(const Floors& floors, int limit);
    /// At most `limit`.
    [[nodiscard]] double of(std::uint32_t span);

  private:
    [[nodiscard]] double search(std::uint32_t span);

    const Floors& floors_;
    int limit_;
    std::vector<double> known_;  ///< negative: not asked for yet
    std::vector<std::uint32_t> stamp_, open_;
    std::uint32_t generation_ = 0;
};

}  // namespace wend::level
