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

/// A part of a body: a rod with round ends.
enum class Cloth : std::uint8_t { shirt, trousers, skin, hair, shoes };
struct Limb {
    Vec3 from, to;
    double radius = 0.05;  ///< metres
    Cloth cloth = Cloth::shirt;
};
struct PictureBody {
    std::uint32_t agent = 0;
    std::vector<Limb> limbs;
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
    /// How agents look at the newest frame, until the next one; the others are drawn as discs, and so is
    /// everybody where bodies would be too small to be seen.
    void show_bodies(std::vector<PictureBody> bodies);
    [[nodiscard]] Result<Pixels> pixels() const;
    /// Written beside the target first, then renamed.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend::view
