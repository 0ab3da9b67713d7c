// A run that is kept, and gone on with. What a step works out from the rest is not kept (saved_run.hpp), so a
// run that goes on from a saved one may go another way than one that was never stopped; but every run that
// goes on from the same saved one goes the same way.

#include <algorithm>
#include <new>

#include "sim/focus/feet.hpp"
#include "sim/focus/fidelity.hpp"
#include "sim/focus/focus.hpp"
#include "sim/ground/goals.hpp"
#include "sim/run/saved_run.hpp"
#include "sim/run/simulation_state.hpp"

namespace wend {
namespace {

/// Goals that have been given since the last step, by whom they are for.
std::unordered_map<AgentId, Goal> goals_not_heard_of(const Crowd& crowd) {
    std::unordered_map<AgentId, Goal> goals;
    const auto note = [&](AgentId who) {
        if (const AgentState* agent = crowd.world.agents().find(who)) goals[who] = *agent->goal;
    };
    const bool is_told = crowd.world.changes().visit_since(crowd.seen_stamp, [&](const Change& change) {
        if (change.kind == ChangeKind::goal_changed) note(change.who.agent);
    });
    if (!is_told) crowd.world.agents().for_each([&](AgentId who, const AgentState&) { note(who); });
    return goals;
}

/// The promise without the ticks that have been walked.
Commitment rest_of(const Commitment& promise) {
    Commitment rest = promise;
    rest.ticks.erase(rest.ticks.begin(), rest.ticks.begin() + static_cast<std::ptrdiff_t>(
                                                                  std::min(promise.next, rest.ticks.size())));
    rest.next = 0;
    return rest;
}

SavedWalker saved(const Crowd& crowd, const Walker& walker) {
    SavedWalker kept;
    kept.walker = walker;
    kept.walker.commitment = rest_of(walker.commitment);
    if (const auto& route = walker.commitment.route)
        kept.route = SavedRoute{route->points(), route->bend_speed()};
    if (const AgentState* agent = crowd.world.agents().find(walker.id)) kept.motion = agent->motion;
    if (crowd.focus) kept.feet = crowd.focus->feet_of(walker.number);
    leave_plan(kept.walker, crowd.world.time(), crowd.scene.time_step);
    return kept;
}

SavedRun saved(const Crowd& crowd) {
    SavedRun run;
    run.scene = crowd.scene;
    run.seed = crowd.options.seed;
    run.forgets = crowd.options.forgets;
    run.agents = crowd.agents;
    run.frame = crowd.frame;
    run.next_event = crowd.next_event;
    run.next_recorded = crowd.roster.recorded_count();
    run.budget = crowd.budget;
    run.standing_time = crowd.steering.standing_time;
    run.constraints = crowd.router.constraints().specs();
    run.recorder = crowd.recorder.memory(crowd.world);
    crowd.world.obstacles().for_each(
        [&](ObstacleId, const ObstacleState& state) { run.obstacles.push_back(*state.spec); });
    const auto goals = goals_not_heard_of(crowd);
    std::unordered_map<std::uint32_t, std::uint32_t> places;  // in the list, by number
    std::vector<std::uint32_t> numbers;
    for (const Walker& walker : crowd.walkers) {
        if (walker.has_left && run.forgets) continue;
        numbers.push_back(walker.number);
        places[walker.number] = static_cast<std::uint32_t>(run.walkers.size());
        SavedWalker kept = saved(crowd, walker);
        if (const auto goal = goals.find(walker.id); walker.is_present() && goal != goals.end())
            kept.next_goal = goal->second;
        run.walkers.push_back(std::move(kept));
    }
    for (const std::uint32_t number : crowd.outside)
        if (const auto place = places.find(number); place != places.end())
            run.outside.push_back(place->second);
    for (const Settling& settling : crowd.settling)
        if (const auto number = crowd.numbers.find(settling.who); number != crowd.numbers.end())
            run.settling.push_back(
                {places.at(number->second), settling.meanwhile, settling.promises, settling.is_recorded});
    if (crowd.awareness) run.awareness = crowd.awareness->memory(crowd, numbers);
    return run;
}

bool is_sound(const domains::FootstepPlan& plan, std::size_t layers) {
    const auto has_layer = [&](const auto& at) { return at.layer < layers; };
    return plan.walk.empty() == plan.joints.empty() &&
           std::all_of(plan.walk.begin(), plan.walk.end(), has_layer) &&
           std::all_of(plan.plants.begin(), plan.plants.end(), has_layer) &&
           std::all_of(plan.joints.begin(), plan.joints.end(),
                       [&](const auto& joint) { return joint.frame < plan.walk.size(); });
}

/// What would be read beyond its end, or divide by nothing.
bool is_sound(const SavedRun& run) {
    const std::size_t layers = run.scene.layers.size(), count = run.walkers.size();
    const auto is_walker = [&](std::uint32_t place) { return place < count; };
    const auto has_layer = [&](const auto& at) { return at.layer < layers; };
    const auto stands_right = [&](const SavedWalker& kept) {
        const Walker& walker = kept.walker;
        return has_layer(walker.spec) && has_layer(walker.place) && has_layer(walker.target) &&
               has_layer(walker.goal) && walker.called < run.next_recorded &&
               walker.recorded < run.next_recorded &&
               std::all_of(walker.commitment.ticks.begin(), walker.commitment.ticks.end(), has_layer) &&
               (!kept.route ||
                (!kept.route->points.empty() &&
                 std::all_of(kept.route->points.begin(), kept.route->points.end(), has_layer))) &&
               (!kept.motion || has_layer(*kept.motion)) &&
               (!kept.feet || is_sound(kept.feet->promised, layers));
    };
    const auto is_known_right = [&](const AwarenessMemory& awareness) {
        const auto& events = awareness.knowledge.events;
        return std::all_of(events.begin(), events.end(), has_layer);
    };
    return run.next_event <= run.scene.events.size() &&
           std::all_of(run.walkers.begin(), run.walkers.end(), stands_right) &&
           std::all_of(run.outside.begin(), run.outside.end(), is_walker) &&
           std::all_of(run.settling.begin(), run.settling.end(),
                       [&](const SavedSettling& settling) { return is_walker(settling.walker); }) &&
           std::all_of(run.obstacles.begin(), run.obstacles.end(),
                       [&](const ObstacleSpec& obstacle) {
                           return has_layer(obstacle) && !obstacle.motion.keyframes.empty();
                       }) &&
           (!run.awareness || is_known_right(*run.awareness));
}

/// Puts what was kept into a crowd that has just been made of the scene without obstacles.
class Resumption {
  public:
    Resumption(Crowd& crowd, SavedRun& run) : crowd_(crowd), run_(run) {}

    Status run() {
        set_clock();
        put_obstacles();
        hear_goal_events();
        put_walkers();
        crowd_.outside = run_.outside;
        if (Status bound = bind_walkers(crowd_); !bound.is_ok()) return bound;
        if (Status planned = put_planners(); !planned.is_ok()) return planned;
        if (Status known = put_knowledge(); !known.is_ok()) return known;
        crowd_.recorder.recall(std::move(run_.recorder), crowd_.world);
        crowd_.seen_stamp = crowd_.world.version();
        for (Walker& walker : crowd_.walkers)
            if (const auto& goal = run_.walkers[walker.number].next_goal; goal && walker.is_present())
                crowd_.world.set_goal(walker.id, *goal);
        return Status::ok();
    }

  private:
    void set_clock() {
        crowd_.frame = crowd_.first_frame = run_.frame;
        crowd_.budget = run_.budget;
        crowd_.next_event = static_cast<std::size_t>(run_.next_event);
        crowd_.steering.standing_time = run_.standing_time;
        crowd_.world.advance(crowd_.time_at(run_.frame));
    }

    void put_obstacles() {
        crowd_.scene.obstacles = std::move(run_.scene.obstacles);
        for (ObstacleSpec& obstacle : run_.obstacles) crowd_.world.add_obstacle(std::move(obstacle));
    }

    /// Whoever has yet to enter is given the goal that it was given while outside.
    void hear_goal_events() {
        for (std::size_t i = 0; i < crowd_.next_event; ++i)
            if (std::holds_alternative<GoalEvent>(crowd_.scene.events[i].what))
                (void)crowd_.world.apply(crowd_.scene.events[i]);
    }

    void put_walkers() {
        crowd_.agents = std::move(run_.agents);
        crowd_.walkers.clear();
        crowd_.roster = Roster(run_.next_recorded);
        for (std::uint32_t number = 0; number < run_.walkers.size(); ++number) {
            SavedWalker& kept = run_.walkers[number];
            Walker& walker = crowd_.walkers.emplace_back(std::move(kept.walker));
            walker.number = number;
            crowd_.roster.recall(walker.called, number);
            crowd_.roster.recall(walker.recorded, number);
            if (walker.has_left) continue;
            crowd_.roster.add_names(walker.spec);
            if (kept.motion) put(walker, kept);
        }
        for (const SavedSettling& settling : run_.settling)
            crowd_.settling.push_back({crowd_.walkers[settling.walker].id, settling.meanwhile,
                                       settling.promises, settling.is_recorded});
    }

    /// Into the world, with what it has promised. It doubts that, and looks for its way again when its turn
    /// comes: both are as easily found as kept.
    void put(Walker& walker, const SavedWalker& kept) {
        const AgentSpec& spec = walker.spec;
        walker.id = crowd_.world.add_agent(spec);
        crowd_.numbers[walker.id] = walker.number;
        crowd_.world.move_agent(walker.id, *kept.motion);
        crowd_.world.set_goal(walker.id, walker.goal);
        const bool wants_exit = walker.wants_exit;
        take_goal(walker, Goal(walker.goal));
        walker.wants_exit = wants_exit;
        if (kept.route)
            walker.commitment.route = std::make_shared<const Route>(
                kept.route->points, spec.limits, crowd_.scene.time_step, kept.route->bend_speed);
        walker.is_broken = walker.looks_again = true;
        if (walker.commitment.is_done()) return;
        PreparedPlan published = prepared(crowd_, walker, walker.commitment);
        crowd_.world.publish_plan(walker.id, published);
    }

    /// Who is in focus plans anew, from how it stands and what it has promised.
    Status put_planners() {
        if (crowd_.scene.planner.focus.empty()) return Status::ok();
        auto focus = Focus::create(crowd_);
        if (!focus) return focus.status();
        crowd_.focus = std::move(focus).value();
        for (std::uint32_t number = 0; number < run_.walkers.size(); ++number)
            if (auto& feet = run_.walkers[number].feet) crowd_.focus->recall(number, std::move(*feet));
        return Status::ok();
    }

    Status put_knowledge() {
        if (crowd_.scene.knowledge != News::seen_or_told) return Status::ok();
        crowd_.awareness = std::make_shared<Awareness>(crowd_.router.mesh());
        return run_.awareness ? crowd_.awareness->recall(std::move(*run_.awareness), crowd_)
                              : Status::invalid_input("found nothing that agents know");
    }

    Crowd& crowd_;
    SavedRun& run_;
};

/// Bodies as they are now say for which widths the ground has passages.
std::vector<AgentSpec> specs_of(const SavedRun& run) {
    std::vector<AgentSpec> specs;
    for (const SavedWalker& kept : run.walkers) specs.push_back(kept.walker.spec);
    return specs;
}

}  // namespace

Result<std::vector<std::byte>> Simulation::save() const {
    SavedRun run = wend::saved(*state_);
    archive::Writer writer;
    writer(run);
    return writer.take();
}

Result<Simulation> Simulation::resume(std::span<const std::byte> bytes, SimulationOptions options) try {
    const auto wrong = [] {
        return Status::invalid_input("the bytes are none that a saved run consists of");
    };
    SavedRun run;
    archive::Reader reader(bytes);
    reader(run);
    if (reader.failed() || !reader.is_at_end()) return wrong();
    if (Status status = check_scene(run.scene); !status.is_ok()) return status;
    if (!is_sound(run)) return wrong();
    options.seed = run.seed;
    options.budget = run.budget;
    options.forgets = run.forgets;
    Scene as_it_stands = run.scene;
    as_it_stands.constraints = run.constraints;
    auto router = Router::create(as_it_stands);
    if (!router) return router.status();
    Scene empty = run.scene;
    empty.obstacles.clear();
    auto state = std::make_unique<State>(empty, options, specs_of(run), std::move(router).value());
    if (Status resumed = Resumption(*state, run).run(); !resumed.is_ok()) return resumed;
    return Simulation(std::move(state));
} catch (const std::bad_alloc&) {
    return Status{StatusCode::out_of_memory, "there is not enough memory for this run"};
}

std::vector<ObstacleId> Simulation::obstacles() const {
    std::vector<ObstacleId> ids;
    state_->world.obstacles().for_each([&](ObstacleId id, const ObstacleState&) { ids.push_back(id); });
    return ids;
}

}  // namespace wend
