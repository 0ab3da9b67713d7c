#pragma once

// DetourCrowd on the same ground, with the same agents: what a game would use. Only measured here.

#include <cstdint>
#include <memory>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

namespace wend::bench {

class CrowdPeer {
  public:
    /// How fine the ground is cut up, and how far from walls centres of bodies stay.
    struct Ground {
        double radius = 0.25;
        double cell_size = 0.25;
    };
    /// The scene's first layer, its bounds or its convex walkable polygons less its convex blocks; throws
    /// std::runtime_error on failure.
    CrowdPeer(const Scene& scene, const std::vector<AgentSpec>& agents, Ground ground);
    CrowdPeer(const Scene& scene, const std::vector<AgentSpec>& agents)
        : CrowdPeer(scene, agents, Ground{}) {}
    ~CrowdPeer();

    /// One time step of the crowd; who is in its goal leaves or stays, as the goal says.
    void step();
    [[nodiscard]] io::Frame frame() const;
    [[nodiscard]] bool is_finished() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wend::bench
