#pragma once

// Who arrived, in time or not, and who got stuck.

#include <cstdint>
#include <optional>
#include <span>
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

class Goals {
  public:
    Goals(const Scene& scene, std::span<const AgentSpec> agents, const Options& options);

    void follow(const Leg& leg);
    /// `time` is that of the last frame; `last` holds who is in it.
    void finish(double time, const std::vector<bool>& in_last_frame, Episodes& findings);
    [[nodiscard]] std::size_t arrived() const noexcept { return arrived_; }

  private:
    /// A goal from the time it is given.
    struct Task {
        double since = 0;
        const Goal* goal = nullptr;
        std::optional<double> reached{};    ///< first time in the region
        std::optional<double> in_window{};  ///< first time in it while the window was open
    };
    struct Progress {
        std::vector<Task> tasks;
        bool seen = false;
        Vec2 place;
        std::uint32_t layer = 0;
        double last_seen = 0;
        Vec2 anchor;          ///< has stayed near this place ...
        double anchored = 0;  ///< ... since then
    };
    [[nodiscard]] const Task& final_task(const Progress& progress, bool still_there) const;

    Options options_;
    std::vector<Progress> agents_;
    std::size_t arrived_ = 0;
};

}  // namespace wend::verify
