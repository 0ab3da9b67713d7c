#pragma once

// What all planners of those in focus share: the world's mesh, a density field, the domains, and the chains
// of the scene.

#include <memory>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/planning/navigation.hpp"
#include "wend/world/world.hpp"

#include "sim/ground/router.hpp"

namespace wend {

class FocusWorld {
  public:
    /// Borrows scene, world and the router's mesh.
    static Result<std::unique_ptr<FocusWorld>> create(const Scene& scene, const World& world,
                                                      const Router& router);

    [[nodiscard]] const planning::DomainSet& domains() const noexcept { return domains_; }
    /// Of the scene's focus section, by its number; the last one is that of windows (fidelity.hpp).
    [[nodiscard]] const planning::Chain& chain(std::size_t index) const { return chains_[index]; }
    /// Frames of one move in space and time.
    [[nodiscard]] std::size_t frames_per_move() const noexcept { return frames_per_move_; }
    /// Takes what others have promised into the density field, a part in every frame, and tells the world of
    /// edits of the mesh.
    void keep_up(World& world);
    [[nodiscard]] const domains::MeshEdits& edits() const noexcept { return router_->edits(); }

  private:
    FocusWorld(const Scene& scene, const World& world, const Router& router);

    const Router* router_;
    std::vector<mesh::LinkSpec> ferries_;
    domains::DensityField density_;
    planning::DomainSet domains_;
    std::vector<planning::Chain> chains_;
    std::size_t frames_per_move_;
    bool asks_density_ = false;  ///< some chain plans among the crowd that is to be expected
    void note_changes(const World& world);
    void note_edits(World& world);

    std::uint64_t stamp_ = 0;       ///< newest change that was looked at
    std::uint64_t edits_seen_ = 0;  ///< of the mesh
    double next_look_ = 0;
    std::vector<AgentId> waiting_;  ///< to be counted, the next one last
    std::size_t share_ = 0;         ///< of them, for one frame
    double frame_;                  ///< seconds
};

/// The chain that a scene means.
[[nodiscard]] planning::Chain chain_of(const FocusSpec& focus);

/// A link from dock to dock for each way that a platform goes, so that those who know no time know of
/// platforms at all.
[[nodiscard]] std::vector<mesh::LinkSpec> ferries_of(const Scene& scene, const Walls& walls, double radius);

}  // namespace wend
