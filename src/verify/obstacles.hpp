#pragma once

// The obstacles of a run: those of the scene, which move as the scene says, and those that only the recording
// knows. Where a recording contradicts the scene, that is a finding, and what was recorded is used.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"

#include "verify/contacts.hpp"
#include "verify/episodes.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {

class Obstacles {
  public:
    explicit Obstacles(const Scene& scene);

    /// What somebody did to the obstacles while the run went on.
    void edit(const TimedEvent& event);
    /// Learns a frame's new identities and compares its poses with the scene; `before` is null at first.
    void check(const io::Frame* before, const io::Frame& frame, Episodes& findings);
    /// All obstacles between two frames that `check` has seen.
    void between(const io::Frame& from, const io::Frame& to, std::vector<MovingShape>& out);
    /// Of the numbers used in findings and in MovingShape.
    [[nodiscard]] const std::string& name(std::uint32_t number) const { return bodies_[number].name; }

  private:
    struct Body {
        std::string name;
        std::uint32_t layer = 0;
        Shape shape;
        double extent = 0;
        std::uint32_t timeline = none;  ///< of the scene
        bool is_platform = false;
        bool agrees = true;  ///< the recorded pose of the newest frame and of the one before
        bool agreed = true;
    };
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    void learn(const io::RecordedIdentity& identity);
    void compare(const io::RecordedObstacle& recorded, Body& body, std::uint32_t number, double begin,
                 double end, Episodes& findings) const;
    [[nodiscard]] const Timeline* timeline(const Body& body) const;

    std::vector<Timeline> timelines_;
    std::vector<Timeline> platforms_;
    std::vector<Body> bodies_;  ///< the scene's obstacles first, then the recording's own
    std::map<std::uint32_t, std::uint32_t> numbers_;  ///< recorded number to index in bodies_
    std::vector<Stretch> stretches_;
};

}  // namespace wend::verify
