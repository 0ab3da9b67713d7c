#pragma once

#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/motion/track.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

/// Where all agents were, frame by frame, and the bodies that walk there, as files.
class BodyTracks {
  public:
    void add(const io::Frame& frame);
    /// Either may be empty: not asked for.
    [[nodiscard]] Status write(const std::string& glb, const std::string& bvh_folder,
                               const std::vector<AgentSpec>& agents) const;

  private:
    struct Riding {
        Vec2 carrier;
        double heading = 0;
        std::uint32_t platform = 0;
        bool is_on = false;
        Pose last;
    };
    void ride(const io::Frame& frame, const io::RecordedAgent& agent, Riding& riding) const;

    std::vector<std::vector<motion::TrackPoint>> points_;  ///< by agent number
    std::vector<Riding> riding_;
    std::vector<io::RecordedIdentity> platforms_;
};

}  // namespace wend::cli
