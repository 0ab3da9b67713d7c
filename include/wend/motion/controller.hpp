#pragma once

// A locomotion controller [ST §4] as a planner sees it: something that can be asked, without being run,
// whether it gets a character from a configuration to a place, when, by which steps and with which clearance.
// What it says is what it does: the answer is made by the same deterministic decisions that drive the
// character, step by step.

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::motion {

enum class Gait : std::uint8_t { stand, walk, run };
enum class Foot : std::uint8_t { left, right };

/// Steps last whole ticks, so that times are the same numbers wherever they are computed.
inline constexpr double tick = 1.0 / 60;

/// A character between two steps: all that a controller needs to know of its past.
struct Configuration {
    Vec3 position;             ///< of the root on the ground, metres
    double heading = 0;        ///< radians, 0 along x
    Gait gait = Gait::stand;   ///< the speed it has: see speed_of
    Foot stance = Foot::left;  ///< the foot that has just been put down
    friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// Metres a second along the heading at the end of a step of this gait.
[[nodiscard]] double speed_of(Gait gait) noexcept;

/// Where to go. Without a gait the character may arrive at any speed.
struct Place {
    Vec3 position;
    double tolerance = 0.10;   ///< metres, greater than 0
    std::optional<Gait> gait;  ///< stand: stop there
};

/// A straight ditch [ST App. A]: what lies between the near edge and `width` beyond it bears no foot.
struct Ditch {
    Vec2 edge;             ///< any point of the near edge
    double direction = 0;  ///< across the ditch, away from the near side, radians
    double width = 1;      ///< metres
    double rise = 0;       ///< of the far side above the near one, metres
};
/// A cylinder that the body, a disc of `body_radius`, must not touch.
struct Cylinder {
    Vec2 centre;
    double radius = 0.5;
};
/// A line of free space to follow [ST App. A]: reached at a right angle, then walked along to the target.
struct CornerLine {
    Vec2 point;
    double direction = 0;
};
using Hindrance = std::variant<std::monostate, Ditch, Cylinder, CornerLine>;

inline constexpr double body_radius = 0.25;

struct Errand {
    Configuration from;
    Place to;
    Hindrance hindrance;
    double start = 0;     ///< seconds
    double wait = 0;      ///< seconds to stay before leaving, used to prepare for what follows [ST §4.3]
    double horizon = 30;  ///< longest duration considered, seconds
};

/// A step that was chosen: a parameterised clip with its parameters, from one configuration to the next.
struct StepTaken {
    std::uint16_t clip = 0;  ///< in the controller's step library
    double turn = 0;         ///< of the heading, warp included, radians
    double stretch = 1;      ///< of the length
    double begin = 0;        ///< seconds
    double duration = 0;
    double rise_speed = 0;  ///< vertical speed at take-off, 0 for steps without flight
    Configuration before;
    Configuration after;
};

/// The root at a time within the step; a flight obeys gravity.
[[nodiscard]] Vec3 position_in(const StepTaken& step, double time) noexcept;
[[nodiscard]] double heading_in(const StepTaken& step, double time) noexcept;
/// Whether a foot has to be supported at that time, and where it stands.
struct Support {
    Foot foot = Foot::left;
    Vec3 position;
    double heading = 0;
};
[[nodiscard]] std::optional<Support> support_in(const StepTaken& step, double time) noexcept;

/// What a controller says of an errand.
struct Forecast {
    StatusCode code = StatusCode::unreachable;  ///< ok, or why not; then the steps lead to where it stops
    std::string_view reason;                    ///< for people
    double arrival = 0;                         ///< seconds
    Configuration at;                           ///< where it is then
    double clearance = 0;  ///< least distance to the hindrance, metres; infinite without one
    std::vector<StepTaken> steps;
};

class Controller {
  public:
    virtual ~Controller() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    /// Nobody gets further than this in a second, relative to the ground: what lower bounds are made of.
    [[nodiscard]] virtual double top_speed() const noexcept = 0;
    /// Seconds and metres it needs at most to come to rest: a wait needs them [errata, Locomotion].
    [[nodiscard]] virtual double stopping_time() const noexcept = 0;
    [[nodiscard]] virtual double stopping_distance() const noexcept = 0;
    /// The step taken at `now`, `time` seconds; none: it has arrived, or refuses.
    [[nodiscard]] virtual std::optional<StepTaken> next(const Errand& errand, const Configuration& now,
                                                        double time) const = 0;
    /// The answer without running a body.
    [[nodiscard]] virtual Forecast forecast(const Errand& errand) const = 0;
};

}  // namespace wend::motion
