#pragma once

// What an agent's planning looks like on the page (MD, Fig. 2 to 6), as samples of channels. A drawing's
// style is its domain: 0 static mesh, 1 density mesh, 2 grid, 3 space-time.
//
//   domain_plans    lines of x, y, z, time: the plan of each domain, leg by leg
//   tunnels         lines of x, y, z, metres to either side: the plan above that a search keeps near
//   expanded        points of x, y, z; the note is how many there are, of which at most so many are told
//   foveal          a point: x, y, z, radius (-1: everywhere), heading, angle to either side
//   tasks           a drawing a task: leg, priority, inflation, bound (0: none), expansions, milliseconds;
//   the
//                   note has a line for each: domain, a tab, its status in words
//   task_times      a drawing a domain, of this frame alone: milliseconds, expansions, executions
//   knowledge       a line around each obstacle that has been cut out of the ground: x, y, z; style 0: it is
//   there
//                   and the agent knows, 1: it is there and the agent does not know, 2: the agent thinks it
//                   is
//   planner_events  of this frame alone, in the note, a line each: kind, a tab, domain, a tab, leg

#include "wend/sim/simulation.hpp"
#include "wend/view/messages.hpp"

namespace wend::view {

/// All of these but `expanded`.
[[nodiscard]] std::vector<ChannelSample> planner_samples(std::uint32_t frame, std::uint32_t agent,
                                                         const FocusView& view,
                                                         std::span<const Layer> layers);

/// Channel "expanded", as far as the view was asked for them.
[[nodiscard]] ChannelSample expanded_sample(std::uint32_t frame, std::uint32_t agent, const FocusView& view,
                                            std::span<const Layer> layers);

/// Channel "domain_at_work", of no agent: the deepest domain in which each is planned for, -1 for nobody.
[[nodiscard]] ChannelSample domain_sample(std::uint32_t frame, std::span<const int> domains);

/// The way of somebody of the crowd, as a plan on the static mesh: channel "domain_plans", its note "route".
[[nodiscard]] ChannelSample route_sample(std::uint32_t frame, std::uint32_t agent,
                                         std::span<const RoutePoint> route, std::span<const Layer> layers);

/// What somebody knows of what stands: channel "knowledge".
[[nodiscard]] ChannelSample knowledge_sample(std::uint32_t frame, std::uint32_t agent,
                                             std::span<const KnownObstacle> obstacles,
                                             std::span<const Layer> layers);

}  // namespace wend::view
