#include "wend/world/state.hpp"

#include <algorithm>
#include <cmath>

namespace wend {
namespace {

/// The plan's motion as far as it is valid.
void append_promised(const PublishedPlan& plan, std::vector<Keyframe>& keys) {
    keys.reserve(plan.motion.keyframes.size());
    for (const Keyframe& key : plan.motion.keyframes)
        if (key.time < plan.valid.high) keys.push_back(key);
    if (keys.size() < plan.motion.keyframes.size())
        keys.push_back({plan.valid.high, plan.motion.at(plan.valid.high)});
}

}  // namespace

Body body_of(AgentId id, const AgentState& agent, double now) {
    return body_of(id, agent, agent.plan.get(), now);
}

Body body_of(AgentId id, const AgentState& agent, const PublishedPlan* plan, double now,
             std::vector<Keyframe> memory) {
    memory.clear();
    Body body{.who = id,
              .layer = agent.motion.layer,
              .shape = DiscShape{agent.limits().radius},
              .motion = {std::move(memory), false},
              .present = {now, std::numeric_limits<double>::infinity()}};
    if (!plan) {
        body.motion.keyframes.push_back({now, {agent.motion.position, agent.motion.heading}});
        return body;
    }
    append_promised(*plan, body.motion.keyframes);
    if (plan->outline) body.shape = PolygonShape{*plan->outline};
    body.other_layer = plan->other_layer;
    // Until the plan begins, the agent waits where it begins.
    body.present.low = std::min(now, plan->valid.low);
    if (plan->after == AfterPlan::gone)
        body.present.high =
            std::isinf(plan->valid.high) ? body.motion.keyframes.back().time : plan->valid.high;
    return body;
}

std::optional<Body> body_of(ObstacleId id, const ObstacleState& obstacle, double observation_horizon) {
    const ObstacleSpec& spec = *obstacle.spec;
    if (spec.knowledge == Knowledge::known)
        return Body{.who = id,
                    .layer = spec.layer,
                    .shape = spec.shape,
                    .motion = spec.motion,
                    .present = spec.present};
    if (!obstacle.seen) return std::nullopt;
    const Observation& seen = *obstacle.seen;
    const double until = seen.time + observation_horizon;
    const Pose after{seen.pose.position + seen.velocity * observation_horizon, seen.pose.angle};
    return Body{.who = id,
                .layer = spec.layer,
                .shape = spec.shape,
                .motion = {{{seen.time, seen.pose}, {until, after}}, false},
                .present = {seen.time, until},
                .growth = spec.uncertainty_growth};
}

}  // namespace wend
