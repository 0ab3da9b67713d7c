#pragma once

#include <memory>
#include <vector>

#include "wend/sim/simulation.hpp"

namespace wend::view {

/// A world that goes on while people watch it and change it. Called by one thread at a time.
class LiveWorld {
  public:
    virtual ~LiveWorld() = default;
    virtual void step() = 0;
    [[nodiscard]] virtual const io::Frame& frame() const = 0;
    [[nodiscard]] virtual FrameCost cost() const = 0;
    [[nodiscard]] virtual BudgetSpec budget() const = 0;
    [[nodiscard]] virtual bool is_finished() const = 0;
    [[nodiscard]] virtual const std::vector<AgentSpec>& agents() const = 0;
    [[nodiscard]] virtual AgentView view(std::uint32_t agent) const = 0;
    [[nodiscard]] virtual std::vector<PublishedPoint> published(std::uint32_t agent) const = 0;
    /// What the ways are planned on; null when there is no mesh.
    [[nodiscard]] virtual const mesh::NavMesh* mesh() const = 0;
    virtual Status apply(const TimedEvent& event) = 0;

    /// Those that hold now; none unless a world says otherwise.
    [[nodiscard]] virtual ConstraintsView constraints() const { return {}; }

    // Of planning there is nothing to see unless a world says otherwise; see Simulation.
    virtual void watch(std::uint32_t /*agent*/, bool /*is_watched*/) {}
    [[nodiscard]] virtual std::optional<FocusView> inspect(std::uint32_t /*agent*/,
                                                           std::size_t /*most_expanded*/) const {
        return std::nullopt;
    }
    [[nodiscard]] virtual std::vector<RoutePoint> route(std::uint32_t /*agent*/) const { return {}; }
    [[nodiscard]] virtual std::optional<std::vector<KnownObstacle>> known_obstacles(
        std::uint32_t /*agent*/) const {
        return std::nullopt;
    }
};

/// The simulation must outlive what is returned.
[[nodiscard]] std::unique_ptr<LiveWorld> live_world(Simulation& simulation);

}  // namespace wend::view
