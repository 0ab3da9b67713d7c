#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "wend/world/occupancy.hpp"

namespace wend {

/// An occupancy that is changed by one thread and handed out frozen to others, at a cost that follows the
/// changes alone. Copies take turns: while readers hold one, another that they have given back is brought up
/// to date with the edits it has missed. With one reader a frame there are two copies and every edit is made
/// twice; only when nobody gives a copy back is a third one made whole.
class OccupancyHistory {
  public:
    OccupancyHistory();

    void set(std::shared_ptr<const Body> body);
    void remove(BodyId who);
    /// The occupancy after all edits so far.
    [[nodiscard]] std::shared_ptr<const Occupancy> share();

  private:
    struct Edit {
        BodyId who;
        std::shared_ptr<const Body> body;  ///< null: removed
    };
    struct Copy {
        Occupancy index;
        std::uint64_t edits = 0;  ///< how many it has seen
    };
    /// Copies that nobody reads.
    struct Shelf {
        std::mutex mutex;
        std::vector<std::unique_ptr<Copy>> copies;
    };

    void add(Edit edit);
    [[nodiscard]] std::uint64_t total() const noexcept { return forgotten_ + edits_.size(); }
    [[nodiscard]] std::unique_ptr<Copy> take_copy();
    void forget_old_edits();

    std::shared_ptr<Shelf> shelf_;
    std::shared_ptr<const Copy> latest_;
    std::deque<Edit> edits_;
    std::uint64_t forgotten_ = 0;          ///< edits that no longer are in edits_
    std::deque<std::uint64_t> shared_at_;  ///< totals at the last times of sharing
};

}  // namespace wend
