#include "wend/sim/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <new>

#include <fmt/format.h>

#include "wend/base/limits.hpp"
#include "wend/check/scene_check.hpp"
#include "wend/world/populate.hpp"

#include "sim/crowd.hpp"
#include "sim/focus/fidelity.hpp"
#include "sim/focus/focus.hpp"
#include "sim/people/way_news.hpp"
#include "sim/run/simulation_state.hpp"
#include "sim/step/awareness.hpp"
#include "sim/step/standing.hpp"

namespace wend {

namespace {

double widest_body(const std::vector<AgentSpec>& agents) {
    double widest = 0.1;
    for (const AgentSpec& agent : agents) widest = std::max(widest, agent.limits.radius);
    return widest;
}

/// Changes are read once a frame, in which nobody makes more than a few promises. Only those in focus ask
/// about times so far ahead and so often that bodies are worth filing by time.
WorldSettings settings_for(const Scene& scene, std::size_t agents) {
    return {.change_log_capacity = 4096 + 8 * agents,
            .filing = scene.planner.focus.empty() ? Filing::rooms : Filing::stretches};
}

/// Knows which stage of a frame took how long, and says so in the next frame when all took far too long.
class StageWatch {
  public:
    void ends(const char* stage) {
        const Clock::time_point now = Clock::now();
        const double took = std::chrono::duration<double>(now - last_).count();
        if (took > longest_) {
            longest_ = took;
            slowest_ = stage;
        }
        last_ = now;
    }
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(last_ - began_).count(); }
    void tell(Crowd& crowd) const {
        if (!crowd.budget.seconds || seconds() <= too_much * *crowd.budget.seconds) return;
        crowd.recorder.note(
            "frame_over_budget", slowest_,
            fmt::format("frame {}: {:.1f} ms, {:.1f} ms of it there; the budget is {:.1f} ms", crowd.frame,
                        1e3 * seconds(), 1e3 * longest_, 1e3 * *crowd.budget.seconds));
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double too_much = 2;  ///< times the budget
    Clock::time_point began_ = Clock::now(), last_ = began_;
    double longest_ = 0;
    const char* slowest_ = "";
};

/// What the stages before have used is not there for planning; a fourth of it always is.
void take_off(BudgetSpec& left, double used) {
    if (left.seconds) left.seconds = std::max(*left.seconds / 4, *left.seconds - used);
}

Workers workers_for(const SimulationOptions& options) {
    return options.tasks.run ? Workers(options.tasks) : Workers(options.threads);
}

}  // namespace

Crowd::Crowd(const Scene& scene_, const SimulationOptions& options_, std::vector<AgentSpec> agents_,
             Router router_)
    : scene(scene_),
      options(options_),
      agents(std::move(agents_)),
      world(scene, settings_for(scene, agents.size())),
      router(std::move(router_)),
      passages(router.mesh(), widest_body(agents)),
      workers(workers_for(options)),
      budget(options.budget.seconds || options.budget.expansions ? options.budget : scene.budget) {
    steering.standing_time = std::max(steering.standing_time, longest_motion(scene));
    recorder.floor = options.floor;
    walkers.resize(agents.size());
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
        walkers[i].spec = agents[i];
        walkers[i].number = i;
        walkers[i].called = walkers[i].recorded = roster.record(i);
        roster.add_names(agents[i]);
        outside.push_back(i);
    }
}

Status check_scene(const Scene& scene) {
    const auto has_floor = [](const Layer& layer) { return !layer.walkable.empty(); };
    if (scene.level && std::none_of(scene.layers.begin(), scene.layers.end(), has_floor))
        return Status::invalid_input("$.level: found '" + scene.level->file +
                                     "', which has not been imported, expected a scene that "
                                     "level::import_level and put_into have given its floors");
    const auto problem =
        check::find_problem(scene, {check::Checks::sizes, check::Checks::values, check::Checks::names});
    return problem ? Status::invalid_input(problem->path + ": " + problem->message) : Status::ok();
}

Result<Simulation> Simulation::create(const Scene& scene, const SimulationOptions& options) try {
    if (options.threads > limits::threads)
        return Status::invalid_input("threads: found " + std::to_string(options.threads) +
                                     ", expected at most " + std::to_string(limits::threads));
    if (Status status = check_scene(scene); !status.is_ok()) return status;
    auto agents = populate(scene, options.seed);
    if (!agents) return agents.status();
    auto router = Router::create(scene);
    if (!router) return router.status();
    auto state =
        std::make_unique<State>(scene, options, std::move(agents).value(), std::move(router).value());
    if (options.open_cl)
        if (const Status opened = state->router.use_open_cl(); !opened.is_ok())
            state->recorder.note("no_open_cl", scene.name, opened.message);
    if (!scene.planner.focus.empty()) {
        auto focus = Focus::create(*state);
        if (!focus) return focus.status();
        state->focus = std::move(focus).value();
    }
    if (scene.knowledge == News::seen_or_told)
        state->awareness = std::make_shared<Awareness>(state->router.mesh());
    if (Status bound = bind_walkers(*state); !bound.is_ok()) return bound;
    leave_time_for_leaps(*state);
    happen(*state);
    let_in(*state);
    state->recorder.record(0, state->world, state->scene, state->walkers);
    return Simulation(std::move(state));
} catch (const std::bad_alloc&) {
    return Status{StatusCode::out_of_memory, "there is not enough memory for this scene"};
}

void Simulation::step() {
    Crowd& crowd = *state_;
    StageWatch watch;
    sense(crowd);
    watch.ends("sensing");
    give_right_of_way(crowd);
    observe_streams(crowd);
    give_turns(crowd);
    crowd.shared_goals.serve(crowd);
    watch.ends("right of way");
    predict(crowd);
    keep_windows(crowd);
    watch.ends("prediction");
    const double used = watch.seconds();
    FocusTurn in_focus = plan_in_focus(crowd);
    take_off(in_focus.left, used);
    watch.ends("planning in focus");
    plan_and_commit(crowd, in_focus);
    watch.ends("planning");
    move(crowd);
    watch.ends("moving");
    ++crowd.frame;
    happen(crowd);
    let_in(crowd);
    settle_limits(crowd);
    watch.ends("events and entries");
    crowd.recorder.record(crowd.frame, crowd.world, crowd.scene, crowd.walkers);
    watch.ends("recording");
    crowd.cost.seconds = watch.seconds();
    crowd.cost.over_budget = crowd.budget.seconds && crowd.cost.seconds > *crowd.budget.seconds;
    watch.tell(crowd);
}

const Frame& Simulation::frame() const noexcept {
    return state_->recorder.frame();
}
const FrameCost& Simulation::cost() const noexcept {
    return state_->cost;
}
Replans Simulation::replans() const {
    Replans replans = state_->replans;
    if (state_->focus) replans.domains = state_->focus->replans();
    return replans;
}
const BudgetSpec& Simulation::budget() const noexcept {
    return state_->budget;
}
const std::vector<AgentSpec>& Simulation::agents() const noexcept {
    return state_->agents;
}

ConstraintsView Simulation::constraints() const noexcept {
    const LiveConstraints& constraints = state_->router.constraints();
    return {constraints.version(), constraints.specs(), constraints.ground()};
}

bool Simulation::is_finished() const noexcept {
    if (state_->world.time() >= state_->scene.duration - state_->scene.time_step / 2) return true;
    if (state_->next_event < state_->scene.events.size()) return false;
    for (const Walker& walker : state_->walkers) {
        const bool is_there = (walker.has_arrived || walker.was_served) && walker.goal.then.empty() &&
                              walker.commitment.is_done();
        const bool is_done = walker.has_left || is_there;
        if (!is_done) return false;
    }
    return true;
}

AgentView Simulation::view(std::uint32_t agent) const {
    AgentView view;
    const Walker* found = state_->find(agent);
    if (!found) {
        view.plan = Status::invalid_input("agent " + std::to_string(agent) + ": nobody has that number");
        return view;
    }
    const Walker& walker = *found;
    view.mode = mode_of(walker, state_->world);
    view.plan = walker.route_status;
    if (is_planned_in_time(walker, state_->world.time()))
        view.plan_length = state_->focus->metres_left(walker.number);
    if (walker.commitment.route) view.plan_length = walker.commitment.route->length() - walker.walk.station;
    view.waited = walker.waited;
    view.is_paused = walker.is_paused;
    if (walker.is_present() && !walker.has_arrived)
        view.domain = static_cast<int>(deepest_domain(*state_, walker));
    return view;
}

std::vector<PublishedPoint> Simulation::published(std::uint32_t agent) const {
    std::vector<PublishedPoint> points;
    const Walker* found = state_->find(agent);
    if (!found || !found->is_present()) return points;
    const Walker& walker = *found;
    const double now = state_->world.time(), dt = state_->scene.time_step;
    points.push_back({now, walker.place.position, walker.place.layer, walker.is_crossing});
    for (std::size_t i = walker.commitment.next; i < walker.commitment.ticks.size(); ++i) {
        const Tick& tick = walker.commitment.ticks[i];
        const double time = now + static_cast<double>(i - walker.commitment.next + 1) * dt;
        points.push_back({time, tick.position, tick.layer, tick.is_crossing});
    }
    return points;
}

bool Simulation::is_in_focus(std::uint32_t agent) const {
    const Walker* walker = state_->find(agent);
    return walker && walker->is_in_focus;
}
void Simulation::watch(std::uint32_t agent, bool is_watched) {
    const Walker* walker = state_->find(agent);
    if (state_->focus && walker) state_->focus->watch(walker->number, is_watched);
}
std::optional<FocusView> Simulation::inspect(std::uint32_t agent, std::size_t most_expanded) const {
    const Walker* walker = state_->find(agent);
    if (!state_->focus || !walker) return std::nullopt;
    std::optional<FocusView> view = state_->focus->inspect(walker->number, most_expanded);
    if (!view) return view;
    view->fovea_radius = state_->scene.planner.fovea_radius;
    view->fovea_angle = state_->scene.planner.fovea_angle;
    return view;
}
std::vector<RoutePoint> Simulation::route(std::uint32_t agent) const {
    const Walker* walker = state_->find(agent);
    const bool has_route = walker && walker->is_present() && walker->commitment.route;
    return has_route ? walker->commitment.route->points() : std::vector<RoutePoint>{};
}

News Simulation::news() const noexcept {
    return state_->scene.knowledge;
}
std::vector<KnownObstacle> Simulation::known_obstacles(std::uint32_t agent) const {
    if (state_->awareness) return state_->awareness->obstacles_known_to(agent);
    std::vector<KnownObstacle> known;
    for (const auto& [who, standing] : state_->standing) {
        const mesh::LayerEvent& event = standing.news->event;
        known.push_back({KnownObstacle::Kind::known, event.layer, event.obstacle.outline});
    }
    return known;
}

const mesh::NavMesh& Simulation::mesh() const noexcept {
    return state_->router.mesh();
}

Status Simulation::apply(const TimedEvent& event) {
    return apply_edit(*state_, event);
}

Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

}  // namespace wend
