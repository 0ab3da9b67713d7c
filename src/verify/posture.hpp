#pragma once

// What a frame says of a body beside its place on the plane: its height, where it faces, and whether it may
// be off the ground. Nothing of it can be chosen freely: bodies stand on their layer's floor, face the way
// they walk, and are in the air only on a link or a portal's stairs, which they entered while it was open,
// or, where there are platforms, as thrown things are.

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "verify/episodes.hpp"
#include "verify/legs.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {

class Posture {
  public:
    using Floor = std::function<double(std::uint32_t layer, Vec2 at)>;
    Posture(const Scene& scene, Floor floor)
        : scene_(scene), floor_(std::move(floor)), platforms_(platform_timelines(scene)) {}
    /// Nobody said how high the ground of the scene's level is.
    [[nodiscard]] bool knows_no_heights() const noexcept { return scene_.level && !floor_; }

    void add_agent() {
        astray_.push_back(0);
        throws_.emplace_back();
    }
    /// At the end of the move. `stairs` knows where portals are.
    void check(const Move& move, const LegMaker& stairs, Episodes& findings);
    /// Where an agent enters nothing is known of its last step.
    void check_height(const io::RecordedAgent& agent, const AgentSpec& spec, double time,
                      const LegMaker& stairs, Episodes& findings) const;
    [[nodiscard]] double seconds_airborne() const noexcept { return seconds_airborne_; }

  private:
    /// A flight that is on no link, so far.
    struct Throw {
        double seconds = 0;
        std::optional<Vec2> velocity;
        bool is_from_platform = false;
    };

    void check_heading(const Move& move, Episodes& findings);
    void check_flight(const Move& move, const LegMaker& stairs, Episodes& findings);
    [[nodiscard]] bool is_thrown(const Move& move);
    /// From a platform or to one, as far as can be told by now.
    [[nodiscard]] bool has_platform(const Move& move, const Throw& flight) const;
    [[nodiscard]] bool is_near_platform(std::uint32_t layer, Vec2 p, double time, double within) const;
    /// Metres from the nearest link that this body may be on; infinite without one.
    [[nodiscard]] double off_links(const Move& move, bool enters) const;
    [[nodiscard]] bool rides(const Move& move) const;

    const Scene& scene_;
    Floor floor_;
    std::vector<Timeline> platforms_;
    std::vector<Throw> throws_;  ///< by agent
    double seconds_airborne_ = 0;
    std::vector<double> astray_;  ///< by agent: metres walked facing elsewhere, without a break
};

}  // namespace wend::verify
