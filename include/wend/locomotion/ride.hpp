#pragma once

// From a plan to a body that moves, tick by tick, and back to something others can rely on.

#include "wend/locomotion/planner.hpp"
#include "wend/locomotion/ride_scene.hpp"

namespace wend::locomotion {

/// What the body does in one tick.
enum class Support : std::uint8_t { ground, air };

/// One character's way, complete with its waits; feet at every tick from `from` on.
struct Ride {
    std::string name;
    StatusCode status = StatusCode::unreachable;
    Tick from = 0;
    std::vector<Vec3> path;
    std::vector<Support> support;               ///< of the tick that begins at each place
    std::vector<std::optional<double>> facing;  ///< of the body at each place; nothing: where it goes
    TravelPlan plan;
    PlanStats stats;
    std::vector<ExploredNode> explored;
};

/// The ticks of a plan: waits with the moves they prepare, and a stop at the end.
[[nodiscard]] Ride ride_of(const EdgeTable& edges, const TravelPlan& plan);

/// The executor: follows a plan one tick at a time, holding one move at a time, as a game would.
class Follower {
  public:
    Follower(const EdgeTable& edges, const TravelPlan& plan);
    /// Feet at a tick; asked for in rising order.
    [[nodiscard]] Vec3 at(Tick tick);

  private:
    const EdgeTable& edges_;
    const TravelPlan& plan_;
    std::size_t leg_ = 0;
};

/// What can be promised of a ride so that at least `until` is covered: it goes on to the next landmark on
/// which the stop behind it is free, and stands there [errata: a promise reaches the landing and the stop].
[[nodiscard]] Result<PromisedBody> promise_of(const EdgeTable& edges, const TravelPlan& plan, Tick until);

struct RideRun {
    MovingWorld world;
    std::vector<Landmark> landmarks;
    std::vector<std::vector<Step>> gaps;  ///< gap markers by landmark
    std::vector<Ride> rides;
    Timing timing;
};

struct RunOptions {
    bool culling = true;
    Budget budget = Budget::unlimited();  ///< for each rider
    bool timed_bound = true;
};

/// Plans for all riders in turn; each avoids what those before it have promised.
[[nodiscard]] Result<RideRun> run_rides(const RideScene& scene, const RunOptions& options = {});

/// The rides as data, for files and for the verifier.
[[nodiscard]] std::string rides_text(const RideScene& scene, const RideRun& run);
/// A picture from above: tracks of the blocks' starts, landmarks, ways.
[[nodiscard]] std::string ride_svg(const RideScene& scene, const RideRun& run);

}  // namespace wend::locomotion
