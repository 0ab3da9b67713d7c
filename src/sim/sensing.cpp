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

/// Seconds after which one who has arrived or is paused, and stands, is walked around like a pillar.
constexpr double pillar_time = 1;

/// Someone whose way leads through what now stands there needs another.
void block(Crowd& crowd, const Body& body, const std::string& name) {
    const double now = crowd.world.time();
    const Status cut = crowd.router.block(body.who, body.layer, body.shape, body.motion.at(now));
    if (!cut.is_ok()) crowd.recorder.note("mesh_edit_failed", name, cut.message);
    const Box2 box = swept_box(body, {now, now});
    for (Walker& walker : crowd.walkers) {
        const Route* route = walker.commitment.route.get();
        if (route &&
            passes_through(*route, walker.walk.station, body.layer, box.grown(walker.spec.limits.radius)))
            walker.wants_route = true;
    }
}

/// Freed ground may shorten anybody's way.
void unblock(Crowd& crowd, BodyId who) {
    crowd.router.unblock(who);
    for (Walker& walker : crowd.walkers) walker.wants_route = true;
}

void keep_blocked(Crowd& crowd, const Body& body, const std::string& name) {
    const auto [entry, is_new] = crowd.standing.insert_or_assign(body.who, true);
    if (is_new) block(crowd, body, name);
}

/// Keeps the mesh cut where something stands. A moving obstacle that comes to rest is cut out then.
void follow_those_who_stand(Crowd& crowd) {
    for (auto& entry : crowd.standing) entry.second = false;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const ObstacleSpec& spec = *state.spec;
        if (!is_standing(spec, crowd.world.time())) return;
        keep_blocked(crowd, {.who = id, .layer = spec.layer, .shape = spec.shape, .motion = spec.motion},
                     spec.name);
    });
    for (const Walker& walker : crowd.walkers) {
        const bool stays = walker.has_arrived || (walker.is_paused && walker.commitment.is_done());
        if (!walker.is_present() || !stays || walker.waited < pillar_time) continue;
        keep_blocked(crowd,
                     {.who = walker.id,
                      .layer = walker.place.layer,
                      .shape = DiscShape{walker.spec.limits.radius},
                      .motion = {{{0, {walker.place.position, 0}}}, false},
                      .present = {}},
                     walker.spec.name);
    }
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
    walker.waited = 0;
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
            if (const AgentState* agent = crowd.world.agents().find(change.who.agent))
                take_new_goal(crowd.walkers[crowd.numbers.at(change.who.agent)], *agent->goal);
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
    follow_those_who_stand(crowd);
    crowd.router.update();
}

}  // namespace wend
