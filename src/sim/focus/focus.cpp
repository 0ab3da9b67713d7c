#include "sim/focus/focus.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "wend/planning/scheduler.hpp"

#include "sim/crowd.hpp"
#include "sim/focus/agent.hpp"
#include "sim/focus/fidelity.hpp"
#include "sim/focus/world.hpp"

namespace wend {
namespace {

/// What the others' promises must be good for: a promise of the focus, and the stop after it.
constexpr double stopping_time = 3;  // seconds

bool names(const FocusSpec& focus, const AgentSpec& agent) {
    return focus.target == agent.name || focus.target == agent.group;
}

/// It moves, as a plan in space and time says.
bool walks_plan_in_time(const Walker& walker) {
    return walker.walks_in_time() && !walker.commitment.is_done();
}

/// Windows are help for a moment, and must not cost more than that where nobody said what a frame may cost.
constexpr std::uint64_t expansions_of_a_window = 200;

planning::FrameBudget share_of(const BudgetSpec& frame, double share) {
    planning::FrameBudget budget;
    if (frame.seconds) budget.seconds = *frame.seconds * share;
    if (frame.expansions)
        budget.expansions = static_cast<std::uint64_t>(static_cast<double>(*frame.expansions) * share);
    return budget;
}

/// By domain, in the order of the chain.
void add_replans(const planning::Planner& planner, std::vector<DomainReplans>& all) {
    auto next = all.begin();
    for (std::size_t stage = 0; stage < planner.stage_count(); ++stage) {
        const auto totals = planner.totals_of(stage);
        auto at = std::find_if(all.begin(), all.end(), [&](const DomainReplans& known) {
            return known.domain == planner.domain_of(stage);
        });
        if (at == all.end()) at = all.insert(next, {planner.domain_of(stage), 0, 0});
        at->repaired += totals.repairs;
        at->restarted += totals.restarts;
        next = at + 1;
    }
}

BudgetSpec left_of(const BudgetSpec& frame, const planning::FrameReport& spent) {
    BudgetSpec left = frame;
    if (left.seconds) left.seconds = std::max(0.0, *left.seconds - spent.seconds);
    if (left.expansions) left.expansions = *left.expansions - std::min(*left.expansions, spent.expansions);
    return left;
}

}  // namespace

struct Focus::State {
    std::unique_ptr<FocusWorld> world;
    std::vector<FocusSpec> specs;
    planning::Scheduler scheduler;
    std::vector<std::unique_ptr<FocusAgent>> agents;  ///< by number of the walker; null: not planned for
    std::map<std::uint32_t, FeetMemory> feet;  ///< of those for whom nothing is planned yet, or no more
    std::vector<std::uint32_t> watched;        ///< by number: how many watch
    double committing = 0;                     ///< seconds of a frame, at most for a while

    explicit State(Workers& workers) : scheduler(settings_of(workers)) {}
    static planning::SchedulerSettings settings_of(Workers& workers) {
        planning::SchedulerSettings settings;
        settings.workers = &workers;
        return settings;
    }
    [[nodiscard]] FocusAgent* find(std::uint32_t number) const {
        return number < agents.size() ? agents[number].get() : nullptr;
    }
    void follow(Crowd& crowd, Walker& walker);
    void drop(std::uint32_t number);
    /// What promising takes of the frames is not there for searching.
    void note_commit(double seconds) {
        constexpr double fading = 0.95;
        committing = std::max(seconds, fading * committing);
    }
    void let_go(Walker& walker);
    [[nodiscard]] const planning::Chain& chain_for(const AgentSpec& agent) const;
    std::vector<DomainReplans> gone;  ///< of those who are no longer planned for
};

Focus::Focus(std::unique_ptr<State> state) : state_(std::move(state)) {}
Focus::~Focus() = default;

Result<std::shared_ptr<Focus>> Focus::create(Crowd& crowd) {
    auto world = FocusWorld::create(crowd.scene, crowd.world, crowd.router);
    if (!world) return world.status();
    auto state = std::make_unique<State>(crowd.workers);
    state->world = std::move(world).value();
    state->specs = crowd.scene.planner.focus;
    std::shared_ptr<Focus> made(new Focus(std::move(state)));
    for (Walker& walker : crowd.walkers) made->mark(walker);
    crowd.steering.standing_time =
        std::max(crowd.steering.standing_time, crowd.scene.planner.horizon + stopping_time);
    return made;
}

void Focus::mark(Walker& walker) const {
    const auto& specs = state_->specs;
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const FocusSpec& focus) { return names(focus, walker.spec); });
    walker.is_in_focus = spec != specs.end();
    if (!walker.is_in_focus) return;
    const planning::Chain& chain = state_->world->chain(static_cast<std::size_t>(spec - specs.begin()));
    walker.goes_by_feet = chain.stages.back().domain == "footsteps";
}

void Focus::State::drop(std::uint32_t number) {
    if (!find(number)) return;
    add_replans(agents[number]->planner(), gone);
    scheduler.remove(agents[number]->id());
    agents[number].reset();
}

/// What it has promised it walks to its end, and the crowd's rules lead it on from there.
void Focus::State::let_go(Walker& walker) {
    FocusAgent* agent = find(walker.number);
    if (!agent) return;
    if (agent->is_enlisted) agent->is_enlisted = !scheduler.remove(agent->id());
    if (walks_plan_in_time(walker)) return;
    if (walker.walks_in_time()) FocusAgent::leave_plan(walker);
    drop(walker.number);
}

/// That of the first entry that names it; else that of windows.
const planning::Chain& Focus::State::chain_for(const AgentSpec& agent) const {
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const FocusSpec& focus) { return names(focus, agent); });
    return world->chain(static_cast<std::size_t>(spec - specs.begin()));
}

/// Who has entered, or has a window now, gets a planner; who has left, or whose window is over, loses it; who
/// has nothing to plan for does not plan.
void Focus::State::follow(Crowd& crowd, Walker& walker) {
    FocusAgent* agent = find(walker.number);
    if (agent && (agent->id() != walker.id || agent->binding() != walker.binding)) {
        if (agent->feet() && agent->id() == walker.id) feet[walker.number] = agent->feet()->memory();
        drop(walker.number), agent = nullptr;
    }
    if (!is_planned_in_time(walker, crowd.world.time())) return let_go(walker);
    if (!walker.is_present() || walker.wants_target) return;
    if (!agent) {
        if (agents.size() <= walker.number) agents.resize(walker.number + 1);
        agents[walker.number] = std::make_unique<FocusAgent>(chain_for(walker.spec), world->domains(), walker,
                                                             crowd.router.constraints(),
                                                             world->frames_per_move(), crowd.scene.time_step);
        agent = agents[walker.number].get();
        if (auto kept = feet.extract(walker.number); kept && agent->feet())
            agent->feet()->recall(std::move(kept.mapped()));
    }
    const bool wants_plan = !walker.is_paused && !walker.has_arrived;
    if (wants_plan != agent->is_enlisted) {
        if (wants_plan)
            scheduler.add(walker.id, agent->planner());
        else
            scheduler.remove(walker.id);
        agent->is_enlisted = wants_plan;
    }
    agent->watch(walker.number < watched.size() && watched[walker.number] > 0);
    if (wants_plan) agent->prepare(crowd, walker);
}

FocusTurn Focus::plan(Crowd& crowd) {
    State& state = *state_;
    state.world->keep_up(crowd.world);
    for (Walker& walker : crowd.walkers) state.follow(crowd, walker);
    // Promises change all the time, and nearly all of that concerns nobody's plan: whether a plan in space
    // and time survives it is judged by its agent (FocusAgent::doubt).
    const planning::View view{crowd.world.snapshot(), &crowd.world.changes(), crowd.world.time(),
                              &state.world->edits()};
    planning::FrameBudget budget = share_of(crowd.budget, crowd.scene.planner.share);
    if (budget.seconds) budget.seconds = std::max(*budget.seconds - state.committing, *budget.seconds / 4);
    if (state.specs.empty()) {
        const std::uint64_t enough = expansions_of_a_window * state.scheduler.size();
        budget.expansions = std::min(budget.expansions.value_or(enough), enough);
    }
    const auto report = state.scheduler.run(view, budget);
    const auto searched = Budget::Clock::now();
    FocusTurn turn{left_of(crowd.budget, report), report.expansions, {}};
    for (Walker& walker : crowd.walkers)
        if (FocusAgent* agent = state.find(walker.number))
            if (agent->commit(crowd, walker)) turn.braking.push_back(walker.number);
    state.note_commit(std::chrono::duration<double>(Budget::Clock::now() - searched).count());
    return turn;
}

std::optional<FeetMemory> Focus::feet_of(std::uint32_t number) const {
    const FocusAgent* agent = state_->find(number);
    if (agent && agent->feet()) return agent->feet()->memory();
    const auto kept = state_->feet.find(number);
    return kept == state_->feet.end() ? std::nullopt : std::optional(kept->second);
}

void Focus::recall(std::uint32_t number, FeetMemory feet) {
    state_->feet[number] = std::move(feet);
}

double Focus::metres_left(std::uint32_t number) const {
    const FocusAgent* agent = state_->find(number);
    return agent ? domains::length_of(agent->planner().course()) : 0;
}

std::vector<DomainReplans> Focus::replans() const {
    std::vector<DomainReplans> all = state_->gone;
    for (const auto& agent : state_->agents)
        if (agent) add_replans(agent->planner(), all);
    return all;
}

void Focus::watch(std::uint32_t number, bool is_watched) {
    if (state_->watched.size() <= number) state_->watched.resize(number + 1);
    std::uint32_t& watchers = state_->watched[number];
    if (is_watched) ++watchers;
    if (!is_watched && watchers > 0) --watchers;
}

std::optional<FocusView> Focus::inspect(std::uint32_t number, std::size_t most_expanded) const {
    const FocusAgent* agent = state_->find(number);
    if (!agent) return std::nullopt;
    const planning::Planner& planner = agent->planner();
    return FocusView{planner.inspect(most_expanded), agent->trace(), planner.start()};
}

bool is_left_to_focus(const Crowd& crowd, const Walker& walker) {
    constexpr double patience = 0.3, patience_with_window = 8;  // seconds
    const double now = crowd.world.time();
    if (walker.goes_by_feet) return true;
    if (walker.has_arrived) return false;
    if (!is_planned_in_time(walker, now)) return walks_plan_in_time(walker);
    const bool is_own = walker.walks_in_time() || !walker.commitment.route;
    if (is_own && !walker.commitment.is_done()) return true;
    if (walker.is_broken || walker.request.is_alive(now)) return false;
    if (!walker.commitment.is_done()) return now < walker.kept_until;
    if (walker.goal.window) return walker.waited < patience_with_window;
    return walker.promises > 0 && walker.waited < patience;
}

FocusTurn plan_in_focus(Crowd& crowd) {
    const auto has_window = [](const Walker& walker) { return walker.window_until > 0; };
    if (!crowd.focus && std::any_of(crowd.walkers.begin(), crowd.walkers.end(), has_window))
        if (auto made = Focus::create(crowd)) crowd.focus = std::move(made).value();
    return crowd.focus ? crowd.focus->plan(crowd) : FocusTurn{crowd.budget, 0, {}};
}

}  // namespace wend
