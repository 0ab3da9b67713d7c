#include "level/seam.hpp"

#include <algorithm>

namespace wend::level {
namespace {

class MinimumCut {
  public:
    MinimumCut(const Floors& floors, const std::vector<std::uint32_t>& members, const std::vector<Side>& side)
        : members_(members) {
        const std::size_t count = members.size();
        next_.resize(count);
        capacity_.resize(count);
        is_source_.resize(count);
        is_sink_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            is_source_[i] = side[members[i]] == Side::low;
            is_sink_[i] = side[members[i]] == Side::high;
            for (int d = 0; d < 4; ++d) {
                const std::uint32_t next = floors.spans[members[i]].next[d];
                next_[i][d] = next == no_span ? no_span : local_index(next);
                capacity_[i][d] = next_[i][d] == no_span ? 0 : 1;
            }
        }
    }

    /// Which members stay connected to the sources when the cut is made.
    std::vector<bool> run() {
        while (find_levels()) push_flow();
        std::vector<bool> low(members_.size());
        for (std::size_t i = 0; i < low.size(); ++i) low[i] = level_[i] != no_span;
        return low;
    }

  private:
    [[nodiscard]] std::uint32_t local_index(std::uint32_t span) const {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(members_, span) - members_.begin());
    }

    /// Breadth-first levels from all sources; whether a sink was reached.
    bool find_levels() {
        level_.assign(members_.size(), no_span);
        queue_.clear();
        for (std::uint32_t i = 0; i < members_.size(); ++i)
            if (is_source_[i]) {
                level_[i] = 0;
                queue_.push_back(i);
            }
        bool reached = false;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            const std::uint32_t at = queue_[head];
            if (is_sink_[at]) {
                reached = true;
                continue;
            }
            for (int d = 0; d < 4; ++d) {
                const std::uint32_t next = next_[at][d];
                if (capacity_[at][d] == 0 || level_[next] != no_span) continue;
                level_[next] = level_[at] + 1;
                queue_.push_back(next);
            }
        }
        return reached;
    }

    /// A blocking flow along the levels: unit paths from each source, as many as it has.
    void push_flow() {
        tried_.assign(members_.size(), 0);
        for (std::uint32_t source = 0; source < members_.size(); ++source)
            if (is_source_[source])
                while (push_path(source)) {
                }
    }

    bool push_path(std::uint32_t source) {
        path_.clear();
        std::uint32_t at = source;
        for (;;) {
            if (is_sink_[at]) break;
            const int d = next_direction(at);
            if (d >= 0) {
                path_.push_back({at, d});
                at = next_[at][d];
                continue;
            }
            if (path_.empty()) return false;
            at = path_.back().from;
            path_.pop_back();
            ++tried_[at];
        }
        for (const Move& move : path_) {
            --capacity_[move.from][move.direction];
            ++capacity_[next_[move.from][move.direction]][opposite(move.direction)];
        }
        return true;
    }

    int next_direction(std::uint32_t at) {
        for (; tried_[at] < 4; ++tried_[at]) {
            const int d = tried_[at];
            if (capacity_[at][d] > 0 && level_[next_[at][d]] == level_[at] + 1) return d;
        }
        return -1;
    }

    struct Move {
        std::uint32_t from;
        int direction;
    };

    const std::vector<std::uint32_t>& members_;
    std::vector<std::array<std::uint32_t, 4>> next_;
    std::vector<std::array<std::int8_t, 4>> capacity_;
    std::vector<bool> is_source_, is_sink_;
    std::vector<std::uint32_t> level_, queue_;
    std::vector<std::int8_t> tried_;
    std::vector<Move> path_;
};

}  // namespace

void part_by_shortest_seam(const Floors& floors, const std::vector<std::uint32_t>& members,
                           std::vector<Side>& side) {
    const std::vector<bool> low = MinimumCut(floors, members, side).run();
    for (std::size_t i = 0; i < members.size(); ++i) side[members[i]] = low[i] ? Side::low : Side::high;
}

}  // namespace wend::level
