#include <algorithm>

#include "wend/planning/planner.hpp"
#include "wend/sim/plan_once.hpp"

#include "sim/focus/world.hpp"
#include "sim/ground/live_constraints.hpp"

namespace wend {
namespace {

/// All legs at once: nobody walks who could come to the later ones.
planning::Chain whole_chain(const FocusSpec& spec) {
    constexpr std::uint32_t all = 1'000'000;
    planning::Chain chain = chain_of(spec);
    for (planning::Stage& stage : chain.stages) stage.legs = all;
    return chain;
}

StatusCode status_of(const planning::Planner& planner) {
    if (planner.reaches_goal()) return StatusCode::ok;
    const StatusCode status = planner.status();
    return status == StatusCode::unreachable || status == StatusCode::invalid_input
               ? status
               : StatusCode::out_of_budget;
}

}  // namespace

Result<PlanAnswer> plan_once(const Scene& scene, const PlanQuestion& question, Budget& budget) {
    World world(scene);
    auto router = Router::create(scene);
    if (!router) return router.status();
    auto made = FocusWorld::create(scene, world, router.value());
    if (!made) return made.status();
    const planning::DomainSet& domains = made.value()->domains();
    const planning::Chain chain = whole_chain(question.chain);
    if (Status status = planning::check(chain, domains); !status.is_ok()) return status;

    LiveConstraints constraints(scene);
    std::vector<BindingIndex> changed;
    constraints.look(*world.snapshot(), changed);
    AgentSpec who;
    who.name = question.agent;
    for (const AgentSpec& agent : scene.agents)
        if (agent.name == question.agent) who.group = agent.group;
    const auto binding = constraints.bind(who);
    if (!binding) return binding.status();

    planning::Trace trace;  // keeps the searches for the view
    planning::Planner planner(chain, domains,
                              {{},
                               question.limits,
                               planning::cruise_speed(chain, question.limits),
                               &constraints.field(binding.value())});
    planner.set_trace(&trace);
    planner.set_start(question.start);
    planner.set_goal(question.goal);
    const planning::View view{world.snapshot(), nullptr, world.time()};
    while (!planner.reaches_goal() && planner.has_work() && !budget.exhausted())
        planner.plan(view, budget, 1);
    return PlanAnswer{status_of(planner), planner.inspect(), planner.walk()};
}

}  // namespace wend
