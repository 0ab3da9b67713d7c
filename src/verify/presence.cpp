#include "verify/presence.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

/// Seconds that rounding makes of a time step added up or multiplied.
double time_tolerance(double time) {
    return 1e-6 + 1e-9 * std::abs(time);
}

}  // namespace

void Presence::check_time(const io::Frame& frame, Episodes& findings) {
    const double due = time_step_ * frame.index;
    const bool in_time = std::abs(frame.time - due) <= time_tolerance(due);
    const double off = in_time ? 0 : frame.time - due;
    const double missing = time_step_ * (static_cast<double>(frame.index) - next_index_);
    next_index_ = frame.index + 1;
    if (missing == 0 && in_time) return;
    findings.see({{FindingKind::wrong_time, frame.index, 0},
                  frame.time,
                  frame.time,
                  {},
                  0,
                  std::max(std::abs(missing), std::abs(off))});
}

void Presence::check_agents(const io::Frame& last, const io::Frame& frame, const Goals& goals,
                            Episodes& findings) {
    is_there_.assign(stays_.size(), false);
    for (const io::RecordedAgent& agent : frame.agents) {
        is_there_[agent.agent] = true;
        if (stays_[agent.agent] == Stay::gone)
            findings.see({{FindingKind::came_back, agent.agent, 0},
                          last.time,
                          frame.time,
                          agent.position.xy(),
                          agent.layer,
                          frame.time - last.time});
        stays_[agent.agent] = Stay::inside;
    }
    for (const io::RecordedAgent& agent : last.agents) {
        if (is_there_[agent.agent]) continue;
        stays_[agent.agent] = Stay::gone;
        if (goals.gone_for(agent.agent, frame.time) >= 0) continue;
        const double to_exit = goals.distance_to_exit(agent.agent, last.time, frame.time);
        if (to_exit > 0)
            findings.see({{FindingKind::vanished, agent.agent, 0},
                          last.time,
                          frame.time,
                          agent.position.xy(),
                          agent.layer,
                          to_exit});
    }
}

}  // namespace wend::verify
