#pragma once

// Everything about an agent's planning that can be shown, as plain data. Pictures are made on demand from
// what planning keeps anyway; events and times are noted only into a Trace that somebody has asked for.

#include <string>
#include <vector>

#include "wend/planning/task.hpp"

namespace wend::planning {

struct EventRecord {
    double time = 0;
    EventKind kind{};
    std::uint32_t stage = 0;
    std::uint32_t leg = 0;
    friend bool operator==(const EventRecord&, const EventRecord&) = default;
};

/// One execution of a task.
struct ExecutionRecord {
    double time = 0;  ///< of the world
    std::uint32_t stage = 0;
    std::uint32_t leg = 0;
    std::uint64_t expansions = 0;
    double seconds = 0;
};

struct Trace {
    std::vector<EventRecord> events;
    std::vector<ExecutionRecord> executions;
    /// Tasks keep their searches for pictures, even where they would forget them. To be set before the trace
    /// is.
    bool keeps_searches = true;
    void clear() {
        events.clear();
        executions.clear();
    }
};

struct TaskView {
    std::string domain;
    std::uint32_t stage = 0;
    std::uint32_t leg = 0;
    double priority = 0;
    TaskStatus status;
    domains::Course course;
    domains::Course tunnel_course;  ///< that its tunnel follows
    TaskPicture picture;
};

struct PlannerView {
    std::vector<TaskView> tasks;  ///< the simplest domain first, then by leg
    std::vector<domains::Place> waypoints;
    domains::Course course;  ///< what the agent would do
    std::size_t bytes = 0;
};

}  // namespace wend::planning
