#pragma once

// What all planners of those in focus share: a mesh, a density field, the domains, and the chains of the
// scene.

#include <memory>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/planning/navigation.hpp"
#include "wend/sim/scene_mesh.hpp"
#include "wend/world/world.hpp"

namespace wend {

class FocusWorld {
  public:
    /// Borrows scene and world.
    static Result<std::unique_ptr<FocusWorld>> create(const Scene& scene, const World& world);

    [[nodiscard]] const planning::DomainSet& domains() const noexcept { return domains_; }
    /// Of the scene's focus section, by its number.
    [[nodiscard]] const planning::Chain& chain(std::size_t index) const { return chains_[index]; }
    /// Frames of one move in space and time.
    [[nodiscard]] std::size_t frames_per_move() const noexcept { return frames_per_move_; }
    /// Takes what others have promised into the density field, a part in every frame.
    void keep_up(const World& world);

  private:
    FocusWorld(const Scene& scene, const World& world, SceneMesh mesh);

    SceneMesh mesh_;
    domains::DensityField density_;
    planning::DomainSet domains_;
    std::vector<planning::Chain> chains_;
    std::size_t frames_per_move_;
    void note_changes(const World& world);

    std::uint64_t stamp_ = 0;  ///< newest change that was looked at
    double next_look_ = 0;
    std::vector<AgentId> waiting_;  ///< to be counted, the next one last
    std::size_t share_ = 0;         ///< of them, for one frame
    double frame_;                  ///< seconds
};

/// The chain that a scene means.
[[nodiscard]] planning::Chain chain_of(const FocusSpec& focus);

/// The scene with a link from dock to dock for each way that a platform goes, so that those who know no time
/// know of platforms at all.
[[nodiscard]] Scene with_ferries(const Scene& scene, const Walls& walls, double radius);

}  // namespace wend
