#pragma once

// Who plans in a frame, and for how long (MD 5.2 and 7.2). Agents plan in parallel against one frozen
// snapshot, each with a part of the frame's budget that was fixed before anybody began; results are committed
// one after the other by id. With a budget of expansions the outcome therefore does not depend on the number
// of threads.
//
// Nobody starves. Call an agent with work *hungry*. The first turn of a frame belongs to the agent that has
// been hungry longest without a turn, by id among equals; only then come those whose imminent plan is
// invalid, and then the others. While an agent waits, each frame gives a turn to one that has waited at least
// as long, and who has had one is behind it in line; so among n agents it waits at most n - 1 frames for a
// turn, however urgent the others are. A turn is at least `least_turn` expansions as long as the frame has
// those.
//
// Changes of the world come to those whom they concern: what a planner depends on is kept in an index by
// region, so a change costs time in proportion to the plans near it. Domains that see moving things where
// they are now look again from time to time, each agent in its own frames.

#include <functional>
#include <optional>
#include <vector>

#include "wend/base/tasks.hpp"
#include "wend/planning/planner.hpp"
#include "wend/planning/region_index.hpp"

namespace wend::planning {

/// What a frame may use; neither set: no limit.
struct FrameBudget {
    std::optional<std::uint64_t> expansions;
    std::optional<double> seconds;
};

struct SchedulerSettings {
    unsigned threads = 0;           ///< 0: as many as the machine has
    std::uint64_t least_turn = 64;  ///< expansions
    double least_seconds = 0.0002;
    double urgent_weight = 4;                     ///< of an agent without a valid imminent plan, against 1
    std::uint32_t max_tasks = ~std::uint32_t{0};  ///< executions for each agent and turn
    Workers* workers = nullptr;                   ///< somebody else's, instead of threads of its own
};

struct FrameReport {
    std::uint64_t expansions = 0;
    double seconds = 0;
    std::uint32_t hungry = 0;  ///< agents with work when the frame began
    std::uint32_t served = 0;
    std::uint32_t longest_wait = 0;  ///< frames, of those served
    std::uint64_t told = 0;          ///< changes that were news to somebody, once for each
    double sensing_seconds = 0;      ///< of `seconds`, that telling took
};

class Scheduler {
  public:
    using Commit = std::function<void(AgentId, Planner&)>;

    explicit Scheduler(const SchedulerSettings& settings = {});

    /// Borrows the planner until it is removed.
    void add(AgentId id, Planner& planner);
    bool remove(AgentId id);
    [[nodiscard]] std::size_t size() const noexcept { return clients_.size(); }

    /// One frame. `commit` is called by id for everybody who had a turn.
    FrameReport run(const View& view, const FrameBudget& budget, const Commit& commit = {});

  private:
    struct Client {
        AgentId id;
        Planner* planner = nullptr;
        std::uint64_t served = 0;  ///< the frame of its last turn, or when it became hungry
        bool was_hungry = false;
    };
    struct Part {
        std::size_t client = 0;
        double weight = 1;
        std::optional<std::uint64_t> expansions = {};
        std::uint64_t spent = 0;
        double seconds = 0;
    };

    void tell_changes(const View& view, FrameReport& report);
    void keep_up_index(const View& view, std::span<const std::size_t> served);
    [[nodiscard]] Client* find(AgentId id) noexcept;

    [[nodiscard]] std::vector<Part> line_up();
    void divide(std::vector<Part>& parts, const FrameBudget& left) const;
    void run_parts(std::vector<Part>& parts, const View& view,
                   std::optional<Budget::Clock::time_point> deadline);

    SchedulerSettings settings_;
    std::vector<Client> clients_;  ///< by id
    std::uint64_t frame_ = 0;
    RegionIndex index_;
    std::uint64_t stamp_ = 0;  ///< newest change that was told
    std::unique_ptr<Workers> own_workers_;
    Workers& workers_;
};

}  // namespace wend::planning
