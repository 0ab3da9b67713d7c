#pragma once

// The random worlds of MD 7.1: static polygons, moving obstacles on known trajectories, one agent with a way
// to go. And what it takes to plan in one.

#include <memory>

#include "wend/domains/space_time_motion.hpp"
#include "wend/planning/navigation.hpp"
#include "wend/planning/planner.hpp"
#include "wend/sim/scene_mesh.hpp"
#include "wend/verify/report.hpp"
#include "wend/world/world.hpp"

namespace wend::bench {

struct WorldShape {
    double side = 100;  ///< metres
    double least_cover = 0.1, most_cover = 0.3;
    std::uint32_t least_movers = 20, most_movers = 60;
    double least_way = 50, most_way = 1e9;  ///< metres between start and goal, as the crow flies
    double largest = 12;                    ///< metres across, of a polygon
};

/// Everything is derived from the seed. Start and goal are free at the beginning and joined on the mesh.
class PlanningWorld {
  public:
    PlanningWorld(std::uint64_t seed, const WorldShape& shape);

    [[nodiscard]] const Scene& scene() const noexcept { return scene_; }
    [[nodiscard]] const planning::DomainSet& domains() const noexcept { return domains_; }
    [[nodiscard]] planning::View view();
    [[nodiscard]] double static_length() const noexcept { return static_length_; }
    [[nodiscard]] World& world() noexcept { return *world_; }
    /// With the problem set.
    [[nodiscard]] std::unique_ptr<planning::Planner> planner(const planning::Chain& chain) const;

    /// Executes and verifies. `within_limits`: speed and acceleration count too.
    [[nodiscard]] bool succeeds(const std::vector<domains::WalkFrame>& walk, bool within_limits) const;
    /// The course at constant speed, for domains that know no better.
    [[nodiscard]] std::vector<domains::WalkFrame> walk_along(const domains::Course& course,
                                                             double speed) const;

  private:
    void place_walls(Rng& rng, const WorldShape& shape);
    void place_movers(Rng& rng, const WorldShape& shape);
    [[nodiscard]] bool place_agent(Rng& rng, const WorldShape& shape);
    [[nodiscard]] bool is_clear(Vec2 p, double radius) const;

    Scene scene_;
    std::unique_ptr<World> world_;
    std::unique_ptr<SceneMesh> mesh_;
    std::unique_ptr<domains::DensityField> density_;
    planning::DomainSet domains_;
    AgentId agent_;
    double static_length_ = 0;
};

}  // namespace wend::bench
