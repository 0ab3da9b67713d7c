#include "wend/planning/chain.hpp"

#include <algorithm>
#include <string_view>

namespace wend::planning {
namespace {

std::string at_stage(std::size_t index, std::string_view what) {
    return "planner stage " + std::to_string(index) + ": " + std::string(what);
}

Status check_stage(const Stage& stage, std::size_t index, const DomainSet& domains) {
    if (!domains.contains(stage.domain)) {
        std::string known;
        for (const std::string& name : domains.names()) known += (known.empty() ? "" : ", ") + name;
        return Status::invalid_input(
            at_stage(index, "there is no domain '" + stage.domain + "'; there are: " + known));
    }
    const TunnelWidth& width = stage.settings.tunnel;
    if (!(width.space > 0) || !(width.time > 0))
        return Status::invalid_input(
            at_stage(index, "a tunnel's width must be positive in metres and seconds, got " +
                                std::to_string(width.space) + " and " + std::to_string(width.time)));
    if (!(stage.settings.widest > 0))
        return Status::invalid_input(at_stage(
            index, "the widest tunnel must be positive, got " + std::to_string(stage.settings.widest)));
    if (stage.from_above != Relation::waypoints) return Status::ok();
    if (index == 0)
        return Status::invalid_input(
            at_stage(index, "the first stage has nothing above it to take waypoints from"));
    if (!(stage.waypoint_spacing > 0) || stage.legs == 0)
        return Status::invalid_input(
            at_stage(index, "waypoints need a positive spacing and at least one leg"));
    return Status::ok();
}

}  // namespace

double cruise_speed(const Chain& chain, const AgentLimits& limits) noexcept {
    double share = 1;
    for (const Stage& stage : chain.stages) share = std::min(share, stage.speed_share);
    return std::min(1.2, 0.9 * share * limits.max_speed);
}

std::unique_ptr<Task> DomainSet::make(const std::string& name, const Traveller& who,
                                      const TaskSettings& settings) const {
    const auto at = makers_.find(name);
    return at == makers_.end() ? nullptr : at->second(who, settings);
}

std::vector<std::string> DomainSet::names() const {
    std::vector<std::string> names;
    for (const auto& [name, make] : makers_) names.push_back(name);
    return names;
}

Status check(const Chain& chain, const DomainSet& domains) {
    if (chain.stages.empty())
        return Status::invalid_input("planner: expected at least one stage, found none");
    std::size_t waypoint_stages = 0;
    for (std::size_t i = 0; i < chain.stages.size(); ++i) {
        if (Status status = check_stage(chain.stages[i], i, domains); !status.is_ok()) return status;
        waypoint_stages += chain.stages[i].from_above == Relation::waypoints;
        if (waypoint_stages > 1)
            return Status::invalid_input(at_stage(i, "waypoints are taken only once in a chain"));
    }
    return Status::ok();
}

}  // namespace wend::planning
