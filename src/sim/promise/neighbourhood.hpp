#pragma once

// Everybody near one agent, gathered once so that its many candidate walks need not ask the whole index
// again. Answers are those of the Occupancy to the last bit; what reaches out of the gathered room and time
// is asked of the Occupancy itself.

#include <optional>
#include <span>
#include <vector>

#include "wend/world/occupancy.hpp"

#include "sim/promise/borrowed.hpp"

namespace wend {

class Neighbourhood {
  public:
    /// Nothing is gathered yet. The occupancy must outlive it.
    Neighbourhood(const Occupancy& occupancy, std::uint32_t layer, AgentId self)
        : occupancy_(occupancy), layer_(layer), self_(self) {}

    /// Gathers who may touch the box during the window, unless that has been done; so much farther and longer
    /// than asked for.
    void cover(const Box2& box, Interval window, double more_room, double more_time);

    /// Only these, wherever and whenever they are, those that are on its layer.
    void gather(std::span<const BodyPath* const> paths, double now);

    /// Whoever overlaps this disc when the window begins counts as thinner by as much from now on: those who
    /// overlap may stay or part, but not get closer.
    void forgive(Vec2 position, double radius);
    [[nodiscard]] bool has_forgiven() const noexcept { return has_forgiven_; }

    /// As Occupancy::first_conflict, for everybody but the agent itself.
    [[nodiscard]] std::optional<Conflict> first_conflict(std::uint32_t layer, const MovingDisc& disc) const;

  private:
    struct Other {
        BodyId who;
        Box2 room;  ///< that it ever takes up
        const BodyPath* path = nullptr;
        double radius = 0;  ///< of a plain disc, or what is left of it
    };

    const Occupancy& occupancy_;
    std::uint32_t layer_;
    AgentId self_;
    Box2 box_;
    Interval window_{0, -1};
    bool has_forgiven_ = false;
    Borrowed<Other> others_;
};

}  // namespace wend
