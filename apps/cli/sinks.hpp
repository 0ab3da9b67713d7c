#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/io/recording_file.hpp"
#include "wend/io/sqlite_trajectory.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/picture.hpp"
#include "wend/view/video.hpp"

#include "commands.hpp"
#include "live_bodies.hpp"

namespace wend::cli {

/// What a recording says of the run it is of.
[[nodiscard]] io::RecordingHeader header_of(const Scene& scene, const std::string& scene_text,
                                            const SimulationOptions& options);

/// Everywhere a frame goes: the files that were asked for and the verifier.
class Sinks {
  public:
    /// The scene must outlive them.
    static Result<Sinks> open(const OutputFiles& files, const io::RecordingHeader& header, const Scene& scene,
                              const std::vector<AgentSpec>& agents,
                              std::shared_ptr<const view::LevelPicture> level = nullptr);

    Status append(const Simulation& simulation);
    /// For the page, if there is one.
    Status append_poses(double time, std::span<const std::uint8_t> poses);
    /// All poses, behind the last frame, into the recording.
    Status append_pose_text(const std::string& text);
    Status close();
    [[nodiscard]] verify::Report report() { return verifier_.finish(); }

  private:
    Sinks(const Scene& scene, const std::vector<AgentSpec>& agents, const verify::Options& how)
        : layers_(scene.layers), verifier_(scene, agents, how) {}
    Status choose_agent(const std::string& name, const std::vector<AgentSpec>& agents);
    [[nodiscard]] std::vector<view::PictureBody> drawn_bodies(const Simulation& simulation);

    std::optional<io::RecordingWriter> recording_;
    std::optional<io::SqliteTrajectoryWriter> sqlite_;
    std::optional<view::HtmlExport> html_;
    std::optional<view::Video> video_;
    std::optional<view::Picture> picture_;
    LiveBodies bodies_;  ///< of whom pictures show
    std::string picture_file_;
    double picture_time_ = 0;
    std::optional<std::uint32_t> picture_agent_;
    std::vector<Layer> layers_;
    verify::Verifier verifier_;
};

/// One line for each file that was written.
void print_files(const OutputFiles& files, const std::string& scene);

}  // namespace wend::cli
