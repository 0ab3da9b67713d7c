#pragma once

// Does anybody enter ground that a hard constraint forbids it? Looked at several times between two frames,
// with everything where the recording has it. Sight is decided one line at a time; no region is ever built.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

#include "verify/episodes.hpp"
#include "verify/legs.hpp"

namespace wend::verify {

class Forbidden {
  public:
    explicit Forbidden(const Scene& scene);

    /// The next number.
    void add_agent(const AgentSpec& agent);
    /// Constraints that come and go, obstacles that appear, disappear or move otherwise. Events of the scene
    /// are known beforehand; those of a recording are told as they happen.
    void apply(const TimedEvent& event);
    /// Who the obstacles of a frame are.
    void learn(const io::Frame& frame);
    /// All legs between two frames.
    void check(const io::Frame& from, const io::Frame& to, std::span<const Leg> legs,
               Episodes& findings) const;
    [[nodiscard]] const std::string& name(std::uint32_t constraint) const {
        return rules_[constraint].constraint.name;
    }

  private:
    /// A constraint while it holds.
    struct Rule {
        ConstraintSpec constraint;
        Interval holds;
    };
    struct Thing {
        std::uint32_t layer = 0;
        Shape shape;
        Pose pose;
    };
    [[nodiscard]] bool find(const std::string& name, const io::Frame& from, const io::Frame& to, double share,
                            Thing& found) const;
    [[nodiscard]] bool is_in(const ConstraintSpec& constraint, const io::Frame& from, const io::Frame& to,
                             double share, std::uint32_t layer, Vec2 p) const;
    [[nodiscard]] bool sees(const ConstraintSpec& constraint, const Thing& eye, const io::Frame& frame,
                            Vec2 p) const;
    [[nodiscard]] bool is_ground(std::uint32_t layer, Vec2 p) const;

    void end(const std::string& name, double time);
    void take_away(const std::string& name, double time);
    [[nodiscard]] bool is_for(const ConstraintSpec& constraint, std::uint32_t agent) const;

    struct Agent {
        std::string name;
        std::string group;
        double radius = 0;
    };

    const Scene& scene_;
    std::vector<Rule> rules_;           ///< hard ones
    std::vector<ObstacleSpec> things_;  ///< each as long as it moves, or stands, as it does
    std::vector<Agent> agents_;         ///< by number
    std::map<std::uint32_t, io::RecordedIdentity> known_;  ///< by recorded number
};

}  // namespace wend::verify
