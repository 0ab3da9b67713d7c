#pragma once

// Who arrived, in time or not, and who got stuck.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "wend/verify/verify.hpp"
#include "wend/world/scene.hpp"

#include "verify/episodes.hpp"
#include "verify/legs.hpp"

namespace wend::verify {

/// Share of the path at which it is first in the region, from share `after` on.
[[nodiscard]] std::optional<double> first_inside(const GoalRegion& region, const Path& path,
                                                 double after = 0);
/// Metres from p to the region, 0 inside.
[[nodiscard]] double goal_distance(const GoalRegion& region, Vec2 p);

/// The goal's own place and all others that would do.
template <class Visit>
void for_each_place(const Goal& goal, Visit&& visit) {
    visit(goal);
    for (const Goal& other : goal.others) visit(other);
}
/// The same of all places of a goal on that layer; infinite when there is none.
[[nodiscard]] std::optional<double> first_at_goal(const Goal& goal, std::uint32_t layer, const Path& path,
                                                  double after = 0);
[[nodiscard]] double goal_distance(const Goal& goal, std::uint32_t layer, Vec2 p);

class Goals {
  public:
    explicit Goals(const Options& options) : options_(options) {}

    /// The next number; the spec must outlive this.
    void add_agent(const AgentSpec& agent);
    /// Of those added so far: new goals, pauses and who is sent away. The event must outlive this.
    void apply(const TimedEvent& event);
    void follow(const Leg& leg);
    /// `time` is that of the last frame; `last` holds who is in it.
    void finish(double time, const std::vector<bool>& in_last_frame, Episodes& findings);
    /// Shares of those on their way who had made no progress for long, by time.
    [[nodiscard]] std::vector<JammedShare> jammed() const;
    /// The goal that the agent is on its way to at that time; null when it has reached it.
    [[nodiscard]] const Goal* pending(std::uint32_t agent, double time) const;
    [[nodiscard]] std::size_t arrived() const noexcept { return arrived_; }
    /// Those who were sent away or are paused before they got there: nobody asks it of them.
    [[nodiscard]] std::size_t excused() const noexcept { return excused_; }
    /// Seconds since the agent was sent away; negative when it was not.
    [[nodiscard]] double gone_for(std::uint32_t agent, double time) const;

    /// From where the agent was last to the nearest goal that takes it out of the world when it gets there
    /// and that it had at some time in between; infinite when it had none.
    [[nodiscard]] double distance_to_exit(std::uint32_t agent, double begin, double end) const;

  private:
    /// A goal from the time it is given.
    struct Task {
        double since = 0;
        const Goal* goal = nullptr;
        std::optional<double> reached{};    ///< first time in the region
        std::optional<double> in_window{};  ///< first time in it while the window was open
    };
    struct Progress {
        const AgentSpec* spec = nullptr;
        std::vector<Task> tasks;
        std::vector<Interval> pauses{};
        std::optional<double> sent_away{};
        bool seen = false;
        Vec2 place{};
        std::uint32_t layer = 0;
        double last_seen = 0;
        Vec2 mark{};         ///< has made no progress from here ...
        double to_goal = 0;  ///< ... so many metres from its goal ...
        double marked = 0;   ///< ... since then
        const Goal* goal = nullptr;
    };
    /// Of one look at all who are on their way.
    struct Look {
        std::size_t going = 0, jammed = 0;
    };
    [[nodiscard]] bool is_excused(const Progress& progress, double time) const;
    void note_progress(Progress& progress, const Leg& leg, const Goal* goal);
    void look(const Progress& progress, const Leg& leg, const Goal* goal);
    [[nodiscard]] const Task& final_task(const Progress& progress, bool still_there) const;
    [[nodiscard]] static bool is_through(const Progress& progress, const Task& last);
    [[nodiscard]] static double off_goal(const Goal& goal, Vec2 p);
    static const Task* left_out(const Progress& progress);
    template <class Change>
    void change(const std::string& target, Change&& change);
    void finish(std::uint32_t agent, double time, bool is_there, Episodes& findings);

    Options options_;
    std::vector<Progress> agents_;
    std::map<std::int64_t, Look> looks_;  ///< by number
    std::size_t arrived_ = 0;
    std::size_t excused_ = 0;
};

}  // namespace wend::verify
