#include "wend/world/world.hpp"

#include <algorithm>
#include <utility>

#include "world/occupancy_history.hpp"

namespace wend {
namespace {

constexpr double as_foreseen = 1e-6;  // metres, radians or metres a second an observation may differ by

bool is_news(const std::optional<Observation>& before, const std::optional<Observation>& now) {
    if (!before || !now) return before.has_value() != now.has_value();
    const Vec2 foreseen = before->pose.position + before->velocity * (now->time - before->time);
    return distance(foreseen, now->pose.position) > as_foreseen ||
           distance(before->velocity, now->velocity) > as_foreseen ||
           std::abs(before->pose.angle - now->pose.angle) > as_foreseen;
}

Box2 box_of(const GoalRegion& region) {
    if (const auto* polygon = std::get_if<Polygon>(&region)) return bounds_of(polygon->outline);
    const auto& disc = std::get<DiscRegion>(region);
    return Box2::around(disc.center, disc.radius);
}

/// Nobody else has it, nor will: those who had it are done with it.
template <class T>
bool is_ours(const std::shared_ptr<const T>& pointer) noexcept {
    if (pointer.use_count() != 1) return false;
    // The count alone says nothing about what they did last; letting go of it comes after whoever did so
    // before.
    std::shared_ptr<const T>(pointer).reset();
    return true;
}

std::shared_ptr<const Body> shared(std::optional<Body> body) {
    return body ? std::make_shared<Body>(*std::move(body)) : nullptr;
}

BodyPath path_of(const std::shared_ptr<const Body>& body) {
    return body ? BodyPath(body) : BodyPath();
}

/// What the pointer has, if it alone has it, or a new one.
template <class T>
std::shared_ptr<T> renewed(std::shared_ptr<const T> old) {
    return is_ours(old) ? std::const_pointer_cast<T>(std::move(old)) : std::make_shared<T>();
}

template <class IdType>
IdType found(const std::unordered_map<std::string, IdType>& names, const std::string& name) {
    const auto at = names.find(name);
    return at == names.end() ? IdType{} : at->second;
}

}  // namespace

std::vector<Keyframe> PreparedPlan::spare_keyframes() noexcept {
    if (!is_ours(plan)) return {};
    return std::move(std::const_pointer_cast<PublishedPlan>(plan)->motion.keyframes);
}

World::World(const Scene& scene, WorldSettings settings)
    : settings_(settings),
      walls_(std::make_shared<const Walls>(scene)),
      platforms_(std::make_shared<const Platforms>(scene.platforms)),
      occupancy_(std::make_unique<OccupancyHistory>(settings.filing)),
      log_(settings.change_log_capacity) {
    for (const ObstacleSpec& obstacle : scene.obstacles) add_obstacle(obstacle);
}

World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

AgentId World::find_agent(const std::string& name) const {
    return found(agent_names_, name);
}

ObstacleId World::find_obstacle(const std::string& name) const {
    return found(obstacle_names_, name);
}

void World::enter(ChangeKind kind, BodyId who, const BodyPointer& before, BodyPath path) {
    const BodyPointer after = path.shared_body();
    if (before && after && before->layer != after->layer) {
        enter(kind, who, before, {});
        enter(kind, who, nullptr, std::move(path));
        return;
    }
    if (after)
        occupancy_->set(path);
    else if (before)
        occupancy_->remove(who);
    log(change_of(kind, who, before.get(), after.get()));
}

Change World::change_of(ChangeKind kind, BodyId who, const Body* before, const Body* after) const {
    constexpr double forever = std::numeric_limits<double>::infinity();
    Change change;
    change.kind = kind;
    change.who = who;
    change.window = {forever, -forever};
    for (const Body* body : {before, after}) {
        if (!body) continue;
        const Box2 box = swept_box(*body, {time_, forever});
        if (box.is_empty()) continue;
        change.layer = body->layer;
        change.region.add(box);
        change.window.low = std::min(change.window.low, std::max(time_, body->present.low));
        change.window.high = std::max(change.window.high, body->present.high);
    }
    return change;
}

void World::log(Change change) {
    change.stamp = ++version_;
    log_.add(change);
}

template <class Edit>
void World::edit_obstacle(ObstacleId id, ChangeKind kind, Edit&& edit) {
    ObstacleState& obstacle = *obstacles_.write().find(id);
    const BodyPointer before = obstacle.body;
    edit(obstacle);
    obstacle.body = shared(body_of(id, obstacle, settings_.observation_horizon));
    enter(kind, id, before, path_of(obstacle.body));
}

template <class Edit>
bool World::edit_agent(AgentId id, ChangeKind kind, Edit&& edit) {
    if (!agents().find(id)) return false;
    AgentState& agent = *agents_.write().find(id);
    const BodyPointer before = agent.body;
    edit(agent);
    agent.body = std::make_shared<Body>(body_of(id, agent, time_));
    enter(kind, id, before, path_of(agent.body));
    return true;
}

void World::advance(double time) {
    time_ = time;
    ++version_;
    std::vector<ObstacleId> observed;
    obstacles().for_each([&](ObstacleId id, const ObstacleState& obstacle) {
        if (obstacle.spec->knowledge == Knowledge::observed) observed.push_back(id);
    });
    for (const ObstacleId id : observed) observe(id);
}

void World::observe(ObstacleId id) {
    ObstacleState& obstacle = *obstacles_.write().find(id);
    const ObstacleSpec& spec = *obstacle.spec;
    std::optional<Observation> now;
    if (spec.present.contains(time_)) now = {time_, spec.motion.at(time_), spec.motion.velocity_at(time_)};
    if (is_news(obstacle.seen, now)) {
        edit_obstacle(id, ChangeKind::obstacle_observed, [&](ObstacleState& state) { state.seen = now; });
    } else if (now) {
        obstacle.seen = now;
        obstacle.body = shared(body_of(id, obstacle, settings_.observation_horizon));
        BodyPath path(obstacle.body);
        occupancy_->set(path);
    }
}

void World::set_platforms(std::vector<PlatformSpec> platforms) {
    platforms_ = std::make_shared<const Platforms>(std::move(platforms));
    ++version_;
}

ObstacleId World::add_obstacle(ObstacleSpec spec) {
    const std::string name = spec.name;
    const bool is_observed = spec.knowledge == Knowledge::observed;
    const ObstacleId id =
        obstacles_.write().insert({std::make_shared<const ObstacleSpec>(std::move(spec)), nullptr, {}});
    if (!name.empty()) obstacle_names_[name] = id;
    if (is_observed)
        observe(id);
    else
        edit_obstacle(id, ChangeKind::obstacle_added, [](ObstacleState&) {});
    return id;
}

bool World::remove_obstacle(ObstacleId id) {
    const ObstacleState* obstacle = obstacles().find(id);
    if (!obstacle) return false;
    enter(ChangeKind::obstacle_removed, id, obstacle->body, {});
    if (find_obstacle(obstacle->spec->name) == id) obstacle_names_.erase(obstacle->spec->name);
    return obstacles_.write().erase(id);
}

bool World::move_obstacle(ObstacleId id, Trajectory motion) {
    const ObstacleState* obstacle = obstacles().find(id);
    if (!obstacle) return false;
    auto spec = std::make_shared<ObstacleSpec>(*obstacle->spec);
    spec->motion = std::move(motion);
    if (spec->knowledge == Knowledge::observed) {
        obstacles_.write().find(id)->spec = std::move(spec);
        observe(id);
    } else {
        edit_obstacle(id, ChangeKind::obstacle_moved,
                      [&](ObstacleState& state) { state.spec = std::move(spec); });
    }
    return true;
}

std::shared_ptr<const Goal> World::goal_of(const AgentSpec& spec) const {
    std::pair<std::uint64_t, std::shared_ptr<const Goal>> latest{0, nullptr};
    for (const std::string& target : {spec.name, spec.group}) {
        const auto at = goal_events_.find(target);
        if (at != goal_events_.end() && at->second.first > latest.first) latest = at->second;
    }
    return latest.second ? latest.second : std::make_shared<const Goal>(spec.goal);
}

AgentId World::add_agent(AgentSpec spec) {
    AgentState agent;
    agent.goal = goal_of(spec);
    agent.motion = {spec.layer, spec.position, {}, spec.heading};
    agent.spec = std::make_shared<const AgentSpec>(std::move(spec));
    const std::string& name = agent.spec->name;
    const AgentId id = agents_.write().insert(agent);
    if (!name.empty()) agent_names_[name] = id;
    edit_agent(id, ChangeKind::agent_added, [](AgentState&) {});
    return id;
}

bool World::remove_agent(AgentId id) {
    const AgentState* agent = agents().find(id);
    if (!agent) return false;
    enter(ChangeKind::agent_removed, id, agent->body, {});
    if (find_agent(agent->spec->name) == id) {
        agent_names_.erase(agent->spec->name);
        goal_events_.erase(agent->spec->name);
    }
    return agents_.write().erase(id);
}

bool World::move_agent(AgentId id, const AgentMotion& motion) {
    const AgentState* agent = agents().find(id);
    if (!agent) return false;
    const bool has_plan = agent->plan != nullptr;
    if (!has_plan && (agent->motion.position != motion.position || agent->motion.layer != motion.layer))
        return edit_agent(id, ChangeKind::agent_moved, [&](AgentState& state) { state.motion = motion; });
    ++version_;
    agents_.write().find(id)->motion = motion;
    return true;
}

bool World::set_status(AgentId id, AgentStatus status) {
    const AgentState* agent = agents().find(id);
    if (!agent) return false;
    if (agent->status == status) return true;
    ++version_;
    agents_.write().find(id)->status = status;
    return true;
}

bool World::set_goal(AgentId id, Goal goal) {
    const AgentState* agent = agents().find(id);
    if (!agent) return false;
    Change change{.kind = ChangeKind::goal_changed,
                  .who = id,
                  .layer = goal.layer,
                  .region = box_of(goal.region),
                  .window = {time_, std::numeric_limits<double>::infinity()},
                  .stamp = ++version_};
    agents_.write().find(id)->goal = std::make_shared<const Goal>(std::move(goal));
    log_.add(change);
    return true;
}

bool World::set_limits(AgentId id, const AgentLimits& limits) {
    return edit_agent(id, ChangeKind::agent_moved, [&](AgentState& agent) {
        auto spec = std::make_shared<AgentSpec>(*agent.spec);
        spec->limits = limits;
        agent.spec = std::move(spec);
    });
}

bool World::publish_plan(AgentId id, PublishedPlan plan) {
    if (plan.motion.keyframes.empty()) return withdraw_plan(id);
    if (!agents().find(id)) return false;
    PreparedPlan prepared = prepare_plan(id, std::move(plan));
    return publish_plan(id, prepared);
}

PreparedPlan World::prepare_plan(AgentId id, PublishedPlan plan, PreparedPlan spare) const {
    const AgentState& agent = *agents().find(id);
    const auto own_plan = renewed(std::move(spare.plan));
    *own_plan = std::move(plan);
    spare.before.reset();
    auto [old_body, pieces] = spare.path.take_apart();
    const auto body = renewed(std::move(old_body));
    *body = body_of(id, agent, own_plan.get(), time_, std::move(body->motion.keyframes));
    PreparedPlan prepared{own_plan, BodyPath(body, std::move(pieces)), agent.body, {}};
    prepared.change = change_of(ChangeKind::plan_published, id, agent.body.get(), body.get());
    return prepared;
}

bool World::publish_plan(AgentId id, PreparedPlan& prepared) {
    if (!agents().find(id)) return false;
    AgentState& agent = *agents_.write().find(id);
    const bool is_current = agent.body == prepared.before && agent.body->layer == prepared.path.layer();
    agent.plan.swap(prepared.plan);
    const BodyPointer before = std::exchange(agent.body, prepared.path.shared_body());
    if (is_current) {
        occupancy_->set(prepared.path);
        log(prepared.change);
    } else {
        enter(ChangeKind::plan_published, id, before, std::move(prepared.path));
    }
    return true;
}

bool World::withdraw_plan(AgentId id) {
    const AgentState* agent = agents().find(id);
    if (!agent) return false;
    if (!agent->plan) return true;
    return edit_agent(id, ChangeKind::plan_withdrawn, [](AgentState& state) { state.plan = nullptr; });
}

void World::note_ground_change(BodyId who, std::uint32_t layer, const Box2& region, std::uint64_t edit) {
    log({.kind = ChangeKind::ground_changed,
         .who = who,
         .layer = layer,
         .region = region,
         .window = {time_, std::numeric_limits<double>::infinity()},
         .stamp = 0,
         .edit = edit});
}

const Occupancy& World::occupancy() {
    return occupancy_->latest();
}

std::shared_ptr<const Snapshot> World::snapshot() {
    auto frame = std::make_shared<Snapshot>();
    frame->time_ = time_;
    frame->version_ = version_;
    frame->agents_ = agents_.share();
    frame->obstacles_ = obstacles_.share();
    frame->platforms_ = platforms_;
    frame->walls_ = walls_;
    frame->occupancy_ = occupancy_->share();
    return frame;
}

}  // namespace wend
