#pragma once

// What the stepping controllers have in common: steps of `motion` that end exactly on a landmark at a whole
// decision step. The tables of values choose the steps; what is left to the landmark, and to the decision
// step, is divided among all of them.

#include <optional>
#include <span>
#include <vector>

#include "wend/locomotion/controller.hpp"
#include "wend/motion/controllers.hpp"
#include "wend/motion/steps.hpp"

namespace wend::locomotion {

using Steps = std::vector<motion::StepTaken>;

/// How far beyond a controller's own warps a step may be stretched to end on a landmark.
inline constexpr double spare_stretch = 0.03;
inline constexpr double longest_stretch = 1 + motion::most_stretch + spare_stretch;

/// A walking and a running controller that arrive at a walk.
[[nodiscard]] const motion::Controller& step_chooser(motion::Gait top);

/// Steps from a configuration to a place that is passed at a walk; nothing when none are found within
/// `longest` seconds.
[[nodiscard]] std::optional<Steps> choose_steps(motion::Gait top, const motion::Configuration& from, Vec2 to,
                                                const motion::Hindrance& hindrance, double longest);

/// The same steps turned about their beginning and stretched alike so that they end in a place; nothing when
/// that asks for more than can be believed.
[[nodiscard]] std::optional<Steps> ended_at(std::span<const motion::StepTaken> steps, Vec2 to);

[[nodiscard]] Tick ticks_of(std::span<const motion::StepTaken> steps);
/// The same steps made slower, by a quarter at most, so that they last so many ticks.
[[nodiscard]] std::optional<Steps> lasting(Steps steps, Tick ticks);

/// Appends where the root is at every tick of the steps but the last one.
void append_path(std::span<const motion::StepTaken> steps, std::vector<Vec3>& path);

[[nodiscard]] std::unique_ptr<Controller> make_step_walk(const Skills& skills, motion::Gait top,
                                                         double entry);
[[nodiscard]] std::unique_ptr<Controller> make_step_jump(const Skills& skills, double entry);

/// Whether somebody who passes with a heading could leave along a direction turned by `entry`.
[[nodiscard]] bool is_entry(const Skills& skills, const MoveQuery& query, double entry, double heading);

}  // namespace wend::locomotion
