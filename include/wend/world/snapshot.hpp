#pragma once

#include <memory>

#include "wend/world/occupancy.hpp"
#include "wend/world/platforms.hpp"
#include "wend/world/state.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// The world as it was at one moment. Never changes, may be read by any number of threads, and lives as long
/// as somebody holds it. (Architecture, decision 6: read frozen, write next.)
class Snapshot {
  public:
    [[nodiscard]] double time() const noexcept { return time_; }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    [[nodiscard]] const AgentStore& agents() const noexcept { return *agents_; }
    [[nodiscard]] const ObstacleStore& obstacles() const noexcept { return *obstacles_; }
    [[nodiscard]] const Platforms& platforms() const noexcept { return *platforms_; }
    [[nodiscard]] const Walls& walls() const noexcept { return *walls_; }
    /// Who takes up room where and when: known and observed obstacles, agents' plans, agents that stand.
    [[nodiscard]] const Occupancy& occupancy() const noexcept { return *occupancy_; }

    /// Is there ground or a platform under p, and nothing solid?
    [[nodiscard]] bool supports(std::uint32_t layer, Vec2 p, double time) const;

  private:
    friend class World;
    double time_ = 0;
    std::uint64_t version_ = 0;
    std::shared_ptr<const AgentStore> agents_;
    std::shared_ptr<const ObstacleStore> obstacles_;
    std::shared_ptr<const Platforms> platforms_;
    std::shared_ptr<const Walls> walls_;
    std::shared_ptr<const Occupancy> occupancy_;
};

}  // namespace wend
