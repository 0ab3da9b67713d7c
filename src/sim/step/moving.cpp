// T0, the execution task (MD section 5.1): everybody walks one tick of what was promised. Where nothing is
// promised the agent stands, or is carried by the platform under it.

#include "sim/coordination/yielding.hpp"
#include "sim/crowd.hpp"
#include "sim/ground/goals.hpp"

namespace wend {
namespace {

void walk_one_tick(Walker& walker) {
    const Tick& tick = walker.commitment.ticks[walker.commitment.next++];
    walker.walk = tick.walk;
    walker.place = {tick.position, tick.layer};
    walker.is_crossing = tick.is_crossing;
    walker.is_riding = tick.is_riding;
}

void stand(Walker& walker, const Platforms& platforms, double from, double to) {
    walker.walk.speed = 0;
    // Who comes to rest on stairs or a link is on it still, but for its very end.
    const Route* route = walker.commitment.route.get();
    walker.is_crossing = walker.is_crossing && route && walker.walk.station < route->length() - 1e-6;
    walker.is_riding = false;
    if (const PlatformId platform = platforms.under(walker.place.layer, walker.place.position, from)) {
        walker.place.position = platforms.carry(platform, walker.place.position, from, to);
        walker.is_riding = true;
    }
}

AgentStatus status_of(const Walker& walker) {
    if (walker.is_paused) return AgentStatus::paused;
    if (walker.has_arrived || walker.was_served) return AgentStatus::arrived;
    if (walker.route_status.code == StatusCode::unreachable) return AgentStatus::unreachable;
    return walker.commitment.is_done() ? AgentStatus::waiting : AgentStatus::travelling;
}

/// Has nothing to get on to: it is there, or was told to wait.
bool is_at_leisure(const Walker& walker, double now) {
    return walker.has_arrived || walker.was_served || walker.is_paused ||
           (walker.goal.window && walker.goal.window->low > now);
}

void note_standing(Walker& walker, double now) {
    constexpr double same_place = 0.3;  // metres
    if (!is_at_leisure(walker, now) && distance(walker.anchor, walker.place.position) <= same_place) return;
    walker.anchor = walker.place.position;
    walker.anchored = now;
    walker.jam_search_period = 0;
}

/// Reports who makes no progress for long although it has a way and nothing to wait for: who twitches in a
/// jam moves, but gets no nearer to its goal and to no other place from which there might be a way around.
void notice_deadlock(Crowd& crowd, Walker& walker, double now) {
    constexpr double least_progress = 0.5, new_place = 2;  // metres
    const double gone = distance(walker.place.position, walker.mark);
    const double to_go = distance(walker.place.position, walker.target.position);
    if (is_at_leisure(walker, now) || gone > new_place ||
        (gone >= least_progress && to_go <= walker.mark_to_go - least_progress)) {
        walker.mark = walker.place.position;
        walker.mark_to_go = to_go;
        walker.marked = now;
        walker.is_deadlocked = false;
    }
    if (walker.is_deadlocked || now - walker.marked < deadlock_time) return;
    walker.is_deadlocked = true;
    crowd.recorder.note("deadlock_suspected", walker.spec.name,
                        walker.claim.is_waiting() ? "waits for a passage" : walker.route_status.message);
}

/// Where it is after the tick. The region's box answers for most without a look at the region itself.
bool is_there(const Walker& walker, double now) {
    if (!walker.goal_box.contains(walker.place.position)) return false;
    const bool in_time = !walker.goal.window || walker.goal.window->contains(now);
    return in_time && is_in_goal(walker.goal, walker.place.layer, walker.place.position);
}

void move(Crowd& crowd, Walker& walker, double from, double to) {
    const Vec2 before = walker.place.position;
    if (walker.commitment.is_done())
        stand(walker, crowd.world.platforms(), from, to);
    else
        walk_one_tick(walker);
    const bool moved = walker.walk.speed > 0;
    walker.waited = moved ? 0 : walker.waited + crowd.scene.time_step;
    const Vec2 velocity = (walker.place.position - before) / (to - from);
    crowd.world.move_agent(walker.id,
                           {walker.place.layer, walker.place.position, velocity, walker.walk.heading});
    if (!walker.has_arrived && !walker.was_served && is_there(walker, to)) {
        walker.has_arrived = true;
        crowd.recorder.note("arrived", walker.spec.name, {});
    }
    crowd.world.set_status(walker.id, status_of(walker));
    note_standing(walker, to);
    notice_deadlock(crowd, walker, to);
}

}  // namespace

void move(Crowd& crowd) {
    const double from = crowd.world.time();
    const double to = crowd.time_at(crowd.frame + 1);
    for (Walker& walker : crowd.walkers) {
        if (!walker.is_present()) continue;
        if (walker.has_arrived && walker.goal.leaves)
            remove(crowd, walker);
        else
            move(crowd, walker, from, to);
    }
    crowd.world.advance(to);
}

}  // namespace wend
