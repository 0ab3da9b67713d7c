#pragma once

// How agents conducted themselves on the way: how long, how far off the straight line, how much they sped up,
// braked and turned, whether they turned back, whom they walked among, and whether somebody walked against
// the others where only one direction is allowed. Measured from the recording alone, so that anybody's
// recording can be compared with anybody else's.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "wend/verify/report.hpp"
#include "wend/world/scene.hpp"

#include "verify/episodes.hpp"
#include "verify/gauges.hpp"
#include "verify/legs.hpp"

namespace wend::verify {

class Conduct {
  public:
    explicit Conduct(const Scene& scene) : scene_(scene), gauges_(scene.gauges) {}

    /// The next number.
    void add_agent(const AgentSpec& agent);

    /// `goal` is the one the agent is still on its way to; null when it has arrived.
    void follow(const Leg& leg, const Goal* goal);
    /// All legs of one frame have been followed.
    void end_frame(std::span<const Leg> legs, Episodes& findings);
    [[nodiscard]] Measures finish() const;

  private:
    struct Way {
        bool has_begun = false;
        Vec2 start, place;
        double began = 0, ended = 0;
        double length = 0;
        double off_line = 0;  ///< metres off the straight line, times metres walked
        double speed = 0, speed_changes = 0;
        Vec2 direction;
        double turning = 0;
        double energy = 0;
        double least_gap = std::numeric_limits<double>::infinity();
        const Goal* goal = nullptr;
        double nearest = 0, farthest = 0;  ///< to the goal, since it last turned
        bool is_retreating = false;
        std::uint32_t retreats = 0;
        bool is_on_its_way = false;
    };
    void note_gaps(Measures& sum) const;
    void note_retreat(Way& way, double to_goal);
    void watch_one_way(std::span<const Leg> legs, Episodes& findings) const;
    void look_around(std::span<const Leg> legs);
    void note_neighbours(const Leg& a, const Leg& b);

    const Scene& scene_;
    std::vector<Way> ways_;
    std::vector<std::uint32_t> groups_;  ///< by agent; 0: none
    std::unordered_map<std::string, std::uint32_t> group_numbers_;
    double next_look_ = 0;
    double neighbours_ = 0, strangers_ = 0;
    GaugeReader gauges_;
};

}  // namespace wend::verify
