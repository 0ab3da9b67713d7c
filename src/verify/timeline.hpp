#pragma once

// Where an obstacle or platform is at any time, from the scene alone: its motion, when it exists, and the
// events that speak of it. Evaluated here anew rather than by the code that the simulation uses.

#include <string>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend::verify {

/// A time in which a body moves with constant velocity and turns at a constant rate.
struct Stretch {
    double begin = 0;
    double end = 0;
    Pose from;
    Pose to;
};

class Timeline {
  public:
    Timeline(std::string name, std::uint32_t layer, Shape shape, const Trajectory& motion, Interval present);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] std::uint32_t layer() const noexcept { return layer_; }
    [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
    /// Of the circle around its origin that holds it.
    [[nodiscard]] double extent() const noexcept { return extent_; }

    void move(double time, const Trajectory& motion);
    void disappear(double time);
    [[nodiscard]] bool exists_at(double time) const noexcept;

    /// All of its motion in [begin, end], in order; nothing where it does not exist.
    void stretches(double begin, double end, std::vector<Stretch>& out) const;
    /// Poses it may be recorded with at `end` by who applies events no later than one frame after their
    /// time, the frame before being at `begin`.
    void possible_poses(double begin, double end, std::vector<Pose>& out) const;
    /// Where its first phase that is not over by then has it.
    [[nodiscard]] Pose pose_near(double time) const;
    /// It exists throughout.
    [[nodiscard]] bool exists_during(double begin, double end) const noexcept;

  private:
    struct Phase {
        Interval present;
        Trajectory motion;
    };
    std::string name_;
    std::uint32_t layer_;
    Shape shape_;
    double extent_ = 0;
    std::vector<Phase> phases_;
};

/// What an event does to the obstacles, `all` of them so far; nothing when it is about somebody else.
void apply(const TimedEvent& event, std::vector<Timeline>& all);

/// All obstacles of a scene, those that appear in its events included.
[[nodiscard]] std::vector<Timeline> obstacle_timelines(const Scene& scene);
[[nodiscard]] std::vector<Timeline> platform_timelines(const Scene& scene);

/// Of a trajectory at a time.
[[nodiscard]] Pose pose_at(const Trajectory& motion, double time);
[[nodiscard]] double extent_of(const Shape& shape) noexcept;

}  // namespace wend::verify
