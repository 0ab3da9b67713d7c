#pragma once

// Bodies whose trajectories become known as they go: each frame tells where they are and what they have
// promised next.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/motion/settling.hpp"

namespace wend::motion {

class LiveBody {
  public:
    /// Where it is now, and where it will be, times rising. Times that do not rise from call to call begin
    /// anew.
    void update(const TrackPoint& now, std::span<const TrackPoint> ahead);
    /// As of the last update.
    void pose(const BodyStyle& style, Detail detail, Pose& out) const;
    /// What it was going to do before the last update; nothing when that began anew.
    [[nodiscard]] const Body* before() const noexcept { return before_ ? &*before_->body : nullptr; }
    [[nodiscard]] const Body& body() const noexcept { return *now_->body; }
    [[nodiscard]] double time() const noexcept { return past_.back().time; }

  private:
    struct Known {
        Track track;
        std::optional<Body> body;  ///< on the track
    };
    std::vector<TrackPoint> past_;
    std::unique_ptr<Known> now_, before_;
};

/// Many of them, posed together; where one goes on otherwise than it was going to, its trunk settles into the
/// new motion.
class LiveCrowd {
  public:
    /// A frame begins; a time that does not rise begins everything anew.
    void begin(double time);
    void update(std::uint32_t agent, const TrackPoint& now, std::span<const TrackPoint> ahead,
                const BodyStyle& style);
    /// Of all who were told of since the frame began, by agent; the others are forgotten.
    [[nodiscard]] std::span<const AgentPose> poses(const BodyStyle& style);

  private:
    struct Member {
        std::uint32_t agent = 0;
        LiveBody body;
        bool is_here = false;
    };
    void forget_absent();

    double time_ = -1;
    std::vector<Member> members_;
    std::map<std::uint32_t, std::size_t> places_;
    Settling settling_;
    std::vector<const Body*> bodies_;
    std::vector<Pose> poses_;
    std::vector<AgentPose> told_;
};

}  // namespace wend::motion
