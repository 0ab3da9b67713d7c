#pragma once

// A small world whose every position can be worked out by hand: two groups cross a hall at constant speed, a
// few people stand on a gallery, a disc moves to and fro. Agents walk around discs that stand in their way,
// so that an edit changes a plan. It shares nothing with the simulation.

#include <map>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/sim/scene_mesh.hpp"
#include "wend/view/live_world.hpp"

namespace wend::test {

[[nodiscard]] Scene crossing_scene();

class CrossingWorld : public view::LiveWorld {
  public:
    CrossingWorld();
    /// `count` agents in rows instead of the two groups.
    explicit CrossingWorld(std::uint32_t count);

    void step() override;
    const io::Frame& frame() const override { return frame_; }
    FrameCost cost() const override { return {0.002 + 0.0015 * (frame_.index % 40 == 0), 120, false}; }
    BudgetSpec budget() const override { return budget_; }
    const mesh::NavMesh* mesh() const override { return &ground_->mesh; }
    bool is_finished() const override { return frame_.time >= scene_.duration; }
    const std::vector<AgentSpec>& agents() const override { return agents_; }
    AgentView view(std::uint32_t agent) const override;
    std::vector<PublishedPoint> published(std::uint32_t agent) const override;
    Status apply(const TimedEvent& event) override;

    [[nodiscard]] const Scene& scene() const { return scene_; }

  private:
    struct Body {
        Vec2 position;
        double heading = 0;
        bool arrived = false;
        bool paused = false;
        bool gone = false;
    };
    struct Disc {
        std::uint32_t number = 0;
        ObstacleSpec spec;
        mesh::RegionId region{};  ///< cut out of the mesh
    };

    void add_group(const std::string& name, int count, Vec2 first, Vec2 step, Vec2 way, std::uint32_t layer);
    void place(Disc& disc);
    void cut(Disc& disc);
    void add_agent(const AgentSpec& agent);
    Status apply_to_obstacles(const TimedEvent& event);
    Status apply_to_agents(const TimedEvent& event);
    template <class Change>
    Status change(const std::string& target, const std::string& kind, Change&& change);
    [[nodiscard]] std::vector<Vec2> way_of(std::uint32_t agent) const;
    void record();

    Scene scene_;
    BudgetSpec budget_;
    std::shared_ptr<SceneMesh> ground_;
    std::vector<AgentSpec> agents_;
    std::vector<Body> bodies_;
    std::map<std::string, Disc> discs_;
    std::uint32_t next_number_ = 1;
    std::uint32_t next_index_ = 0;
    std::vector<io::RecordedIdentity> new_identities_;
    std::vector<io::RecordedEvent> new_events_;
    std::vector<io::RecordedEdit> new_edits_;
    io::Frame frame_;
};

}  // namespace wend::test
