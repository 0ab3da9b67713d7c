#pragma once

// What changed, where and for which times, so that somebody interested in a region and a time window is told
// of just that. The log is bounded: it keeps the newest `capacity` changes, and who asks about a stamp older
// than those is told so and has to look at everything again.

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/world/body_id.hpp"

namespace wend {

enum class ChangeKind : std::uint8_t {
    obstacle_added,
    obstacle_removed,
    obstacle_moved,     ///< another trajectory
    obstacle_observed,  ///< an observed obstacle does not move as was assumed
    agent_added,
    agent_removed,
    agent_moved,  ///< only of agents without a plan: others keep to theirs
    goal_changed,
    plan_published,
    plan_withdrawn,
};

struct Change {
    ChangeKind kind{};
    BodyId who;
    std::uint32_t layer = 0;
    Box2 region;      ///< everything it may have freed or taken, before and after
    Interval window;  ///< the times for which that holds
    std::uint64_t stamp = 0;
};

struct Changes {
    std::vector<Change> items;  ///< by stamp
    bool overflowed = false;    ///< the log no longer reaches back to the stamp asked for; items is empty
};

class ChangeLog {
  public:
    explicit ChangeLog(std::size_t capacity = 1u << 16);

    /// Enters a change; its stamp must exceed all before it.
    void add(const Change& change);

    /// Changes with a stamp above `stamp` that touch layer, region and window. The cost follows the number of
    /// changes near the region, not the length of the log.
    [[nodiscard]] Changes since(std::uint64_t stamp, std::uint32_t layer, const Box2& region,
                                Interval window) const;
    /// All of them, wherever they are.
    [[nodiscard]] Changes since(std::uint64_t stamp) const;

    [[nodiscard]] std::uint64_t last_stamp() const noexcept { return last_; }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  private:
    /// Stamps of the changes that touch one cell, rising; those before `head` are gone.
    struct Cell {
        std::vector<std::uint64_t> stamps;
        std::size_t head = 0;
    };
    using Entry = std::deque<Change>::const_iterator;

    void drop_oldest();
    [[nodiscard]] Entry first_after(std::uint64_t stamp) const;
    [[nodiscard]] std::vector<std::uint64_t> stamps_near(std::uint64_t stamp, std::uint32_t layer,
                                                         const Box2& region) const;

    std::size_t capacity_;
    std::uint64_t last_ = 0;
    std::uint64_t dropped_ = 0;  ///< stamp of the newest change that is gone
    std::deque<Change> entries_;
    std::unordered_map<std::uint64_t, Cell> cells_;
    std::vector<std::size_t> on_level_;  ///< changes kept per level of the grid
};

}  // namespace wend
