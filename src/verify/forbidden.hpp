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
    /// Who the obstacles of a frame are.
    void learn(const io::Frame& frame);
    /// All legs between two frames.
    void check(const io::Frame& from, const io::Frame& to, std::span<const Leg> legs,
               Episodes& findings) const;
    [[nodiscard]] const std::string& name(std::uint32_t constraint) const {
        return scene_.constraints[constraint].name;
    }

  private:
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

    const Scene& scene_;
    std::vector<std::uint32_t> hard_;                ///< numbers of constraints
    std::vector<std::vector<std::uint32_t>> bound_;  ///< by agent: which of them are for it
    std::vector<std::string> agents_;                ///< names by number
    std::vector<double> radii_;
    std::map<std::uint32_t, io::RecordedIdentity> known_;  ///< by recorded number
};

}  // namespace wend::verify
