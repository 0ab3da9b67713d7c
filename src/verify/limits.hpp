#pragma once

// Speed, acceleration and turning, from the differences of recorded positions.

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/episodes.hpp"
#include "verify/legs.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {

class Limits {
  public:
    Limits(const Scene& scene, double tolerance);

    /// `walked`: metres on the ground, or nothing for a jump that nothing explains.
    void check(const Move& move, std::optional<double> walked, Episodes& findings);
    void add_agent() { speeds_.emplace_back(); }
    /// The agent is not in the world: it will enter at rest.
    void forget(std::uint32_t agent) { speeds_[agent] = {}; }
    /// It was under way before it had this number: how fast is not known.
    void goes_on(std::uint32_t agent) { speeds_[agent].airborne = true; }

  private:
    /// What an agent's speed may be taken as: on the ground, and relative to the platform under it.
    struct Speeds {
        double ground = 0;
        double riding = 0;
        double taken_along = 0;  ///< in the air: of the platform that it jumped off
        bool rides = false;
        bool airborne = false;
    };
    [[nodiscard]] Speeds measure(const Move& move, double walked) const;
    [[nodiscard]] std::optional<Vec2> carried(const Move& move) const;
    [[nodiscard]] double platform_speed(const Move& move, const io::RecordedAgent& at, double time) const;
    [[nodiscard]] double speed_taken_along(const Move& move) const;
    void check_turn(const Move& move, Episodes& findings) const;

    double tolerance_;
    std::vector<Timeline> platforms_;
    std::vector<Speeds> speeds_;  ///< of each agent's last move
};

}  // namespace wend::verify
