#pragma once

// Commands that play scenes hold them as a game would: by nav::World.

#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/view/live_world.hpp"

#include "scene_lookup.hpp"

namespace wend::cli {

/// What the options of a command say of the world that it plays.
template <class Options>
[[nodiscard]] nav::WorldDef world_def(const Options& options, const LoadedScene& loaded) {
    nav::WorldDef def;
    def.seed = options.seed;
    def.threads = options.threads;
    def.budget = options.budget;
    def.open_cl = options.open_cl;
    def.floor = loaded.floor;
    def.plays_scene = true;
    return def;
}

/// A world that pages look into and change.
class PlayedWorld final : public view::LiveWorld {
  public:
    explicit PlayedWorld(nav::World world)
        : world_(std::move(world)), seen_(view::live_world(world_.simulation())) {}

    [[nodiscard]] Simulation& simulation() noexcept { return world_.simulation(); }

    void step() override { world_.step(); }
    const io::Frame& frame() const override { return seen_->frame(); }
    FrameCost cost() const override { return seen_->cost(); }
    BudgetSpec budget() const override { return seen_->budget(); }
    const mesh::NavMesh* mesh() const override { return seen_->mesh(); }
    bool is_finished() const override { return world_.is_finished(); }
    const std::vector<AgentSpec>& agents() const override { return seen_->agents(); }
    AgentView view(std::uint32_t agent) const override { return seen_->view(agent); }
    std::vector<PublishedPoint> published(std::uint32_t agent) const override {
        return seen_->published(agent);
    }
    ConstraintsView constraints() const override { return seen_->constraints(); }
    Status apply(const TimedEvent& event) override { return seen_->apply(event); }
    void watch(std::uint32_t agent, bool is_watched) override { seen_->watch(agent, is_watched); }
    std::optional<FocusView> inspect(std::uint32_t agent, std::size_t most_expanded) const override {
        return seen_->inspect(agent, most_expanded);
    }
    std::vector<RoutePoint> route(std::uint32_t agent) const override { return seen_->route(agent); }
    std::optional<std::vector<KnownObstacle>> known_obstacles(std::uint32_t agent) const override {
        return seen_->known_obstacles(agent);
    }

  private:
    nav::World world_;
    std::unique_ptr<view::LiveWorld> seen_;
};

}  // namespace wend::cli
