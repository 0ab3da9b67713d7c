// What a host does to a running simulation by number: no names are compared, so the cost does not depend on
// how many there are.

#include <algorithm>
#include <cmath>

#include "wend/check/scene_check.hpp"

#include "sim/focus/fidelity.hpp"
#include "sim/focus/focus.hpp"
#include "sim/ground/goals.hpp"
#include "sim/people/way_news.hpp"
#include "sim/run/simulation_state.hpp"
#include "sim/step/standing.hpp"

namespace wend {
namespace {

Status nobody(std::uint32_t agent) {
    return Status::invalid_input("agent " + std::to_string(agent) + ": nobody in the run has that number");
}

Status nothing(ObstacleId) {
    return Status::invalid_input("there is no such obstacle");
}

Status checked(const Crowd& crowd, const TimedEvent& event) {
    const auto problem = check::find_problem(crowd.scene, event);
    return problem ? Status::invalid_input(problem->path + ": " + problem->message) : Status::ok();
}

/// With other limits what was promised may come too near to others, and others too near to it.
void doubt_promises_around(Crowd& crowd, const Walker& changed) {
    Box2 room = bounds_of(changed.commitment);
    room.add(changed.place.position);
    room = room.grown(changed.spec.limits.radius);
    for (Walker& walker : crowd.walkers) {
        if (!walker.is_present()) continue;
        Box2 other = bounds_of(walker.commitment);
        other.add(walker.place.position);
        if (other.grown(walker.spec.limits.radius).overlaps(room)) walker.is_broken = true;
    }
}

/// Nothing is nearer than the radius says.
bool fits(Crowd& crowd, const Walker& walker, double radius) {
    const RoutePoint& at = walker.place;
    const bool is_carried =
        !crowd.world.platforms().under(at.layer, at.position, crowd.world.time()).is_null();
    const Walls& walls = crowd.world.walls();
    const Region& ground = is_carried ? walls.not_solid(at.layer) : walls.ground(at.layer);
    return ground.fits(at.position, radius) &&
           crowd.world.occupancy()
               .within(at.layer, at.position, radius, crowd.world.time(), walker.id)
               .empty();
}

/// All of what it has promised leads over ground where that radius has room.
bool fits_promise(const Crowd& crowd, const Walker& walker, double radius) {
    const Commitment& promise = walker.commitment;
    RoutePoint from = walker.place;
    for (std::size_t i = promise.next; i < promise.ticks.size(); ++i) {
        const Tick& tick = promise.ticks[i];
        const bool is_on_foot = !tick.is_crossing && !tick.is_riding && tick.layer == from.layer;
        if (is_on_foot &&
            !crowd.world.walls().ground(tick.layer).fits_along(from.position, tick.position, radius))
            return false;
        from = {tick.position, tick.layer};
    }
    return true;
}

/// What lies beyond its promise was a way for a smaller body.
void cut_way_off(const Crowd& crowd, Walker& walker) {
    const Commitment& promise = walker.commitment;
    if (!promise.route || promise.plan != 0) return;
    const Route& route = *promise.route;
    double end = promise.is_done() ? walker.walk.station : promise.ticks.back().walk.station;
    // Not on stairs or a link, at whose end it can turn off.
    for (std::size_t leg = route.leg_at(end);
         leg + 1 < route.points().size() && route.points()[leg].is_crossing; ++leg)
        end = route.station(leg + 1);
    std::vector<RoutePoint> points;
    for (std::size_t i = 0; i < route.points().size() && route.station(i) < end; ++i)
        points.push_back(route.points()[i]);
    points.push_back({route.position_at(end), route.layer_at(end)});
    walker.commitment.route =
        std::make_shared<const Route>(points, walker.spec.limits, crowd.scene.time_step, route.bend_speed());
}

/// To whoever reads the recording it is another one from here on, who has entered with these limits.
void record_anew(Crowd& crowd, Walker& walker, const AgentLimits& limits) {
    if (!crowd.recorder.is_on) return;
    const double now = crowd.world.time();
    AgentSpec spec = walker.spec;
    spec.limits = limits;
    if (walker.is_present()) {
        spec.position = walker.place.position;
        spec.layer = walker.place.layer;
        spec.heading = walker.walk.heading;
        spec.goal = walker.goal;
    }
    spec.enters = now;
    crowd.recorder.note(RecordedEdit{{now, LeaveEvent{spec.name}}, std::nullopt});
    if (walker.recorded != walker.called) crowd.roster.forget(walker.recorded);
    walker.recorded = crowd.roster.record(walker.number);
    if (!crowd.options.forgets) crowd.agents.push_back(spec);
    crowd.recorder.note(RecordedEdit{{now, EnterEvent{std::move(spec)}}, walker.recorded});
}

/// The larger of both, but for the radius, which changes at once.
AgentLimits looser(const AgentLimits& old, const AgentLimits& now) {
    return {now.radius, now.height, std::max(old.max_speed, now.max_speed),
            std::max(old.max_acceleration, now.max_acceleration),
            std::max(old.max_turn_rate, now.max_turn_rate)};
}

/// A way may have opened or closed anywhere. Each looks in its own frames.
void want_ways_anew(Crowd& crowd) {
    for (Walker& walker : crowd.walkers) walker.looks_again = walker.is_present();
}

void settle_later(Crowd& crowd, const Walker& walker, AgentLimits meanwhile) {
    auto known = std::find_if(crowd.settling.begin(), crowd.settling.end(),
                              [&](const Settling& settling) { return settling.who == walker.id; });
    if (known == crowd.settling.end())
        known = crowd.settling.insert(known, Settling{});
    else
        meanwhile = looser(known->meanwhile, meanwhile);
    *known = {walker.id, meanwhile, walker.promises, false};
}

}  // namespace

void settle_limits(Crowd& crowd) {
    std::erase_if(crowd.settling, [&](Settling& settling) {
        const auto number = crowd.numbers.find(settling.who);
        if (number == crowd.numbers.end()) return true;
        Walker& walker = crowd.walkers[number->second];
        if (!settling.is_recorded) {
            settling.is_recorded = true;
            record_anew(crowd, walker, settling.meanwhile);
            return settling.meanwhile == walker.spec.limits;
        }
        const bool is_new = walker.promises > settling.promises || walker.commitment.is_done();
        if (!is_new || walker.walk.speed > walker.spec.limits.max_speed) return false;
        record_anew(crowd, walker, walker.spec.limits);
        return true;
    });
}

Result<std::uint32_t> Simulation::enter(AgentSpec agent, std::uint64_t tag) {
    Crowd& crowd = *state_;
    TimedEvent event{crowd.world.time(), EnterEvent{std::move(agent)}};
    auto& entering = std::get<EnterEvent>(event.what).agent;
    entering.enters = event.time;
    if (Status wrong = checked(crowd, event); !wrong.is_ok()) return wrong;
    const auto added = add_walker(crowd, entering);
    if (!added) return added.status();
    crowd.walkers[added.value()].tag = tag;
    const std::uint32_t recorded = crowd.walkers[added.value()].recorded;
    crowd.recorder.note(RecordedEdit{std::move(event), recorded});
    return recorded;
}

Result<std::uint32_t> Simulation::enter_in_place_of(ObstacleId obstacle, AgentSpec agent, std::uint64_t tag) {
    const ObstacleState* before = state_->world.obstacles().find(obstacle);
    if (!before) return nothing(obstacle);
    if (Status wrong = checked(*state_, {time(), EnterEvent{agent}}); !wrong.is_ok()) return wrong;
    if (Status wrong = check_newcomer(*state_, agent, obstacle); !wrong.is_ok()) return wrong;
    (void)remove_obstacle(obstacle);
    auto number = enter(std::move(agent), tag);
    let_in(*state_);
    return number;
}

Status Simulation::set_tag(std::uint32_t agent, std::uint64_t tag) {
    Walker* walker = state_->find_living(agent);
    if (!walker) return nobody(agent);
    walker->tag = tag;
    return Status::ok();
}

Status Simulation::leave(std::uint32_t agent) {
    Walker* walker = state_->find_living(agent);
    if (!walker) return nobody(agent);
    state_->recorder.note(RecordedEdit{{state_->world.time(), LeaveEvent{walker->spec.name}}, std::nullopt});
    remove(*state_, *walker);
    return Status::ok();
}

Status Simulation::set_goal(std::uint32_t agent, const Goal& goal) {
    Walker* walker = state_->find_living(agent);
    if (!walker) return nobody(agent);
    const TimedEvent event{state_->world.time(), GoalEvent{walker->spec.name, goal}};
    if (Status wrong = checked(*state_, event); !wrong.is_ok()) return wrong;
    if (Status wrong = check_goal(*state_, goal, walker->spec.limits.radius); !wrong.is_ok()) return wrong;
    if (walker->is_present())
        state_->world.set_goal(walker->id, goal);
    else
        walker->spec.goal = goal;
    state_->recorder.note(RecordedEdit{event, std::nullopt});
    return Status::ok();
}

Status Simulation::set_paused(std::uint32_t agent, bool is_paused) {
    Walker* walker = state_->find_living(agent);
    if (!walker) return nobody(agent);
    pause(*walker, is_paused);
    TimedEvent event{state_->world.time(), PauseEvent{walker->spec.name}};
    if (!is_paused) event.what = ResumeEvent{walker->spec.name};
    state_->recorder.note(RecordedEdit{std::move(event), std::nullopt});
    return Status::ok();
}

Status Simulation::set_limits(std::uint32_t agent, const AgentLimits& limits) {
    Walker* walker = state_->find_living(agent);
    if (!walker) return nobody(agent);
    AgentSpec spec = walker->spec;
    spec.limits = limits;
    if (Status wrong = checked(*state_, {state_->world.time(), EnterEvent{spec}}); !wrong.is_ok())
        return wrong;
    const AgentLimits before = walker->spec.limits;
    const bool grows = limits.radius > before.radius;
    if (grows && walker->is_crossing)
        return Status::invalid_input(
            "agent " + std::to_string(agent) +
            ": found it on a portal or link, expected a radius to grow on the ground");
    const auto has_room = [&] {
        return fits(*state_, *walker, limits.radius) && fits_promise(*state_, *walker, limits.radius);
    };
    if (grows && walker->is_present() && !has_room())
        return Status::invalid_input("agent " + std::to_string(agent) + ": found no room for a radius of " +
                                     std::to_string(limits.radius) +
                                     " m where it is and where it has promised to walk");
    walker->spec.limits = limits;
    if (!walker->is_present()) {
        record_anew(*state_, *walker, limits);
        return Status::ok();
    }
    state_->world.set_limits(walker->id, limits);
    settle_later(*state_, *walker, looser(before, limits));
    leave_time_for_leaps(*state_, limits);
    if (!walker->is_crossing) want_new_way(*walker);
    if (grows) {
        cut_way_off(*state_, *walker);
        doubt_promises_around(*state_, *walker);
    }
    return Status::ok();
}

Result<ObstacleId> Simulation::add_obstacle(ObstacleSpec obstacle) {
    TimedEvent event{state_->world.time(), AppearEvent{std::move(obstacle)}};
    if (Status wrong = checked(*state_, event); !wrong.is_ok()) return wrong;
    const ObstacleId id = state_->world.add_obstacle(std::get<AppearEvent>(event.what).obstacle);
    state_->recorder.note(RecordedEdit{std::move(event), std::nullopt});
    return id;
}

Status Simulation::remove_obstacle(ObstacleId obstacle) {
    const ObstacleState* state = state_->world.obstacles().find(obstacle);
    if (!state) return nothing(obstacle);
    state_->recorder.note(
        RecordedEdit{{state_->world.time(), DisappearEvent{state->spec->name}}, std::nullopt});
    state_->world.remove_obstacle(obstacle);
    return Status::ok();
}

Status Simulation::move_obstacle(ObstacleId obstacle, Trajectory motion) {
    const ObstacleState* state = state_->world.obstacles().find(obstacle);
    if (!state) return nothing(obstacle);
    TimedEvent event{state_->world.time(), MoveEvent{state->spec->name, std::move(motion)}};
    if (Status wrong = checked(*state_, event); !wrong.is_ok()) return wrong;
    state_->world.move_obstacle(obstacle, std::get<MoveEvent>(event.what).motion);
    state_->recorder.note(RecordedEdit{std::move(event), std::nullopt});
    return Status::ok();
}

Status Simulation::set_platforms(std::vector<PlatformSpec> platforms) {
    Crowd& crowd = *state_;
    if (!crowd.scene.planner.focus.empty())
        return {StatusCode::not_available,
                "agents of the scene's planner section plan over the platforms that it began with"};
    Scene ground;
    ground.bounds = crowd.scene.bounds;
    for (const Layer& layer : crowd.scene.layers) ground.layers.push_back({layer.name, layer.height, {}, {}});
    ground.platforms = std::move(platforms);
    using check::Checks;
    if (const auto problem = check::find_problem(ground, {Checks::sizes, Checks::values, Checks::names}))
        return Status::invalid_input(problem->path + ": " + problem->message);
    crowd.scene.platforms = std::move(ground.platforms);
    crowd.world.set_platforms(crowd.scene.platforms);
    // What plans in space and time has looked at those from before.
    for (Walker& walker : crowd.walkers) leave_plan(walker, crowd.world.time(), crowd.scene.time_step);
    crowd.focus.reset();
    return Status::ok();
}

const std::vector<PlatformSpec>& Simulation::platforms() const noexcept {
    return state_->scene.platforms;
}

bool Simulation::has_room(const AgentSpec& agent, ObstacleId except) const {
    return wend::has_room(*state_, agent, except);
}

std::optional<Pose> Simulation::pose_of(ObstacleId obstacle) const {
    const ObstacleState* state = state_->world.obstacles().find(obstacle);
    return state ? std::optional(state->spec->motion.at(state_->world.time())) : std::nullopt;
}

std::vector<RoutePoint> Simulation::remaining_route(std::uint32_t agent) const {
    const Walker* walker = state_->find(agent);
    if (!walker || !walker->is_present() || !walker->commitment.route) return {};
    return walker->commitment.route->remainder(walker->walk.station);
}

void Simulation::set_recording(bool is_on) {
    state_->recorder.is_on = is_on;
}

void Simulation::read(BodyTable& bodies) const {
    bodies.numbers.clear();
    bodies.tags.clear();
    bodies.positions.clear();
    bodies.velocities.clear();
    bodies.headings.clear();
    bodies.layers.clear();
    bodies.modes.clear();
    bodies.states.clear();
    bodies.promises.clear();
    for (const Walker& walker : state_->walkers) {
        if (!walker.is_present()) continue;
        const Vec2 p = walker.place.position;
        const std::uint32_t layer = walker.place.layer;
        const auto& floor = state_->options.floor;
        bodies.numbers.push_back(walker.called);
        bodies.tags.push_back(walker.tag);
        bodies.positions.push_back({p.x, p.y, floor ? floor(layer, p) : state_->scene.layers[layer].height});
        bodies.velocities.push_back(state_->world.agents().find(walker.id)->motion.velocity);
        bodies.headings.push_back(walker.walk.heading);
        bodies.layers.push_back(layer);
        bodies.modes.push_back(mode_of(walker, state_->world));
        unsigned bits = walker.has_arrived || walker.was_served ? BodyTable::arrived : 0;
        if (walker.route_status.code == StatusCode::unreachable) bits |= BodyTable::unreachable;
        if (walker.is_deadlocked) bits |= BodyTable::blocked;
        if (walker.is_paused) bits |= BodyTable::paused;
        if (walker.commitment.route || !walker.commitment.is_done()) bits |= BodyTable::planned;
        bodies.states.push_back(static_cast<std::uint8_t>(bits));
        bodies.promises.push_back(static_cast<std::uint32_t>(walker.promises));
    }
}

std::size_t Simulation::body_slots() const noexcept {
    return state_->walkers.size();
}
double Simulation::time() const noexcept {
    return state_->world.time();
}
double Simulation::time_step() const noexcept {
    return state_->scene.time_step;
}
mesh::FilterIndex Simulation::filter() const noexcept {
    return state_->router.filter();
}
Result<std::uint32_t> Simulation::add_link(const mesh::LinkSpec& link) {
    const auto added = state_->router.add_link(link);
    if (!added) return added;
    leave_time_for_leaps(*state_);
    want_ways_anew(*state_);
    return added;
}
Status Simulation::set_open(std::uint32_t link, bool is_open) {
    Status set = state_->router.set_open(link, is_open);
    if (set.is_ok()) want_ways_anew(*state_);
    return set;
}
Status Simulation::prepare(double radius) {
    return state_->router.prepare_for_queries(radius);
}

}  // namespace wend
