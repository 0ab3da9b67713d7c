#include "wend/view/frame_stats.hpp"

#include "wend/io/recording.hpp"

namespace wend::view {

FrameStats FrameCounter::count(const io::Frame& frame, const FrameCost& cost) {
    double walked = 0;
    std::size_t in_both = 0;
    auto old = before_.begin();
    const auto skip_before = [&](std::uint32_t number) {
        for (; old != before_.end() && old->agent < number; ++old)
            arrived_and_left_ += old->mode == io::AgentMode::arrived;
    };
    FrameStats stats;
    stats.present = static_cast<std::uint32_t>(frame.agents.size());
    for (const io::RecordedAgent& agent : frame.agents) {
        stats.arrived += agent.mode == io::AgentMode::arrived;
        stats.standing += agent.mode == io::AgentMode::standing;
        skip_before(agent.agent);
        if (old == before_.end() || old->agent != agent.agent) continue;
        walked += distance(agent.position.xy(), old->position.xy());
        ++in_both;
        ++old;
    }
    skip_before(0xFFFFFFFFu);
    stats.arrived += arrived_and_left_;
    stats.cost_ms = static_cast<float>(cost.seconds * 1000);
    stats.expansions = cost.expansions;
    stats.over_budget = cost.over_budget;
    if (in_both > 0 && frame.time > time_before_)
        stats.mean_speed =
            static_cast<float>(walked / (frame.time - time_before_) / static_cast<double>(in_both));
    before_ = frame.agents;
    time_before_ = frame.time;
    return stats;
}

}  // namespace wend::view
