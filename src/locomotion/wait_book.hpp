#pragma once

// The waits that are known at each landmark, and what they dominate [ST §5.2, Fig. 8, errata].

#include <algorithm>
#include <vector>

#include "wend/locomotion/planner.hpp"

namespace wend::locomotion {

/// Its cost is given in excess of waiting all the time since step 0, so that it stays the same while it
/// lasts.
struct Wait {
    Step start = 0;
    Step until = 0;  ///< the next gap marker, or the horizon
    TravelUnits excess = 0;
};

class WaitBook {
  public:
    WaitBook(std::size_t landmarks, Step prepare, Step horizon)
        : waits_(landmarks), versions_(landmarks), prepare_(prepare), horizon_(horizon) {}

    void add(EdgeTable::Index landmark, const Wait& wait) {
        waits_[landmark].push_back(wait);
        versions_[landmark] = ++version_;
    }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    [[nodiscard]] std::uint64_t version(EdgeTable::Index landmark) const { return versions_[landmark]; }

    /// Whether one wait is at least as good as any arrival between two steps with that excess or more.
    [[nodiscard]] bool dominates(EdgeTable::Index landmark, Step earliest, Step latest,
                                 TravelUnits excess) const {
        latest = std::min(latest, horizon_);
        return std::any_of(waits_[landmark].begin(), waits_[landmark].end(), [&](const Wait& wait) {
            return wait.start + prepare_ <= earliest && latest <= wait.until && wait.excess <= excess;
        });
    }
    /// The first step from `step` on at which an arrival is not dominated; beyond the horizon when never.
    [[nodiscard]] Step free_from(EdgeTable::Index landmark, Step step, TravelUnits excess) const {
        for (bool moved = true; moved && step <= horizon_;) {
            moved = false;
            for (const Wait& wait : waits_[landmark])
                if (wait.excess <= excess && wait.start + prepare_ <= step && step <= wait.until) {
                    step = wait.until + 1;
                    moved = true;
                }
        }
        return step;
    }

  private:
    std::vector<std::vector<Wait>> waits_;
    std::vector<std::uint64_t> versions_;
    std::uint64_t version_ = 0;
    Step prepare_;
    Step horizon_;
};

}  // namespace wend::locomotion
