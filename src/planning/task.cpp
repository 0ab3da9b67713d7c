#include "wend/planning/task.hpp"

namespace wend::planning {

std::string_view to_string(EventKind kind) noexcept {
    switch (kind) {
        case EventKind::start_changed:
            return "START_CHANGED";
        case EventKind::goal_changed:
            return "GOAL_CHANGED";
        case EventKind::world_changed:
            return "WORLD_CHANGED";
        case EventKind::tunnel_changed:
            return "TUNNEL_CHANGED";
        case EventKind::plan_status_changed:
            return "PLAN_STATUS_CHANGED";
    }
    return "unknown";
}

}  // namespace wend::planning
