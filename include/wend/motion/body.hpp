#pragma once

// A body that walks what an agent has promised: its root is on the trajectory at all times, its feet stand
// where they were put, the rest of it moves as people move at that speed. A pose is a function of time alone,
// so any frame can be asked for in any order, by any thread, and costs the same.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/motion/foot_plan.hpp"
#include "wend/motion/gesture.hpp"

namespace wend::motion {

/// How a kind of person moves above the legs; those of clips may replace those that ship.
struct BodyStyle {
    Cycle stand, walk, run;
    std::array<Gesture, gesture_kinds> gestures;  ///< numbered like GestureKind
    [[nodiscard]] const Cycle& gesture(GestureKind kind, bool is_right) const noexcept {
        const Gesture& both = gestures[static_cast<std::size_t>(kind)];
        return is_right ? both.right : both.left;
    }
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

/// What a pose at a time is made of: all that is not arithmetic on many rotations.
struct PoseParts {
    Vec3 root;
    double heading = 0;
    double hips = 0;   ///< height that the trunk wants, above what feet allow or not
    double floor = 0;  ///< no hips are lower than a little above this
    double phase = 0;
    bool runs = false;  ///< between walking and running, not between standing and walking
    double share = 0;   ///< of the faster of both
    double bank = 0;    ///< of the trunk to the left: into curves, radians
    GestureTime gesture;
    double gesture_share = 0;  ///< how much of it is seen; 0: none
    double gesture_at = 0;     ///< of its time, 0 to 1
    FootTarget left, right;
};

/// The track must outlive it.
class Body {
  public:
    explicit Body(const Track& track) : Body(track, plan_feet(track)) {}
    /// With feet that somebody else has planned, such as a controller.
    Body(const Track& track, FootPlan plan)
        : track_(&track), plan_(std::move(plan)), gestures_(find_gestures(track, plan_)) {}

    void pose_at(double time, const BodyStyle& style, Detail detail, Pose& out) const noexcept;
    [[nodiscard]] PoseParts parts_at(double time) const noexcept;
    /// The foot as it should be at a time.
    [[nodiscard]] FootTarget foot_at(Foot foot, double time) const noexcept;
    [[nodiscard]] const FootPlan& plan() const noexcept { return plan_; }
    [[nodiscard]] const Track& track() const noexcept { return *track_; }

  private:
    [[nodiscard]] double phase_at(double time) const noexcept;
    [[nodiscard]] double arc_at(double time) const noexcept;
    [[nodiscard]] double bank_at(double time, double speed) const noexcept;
    void add_gesture(double time, PoseParts& parts) const noexcept;

    const Track* track_;
    FootPlan plan_;
    std::vector<GestureTime> gestures_;
};

/// The body above the legs, hips included.
void pose_trunk(const PoseParts& parts, const BodyStyle& style,
                std::array<Rotation, part_count>& out) noexcept;
/// How high the hips are that a trunk stands on: as wanted, as far as legs reach.
[[nodiscard]] double hips_height(const PoseParts& parts, Rotation hips) noexcept;

/// All bodies at one time, in batches that fit the processor's vectors, divided among threads; the result
/// does not depend on their number and is that of `pose_at` to less than a millimetre. Nothing is allocated.
void pose_bodies(std::span<const Body> bodies, double time, const BodyStyle& style, unsigned threads,
                 std::span<Pose> out);

}  // namespace wend::motion
