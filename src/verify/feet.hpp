#pragma once

// Footsteps as recordings tell them, in the events "foot_down" and "foot_up": is every foot on ground that
// holds all of its sole, within the leg's reach, apart from the other one; does a foot come down only while
// the other one bears; and can the mass have moved as it did over these feet? The mass of an inverted
// pendulum at one height is pushed away from its foot point p, x'' = (gravity / height) (x - p): p, worked
// out from three successive frames, must lie in the hull of the soles that bear.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"

#include "verify/episodes.hpp"
#include "verify/ground.hpp"
#include "verify/legs.hpp"

namespace wend::verify {

/// A sole is what lies within its radius of its spine: metres, and half the length of the spine.
inline constexpr double sole_spine = 0.08, sole_radius = 0.05;

class Feet {
  public:
    explicit Feet(const Scene& scene);

    void add_agent(const AgentSpec& agent);
    /// What came down and lifted up to this frame, then where the mass is now.
    void follow(const io::Frame& frame, Episodes& findings);
    /// Do we know of feet of this agent?
    [[nodiscard]] bool has_feet(std::uint32_t agent) const { return !walkers_[agent].seen.empty(); }
    /// Its legs as those of chest and shoulders in place of a disc.
    static void split(const Move& move, const Leg& whole, std::vector<Leg>& parts);

  private:
    static constexpr double ever = 1e30;
    struct Sole {
        Vec2 heel, toe;  ///< ends of its spine
        Vec2 middle;
        std::size_t side = 0;
        double down = 0, up = ever;
    };
    struct Moment {
        double time = 0;
        Vec2 mass;
    };
    struct Walker {
        AgentLimits limits;
        std::deque<Sole> seen;  ///< that bore a moment ago, by the time they came down
        std::deque<Moment> moments;
        std::uint32_t layer = 0;
    };
    void take_down(std::uint32_t agent, const std::string& text, Episodes& findings);
    void take_up(std::uint32_t agent, const std::string& text);
    void check_balance(std::uint32_t agent, Episodes& findings);
    void check_reach(std::uint32_t agent, Episodes& findings);
    /// Metres of the sole over the edge of what holds it.
    [[nodiscard]] double overhang(std::uint32_t layer, const Sole& sole) const;
    [[nodiscard]] Sole* bearing(std::uint32_t agent, std::size_t side);

    const Scene& scene_;
    std::vector<Ground> grounds_;
    std::deque<Walker> walkers_;
    std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace wend::verify
