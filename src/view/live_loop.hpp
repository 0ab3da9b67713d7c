#pragma once

// The thread that steps the world at the pace that was asked for and carries out what the pages ask. It waits
// for time and for commands, never for a reader.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/view/live_server.hpp"

#include "view/command_queue.hpp"
#include "view/live_hub.hpp"
#include "view/live_insight.hpp"
#include "view/mesh_tiles.hpp"

namespace wend::view {

class LiveLoop {
  public:
    using Reply = Request::Reply;

    /// `on_news` is called on the loop's thread after everything published.
    LiveLoop(LiveWorld& world, const Scene& scene, const ServerOptions& options, LiveHub& hub,
             std::function<void()> on_news);
    ~LiveLoop();

    void start();
    void stop();
    /// False when more is already waiting than anybody can mean.
    bool ask(std::uint64_t client, Command command, Reply reply);
    void forget(std::uint64_t client);
    /// Somebody looks.
    void greet();
    [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

  private:
    void run();
    void wait_for_turn(std::unique_lock<std::mutex>& lock);
    void answer(const Request& request);
    Status carry_out(std::uint64_t client, const Command& command, std::string& done, std::string& about);
    Status drop(const DropCommand& command, std::string& done);
    Status remove(const std::string& obstacle);
    Status move(const MoveCommand& command);
    Status change_goal(const GoalCommand& command);
    Status add_agent(const AddAgentCommand& command, std::string& done);
    Status change_budget(const BudgetCommand& command, std::string& done);
    Status check_layer(std::uint32_t layer) const;
    Status carry_out_scene(const Command& command, std::string& done, std::string& about);
    Status open(const OpenCommand& command, std::string& done);
    Status begin(LiveSession session);
    void begin_epoch();
    [[nodiscard]] Message shelf_message();
    Result<std::string> exported() const;
    void step_world();
    void publish_frame();
    void publish_newcomers();
    void publish_mesh();
    void publish_insight();
    void publish_scene_goals();
    void publish_next_goals();
    void publish_constraints();

    LiveWorld* world_;
    Scene scene_;
    LiveSession session_;  ///< when the world is one that a page has asked for
    SceneWish wish_;
    std::string text_;
    std::shared_ptr<const LevelPicture> level_;
    const ServerOptions options_;
    LiveHub& hub_;
    std::function<void()> on_news_;

    std::mutex mutex_;
    std::condition_variable wake_;
    CommandQueue requests_;
    std::vector<std::uint64_t> gone_;  ///< clients, after everything they have asked
    bool stopping_ = false;
    bool has_guest_ = true;
    std::thread thread_;

    LiveInsight insight_;
    LiveStatus status_;
    bool steps_once_ = false;
    std::chrono::steady_clock::time_point next_turn_;
    std::map<std::string, std::uint32_t> obstacle_numbers_;
    std::map<std::uint32_t, io::RecordedIdentity> identities_;
    std::map<std::string, Goal> goals_;  ///< those that pages have changed
    std::size_t next_goal_event_ = 0;
    std::set<std::string> drops_;  ///< that are there
    std::uint32_t dropped_ = 0;    ///< ever
    std::uint32_t added_ = 0;
    std::size_t agents_told_ = 0;
    BudgetSpec budget_told_;
    MeshTiles mesh_tiles_;
    std::uint64_t constraints_told_ = 0;
    FrameCounter counter_;
    std::atomic<std::uint64_t> steps_ = 0;
};

}  // namespace wend::view
