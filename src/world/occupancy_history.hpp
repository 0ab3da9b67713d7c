#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "wend/world/leased.hpp"
#include "wend/world/occupancy.hpp"

namespace wend {

/// An occupancy that is changed by one thread and handed out frozen to others, at a cost that follows the
/// changes alone. While nobody reads it there is one copy, which is edited in place. While readers hold one,
/// another that they have given back is brought up to date with the edits it has missed; only when nobody
/// gives a copy back is one made whole.
class OccupancyHistory {
  public:
    explicit OccupancyHistory(Filing filing);

    /// Who sets a path gets the one that it replaces, if nobody else needs that.
    void set(BodyPath& path);
    void remove(BodyId who);
    /// The occupancy after all edits so far, which stays as it is while somebody holds it.
    [[nodiscard]] std::shared_ptr<const Occupancy> share();
    /// The same for the one who edits, until it next asks.
    [[nodiscard]] const Occupancy& latest();

  private:
    struct Edit {
        BodyId who;
        BodyPath path;  ///< empty: removed
    };
    struct Copy {
        std::shared_ptr<Leased<Occupancy>> index;
        std::uint64_t edits = 0;  ///< how many it has seen
    };

    void add(Edit edit);
    [[nodiscard]] std::uint64_t total() const noexcept { return forgotten_ + edits_.size(); }
    void free_newest();
    void bring_up_to_date();
    void forget_old_edits();

    std::vector<Copy> copies_;  ///< the last is the newest
    std::deque<Edit> edits_;
    std::uint64_t forgotten_ = 0;          ///< edits that no longer are in edits_
    std::deque<std::uint64_t> shared_at_;  ///< totals at the last times of sharing
};

}  // namespace wend
