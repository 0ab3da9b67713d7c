#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/motion/body.hpp"
#include "wend/motion/track.hpp"
#include "wend/world/scene.hpp"

#include "carriers.hpp"
#include "planted_feet.hpp"

namespace wend::cli {

/// Where all agents were, frame by frame, and the bodies that walk there, as files.
class BodyTracks {
  public:
    void add(const io::Frame& frame, std::span<const AgentSpec> agents);
    /// Either may be empty: not asked for.
    [[nodiscard]] Status write(const std::string& glb, const std::string& bvh_folder,
                               const std::vector<AgentSpec>& agents) const;

    /// Packs the poses of all who are there, so many times a second, and gives them to `take` until it fails.
    Status pose(double a_second,
                const std::function<Status(double, std::span<const std::uint8_t>)>& take) const;
    /// All poses, thirty times a second, as text of `motion/pose_stream.hpp`.
    [[nodiscard]] std::string pose_text() const;
    /// The same in a file.
    [[nodiscard]] Status write_poses(const std::string& file) const;

  private:
    struct Walked {
        std::vector<std::uint32_t> agents;
        std::vector<motion::Track> tracks;
        std::vector<motion::Body> bodies;  ///< on the tracks
    };
    [[nodiscard]] Walked walked() const;

    std::vector<std::vector<motion::TrackPoint>> points_;  ///< by agent number
    Carriers carriers_;
    PlantedFeet feet_;
};

}  // namespace wend::cli
