#pragma once

// One frame as a PNG, drawn by the library itself: no window, no browser, no graphics hardware, and the same
// bytes on every machine. For READMEs, papers and bug reports.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/view/messages.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

struct PictureOptions {
    std::uint32_t width = 1200;  ///< pixels, 16 to 8192
    std::uint32_t height = 0;    ///< 0: as high as the scene needs
    double elevation = 0.9;      ///< radians above the ground from which it is seen; pi/2: straight down
    double trail_seconds = 5;    ///< how much of the past is drawn behind each agent
    bool goals = true;
    bool dark = false;
};

/// Red, green and blue of each pixel, rows from the top.
struct Pixels {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;
};

/// Takes the frames of a run in their order and draws the newest one.
class Picture {
  public:
    Picture(const Scene& scene, std::span<const AgentSpec> agents, const PictureOptions& options = {});
    Picture(Picture&&) noexcept;
    Picture& operator=(Picture&&) noexcept;
    ~Picture();

    /// Cheap: frames older than the trails are forgotten.
    void add(const io::Frame& frame);
    /// What an agent's planner knows at the newest frame, and published plans, to be drawn with it; see
    /// planner_samples.hpp.
    void show(std::vector<ChannelSample> samples);
    [[nodiscard]] Result<Pixels> pixels() const;
    /// Written beside the target first, then renamed.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend::view
