// Obstacles, links and areas come, go and change.

#include <algorithm>
#include <cmath>

#include "nav/world_state.hpp"

namespace wend::nav {
namespace {

bool is_finite(const Pose& pose) {
    return std::isfinite(pose.position.x + pose.position.y + pose.angle);
}

ConstraintSpec constraint_of(const AreaDef& def, std::string name) {
    ConstraintSpec constraint;
    constraint.name = std::move(name);
    constraint.layer = def.layer;
    constraint.polygon = def.polygon;
    constraint.hard = def.is_forbidden;
    constraint.weight = def.is_forbidden ? 0 : -def.weight;
    return constraint;
}

}  // namespace

Result<ObstacleId> World::add_obstacle(const ObstacleDef& def) try {
    if (state_->is_stopped) return no_memory();
    const double now = time();
    ObstacleSpec spec;
    spec.name = state_->next_name("obstacle ");
    spec.layer = def.layer;
    spec.shape = def.shape;
    const Pose pose = def.follow ? def.follow(now) : def.pose;
    spec.motion = def.trajectory.value_or(Trajectory{{{now, pose}}, false});
    spec.knowledge = def.follow ? Knowledge::observed : Knowledge::known;
    spec.uncertainty_growth = def.uncertainty;
    const auto added = state_->simulation.add_obstacle(std::move(spec));
    if (!added) return added.status();
    const bool follows = static_cast<bool>(def.follow);
    const ObstacleId id =
        state_->obstacles.insert({added.value(), def.follow, follows, pose, follows, def.user});
    if (!id) {
        (void)state_->simulation.remove_obstacle(added.value());
        return Status{StatusCode::out_of_memory, "there are as many obstacles as ids can tell apart"};
    }
    if (def.follow) state_->followers.push_back(id);
    return id;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(ObstacleId id) try {
    const Obstacle* obstacle = state_->obstacles.find(id);
    if (!obstacle) return stale("obstacle");
    const Status removed = state_->simulation.remove_obstacle(obstacle->id);
    std::erase(state_->followers, id);
    state_->obstacles.erase(id);
    return removed.is_ok() ? removed : stale("obstacle");
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_pose(ObstacleId id, const Pose& pose) try {
    return set_trajectory(id, {{{time(), pose}}, false});
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_trajectory(ObstacleId id, const Trajectory& trajectory) try {
    Obstacle* obstacle = state_->obstacles.find(id);
    if (!obstacle) return stale("obstacle");
    if (obstacle->follows)
        return Status::invalid_input("the obstacle follows a callback, which says where it is");
    return state_->simulation.move_obstacle(obstacle->id, trajectory);
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_follow(ObstacleId id, std::function<Pose(double time)> follow) try {
    Obstacle* obstacle = state_->obstacles.find(id);
    if (!obstacle) return stale("obstacle");
    if (!obstacle->follows)
        return Status::invalid_input(
            "found an obstacle with a trajectory, expected one that follows a callback");
    obstacle->follow = std::move(follow);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Result<Pose> World::pose(ObstacleId id) const try {
    const Obstacle* obstacle = state_->obstacles.find(id);
    const auto pose = obstacle ? state_->simulation.pose_of(obstacle->id) : std::nullopt;
    if (!pose) return stale("obstacle");  // one of the scene may have gone by an event of the scene
    return *pose;
} catch (const std::bad_alloc&) {
    return no_memory();
}

Result<std::uint64_t> World::user(ObstacleId id) const try {
    const Obstacle* obstacle = state_->obstacles.find(id);
    if (!obstacle) return stale("obstacle");
    return obstacle->user;
} catch (const std::bad_alloc&) {
    return no_memory();
}

/// Each is asked where it will be at the end of the step. What it says is no number: it stays where it is.
void World::State::follow_callbacks() {
    const double now = simulation.time(), dt = simulation.time_step();
    for (const ObstacleId id : followers) {
        Obstacle& obstacle = *obstacles.find(id);
        const Pose from = obstacle.pose, asked = obstacle.follow ? obstacle.follow(now + dt) : from,
                   to = is_finite(asked) ? asked : from;
        if (from == to && obstacle.is_observed) {
            obstacle.is_observed = false;
            (void)simulation.move_obstacle(obstacle.id, {{{now, from}}, false});
        } else if (from != to) {
            const Pose beyond{to.position + (to.position - from.position), 2 * to.angle - from.angle};
            const Trajectory motion{{{now, from}, {now + dt, to}, {now + 2 * dt, beyond}}, false};
            if (simulation.move_obstacle(obstacle.id, motion).is_ok()) obstacle.pose = to;
            obstacle.is_observed = true;
        }
    }
}

std::vector<ObstacleId> World::obstacles() const try {
    std::vector<ObstacleId> ids;
    state_->obstacles.for_each([&](ObstacleId id, const Obstacle& obstacle) {
        if (state_->simulation.pose_of(obstacle.id)) ids.push_back(id);
    });
    return ids;
} catch (const std::bad_alloc&) {
    return {};
}

Result<std::uint32_t> World::State::put_link(const LinkDef& wanted) {
    mesh::LinkSpec link;
    link.from = {wanted.from.at, wanted.from.layer};
    link.to = {wanted.to.at, wanted.to.layer};
    link.two_way = wanted.two_way;
    link.cost = wanted.cost;
    auto index = simulation.add_link(link);
    if (index && !wanted.is_open) (void)simulation.set_open(index.value(), false);
    return index;
}

Result<LinkId> World::add_link(const LinkDef& def) try {
    if (state_->is_stopped) return no_memory();
    if (!(def.cost >= 0) || !std::isfinite(def.from.at.x + def.from.at.y + def.to.at.x + def.to.at.y))
        return Status::invalid_input(
            "found a link with numbers out of range, expected finite ends, a cost >= 0");
    const auto index = state_->put_link(def);
    if (!index) return index.status();
    return state_->links.insert({index.value(), def});
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_open(LinkId id, bool is_open) try {
    LinkEntry* link = state_->links.find(id);
    if (!link) return stale("link");
    link->def.is_open = is_open;
    return state_->simulation.set_open(link->index, is_open);
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(LinkId id) try {
    Status shut = set_open(id, false);
    state_->links.erase(id);
    return shut;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Result<AreaId> World::add_area(const AreaDef& def) try {
    if (state_->is_stopped) return no_memory();
    AreaEntry area{constraint_of(def, state_->next_name("area "))};
    if (Status set = state_->simulation.apply({0, ConstraintEvent{area.constraint}}); !set.is_ok())
        return set;
    return state_->areas.insert(std::move(area));
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::set_weight(AreaId id, double weight) try {
    AreaEntry* area = state_->areas.find(id);
    if (!area) return stale("area");
    ConstraintSpec changed = area->constraint;
    changed.weight = -weight;
    if (Status set = state_->simulation.apply({0, ConstraintEvent{changed}}); !set.is_ok()) return set;
    area->constraint = std::move(changed);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Status World::remove(AreaId id) try {
    const AreaEntry* area = state_->areas.find(id);
    if (!area) return stale("area");
    Status lifted = state_->simulation.apply({0, LiftEvent{area->constraint.name}});
    state_->areas.erase(id);
    return lifted;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

}  // namespace wend::nav
