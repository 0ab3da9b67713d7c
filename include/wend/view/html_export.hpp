#pragma once

// A recording that opens with a double click: one HTML file with the page and everything it shows inside.

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/view/messages.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

/// Whether this build has the page inside; `not_available` with what to do when it was built without Node.js.
[[nodiscard]] Status page_status();

/// Collects frames and writes the file when closed: beside the target first, then renamed. A recording too
/// large for a page to open is refused while it is being collected.
class HtmlExport {
  public:
    struct Options {
        std::uint32_t frames_per_group = 30;        ///< the page decodes a group at a time when it seeks
        std::size_t most_bytes = 256u << 20;        ///< of messages, before compression
        std::shared_ptr<const LevelPicture> level;  ///< how the place looks, where it is a 3D level
    };

    static Result<HtmlExport> open(const std::filesystem::path& file, const Scene& scene,
                                   std::span<const AgentSpec> agents, Options options);
    static Result<HtmlExport> open(const std::filesystem::path& file, const Scene& scene,
                                   std::span<const AgentSpec> agents) {
        return open(file, scene, agents, Options{});
    }
    HtmlExport(HtmlExport&&) noexcept;
    HtmlExport& operator=(HtmlExport&&) noexcept;
    ~HtmlExport();

    Status append(const io::Frame& frame, const FrameCost& cost = {});
    /// The frame, its cost, the mesh and the budget when they have changed, every published plan that is not
    /// simply the last one continued, the ways of the crowd, and of the first `most_in_focus` agents in focus
    /// what their planners know: times and events of every frame, plans, tunnels and tasks ten times a
    /// second, expanded states twice a second as long as there is room.
    Status append(const Simulation& simulation);
    static constexpr std::size_t most_in_focus = 16;
    /// Times and events of tasks are noted only for those who are watched: to be called before the first
    /// step.
    static void watch(Simulation& simulation);
    /// What an agent has published at the newest frame; kept only when it is not simply the last one
    /// continued.
    Status append_plan(std::uint32_t agent, std::span<const PublishedPoint> points, const AgentView& view);
    /// As it is at the newest frame; kept where it is not as it was told last.
    Status append_mesh(const mesh::NavMesh& mesh);
    /// What a frame may plan for from the newest one on.
    Status append_budget(const BudgetSpec& budget);
    /// Data of any channel, for overlays of one's own; its frame must be the newest or one before. What is as
    /// it was told last is not told again.
    Status append_sample(const ChannelSample& sample);
    /// How bodies stand at a time, in the format of `motion/pose_stream.hpp`; times must rise.
    Status append_poses(double time, std::span<const std::uint8_t> poses);
    Status close();

  private:
    struct State;
    Status append_planner(const Simulation& simulation, std::uint32_t agent);
    explicit HtmlExport(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// All at once, for recordings read from a file.
Status export_html(const std::filesystem::path& file, const Scene& scene, std::span<const AgentSpec> agents,
                   std::span<const io::Frame> frames);

}  // namespace wend::view
