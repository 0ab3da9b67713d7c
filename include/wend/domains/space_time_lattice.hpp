#pragma once

// Where the states of the space-time lattice are. The ground's lattice is anchored at the start's own place
// and turned by its heading, so that the start is exactly one of its states. Each platform carries a lattice
// of its own, which moves and turns with it; the one that the start stands on, if any, is anchored at the
// start too.

#include <cstdint>
#include <vector>

#include "wend/domains/place.hpp"
#include "wend/domains/space_time_key.hpp"
#include "wend/domains/space_time_moves.hpp"
#include "wend/domains/terrain.hpp"

namespace wend::domains {

/// How an agent begins: where and when, and how it moves then.
struct SpaceTimeStart {
    Place at;
    double heading = 0;  ///< radians
    double speed = 0;    ///< m/s; relative to the platform when it rides one
    friend bool operator==(const SpaceTimeStart&, const SpaceTimeStart&) = default;
};

class SpaceTimeLattice {
  public:
    /// `carrier`: what the start stands on. Both references must outlive the lattice.
    SpaceTimeLattice(const Terrain& terrain, const MoveTable& moves, const SpaceTimeStart& start,
                     std::uint32_t carrier);

    [[nodiscard]] double time(int tick) const noexcept { return begin_ + tick * step_; }
    [[nodiscard]] const Platforms& platforms() const noexcept { return *platforms_; }
    /// Of carriers, the ground included.
    [[nodiscard]] std::uint32_t carriers() const noexcept {
        return static_cast<std::uint32_t>(frames_.size());
    }

    /// A point of the carrier's lattice, in the carrier's own frame; that of the ground is the world.
    [[nodiscard]] Vec2 own_point(std::uint32_t carrier, double x, double y) const noexcept {
        const Frame& frame = frames_[carrier];
        return frame.origin + x * frame.axis + y * perpendicular(frame.axis);
    }
    /// From the carrier's own frame to the world, at a time.
    [[nodiscard]] Vec2 to_world(std::uint32_t carrier, Vec2 own, double time) const;
    [[nodiscard]] double turned_at(std::uint32_t carrier, double time) const;

    [[nodiscard]] Vec2 position(const SpaceTimeState& s) const {
        const Vec2 own = own_point(s.carrier, s.x, s.y);
        return s.carrier == 0 ? own : to_world(s.carrier, own, time(s.tick));
    }
    /// Radians, in the world.
    [[nodiscard]] double heading(const SpaceTimeState& s) const {
        return frames_[s.carrier].angle + MoveTable::angle(s.heading) + turned_at(s.carrier, time(s.tick));
    }
    /// A displacement in cells as one in the world.
    [[nodiscard]] Vec2 displacement(std::uint32_t carrier, LatticeVector v, double time) const;
    [[nodiscard]] LatticeVector nearest_cell(std::uint32_t carrier, Vec2 world, double time) const;
    [[nodiscard]] int nearest_heading(std::uint32_t carrier, double angle, double time) const;

    [[nodiscard]] std::size_t bytes() const noexcept { return frames_.capacity() * sizeof(Frame); }

  private:
    struct Frame {
        Vec2 origin;
        Vec2 axis;         ///< one cell along heading 0
        double angle = 0;  ///< of that axis
    };
    double begin_;
    double step_;
    double cell_;
    const Platforms* platforms_;
    std::vector<Frame> frames_;  ///< by carrier
};

}  // namespace wend::domains
