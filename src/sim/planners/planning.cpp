#include "sim/planners/planning.hpp"

#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

#include "sim/coordination/lanes.hpp"
#include "sim/coordination/queueing.hpp"
#include "sim/coordination/yielding.hpp"
#include "sim/focus/fidelity.hpp"
#include "sim/focus/focus.hpp"
#include "sim/forecast/foresight.hpp"
#include "sim/ground/goals.hpp"
#include "sim/planners/dodge.hpp"
#include "sim/planners/ways.hpp"

namespace wend {
namespace {

constexpr double merging_share = 0.15;  ///< of its pace, for one on the wrong side: those beside it get ahead
constexpr double queue_reach = 1.2;     ///< metres before a line at which somebody is the first of a queue
constexpr double queue_memory = 12;     ///< seconds that those behind rely on there being a first one

/// Metres left to the edge of the goal region.
double distance_to_goal(const Walker& walker, const Route& route, double station) {
    const double left = route.length() - station;
    const auto* disc = std::get_if<DiscRegion>(&walker.goal.region);
    return disc ? std::max(0.0, left - disc->radius) : left;
}

std::optional<Proposal> next_promise(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                     const Way& way, double current_rest, Budget& budget,
                                     PlanningOutcome& outcome, std::optional<Meeting>& meeting) {
    const double left = distance_to_goal(walker, *way.route, way.walk.station);
    double pace = pace_for(walker.goal, left, world.time(), walker.spec.limits.max_speed);
    outcome.pace_share = foreseen_share(crowd, walker, *way.route, way.walk.station, pace);
    pace *= outcome.pace_share;
    if (walker.is_on_wrong_side) pace *= merging_share;
    const double line = stop_before_crossing(crowd, walker, *way.route, way.walk.station);
    const double stop =
        std::min({line, stop_before_goal(crowd, walker, *way.route, way.walk.station),
                  stop_behind_queue(crowd, walker, world, *way.route, way.walk.station),
                  stop_before_passage(crowd, walker, *way.route, way.walk.station),
                  walker.mouth ? stop_before_mouth(*walker.mouth, *way.route, way.walk.station,
                                                   walker.spec.limits.radius)
                               : std::numeric_limits<double>::infinity()});
    const Steerer steerer{walker.id,
                          walker.place,
                          &walker.spec.limits,
                          way.route,
                          way.walk,
                          crowd.router.constraints().rules_for(walker.binding),
                          pace,
                          current_rest,
                          stop,
                          walker.is_queueing(world.time()) && !walker.crossing.is_granted,
                          walker.room_left};
    if (line - way.walk.station < queue_reach) outcome.queued_until = crowd.world.time() + queue_memory;
    auto proposal =
        propose(world, steerer, crowd.scene.time_step, crowd.steering, budget, meeting, outcome.spare_ticks);
    const bool is_asked = walker.request.is_alive(world.time());
    if (proposal && is_asked && !respects(walker.request, walker, proposal->commitment)) proposal.reset();
    return proposal;
}

/// It stands where it was told to wait for its turn.
bool is_waiting(const Walker& walker) {
    constexpr double crowd = 6;  // metres of those who wait around a goal
    if (walker.waits_at > 0)
        return distance(walker.place.position, walker.target.position) < walker.waits_at + crowd;
    return walker.claim.is_waiting() && walker.claim.transit->begin - walker.walk.station < 1;
}

/// Somebody who has stood in a jam for a while takes a few steps in a random direction: two who would each
/// have to go first come out of step, and an arch of bodies in front of a narrow place loses its stones,
/// even where each of them has been asked to make room and finds none.
std::optional<Commitment> step_aside(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                     Budget& budget) {
    constexpr double patience = 4, patience_when_asked = 10, patience_in_line = 20;  // seconds
    const bool is_asked = walker.request.is_alive(world.time());
    const bool is_patient =
        walker.waited < (is_asked ? patience_when_asked : patience) || walker.claim.must_let_pass() ||
        is_waiting(walker) ||
        (is_in_line(walker, walker.queued_until, world.time()) && walker.waited < patience_in_line);
    if (!walker.is_standing() || is_patient || walker.has_arrived || !budget.spend()) return std::nullopt;
    Rng rng = Rng(crowd.options.seed).split(walker.number).split(crowd.frame);
    const double direction = rng.uniform(0, 2 * std::numbers::pi);
    const Vec2 way = unit_vector(direction) * rng.uniform(0.2, 1.0);
    const RoutePoint aside{walker.place.position + way, walker.place.layer};
    const Region& ground = world.walls().ground(aside.layer);
    if (!ground.fits_along(walker.place.position, aside.position, walker.spec.limits.radius + usual_wall_gap))
        return std::nullopt;
    const double dt = crowd.scene.time_step;
    const auto route =
        std::make_shared<const Route>(std::vector{walker.place, aside}, walker.spec.limits, dt);
    const WalkState walk{0, 0, walker.walk.heading};
    Commitment promise{
        route, roll_out(*route, walk, walker.spec.limits, dt, {walker.spec.limits.max_speed / 2, 300}), 0};
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits,
                          nullptr,   walk,         crowd.router.constraints().rules_for(walker.binding)};
    if (blocks_crossing(crowd, walker, aside.layer, aside.position) ||
        !is_free(world.occupancy(), steerer, promise.ticks, world.time(), dt, crowd.steering))
        return std::nullopt;
    return promise;
}

double rest_of(const Commitment& promise, const WalkState& walk) {
    const double station = promise.is_done() ? walk.station : promise.ticks.back().walk.station;
    return promise.route->length() - station;
}

}  // namespace

bool holds(const Crowd& crowd, const Walker& walker, const Occupancy& occupancy) {
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits,
                          nullptr,   walker.walk,  crowd.router.constraints().rules_for(walker.binding)};
    const auto left = std::span(walker.commitment.ticks).subspan(walker.commitment.next);
    return is_free(occupancy, steerer, left, crowd.world.time(), crowd.scene.time_step, crowd.steering);
}

namespace {

/// A stop after so many ticks at the speed it has; nothing where the limits leave no way to stop then.
Commitment stop_after(const Crowd& crowd, const Walker& walker, std::uint32_t ticks) {
    const auto& route = walker.commitment.route;
    const Pace pace{walker.walk.speed, ticks};
    return {route, roll_out(*route, walker.walk, walker.spec.limits, crowd.scene.time_step, pace), 0};
}

/// The same, if others leave room for it.
std::optional<Commitment> free_stop(const Crowd& crowd, const Walker& walker, const Occupancy& occupancy,
                                    std::uint32_t ticks) {
    Commitment stop = stop_after(crowd, walker, ticks);
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits,
                          nullptr,   walker.walk,  crowd.router.constraints().rules_for(walker.binding)};
    const bool is_safe = !stop.ticks.empty() && is_free(occupancy, steerer, stop.ticks, crowd.world.time(),
                                                        crowd.scene.time_step, crowd.steering);
    return is_safe ? std::optional(std::move(stop)) : std::nullopt;
}

}  // namespace

Commitment braking(const Crowd& crowd, const Walker& walker) {
    if (walker.walks_in_time()) return braking_in_focus(crowd, walker);
    Commitment stop = stop_after(crowd, walker, 0);
    // Where the limits leave no way to brake, what was promised at least keeps them.
    if (stop.ticks.empty())
        stop.ticks.assign(
            walker.commitment.ticks.begin() + static_cast<std::ptrdiff_t>(walker.commitment.next),
            walker.commitment.ticks.end());
    return stop;
}

std::optional<Commitment> later_stop(const Crowd& crowd, const Walker& walker, const Occupancy& occupancy) {
    if (walker.walks_in_time()) return std::nullopt;
    for (const std::uint32_t ticks : {1u, 2u, 3u, 5u, 8u, 12u})
        if (auto stop = free_stop(crowd, walker, occupancy, ticks)) return stop;
    return std::nullopt;
}

namespace {

/// Somebody who has been asked to make room, or who gets no further by himself.
void untangle(const Crowd& crowd, const Walker& walker, const Snapshot& world,
              const std::optional<Meeting>& meeting, Budget& budget, PlanningOutcome& outcome) {
    if (!walker.is_standing()) return;
    const double now = world.time();
    const bool is_asked = walker.request.is_alive(now);
    const bool waits_in_line = is_in_line(walker, outcome.queued_until, now);
    Yield yield;
    if (is_asked && is_in_the_way(walker.request, walker)) {
        yield = make_room(crowd, walker, world, budget);
    } else if (!walker.has_arrived && now >= walker.next_jam_search &&
               is_on_apron(crowd, walker, walker.place.position)) {
        yield = leave_apron(crowd, walker, world, budget);
        outcome.searched_jam = true;
    } else if (gets_no_further(walker, waits_in_line, now) && meeting && !outcome.new_route &&
               now >= walker.next_jam_search && !is_waiting(walker)) {
        yield = get_through(crowd, walker, world, budget, !meeting->who.agent.is_null());
        outcome.searched_jam = true;
        if (yield.walk && is_asked && !respects(walker.request, walker, *yield.walk)) yield.walk.reset();
    }
    outcome.asks = std::move(yield.asks);
    if (!yield.walk) return;
    outcome.commitment = std::move(yield.walk);
    outcome.is_aside = true;
}

}  // namespace

namespace {

bool may_look_ahead(const Crowd& crowd, const Walker& walker) {
    return walker.commitment.route && !walker.has_arrived && !walker.is_aside &&
           !walker.request.is_alive(crowd.world.time());
}

/// A promise on another way: one to the goal that is less crowded, or else one around those who will be in
/// the way, which is no use if it meets somebody itself.
std::optional<Proposal> look_ahead(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                   Budget& budget, PlanningOutcome& outcome) {
    constexpr double nothing_to_lose = 1e300;
    std::optional<Meeting> meeting;
    const auto promise_on = [&](const Way& way) {
        return next_promise(crowd, walker, world, way, nothing_to_lose, budget, outcome, meeting);
    };
    const double now = world.time();
    const auto& passage = walker.claim.transit;
    outcome.looked_ahead = now >= walker.next_evasion && !passage;
    // Where constraints say on which side to walk, lanes do not.
    if (outcome.looked_ahead && crowd.scene.constraints.empty()) {
        const Route& route = *walker.commitment.route;
        if (const auto place = place_in_lane(crowd, walker, route, walker.walk.station)) {
            outcome.is_on_wrong_side = is_on_wrong_side(walker, *place);
            outcome.room_left = std::max(0.0, -place->beside_lane);
        }
        if (const auto way = way_on_its_side(crowd, walker, outcome))
            if (auto proposal = promise_on(*way)) return proposal;
        if (outcome.is_in_corridor) return std::nullopt;
    }
    if (!is_among_many(crowd)) return std::nullopt;
    outcome.reconsidered =
        crowd.scene.prediction && now >= walker.next_reroute && !(passage && passage->is_inside);
    if (outcome.reconsidered)
        if (const auto way = less_crowded_way(crowd, walker, budget))
            if (auto proposal = promise_on(*way)) {
                outcome.is_rerouted = true;
                return proposal;
            }
    if (!outcome.looked_ahead) return std::nullopt;
    const auto way = evasive_way(crowd, walker, world, budget);
    if (!way) return std::nullopt;
    meeting.reset();
    auto proposal = promise_on(*way);
    return meeting ? std::nullopt : proposal;
}

}  // namespace

namespace {

/// Until when the walker queues, since the one whom it meets does and goes the same way; 0 when it does not.
double queued_behind(const Crowd& crowd, const Walker& walker, const Meeting& meeting) {
    if (meeting.who.agent.is_null() || walker.crossing.is_granted) return 0;
    const Walker& other = crowd.walkers[crowd.numbers.at(meeting.who.agent)];
    if (other.crossing.is_granted || !other.commitment.route || !walker.commitment.route) return 0;
    const auto heading = [](const Walker& who) {
        return who.commitment.route->heading(who.commitment.route->leg_at(who.walk.station));
    };
    const bool is_alike = std::abs(wrapped_angle(heading(walker) - heading(other))) < std::numbers::pi / 3;
    return is_alike ? other.queued_until : 0;
}

}  // namespace

namespace {

/// One agent's turn: the ways it may take, from the best one on, then what is left to do where none is free.
class PromiseSearch {
  public:
    PromiseSearch(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget,
                  PlanningOutcome& outcome)
        : crowd_(crowd), walker_(walker), world_(world), budget_(budget), outcome_(outcome) {
        outcome.still_holds = walker.is_broken && holds(crowd, walker, world.occupancy());
        is_broken_ = walker.is_broken && !outcome.still_holds;
        outcome.was_broken = is_broken_ && !walker.commitment.is_done();
    }

    /// It goes nowhere, and stops when what it has promised no longer holds.
    void while_paused() {
        outcome_.is_emergency = is_broken_ && !walker_.is_at_rest();
        if (outcome_.is_emergency) outcome_.commitment = braking(crowd_, walker_);
    }

    void run() {
        look_for_proposal();
        if (meeting_)
            outcome_.queued_until =
                std::max(outcome_.queued_until, queued_behind(crowd_, walker_, *meeting_));
        if (proposal_) {
            outcome_.commitment = std::move(proposal_->commitment);
            outcome_.keeps_gap = proposal_->keeps_gap;
        } else {
            untangle(crowd_, walker_, world_, meeting_, budget_, outcome_);
            if (!outcome_.commitment) is_broken_ ? get_safe() : step_out();
        }
        note_hindrance();
    }

  private:
    static constexpr double nothing_to_lose = 1e300;
    static constexpr std::uint64_t emergency_expansions = 64;  ///< all walks that a dodge may try

    void look_for_proposal() {
        // Whoever is late must still get out of the way, but needs no way of its own for that.
        const bool is_late = is_broken_ && budget_.has_deadline() && budget_.exhausted();
        if (walker_.wants_route && !walker_.has_arrived && !is_late) try_new_way();
        if (proposal_ || outcome_.new_route) return;
        if (!is_broken_ && may_look_ahead(crowd_, walker_))
            proposal_ = look_ahead(crowd_, walker_, world_, budget_, outcome_);
        if (proposal_ || !walker_.commitment.route || walker_.has_arrived) return;
        const double rest = is_broken_ ? nothing_to_lose : rest_of(walker_.commitment, walker_.walk);
        try_way({walker_.commitment.route, walker_.walk}, rest);
    }

    void try_new_way() {
        const auto way = find_way(crowd_, walker_, budget_, outcome_);
        if (!way) return;
        try_way(*way, nothing_to_lose);
        outcome_.goes_new_way = proposal_.has_value();
        if (!proposal_ && walker_.is_standing()) outcome_.new_route = way->route;
    }

    void try_way(const Way& way, double rest) {
        proposal_ = next_promise(crowd_, walker_, world_, way, rest, budget_, outcome_, meeting_);
    }

    /// Its promise no longer holds: it stops where that harms nobody, gets out of the way, or stops.
    void get_safe() {
        const bool is_moving = !walker_.is_at_rest();
        if (is_moving) outcome_.commitment = free_stop(crowd_, walker_, world_.occupancy(), 0);
        outcome_.is_emergency = outcome_.commitment.has_value();
        if (outcome_.commitment) return;
        // Getting out of the way must not depend on how little there is to plan with; time is another matter.
        Budget enough = Budget::expansions(emergency_expansions);
        if (auto away = dodge(crowd_, walker_, world_, budget_.has_deadline() ? budget_ : enough)) {
            outcome_.commitment = std::move(away->walk);
            outcome_.is_aside = true;
            outcome_.is_emergency = !away->is_free;
        } else if (is_moving) {
            outcome_.commitment = braking(crowd_, walker_);
            outcome_.is_emergency = true;
        }
    }

    void step_out() {
        if (walker_.commitment.route && !walker_.request.is_alive(world_.time()))
            outcome_.commitment = close_up(crowd_, walker_, world_, budget_);
        if (!outcome_.commitment) outcome_.commitment = step_aside(crowd_, walker_, world_, budget_);
        outcome_.is_aside = outcome_.is_aside || outcome_.commitment;
    }

    [[nodiscard]] bool is_moving(ObstacleId id) const {
        const ObstacleState* thing = world_.obstacles().find(id);
        return thing && thing->spec->motion.keyframes.size() > 1;
    }

    void note_hindrance() {
        outcome_.is_hindered = meeting_ || !proposal_;
        if (!meeting_) return;
        if (walker_.is_standing()) outcome_.came_upon = meeting_->who.obstacle;
        outcome_.is_before_thing = !proposal_ && is_moving(meeting_->who.obstacle);
        const bool is_agent = !meeting_->who.agent.is_null();
        if (outcome_.commitment || !is_agent) return;
        const std::uint32_t other = crowd_.numbers.at(meeting_->who.agent);
        outcome_.waiting_for = {other, crowd_.walkers[other].promises};
    }

    const Crowd& crowd_;
    const Walker& walker_;
    const Snapshot& world_;
    Budget& budget_;
    PlanningOutcome& outcome_;
    bool is_broken_ = false;
    std::optional<Proposal> proposal_;
    std::optional<Meeting> meeting_;  ///< what stands against walking on as it wants to
};

}  // namespace

PlanningOutcome plan_for(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget budget,
                         std::vector<Tick> spare) {
    PlanningOutcome outcome;
    outcome.spare_ticks = std::move(spare);
    PromiseSearch search(crowd, walker, world, budget, outcome);
    if (walker.is_paused) {
        search.while_paused();
        return outcome;
    }
    search.run();
    outcome.expansions = budget.spent();
    return outcome;
}

}  // namespace wend
