#pragma once

// What changed, where and for which times, so that somebody interested in a region and a time window is told
// of just that. The log is bounded: it keeps the newest `capacity` changes, and who asks about a stamp older
// than those is told so and has to look at everything again.
//
// Changes lie in a ring. Those that touch a cell of a grid are chained from the newest back to older ones
// (several cells may share a chain), so a question follows its chains until they are too old. Forgetting the
// oldest change costs nothing: a link that leads out of the ring is the end of its chain.

#include <algorithm>
#include <array>
#include <cstdint>
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
    ground_changed,  ///< what stands was cut out of the mesh, or put back
};

struct Change {
    ChangeKind kind{};
    BodyId who;
    std::uint32_t layer = 0;
    Box2 region;      ///< everything it may have freed or taken, before and after
    Interval window;  ///< the times for which that holds
    std::uint64_t stamp = 0;
    std::uint64_t edit = 0;  ///< of ground_changed: its number among the edits of the mesh
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
    /// Calls visit(change) for all of them, by stamp; nothing may be entered meanwhile. False, and no call,
    /// when the log no longer reaches back to the stamp.
    template <class Visit>
    bool visit_since(std::uint64_t stamp, Visit&& visit) const {
        if (stamp < dropped_) return false;
        for (std::uint64_t number = first_after(stamp); number < count_; ++number) visit(at(number));
        return true;
    }

    [[nodiscard]] std::uint64_t last_stamp() const noexcept { return count_ == 0 ? 0 : at(count_ - 1).stamp; }
    [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  private:
    /// A change's place in one of the chains.
    struct Link {
        static constexpr std::uint32_t unused = 0xFFFFFFFFu;
        std::uint32_t chain = unused;
        std::uint32_t back = 0;  ///< numbers from here to the one before in the chain; 0: there is none
    };
    struct Entry {
        Change change;
        std::array<Link, 4> links;  ///< a region lies in at most four cells
    };

    [[nodiscard]] const Entry& entry(std::uint64_t number) const noexcept {
        return ring_[static_cast<std::size_t>(number % capacity_)];
    }
    [[nodiscard]] const Change& at(std::uint64_t number) const noexcept { return entry(number).change; }
    [[nodiscard]] std::uint64_t oldest() const noexcept { return count_ - ring_.size(); }
    [[nodiscard]] std::uint64_t first_after(std::uint64_t stamp) const noexcept;
    void file(std::uint64_t number);
    void file_all();
    /// Numbers of the changes from `first` on in chains that the region's cells share, rising.
    [[nodiscard]] std::vector<std::uint64_t> near(std::uint64_t first, std::uint32_t layer,
                                                  const Box2& region) const;

    std::size_t capacity_;
    std::uint64_t count_ = 0;            ///< changes ever entered, which are numbered from 0
    std::uint64_t dropped_ = 0;          ///< stamp of the newest change that is gone
    std::vector<Entry> ring_;            ///< by number modulo capacity
    std::vector<std::uint64_t> newest_;  ///< by chain: a number and one, or 0; a power of two of them
    std::vector<std::size_t> on_level_;  ///< changes kept per level of the grid
};

}  // namespace wend
