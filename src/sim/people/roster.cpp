#include "sim/people/roster.hpp"

namespace wend {

std::uint32_t Roster::take_number(std::uint64_t frame, std::uint32_t next) {
    if (free_.empty() || free_.front().frame >= frame) return next;
    const std::uint32_t number = free_.front().number;
    free_.pop_front();
    return number;
}

std::uint32_t Roster::record(std::uint32_t number) {
    numbers_[next_recorded_] = number;
    return next_recorded_++;
}

std::optional<std::uint32_t> Roster::find(std::uint32_t recorded) const {
    const auto found = numbers_.find(recorded);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void Roster::add_names(const AgentSpec& agent) {
    ++names_[agent.name];
    if (!agent.group.empty() && agent.group != agent.name) ++names_[agent.group];
}

void Roster::remove_names(const AgentSpec& agent) {
    const auto drop = [this](const std::string& name) {
        const auto found = names_.find(name);
        if (found != names_.end() && --found->second == 0) names_.erase(found);
    };
    drop(agent.name);
    if (!agent.group.empty() && agent.group != agent.name) drop(agent.group);
}

}  // namespace wend
