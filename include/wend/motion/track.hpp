#pragma once

#include <span>
#include <vector>

#include "wend/geometry/vec.hpp"

namespace wend::motion {

/// An agent at a time, as it was recorded or promised.
struct TrackPoint {
    double time = 0;
    Vec3 position;  ///< on the ground, metres
    double heading = 0;
    bool is_airborne = false;  ///< on a link: no foot is supported
    /// What carries the agent, if anything: feet stand on it and move with it.
    Vec2 carrier;
    double carrier_heading = 0;
};

/// A trajectory through points: exactly there at their times, smooth in between. Before the first and after
/// the last it stands.
class Track {
  public:
    Track() = default;
    /// Times must increase.
    explicit Track(std::vector<TrackPoint> points) : points_(std::move(points)) {}

    [[nodiscard]] bool is_empty() const noexcept { return points_.empty(); }
    [[nodiscard]] double begin() const noexcept { return points_.front().time; }
    [[nodiscard]] double end() const noexcept { return points_.back().time; }
    [[nodiscard]] const std::vector<TrackPoint>& points() const noexcept { return points_; }

    [[nodiscard]] Vec3 position(double time) const noexcept;
    [[nodiscard]] double heading(double time) const noexcept;
    [[nodiscard]] bool is_airborne(double time) const noexcept;
    /// Position and heading relative to the carrier.
    [[nodiscard]] Vec3 local_position(double time) const noexcept;
    [[nodiscard]] double local_heading(double time) const noexcept;
    [[nodiscard]] Vec3 to_world(Vec3 local, double time) const noexcept;
    [[nodiscard]] double carrier_heading(double time) const noexcept;

  private:
    struct Between {
        std::size_t first = 0, second = 0;
        double share = 0;
    };
    [[nodiscard]] Between find(double time) const noexcept;
    [[nodiscard]] Vec2 carrier(double time) const noexcept;
    [[nodiscard]] Vec3 velocity(std::size_t point) const noexcept;

    std::vector<TrackPoint> points_;
};

}  // namespace wend::motion
