#include "level/border_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace wend::level {

BorderDistance::BorderDistance(const Floors& floors, int limit)
    : floors_(floors), limit_(limit), known_(floors.spans.size(), -1), stamp_(floors.spans.size(), 0) {}

double BorderDistance::of(std::uint32_t span) {
    if (known_[span] < 0) known_[span] = search(span);
    return known_[span];
}

double BorderDistance::search(std::uint32_t span) {
    const Span& centre = floors_.spans[span];
    double nearest = limit_;
    open_.assign(1, span);
    stamp_[span] = ++generation_;
    for (std::size_t head = 0; head < open_.size(); ++head) {
        const Span& at = floors_.spans[open_[head]];
        for (int d = 0; d < 4; ++d) {
            const std::uint32_t next = at.next[d];
            if (next == no_span) {
                // The edge is half a cell from the cell's centre and half a cell long to either side.
                const double dx = std::abs(at.x - centre.x + 0.5 * step_x[d]);
                const double dy = std::abs(at.y - centre.y + 0.5 * step_y[d]);
                const double along = d % 2 == 0 ? dy : dx, across = d % 2 == 0 ? dx : dy;
                nearest = std::min(nearest, std::hypot(across, std::max(0.0, along - 0.5)));
            } else if (stamp_[next] != generation_ && std::abs(floors_.spans[next].x - centre.x) <= limit_ &&
                       std::abs(floors_.spans[next].y - centre.y) <= limit_) {
                stamp_[next] = generation_;
                open_.push_back(next);
            }
        }
    }
    return nearest;
}

}  // namespace wend::level
