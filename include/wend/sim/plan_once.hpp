#pragma once

// One question to the multi-domain planner about a scene as it begins: nobody walks in it yet, but obstacles
// and platforms go the ways that are known of them.

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/planning/inspect.hpp"
#include "wend/planning/problem.hpp"
#include "wend/world/planner_spec.hpp"
#include "wend/world/scene.hpp"

namespace wend {

struct PlanQuestion {
    planning::Start start;
    planning::Aim goal;
    AgentLimits limits;
    FocusSpec chain;    ///< its target does not matter
    std::string agent;  ///< whose constraints count, by name; those for all always do
};

struct PlanAnswer {
    /// ok: the plan leads to the goal. out_of_budget: it did not get that far.
    StatusCode status = StatusCode::in_progress;
    planning::PlannerView view;  ///< every task, and what the agent would do
    std::vector<domains::WalkFrame> walk;
};

/// Fails when no mesh can be made of the scene, or no planner of the chain.
[[nodiscard]] Result<PlanAnswer> plan_once(const Scene& scene, const PlanQuestion& question, Budget& budget);

}  // namespace wend
