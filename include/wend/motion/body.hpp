#pragma once

// A body that walks what an agent has promised: its root is on the trajectory at all times, its feet stand
// where they were put, the rest of it moves as people move at that speed. A pose is a function of time alone,
// so any frame can be asked for in any order, by any thread, and costs the same.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/motion/foot_plan.hpp"

namespace wend::motion {

/// How a kind of person moves above the legs; cycles of clips may replace those that ship.
struct BodyStyle {
    Cycle stand, walk, run;
};
[[nodiscard]] const BodyStyle& shipped_style();

/// How much of a body is worth drawing.
enum class Detail : std::uint8_t {
    full,    ///< everything
    coarse,  ///< legs and trunk; arms hang
    none,    ///< a disc will do
};
[[nodiscard]] constexpr Detail detail_at(double metres_from_viewer) noexcept {
    if (metres_from_viewer < 25) return Detail::full;
    return metres_from_viewer < 80 ? Detail::coarse : Detail::none;
}

/// The track must outlive it.
class Body {
  public:
    explicit Body(const Track& track) : track_(&track), plan_(plan_feet(track)) {}
    /// With feet that somebody else has planned, such as a controller.
    Body(const Track& track, FootPlan plan) : track_(&track), plan_(std::move(plan)) {}

    void pose_at(double time, const BodyStyle& style, Detail detail, Pose& out) const noexcept;
    /// The foot as it should be at a time.
    [[nodiscard]] FootTarget foot_at(Foot foot, double time) const noexcept;
    [[nodiscard]] const FootPlan& plan() const noexcept { return plan_; }
    [[nodiscard]] const Track& track() const noexcept { return *track_; }

  private:
    [[nodiscard]] double phase_at(double time) const noexcept;
    [[nodiscard]] double arc_at(double time) const noexcept;

    const Track* track_;
    FootPlan plan_;
};

/// All bodies at one time, divided among threads; the result does not depend on their number. Nothing is
/// allocated.
void pose_bodies(std::span<const Body> bodies, double time, const BodyStyle& style, unsigned threads,
                 std::span<Pose> out);

}  // namespace wend::motion
