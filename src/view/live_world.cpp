#include "wend/view/live_world.hpp"

namespace wend::view {
namespace {

class SimulatedWorld final : public LiveWorld {
  public:
    explicit SimulatedWorld(Simulation& simulation) : simulation_(simulation) {}

    void step() override { simulation_.step(); }
    const io::Frame& frame() const override { return simulation_.frame(); }
    FrameCost cost() const override { return simulation_.cost(); }
    BudgetSpec budget() const override { return simulation_.budget(); }
    const mesh::NavMesh* mesh() const override { return &simulation_.mesh(); }
    ConstraintsView constraints() const override { return simulation_.constraints(); }
    bool is_finished() const override { return simulation_.is_finished(); }
    const std::vector<AgentSpec>& agents() const override { return simulation_.agents(); }
    AgentView view(std::uint32_t agent) const override { return simulation_.view(agent); }
    std::vector<PublishedPoint> published(std::uint32_t agent) const override {
        return simulation_.published(agent);
    }
    Status apply(const TimedEvent& event) override { return simulation_.apply(event); }
    void watch(std::uint32_t agent, bool is_watched) override { simulation_.watch(agent, is_watched); }
    std::optional<FocusView> inspect(std::uint32_t agent, std::size_t most_expanded) const override {
        return simulation_.inspect(agent, most_expanded);
    }
    std::vector<RoutePoint> route(std::uint32_t agent) const override { return simulation_.route(agent); }
    std::optional<std::vector<KnownObstacle>> known_obstacles(std::uint32_t agent) const override {
        return simulation_.known_obstacles(agent);
    }

  private:
    Simulation& simulation_;
};

}  // namespace

std::unique_ptr<LiveWorld> live_world(Simulation& simulation) {
    return std::make_unique<SimulatedWorld>(simulation);
}

}  // namespace wend::view
