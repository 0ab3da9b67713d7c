#pragma once

// The surfaces of a scene as rides see them: floors and platforms as blocks that may carry, walls as blocks
// that do not, landmarks on all of them, and what bodies of the same limits can do between two landmarks.
// Made once for all agents of the same limits and never changed; others are no part of it.

#include <memory>
#include <vector>

#include "wend/locomotion/edge_table.hpp"
#include "wend/world/scene.hpp"

namespace wend::domains {

class RideGround {
  public:
    static constexpr int step_ticks = 30;
    /// Seconds from one decision to the next.
    static constexpr double step = step_ticks * locomotion::tick_seconds;

    /// Platforms that turn are not ridden; holes in floors are neither crossed nor jumped over.
    static Result<std::shared_ptr<const RideGround>> make(const Scene& scene, const AgentLimits& limits);

    [[nodiscard]] const AgentLimits& limits() const noexcept { return limits_; }
    [[nodiscard]] const locomotion::MovingWorld& world() const noexcept { return *world_; }
    [[nodiscard]] const locomotion::Skills& skills() const noexcept { return skills_; }
    [[nodiscard]] const locomotion::Timing& timing() const noexcept { return timing_; }
    /// To be copied by whoever adds a start and a goal.
    [[nodiscard]] const locomotion::EdgeTable& edges() const noexcept { return *edges_; }
    [[nodiscard]] std::uint32_t layer_of(std::uint32_t block) const noexcept { return layers_[block]; }
    [[nodiscard]] double height_of(std::uint32_t layer) const noexcept { return heights_[layer]; }
    /// No block is faster, metres a second.
    [[nodiscard]] double fastest() const noexcept { return fastest_; }

  private:
    explicit RideGround(const AgentLimits& limits) : limits_(limits) {}

    AgentLimits limits_;
    std::unique_ptr<const locomotion::MovingWorld> world_;
    locomotion::Skills skills_;
    locomotion::Timing timing_;
    locomotion::Controllers controllers_;
    std::unique_ptr<const locomotion::EdgeTable> edges_;
    std::vector<std::uint32_t> layers_;  ///< by block
    std::vector<double> heights_;        ///< by layer
    double fastest_ = 0;
};

/// What a body of these limits can do, so that neither walking nor jumping ever exceeds them.
[[nodiscard]] locomotion::Skills ride_skills(const AgentLimits& limits);

}  // namespace wend::domains
