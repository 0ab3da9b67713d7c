#pragma once

// What the page is told, live or from a file: a stream of binary messages, each beginning with its type.
//
//   scene     what stands still, as JSON: floors, walls, agents with their names and bodies; always first
//   agent     somebody who was not in the scene, as JSON; before the first frame that can show them
//   identity  an obstacle or platform that will be seen, as JSON; before the first frame that shows it
//   frame     where everything is, delta-coded (frame_encoder.hpp)
//   channel   data for one overlay, by the channel's name
//   status    live only, as JSON: paused, speed, finished
//   notice    live only, as JSON: the answer to an edit
//   level     the triangles of a 3D level: number of points, x y z each; number of triangles, three numbers
//   of
//             points each; after the scene
//   shelf     live only, as JSON: the scenes that are offered, and the text of the one that runs
//
// Integers are seven bits a byte, lowest first; reals are little-endian.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/view/level_picture.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

using Message = std::vector<std::uint8_t>;

enum class MessageType : std::uint8_t {
    scene = 1,
    identity = 2,
    frame = 3,
    channel = 4,
    status = 5,
    notice = 6,
    agent = 7,
    level = 8,
    shelf = 9
};

/// The agents are those of the simulation, in the numbering of its frames.
[[nodiscard]] Message scene_message(const Scene& scene, std::span<const AgentSpec> agents);
[[nodiscard]] Message agent_message(std::uint32_t number, const AgentSpec& agent);
[[nodiscard]] Message level_message(const LevelPicture& level);
[[nodiscard]] Message identity_message(const io::RecordedIdentity& identity);

enum class DrawingKind : std::uint8_t { points, line, polygon };

/// One stroke of a channel: `stride` numbers a point, what they mean is the channel's business.
struct Drawing {
    DrawingKind kind = DrawingKind::line;
    std::uint8_t style = 0;
    std::uint8_t stride = 4;
    std::vector<float> values;
    friend bool operator==(const Drawing&, const Drawing&) = default;
};

/// What an overlay draws from, valid from its frame on until the next sample of the same channel and agent.
/// A new kind of overlay needs a new name here and a draw function in the page, nothing in between.
struct ChannelSample {
    std::string channel;
    std::uint32_t frame = 0;
    std::optional<std::uint32_t> agent;  ///< none: of the whole world
    std::string note;
    std::vector<Drawing> drawings;
    friend bool operator==(const ChannelSample&, const ChannelSample&) = default;
};

[[nodiscard]] Message channel_message(const ChannelSample& sample);
/// Nothing when the bytes are not a whole channel message.
[[nodiscard]] std::optional<ChannelSample> read_channel_message(std::span<const std::uint8_t> message);

/// Channel "plan": the agent's published trajectory as one line of x, y, z, time, points that a straight walk
/// between their neighbours meets within a centimetre left out; then, as a point, the metres left to its
/// goal. The note is the plan's status, after "paused" when the agent is told to stand.
[[nodiscard]] ChannelSample plan_sample(std::uint32_t frame, std::uint32_t agent,
                                        std::span<const PublishedPoint> points, const AgentView& view,
                                        std::span<const Layer> layers);

/// Channel "goal": a new goal of the agent or group that the note names; a polygon of x, y, z.
[[nodiscard]] ChannelSample goal_sample(std::uint32_t frame, const GoalEvent& event,
                                        std::span<const Layer> layers);

/// Channel "constraints": where they are now, a polygon of x, y, z, metres beyond it for each shape of each
/// (two points are a line, one is a disc). Styles: 0 attracts, 1 repels, 2 must not be entered. The note has
/// their names, one a line.
[[nodiscard]] ChannelSample constraint_sample(std::uint32_t frame, const ConstraintsView& constraints,
                                              std::span<const Layer> layers);

/// Channel "budget": what a frame may plan for from now on, as a point: milliseconds, 0 for no limit of time.
/// The note says it in words.
[[nodiscard]] ChannelSample budget_sample(std::uint32_t frame, const BudgetSpec& budget);

}  // namespace wend::view
