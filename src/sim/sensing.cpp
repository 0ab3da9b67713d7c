// What has changed since the last step, and whom it concerns.

#include "sim/crowd.hpp"

namespace wend {
namespace {

/// From now on it stays where it is.
bool is_standing(const ObstacleSpec& spec, double now) {
    const auto& keys = spec.motion.keyframes;
    return spec.knowledge == Knowledge::known && spec.present.contains(now) &&
           (keys.size() == 1 || (!spec.motion.loops && now >= keys.back().time));
}

bool passes_through(const Route& route, double station, std::uint32_t layer, const Box2& box) {
    for (std::size_t i = route.leg_at(station); i + 1 < route.points().size(); ++i) {
        if (route.points()[i].layer != layer) continue;
        Box2 leg;
        leg.add(route.points()[i].position);
        leg.add(route.points()[i + 1].position);
        if (leg.overlaps(box)) return true;
    }
    return false;
}

/// Someone whose way leads through new obstacles needs another.
void block(Crowd& crowd, ObstacleId id, const ObstacleSpec& spec) {
    const double now = crowd.world.time();
    const Status cut = crowd.router.block(id, spec.layer, spec.shape, spec.motion.at(now));
    if (!cut.is_ok()) crowd.recorder.note("mesh_edit_failed", spec.name, cut.message);
    const Box2 box = swept_box(Body{id, spec.layer, spec.shape, spec.motion, spec.present}, {now, now});
    for (Walker& walker : crowd.walkers) {
        const Route* route = walker.commitment.route.get();
        if (route &&
            passes_through(*route, walker.walk.station, spec.layer, box.grown(walker.spec.limits.radius)))
            walker.wants_route = true;
    }
}

/// Freed ground may shorten anybody's way.
void unblock(Crowd& crowd, ObstacleId id) {
    crowd.router.unblock(id);
    for (Walker& walker : crowd.walkers) walker.wants_route = true;
}

/// Keeps the mesh cut where obstacles stand. A moving obstacle that comes to rest is cut out then.
void follow_standing_obstacles(Crowd& crowd) {
    for (auto& entry : crowd.standing) entry.second = false;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        if (!is_standing(*state.spec, crowd.world.time())) return;
        const auto [entry, is_new] = crowd.standing.insert_or_assign(id, true);
        if (is_new) block(crowd, id, *state.spec);
    });
    for (auto entry = crowd.standing.begin(); entry != crowd.standing.end();) {
        if (entry->second) {
            ++entry;
            continue;
        }
        unblock(crowd, entry->first);
        entry = crowd.standing.erase(entry);
    }
}

void take_new_goal(Walker& walker, const Goal& goal) {
    walker.goal = goal;
    walker.has_arrived = false;
    walker.wants_target = true;
    walker.wants_route = true;
}

/// Someone whose promise runs through what has changed must find out whether it still holds.
void doubt_promises(Crowd& crowd, const Change& change) {
    for (Walker& walker : crowd.walkers) {
        if (!walker.is_present() || walker.place.layer != change.layer) continue;
        Box2 room = bounds_of(walker.commitment);
        room.add(walker.place.position);
        if (change.region.overlaps(room.grown(walker.spec.limits.radius))) walker.is_broken = true;
    }
}

void look_at(Crowd& crowd, const Change& change) {
    switch (change.kind) {
        case ChangeKind::obstacle_moved:
            if (crowd.standing.erase(change.who.obstacle) != 0) unblock(crowd, change.who.obstacle);
            [[fallthrough]];
        case ChangeKind::obstacle_added:
        case ChangeKind::obstacle_observed:
            doubt_promises(crowd, change);
            break;
        case ChangeKind::goal_changed:
            take_new_goal(crowd.walkers[crowd.numbers.at(change.who.agent)],
                          *crowd.world.agents().find(change.who.agent)->goal);
            break;
        default:
            break;
    }
}

}  // namespace

void sense(Crowd& crowd) {
    const Changes changes = crowd.world.changes().since(crowd.seen_stamp);
    crowd.seen_stamp = crowd.world.version();
    if (changes.overflowed) {
        for (Walker& walker : crowd.walkers) {
            walker.is_broken = true;
            if (const AgentState* state = crowd.world.agents().find(walker.id))
                take_new_goal(walker, *state->goal);
        }
    }
    for (const Change& change : changes.items) look_at(crowd, change);
    follow_standing_obstacles(crowd);
}

}  // namespace wend
