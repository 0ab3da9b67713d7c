#pragma once

// Is there any way at all between start and goal? A search that runs from one end finds out that the other is
// walled in only when it has seen everything on its own side, and in space and time that is everything at
// every time. Two floods over places, one from each end, take turns: the side that is walled in runs dry
// soon, and then no way exists. So a proof costs no more than twice what the smaller side holds.
//
// Floods know nothing of costs or times. What they join may have no way all the same; what they keep apart
// has none, as long as `neighbours` leaves out no place that a move leads to.

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "wend/search/search.hpp"

namespace wend::domains {

class EndFloods {
  public:
    using Key = std::uint64_t;
    enum class Verdict : std::uint8_t { undecided, joined, apart };

    /// Nothing can be said: joined.
    EndFloods() = default;
    /// `both`: the goal's side spreads too, and not only the start's.
    EndFloods(std::span<const Key> starts, std::span<const Key> goals, bool both) : both_(both) {
        verdict_ = Verdict::undecided;
        for (const Key key : goals) take(key, 1);
        for (const Key key : starts) take(key, 0);
        turn_to(0);
    }

    [[nodiscard]] Verdict verdict() const noexcept { return verdict_; }
    [[nodiscard]] std::uint64_t spread_count() const noexcept { return count_; }

    /// Spreads from one place and says which. neighbours(key, direction, visit) calls visit(key) for all that
    /// moves lead to, forward, or come from, backward. Only while undecided.
    template <class Neighbours>
    Key spread(Neighbours&& neighbours) {
        const std::uint8_t side = turn_;
        const Key key = queues_[side][next_[side]++];
        ++count_;
        neighbours(key, side == 0 ? search::Direction::forward : search::Direction::backward,
                   [&](Key near) { take(near, side); });
        turn_to(both_ ? 1 - side : side);
        return key;
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        constexpr std::size_t node = sizeof(void*) + sizeof(std::pair<const Key, std::uint8_t>);
        return seen_.size() * node + seen_.bucket_count() * sizeof(void*) +
               (queues_[0].capacity() + queues_[1].capacity()) * sizeof(Key);
    }

  private:
    void take(Key key, std::uint8_t side) {
        const auto [at, is_new] = seen_.try_emplace(key, side);
        if (is_new)
            queues_[side].push_back(key);
        else if (at->second != side)
            verdict_ = Verdict::joined;
    }
    void turn_to(int side) {
        turn_ = static_cast<std::uint8_t>(side);
        if (verdict_ == Verdict::undecided && next_[turn_] == queues_[turn_].size())
            verdict_ = Verdict::apart;
    }

    std::unordered_map<Key, std::uint8_t> seen_;   ///< and from which side
    std::array<std::vector<Key>, 2> queues_ = {};  ///< by side, in the order in which they were met
    std::array<std::size_t, 2> next_ = {};
    std::uint64_t count_ = 0;
    std::uint8_t turn_ = 0;
    bool both_ = false;
    Verdict verdict_ = Verdict::joined;
};

}  // namespace wend::domains
