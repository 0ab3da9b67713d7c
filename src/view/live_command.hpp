#pragma once

// What a page may ask of a live world, read from its JSON with every field checked.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"
#include "wend/view/messages.hpp"

namespace wend::view {

struct PauseCommand {
    bool paused = true;
};
struct StepCommand {};
struct SpeedCommand {
    double speed = 1;
};
struct WatchCommand {
    std::optional<std::uint32_t> agent;
};
struct DropCommand {
    Vec2 at;
    std::uint32_t layer = 0;
    double radius = 0.5;
};
struct MoveCommand {
    std::string obstacle;
    Vec2 at;
};
struct DeleteCommand {
    std::string obstacle;
};
struct GoalCommand {
    std::string target;
    Vec2 at;
    std::uint32_t layer = 0;
};
struct AddAgentCommand {
    Vec2 at;
    std::uint32_t layer = 0;
    double radius = 0.25;
    Vec2 goal;
    std::uint32_t goal_layer = 0;
};
struct RemoveAgentCommand {
    std::string agent;
};
struct PauseAgentCommand {
    std::string agent;
    bool paused = true;
};
struct BudgetCommand {
    BudgetSpec budget;
};
/// A region that attracts, repels or must not be entered; in place of the constraint of that name.
struct ConstraintCommand {
    ConstraintSpec constraint;
};
struct LiftCommand {
    std::string constraint;
};
/// Whether this reader wants what an overlay shows that is sent only to those who ask; unset: as before.
struct ShowCommand {
    std::optional<bool> mesh;
    std::optional<bool> expanded;
    std::optional<bool> plans;     ///< of others than the one it watches
    std::optional<bool> map = {};  ///< of shortest paths to the goal of the one it watches

    void take(const ShowCommand& newer) {
        if (newer.mesh) mesh = newer.mesh;
        if (newer.expanded) expanded = newer.expanded;
        if (newer.plans) plans = newer.plans;
        if (newer.map) map = newer.map;
    }
};
/// Another scene, or the same from its start; unset fields stay as they are.
struct OpenCommand {
    std::string scene;  ///< by name
    std::string text;   ///< or a scene file's text
    std::optional<std::uint64_t> seed;
    std::optional<BudgetSpec> budget;
};
struct CheckCommand {
    std::string text;
};
struct SaveCommand {
    std::string name;
    std::string text;
};
/// The session as it is now as a scene.
struct ExportCommand {};
using Command = std::variant<PauseCommand, StepCommand, SpeedCommand, WatchCommand, DropCommand, MoveCommand,
                             DeleteCommand, GoalCommand, AddAgentCommand, RemoveAgentCommand,
                             PauseAgentCommand, BudgetCommand, ConstraintCommand, LiftCommand, ShowCommand,
                             OpenCommand, CheckCommand, SaveCommand, ExportCommand>;

[[nodiscard]] Result<Command> parse_command(std::string_view text);

struct LiveStatus {
    bool paused = false;
    double speed = 1;
    bool finished = false;
    bool waiting = false;  ///< for the first page
    friend bool operator==(const LiveStatus&, const LiveStatus&) = default;
};
[[nodiscard]] Message status_message(const LiveStatus& status);
/// `about` is the command it answers, where a page must tell them apart.
[[nodiscard]] Message notice_message(bool ok, std::string_view text, std::string_view about = {});

}  // namespace wend::view
