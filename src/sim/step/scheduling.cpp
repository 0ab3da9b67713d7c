// Whose turn it is to plan in this frame, and what each may spend. Agents plan in parallel against one frozen
// snapshot; their results are committed one after the other by number, each checked once more against those
// committed before it. So the outcome does not depend on the number of threads.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

#include "sim/coordination/yielding.hpp"
#include "sim/crowd.hpp"
#include "sim/focus/focus.hpp"
#include "sim/people/way_news.hpp"
#include "sim/planners/planning.hpp"
#include "sim/planners/ways.hpp"
#include "sim/promise/borrowed.hpp"
#include "sim/step/awareness.hpp"
#include "sim/step/emergencies.hpp"
#include "sim/step/exits.hpp"

namespace wend {
namespace {

/// Seconds between two looks at a promise: one that is going well, and one that meets somebody. Both are less
/// than what a promise walks before it brakes.
constexpr double calm_period = 0.9, busy_period = 0.3;
/// Of a frame's time; the rest is for sensing, committing, moving and recording.
constexpr double planning_share = 0.6;
/// Of a frame's time, within the planning: for choosing places in goal regions.
constexpr double choosing_share = 0.15;
/// Least expansions that are worth starting with.
constexpr std::uint64_t least_expansions = 64;
/// Seconds between two looks for a way through a jam: at first, and at most.
constexpr double least_jam_period = 0.8, most_jam_period = 3;

/// Seconds between two looks at who will be in the way, and at whether another way is less crowded.
constexpr double evasion_period = 1.5, merging_period = 0.4, reroute_period = 4;
/// Seconds that who has changed its way keeps to it: about as long as others need to see it there and answer.
constexpr double reroute_rest = 16;

/// It stands behind somebody who has not made another promise since it last looked.
bool waits(const Crowd& crowd, const Walker& walker) {
    const WaitingFor& other = walker.waiting_for;
    return other.who != WaitingFor::nobody && walker.is_standing() && crowd.walkers[other.who].is_present() &&
           crowd.walkers[other.who].promises == other.promises;
}

/// Frames between two looks at a promise.
struct Periods {
    explicit Periods(double time_step)
        : calm(frames(calm_period, time_step)), busy(frames(busy_period, time_step)) {}
    std::uint64_t calm, busy;

  private:
    static std::uint64_t frames(double period, double time_step) {
        return static_cast<std::uint64_t>(std::max(1L, std::lround(period / time_step)));
    }
};

/// Is it time for another look at its promise?
bool comes_round(const Crowd& crowd, const Walker& walker, const Periods& periods) {
    const std::uint64_t count = crowd.frame + walker.number;
    const bool when_busy = count % periods.busy == 0, when_calm = count % periods.calm == 0;
    if (when_busy == when_calm) return when_calm;
    const bool is_asked = walker.request.is_alive(crowd.world.time());
    return walker.is_hindered && (is_asked || !waits(crowd, walker)) ? when_busy : when_calm;
}

bool is_due(const Crowd& crowd, const Walker& walker, const Periods& periods) {
    if (!walker.is_present() || walker.wants_target || is_left_to_focus(crowd, walker)) return false;
    const auto is_asked = [&] { return walker.request.is_alive(crowd.world.time()); };
    if (walker.has_arrived && walker.commitment.is_done() && !walker.is_broken) return is_asked();
    if (walker.is_paused) return walker.is_broken && !walker.commitment.is_done();
    if (walker.is_aside && !walker.is_broken && !walker.commitment.is_done()) return false;
    if (walker.wants_route || walker.is_broken) return true;
    if (!walker.commitment.route || !comes_round(crowd, walker, periods)) return false;
    const bool is_there =
        walker.commitment.is_done() && walker.commitment.route->length() - walker.walk.station < 1e-6;
    return !is_there || is_asked();
}

/// Something came to stand on its way.
bool has_lost_way(const Walker& walker) {
    return walker.wants_route && std::ranges::any_of(walker.news, [](const GroundNews& news) {
               return news->event.obstacle.inserted;
           });
}

struct Due {
    std::uint64_t rank = 0;
    std::uint32_t number = 0;
    friend auto operator<=>(const Due&, const Due&) = default;
};

/// Broken promises first, then those without a way, then those who see that theirs has changed, then those
/// who know that it is cut off, then whoever has waited longest for a turn.
std::uint64_t rank_among_due(const Walker& walker) {
    std::uint64_t rank = 0;
    for (const bool is_later :
         {!walker.is_broken, walker.commitment.route != nullptr, !walker.sees_news, !has_lost_way(walker)})
        rank = 2 * rank + is_later;
    return rank << 60 | walker.last_planned;
}

/// Of each share of the walkers in parallel.
std::vector<Due> turns(Crowd& crowd) {
    constexpr std::uint32_t share = 256;
    const auto count = static_cast<std::uint32_t>(crowd.walkers.size());
    const Periods periods(crowd.scene.time_step);
    std::vector<std::vector<Due>> some((count + share - 1) / share);
    crowd.workers.for_each(static_cast<std::uint32_t>(some.size()), [&](std::uint32_t part) {
        for (std::uint32_t i = part * share; i < std::min(count, (part + 1) * share); ++i)
            if (const Walker& walker = crowd.walkers[i]; is_due(crowd, walker, periods))
                some[part].push_back({rank_among_due(walker), i});
    });
    std::vector<Due> due;
    for (const std::vector<Due>& part : some) due.insert(due.end(), part.begin(), part.end());
    std::sort(due.begin(), due.end());
    return due;
}

struct Turn {
    std::uint32_t number = 0;
    Budget budget;
};

/// What ends when that share of the frame's time is over; never, when the budget is none of time.
Budget part_of(const BudgetSpec& frame, double share, Budget::Clock::time_point began) {
    if (!frame.seconds) return Budget::unlimited();
    const auto time = std::chrono::duration<double>(share * *frame.seconds);
    return Budget::until(began + std::chrono::duration_cast<Budget::Clock::duration>(time));
}

/// Expansions are dealt out beforehand, so that nobody's share depends on what others use.
std::vector<Turn> deal(Crowd& crowd, const BudgetSpec& frame_budget, Budget::Clock::time_point began) {
    std::vector<Turn> dealt;
    const std::vector<Due> due = turns(crowd);
    dealt.reserve(due.size());
    const Budget common = part_of(frame_budget, planning_share, began);
    std::uint64_t left = frame_budget.expansions.value_or(0);
    for (const auto& [rank, number] : due) {
        if (!frame_budget.expansions) {
            dealt.push_back({number, common});
            continue;
        }
        const std::uint64_t fair = std::max(*frame_budget.expansions / due.size(), least_expansions);
        const std::uint64_t share = std::min(fair * crowd.walkers[number].patience, left);
        // Who may have to get out of the way gets a turn with nothing to plan with, too.
        if (share == 0 && !crowd.walkers[number].is_broken) break;
        left -= share;
        dealt.push_back({number, common.and_expansions(share)});
    }
    return dealt;
}

/// Its way is still that to the exit that it has changed its mind about.
bool leads_to_other_place(const Walker& walker) {
    constexpr double same_place = 1e-6;  // metres
    const Route* route = walker.commitment.route.get();
    return !walker.goal.others.empty() && route &&
           distance(route->points().back().position, walker.target.position) > same_place;
}

void note_route(Walker& walker, const PlanningOutcome& outcome) {
    if (!outcome.route_status) return;
    walker.route_status = *outcome.route_status;
    walker.patience = outcome.was_cut_short ? std::min(walker.patience * 2, 1u << 16) : 1;
    // A way that is found but cannot be taken at once, while walking, is looked for again from further on. So
    // is one where the old one, which the promise may lead along, is no good any more.
    const bool goes_on =
        outcome.goes_new_way || (outcome.commitment && walker.news.empty() && !leads_to_other_place(walker));
    const bool is_taken = goes_on || outcome.new_route || walker.is_standing();
    walker.wants_route = outcome.was_cut_short || !is_taken;
    if (outcome.was_cut_short) return;
    walker.shortest = outcome.shortest;
    walker.sees_news = false;
}

void count_route(Replans& replans, Walker& walker, const PlanningOutcome& outcome) {
    if (!outcome.route_status || walker.wants_route) return;
    ++replans.routes;
    if (!walker.news.empty()) ++(outcome.is_pruned ? replans.repaired : replans.restarted);
}

/// Once it walks the way that was looked for, what was new about the old one is of no use.
void forget_news(Walker& walker, const PlanningOutcome& outcome) {
    if (outcome.route_status && !walker.wants_route) walker.news.clear();
}

}  // namespace

PreparedPlan prepared(const Crowd& crowd, const Walker& walker, const Commitment& promise,
                      PreparedPlan spare) {
    const double now = crowd.world.time();
    PublishedPlan plan;
    if (promise.outline)
        plan.motion = turning_motion_of(promise.ticks, {walker.place.position, walker.walk.heading}, now,
                                        crowd.scene.time_step);
    else
        plan.motion = motion_of(promise.ticks, walker.place.position, walker.walk.heading, now,
                                crowd.scene.time_step, spare.spare_keyframes());
    plan.outline = promise.outline;
    plan.valid = {now, plan.motion.keyframes.back().time};
    plan.world_version = crowd.world.version();
    for (const Tick& tick : promise.ticks)
        if (tick.layer != walker.place.layer) plan.other_layer = tick.layer;
    return crowd.world.prepare_plan(walker.id, std::move(plan), std::move(spare));
}

void take(Crowd& crowd, Walker& walker, Commitment promise) {
    PreparedPlan published = prepared(crowd, walker, promise);
    take(crowd, walker, promise, published);
}

void take(Crowd& crowd, Walker& walker, Commitment& promise, PreparedPlan& published) {
    // Another route begins where the walker is; who brakes in this very frame must know that.
    if (promise.route != walker.commitment.route) walker.walk.station = 0;
    std::swap(walker.commitment, promise);
    walker.is_broken = false;
    ++walker.promises;
    ++crowd.replans.promises;
    crowd.world.publish_plan(walker.id, published);
}

namespace {

Box2 room_of(const Walker& walker, const Commitment& promise) {
    Box2 room = bounds_of(promise);
    room.add(walker.place.position);
    return room.grown(walker.spec.limits.radius + 0.01);
}

/// Both layers when the promise leads from one to another.
template <class Visit>
void for_each_layer(const Walker& walker, const Commitment& promise, Visit&& visit) {
    visit(walker.place.layer);
    if (!promise.ticks.empty() && promise.ticks.back().layer != walker.place.layer)
        visit(promise.ticks.back().layer);
}

/// Others who were committed in this frame before may have taken the room.
bool is_still_free(Crowd& crowd, const Walker& walker, const PlanningOutcome& outcome) {
    const Commitment& promise = *outcome.commitment;
    Borrowed<std::uint32_t> near;
    for_each_layer(walker, promise, [&](std::uint32_t layer) {
        crowd.fresh.any(layer, outcome.room, [&](std::uint32_t number) {
            near->push_back(number);
            return false;
        });
    });
    if (near->empty()) return true;
    const Occupancy& occupancy = crowd.world.occupancy();
    const double now = crowd.world.time(), dt = crowd.scene.time_step;
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits,
                          nullptr,   walker.walk,  crowd.router.constraints().rules_for(walker.binding)};
    if (!outcome.keeps_gap) return is_free(occupancy, steerer, promise.ticks, now, dt, crowd.steering);
    std::sort(near->begin(), near->end());
    near->erase(std::unique(near->begin(), near->end()), near->end());
    Borrowed<const BodyPath*> news;
    for (const std::uint32_t number : *near) news->push_back(occupancy.find(crowd.walkers[number].id));
    return is_free(occupancy, *news, steerer, promise.ticks, now, dt, crowd.steering);
}

/// Only the highest of several requests counts.
void deliver(Crowd& crowd, const Ask& ask) {
    Walker& walker = crowd.walkers[ask.whom];
    if (rank_of(walker, crowd.world.time()) >= ask.what.rank) walker.request = ask.what;
}

void commit(Crowd& crowd, Walker& walker, PlanningOutcome& outcome) {
    walker.last_planned = crowd.frame;
    walker.is_hindered = outcome.is_hindered;
    walker.is_before_thing = outcome.is_before_thing;
    walker.queued_until = outcome.queued_until;
    walker.pace_share = outcome.pace_share;
    walker.waiting_for = outcome.waiting_for;
    note_route(walker, outcome);
    count_route(crowd.replans, walker, outcome);
    if (outcome.still_holds) walker.is_broken = false;
    if (outcome.new_route) {
        walker.commitment = {outcome.new_route, {}, 0};
        walker.walk.station = 0;
        walker.is_aside = false;  // its way begins here, and may be looked at like any other
    }
    if (outcome.searched_jam) {
        const double period = std::clamp(2 * walker.jam_search_period, least_jam_period, most_jam_period);
        walker.jam_search_period = outcome.commitment ? 0 : period;
        walker.next_jam_search = crowd.world.time() + walker.jam_search_period;
    }
    if (outcome.looked_ahead)
        walker.next_evasion =
            crowd.world.time() + (outcome.is_on_wrong_side ? merging_period : evasion_period);
    // In a passage that is used in turns nobody keeps to a side.
    if (outcome.looked_ahead || walker.claim.transit) {
        walker.is_in_corridor = outcome.is_in_corridor;
        walker.is_on_wrong_side = outcome.is_on_wrong_side;
        walker.room_left = outcome.room_left;
        walker.mouth = outcome.mouth;
    }
    if (outcome.reconsidered) walker.next_reroute = crowd.world.time() + reroute_period;
    for (const Ask& ask : outcome.asks) deliver(crowd, ask);
    if (crowd.awareness && !outcome.came_upon.is_null())
        crowd.awareness->come_upon(walker, outcome.came_upon);
    if (!outcome.commitment) return forget_news(walker, outcome);
    if (!outcome.is_emergency && !is_still_free(crowd, walker, outcome)) {
        walker.wants_route = walker.wants_route || outcome.route_status.has_value();
        return;
    }
    walker.is_aside = outcome.is_aside;
    walker.wants_route = walker.wants_route || outcome.is_aside;
    forget_news(walker, outcome);
    if (outcome.is_rerouted) {
        ++crowd.replans.rerouted;
        walker.next_reroute = crowd.world.time() + reroute_rest;
    }
    crowd.replans.broken += outcome.was_broken;
    crowd.replans.braked += outcome.was_broken && (outcome.is_emergency || outcome.is_aside);
    if (outcome.was_broken)
        crowd.recorder.note("plan_deviation", walker.spec.name,
                            outcome.is_emergency ? "brakes: its way was cut off" : "goes on another way");
    take(crowd, walker, *outcome.commitment, outcome.published);
    // Who is still going to be hit looks again in the next frame.
    walker.is_broken = outcome.is_emergency;
    for_each_layer(walker, walker.commitment,
                   [&](std::uint32_t layer) { crowd.fresh.add(layer, outcome.room, walker.number); });
}

/// Once the frame's time is up, only those who may have to brake still get their turn.
bool comes_too_late(const Walker& walker, const Budget& budget) {
    const bool may_brake = walker.is_broken && !walker.is_standing();
    return !may_brake && budget.has_deadline() && budget.exhausted();
}

std::vector<PlanningOutcome> plan_in_parallel(Crowd& crowd, const std::vector<Turn>& dealt) {
    const auto snapshot = crowd.world.snapshot();
    std::vector<PlanningOutcome> outcomes(dealt.size());
    crowd.replaced.resize(dealt.size());
    // Whoever is free takes the next turn, so that the last to be served are the last in rank.
    std::atomic<std::size_t> next = 0;
    const auto take_turns = [&](std::uint32_t) {
        for (std::size_t i = next++; i < dealt.size(); i = next++) {
            const Walker& walker = crowd.walkers[dealt[i].number];
            if (i > 0 && comes_too_late(walker, dealt[i].budget))
                outcomes[i].was_left_out = true;
            else
                outcomes[i] =
                    plan_for(crowd, walker, *snapshot, dealt[i].budget, std::move(crowd.replaced[i].ticks));
            if (!outcomes[i].commitment) continue;
            outcomes[i].published =
                prepared(crowd, walker, *outcomes[i].commitment, std::move(crowd.replaced[i].published));
            outcomes[i].room = room_of(walker, *outcomes[i].commitment);
        }
    };
    crowd.workers.for_each(crowd.workers.count(), take_turns);
    return outcomes;
}

/// Keeps what the promises of this frame replaced, or what came to nothing, for those of the next. It lies
/// all over the memory: finding it takes time, which is shared.
void keep_spare_parts(Crowd& crowd, std::vector<PlanningOutcome>& outcomes) {
    constexpr std::size_t at_once = 64;
    const auto parts = static_cast<std::uint32_t>((outcomes.size() + at_once - 1) / at_once);
    crowd.workers.for_each(parts, [&](std::uint32_t part) {
        const std::size_t end = std::min(outcomes.size(), (part + 1) * at_once);
        for (std::size_t i = part * at_once; i < end; ++i) {
            PlanningOutcome& outcome = outcomes[i];
            ReplacedPromise& spare = crowd.replaced[i];
            spare.ticks = std::move(outcome.commitment ? outcome.commitment->ticks : outcome.spare_ticks);
            if (outcome.commitment) spare.published = std::move(outcome.published);
            outcome.commitment.reset();
        }
    });
}

/// Those whose turn it is plan on what they know.
void show_worlds(Crowd& crowd, const std::vector<Turn>& dealt) {
    if (!crowd.awareness) return;
    std::vector<std::uint32_t> numbers;
    for (const Turn& turn : dealt) numbers.push_back(turn.number);
    crowd.awareness->show_worlds(crowd, numbers);
}

/// Those who want ways to one place are served together.
void announce_wishes(Crowd& crowd) {
    std::vector<RouteWish>& wishes = crowd.wishes;
    wishes.clear();
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present() && walker.wants_route && !walker.has_arrived && !walker.is_paused &&
            walker.binding == 0)
            wishes.push_back({walker.target, walker.spec.limits.radius + usual_wall_gap});
    crowd.router.expect(wishes);
}

}  // namespace

void plan_and_commit(Crowd& crowd, const FocusTurn& in_focus) {
    const auto began = Budget::Clock::now();
    choose_exits(crowd, part_of(in_focus.left, choosing_share, began));
    choose_targets(crowd, part_of(in_focus.left, choosing_share, began));
    announce_wishes(crowd);
    const std::vector<Turn> dealt = deal(crowd, in_focus.left, began);
    show_worlds(crowd, dealt);
    std::vector<PlanningOutcome> outcomes = plan_in_parallel(crowd, dealt);

    std::vector<std::size_t> by_number(dealt.size());
    for (std::size_t i = 0; i < dealt.size(); ++i) by_number[i] = i;
    std::sort(by_number.begin(), by_number.end(),
              [&](std::size_t a, std::size_t b) { return dealt[a].number < dealt[b].number; });
    crowd.cost = {};
    crowd.cost.expansions = in_focus.expansions;
    crowd.fresh.clear();
    std::vector<KeptPromise> broken;
    for (const std::size_t i : by_number) {
        if (outcomes[i].was_left_out) continue;
        crowd.cost.expansions += outcomes[i].expansions;
        Walker& walker = crowd.walkers[dealt[i].number];
        if (outcomes[i].is_emergency && outcomes[i].commitment) broken.push_back(keep_promise(walker));
        commit(crowd, walker, outcomes[i]);
    }
    settle_emergencies(crowd, std::move(broken), in_focus.braking);
    keep_spare_parts(crowd, outcomes);
}

}  // namespace wend
