#pragma once

// Is every body wholly on free ground, all the time?

#include <cstdint>
#include <vector>

#include "verify/ground.hpp"
#include "verify/legs.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {

class Floor {
  public:
    Floor(const Scene& scene, double tolerance);

    /// What the leg's body had over the edge of free ground, or in a wall.
    [[nodiscard]] Contact check(const Leg& leg, const LegMaker& stairs);
    void add_agent() { known_free_.push_back(false); }
    /// The agent was away, airborne or elsewhere: whether it stands on free ground must be looked up again.
    void forget(std::uint32_t agent) { known_free_[agent] = false; }

  private:
    struct Surface {
        const Ring* outline;
        Stretch motion;
    };

    [[nodiscard]] Contact against_walls(const Leg& leg, bool solid_only) const;
    [[nodiscard]] Contact stuck_inside(const Leg& leg) const;
    [[nodiscard]] bool has_platform_near(const Leg& leg);
    [[nodiscard]] Contact beside_platforms(const Leg& leg) const;
    [[nodiscard]] double overhang(const Leg& leg, double time) const;

    const Ground& ground(const Leg& leg) const { return grounds_[leg.layer]; }

    double tolerance_;
    std::vector<Ground> grounds_;
    std::vector<Timeline> platforms_;
    std::vector<Surface> surfaces_;  ///< near the leg under test
    std::vector<Stretch> stretches_;
    std::vector<bool> known_free_;  ///< by agent: its centre is on free ground where its last leg ended
};

}  // namespace wend::verify
