#include "crossing_world.hpp"

#include <cmath>

namespace wend::test {
namespace {

Polygon rectangle(double x0, double y0, double x1, double y1) {
    return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, {}};
}

ObstacleSpec obstacle(const std::string& name, Shape shape, Trajectory motion) {
    ObstacleSpec spec;
    spec.name = name;
    spec.shape = std::move(shape);
    spec.motion = std::move(motion);
    return spec;
}

Vec2 center_of(const Goal& goal) {
    return std::get<DiscRegion>(goal.region).center;
}

}  // namespace

Scene crossing_scene() {
    Scene scene;
    scene.name = "crossing";
    scene.planner.focus.emplace_back().target = "east-3";
    scene.description = "Two groups cross a hall while others watch from a gallery.";
    scene.bounds.add(Vec2{0, 0});
    scene.bounds.add(Vec2{24, 16});
    Layer hall{"hall", 0, {rectangle(0, 0, 24, 16)}, {}};
    for (const auto& [x, y] : {std::pair{4.0, 3.0}, {18.0, 3.0}, {4.0, 11.5}, {18.0, 11.5}})
        hall.blocked.push_back(rectangle(x, y, x + 2, y + 1.5));
    hall.blocked.push_back(rectangle(0, 15.7, 24, 16));
    scene.layers = {hall, {"gallery", 3.5, {rectangle(19, 13, 24, 16)}, {}}};
    scene.portals.push_back({"stairs", 0, 1, {{15, 14}, {15, 15.5}}, {{19, 14}, {19, 15.5}}, 5});
    scene.areas.push_back({"carpet", 0, rectangle(10.5, 0, 13.5, 15.7), 1.5});
    scene.platforms.push_back({"tray",
                               0,
                               {{-1, -0.6}, {1, -0.6}, {1, 0.6}, {-1, 0.6}},
                               {{{0, {{3, 7}, 0}}, {10, {{3, 9}, 0.5}}}, false}});
    const Ring plank{{-1.5, -0.3}, {1.5, -0.3}, {1.5, 0.3}, {-1.5, 0.3}};
    scene.obstacles = {obstacle("cart", DiscShape{0.6},
                                {{{0, {{8, 1.5}, 0}}, {5, {{16, 1.5}, 0}}, {10, {{8, 1.5}, 0}}}, true}),
                       obstacle("bench", PolygonShape{plank}, {{{0, {{20, 8}, 0.6}}}, false})};
    scene.budget.seconds = 0.005;
    scene.duration = 12;
    scene.time_step = 1.0 / 30;
    return scene;
}

CrossingWorld::CrossingWorld() : scene_(crossing_scene()), budget_(scene_.budget) {
    ground_ = std::make_shared<SceneMesh>(mesh_of(scene_).value());
    add_group("east", 10, {1.5, 4.9}, {0, 0.7}, {21, 0}, 0);
    add_group("north", 6, {10.2, 1}, {0.7, 0}, {0, 13.5}, 0);
    add_group("gallery", 3, {20, 14.5}, {1.2, 0}, {0, 0}, 1);
    for (const ObstacleSpec& spec : scene_.obstacles) discs_[spec.name] = {next_number_++, spec, {}};
    for (auto& [name, disc] : discs_) place(disc);
    new_identities_.push_back(
        {0, io::RecordedKind::platform, "tray", 0, PolygonShape{scene_.platforms.front().outline}});
    record();
}

CrossingWorld::CrossingWorld(std::uint32_t count) : scene_(crossing_scene()) {
    scene_.bounds.add(Vec2{130, 130});
    scene_.layers = {{"field", 0, {rectangle(0, 0, 130, 130)}, {}}};
    scene_.duration = 3600;
    scene_.portals.clear();
    scene_.areas.clear();
    budget_ = scene_.budget;
    ground_ = std::make_shared<SceneMesh>(mesh_of(scene_).value());
    for (std::uint32_t row = 0; row * 100 < count; ++row)
        add_group(row % 2 ? "odd" : "even", static_cast<int>(std::min(100u, count - row * 100)),
                  {1, 1 + 1.2 * row}, {1, 0}, {row % 2 ? 12.0 : 20.0, 3}, 0);
    record();
}

void CrossingWorld::add_group(const std::string& name, int count, Vec2 first, Vec2 step, Vec2 way,
                              std::uint32_t layer) {
    for (int i = 0; i < count; ++i) {
        AgentSpec agent;
        agent.name = name + "-" + std::to_string(agents_.size());
        agent.group = name;
        agent.layer = layer;
        agent.position = first + step * i;
        agent.limits.max_speed = 1.2 + 0.08 * (i % 5);
        agent.goal = {layer, DiscRegion{agent.position + way, 0.3}, std::nullopt};
        agent.heading = std::atan2(way.y, way.x);
        add_agent(agent);
    }
}

void CrossingWorld::add_agent(const AgentSpec& agent) {
    agents_.push_back(agent);
    bodies_.push_back({agent.position, agent.heading, false, false, false});
}

void CrossingWorld::place(Disc& disc) {
    new_identities_.push_back(
        {disc.number, io::RecordedKind::obstacle, disc.spec.name, disc.spec.layer, disc.spec.shape});
    cut(disc);
}

/// What stands is cut out of the mesh.
void CrossingWorld::cut(Disc& disc) {
    if (!disc.region.is_null()) ground_->mesh.remove(disc.spec.layer, disc.region);
    disc.region = {};
    if (disc.spec.motion.keyframes.size() == 1) {
        const auto made =
            ground_->mesh.insert(disc.spec.layer, outline_of(disc.spec.shape, disc.spec.motion.at(0)));
        if (made) disc.region = made.value();
    }
    ground_->mesh.update();
}

/// Straight, or past the first standing disc that is in the way.
std::vector<Vec2> CrossingWorld::way_of(std::uint32_t agent) const {
    const Vec2 from = bodies_[agent].position, to = center_of(agents_[agent].goal);
    for (const auto& [name, disc] : discs_) {
        const auto* shape = std::get_if<DiscShape>(&disc.spec.shape);
        if (!shape || disc.spec.motion.keyframes.size() > 1 || disc.spec.layer != agents_[agent].layer)
            continue;
        const Vec2 center = disc.spec.motion.at(0).position;
        const double clearance = shape->radius + agents_[agent].limits.radius;
        const double t = nearest_parameter(from, to, center);
        if (t <= 0 || t >= 1 || distance(lerp(from, to, t), center) >= clearance) continue;
        return {from, center + perpendicular(normalized(to - from)) * (clearance + 0.3), to};
    }
    return {from, to};
}

std::vector<PublishedPoint> CrossingWorld::published(std::uint32_t agent) const {
    std::vector<PublishedPoint> points;
    double time = frame_.time;
    Vec2 before = bodies_[agent].position;
    for (const Vec2 p : way_of(agent)) {
        time += distance(before, p) / agents_[agent].limits.max_speed;
        points.push_back({time, p, agents_[agent].layer});
        before = p;
    }
    return points;
}

AgentView CrossingWorld::view(std::uint32_t agent) const {
    AgentView view;
    const std::vector<Vec2> way = way_of(agent);
    view.is_paused = bodies_[agent].paused;
    for (std::size_t i = 1; i < way.size(); ++i) view.plan_length += distance(way[i - 1], way[i]);
    return view;
}

void CrossingWorld::step() {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        Body& body = bodies_[i];
        if (body.paused || body.gone) continue;
        const Vec2 ahead = way_of(i)[1] - body.position;
        const double reach = agents_[i].limits.max_speed * scene_.time_step;
        body.arrived = length(ahead) <= reach;
        if (length(ahead) > 1e-9) body.heading = std::atan2(ahead.y, ahead.x);
        body.position += length(ahead) <= reach ? ahead : normalized(ahead) * reach;
    }
    ++next_index_;
    record();
}

Status CrossingWorld::apply_to_obstacles(const TimedEvent& event) {
    if (const auto* appear = std::get_if<AppearEvent>(&event.what)) {
        if (discs_.contains(appear->obstacle.name)) return Status::invalid_input("duplicate obstacle");
        Disc& disc = discs_[appear->obstacle.name] = {next_number_++, appear->obstacle, {}};
        place(disc);
        new_events_.push_back({"obstacle_appeared", appear->obstacle.name, ""});
    } else if (const auto* gone = std::get_if<DisappearEvent>(&event.what)) {
        const auto found = discs_.find(gone->obstacle);
        if (found == discs_.end()) return Status::invalid_input("no obstacle '" + gone->obstacle + "'");
        ground_->mesh.remove(found->second.spec.layer, found->second.region);
        ground_->mesh.update();
        discs_.erase(found);
        new_events_.push_back({"obstacle_disappeared", gone->obstacle, ""});
    } else if (const auto* moved = std::get_if<MoveEvent>(&event.what)) {
        const auto found = discs_.find(moved->obstacle);
        if (found == discs_.end()) return Status::invalid_input("no obstacle '" + moved->obstacle + "'");
        found->second.spec.motion = moved->motion;
        cut(found->second);
        new_events_.push_back({"obstacle_moved", moved->obstacle, ""});
    }
    return Status::ok();
}

template <class Change>
Status CrossingWorld::change(const std::string& target, const std::string& kind, Change&& change) {
    bool is_known = false;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
        if (bodies_[i].gone || (agents_[i].name != target && agents_[i].group != target)) continue;
        change(agents_[i], bodies_[i]);
        is_known = true;
    }
    if (!is_known) return Status::invalid_input("no agent or group '" + target + "'");
    new_events_.push_back({kind, target, ""});
    return Status::ok();
}

Status CrossingWorld::apply_to_agents(const TimedEvent& event) {
    if (const auto* goal = std::get_if<GoalEvent>(&event.what))
        return change(goal->target, "goal_changed", [&](AgentSpec& a, Body&) { a.goal = goal->goal; });
    if (const auto* leave = std::get_if<LeaveEvent>(&event.what))
        return change(leave->target, "agent_left", [](AgentSpec&, Body& body) { body.gone = true; });
    if (const auto* pause = std::get_if<PauseEvent>(&event.what))
        return change(pause->target, "agent_paused", [](AgentSpec&, Body& body) { body.paused = true; });
    if (const auto* on = std::get_if<ResumeEvent>(&event.what))
        return change(on->target, "agent_resumed", [](AgentSpec&, Body& body) { body.paused = false; });
    if (const auto* enter = std::get_if<EnterEvent>(&event.what)) {
        add_agent(enter->agent);
        new_events_.push_back({"agent_called", enter->agent.name, ""});
    }
    if (const auto* budget = std::get_if<BudgetEvent>(&event.what)) {
        budget_ = budget->budget;
        new_events_.push_back({"budget_changed", "", ""});
    }
    return Status::ok();
}

Status CrossingWorld::apply(const TimedEvent& event) {
    Status status = apply_to_obstacles(event);
    if (status.is_ok()) status = apply_to_agents(event);
    if (!status.is_ok()) return status;
    io::RecordedEdit edit{event, {}};
    edit.event.time = frame_.time;
    if (std::holds_alternative<EnterEvent>(event.what))
        edit.agent = static_cast<std::uint32_t>(agents_.size() - 1);
    new_edits_.push_back(std::move(edit));
    return status;
}

void CrossingWorld::record() {
    frame_ = {};
    frame_.index = next_index_;
    frame_.time = next_index_ * scene_.time_step;
    frame_.identities.swap(new_identities_);
    frame_.events.swap(new_events_);
    frame_.edits.swap(new_edits_);
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies_[i];
        if (body.gone) continue;
        const io::AgentMode mode = body.arrived  ? io::AgentMode::arrived
                                   : body.paused ? io::AgentMode::standing
                                                 : io::AgentMode::walking;
        const double z = scene_.layers[agents_[i].layer].height;
        frame_.agents.push_back(
            {i, agents_[i].layer, mode, {body.position.x, body.position.y, z}, body.heading});
    }
    if (!scene_.platforms.empty() && scene_.layers.size() > 1)
        frame_.obstacles.push_back({0, scene_.platforms.front().motion.at(frame_.time)});
    std::map<std::uint32_t, Pose> poses;
    for (const auto& [name, disc] : discs_) poses[disc.number] = disc.spec.motion.at(frame_.time);
    for (const auto& [number, pose] : poses) frame_.obstacles.push_back({number, pose});
}

}  // namespace wend::test
