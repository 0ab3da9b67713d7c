#include "wend/locomotion/ride.hpp"

#include <algorithm>

namespace wend::locomotion {
namespace {

/// Of the wait before a leg.
WaitEnds ends_before(const TravelPlan& plan, std::size_t leg) {
    WaitEnds ends;
    if (leg > 0)
        ends.heading_in = plan.moves[leg - 1].move.heading_in;
    else
        ends.heading_in = plan.request.heading;
    ends.heading_out = plan.moves[leg].move.heading_out;
    return ends;
}

std::vector<Vec3> wait_before(const EdgeTable& edges, const TravelPlan& plan, std::size_t leg) {
    const int ticks = edges.timing().ticks;
    const PlannedMove& next = plan.moves[leg];
    return wait_path(edges.world(), edges.skills(), edges.landmarks()[next.from], next.arrived * ticks,
                     next.move.depart * ticks, ends_before(plan, leg));
}

using Facing = std::vector<std::optional<double>>;

void append(Ride& ride, const std::vector<Vec3>& path, Tick off, Tick land, Facing facing = {}) {
    facing.resize(path.size());
    ride.facing.insert(ride.facing.end(), facing.begin() + (ride.path.empty() ? 0 : 1), facing.end());
    for (std::size_t i = ride.path.empty() ? 0 : 1; i < path.size(); ++i) ride.path.push_back(path[i]);
    for (Tick i = 0; i + 1 < static_cast<Tick>(path.size()); ++i)
        ride.support.push_back(i >= off && i < land ? Support::air : Support::ground);
}

std::vector<Vec3> final_stop(const EdgeTable& edges, EdgeTable::Index landmark, Step arrive, double heading) {
    const Tick from = arrive * edges.timing().ticks;
    return wait_path(edges.world(), edges.skills(), edges.landmarks()[landmark], from,
                     from + edges.skills().rest_ticks(), {heading, std::nullopt});
}

}  // namespace

Ride ride_of(const EdgeTable& edges, const TravelPlan& plan) {
    Ride ride;
    ride.status = plan.status;
    ride.plan = plan;
    ride.from = plan.request.depart * edges.timing().ticks;
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
        const PlannedMove& leg = plan.moves[i];
        if (leg.arrived < leg.move.depart)
            append(ride, wait_before(edges, plan, i), 0, 0,
                   wait_facing(edges.skills(), (leg.move.depart - leg.arrived) * edges.timing().ticks,
                               ends_before(plan, i)));
        append(ride, leg.move.path, leg.move.off, leg.move.land);
    }
    if (plan.moves.empty())
        append(ride, {place_of(edges.world(), edges.landmarks()[plan.request.start], ride.from)}, 0, 0);
    else
        append(ride, final_stop(edges, plan.moves.back().to, plan.arrive, plan.moves.back().move.heading_in),
               0, 0,
               wait_facing(edges.skills(), edges.skills().rest_ticks(),
                           {plan.moves.back().move.heading_in, std::nullopt}));
    ride.support.resize(ride.path.size(), Support::ground);
    return ride;
}

Follower::Follower(const EdgeTable& edges, const TravelPlan& plan) : edges_(edges), plan_(plan) {}

Vec3 Follower::at(Tick tick) {
    const int ticks = edges_.timing().ticks;
    while (leg_ < plan_.moves.size() && tick > plan_.moves[leg_].move.arrive * ticks) ++leg_;
    if (plan_.moves.empty()) return place_of(edges_.world(), edges_.landmarks()[plan_.request.start], tick);
    if (leg_ == plan_.moves.size()) {
        const auto& last = plan_.moves.back();
        const auto stop = final_stop(edges_, last.to, last.move.arrive, last.move.heading_in);
        const Tick since = tick - last.move.arrive * ticks;
        if (since < static_cast<Tick>(stop.size())) return stop[static_cast<std::size_t>(since)];
        const std::uint32_t block = edges_.landmarks()[last.to].block;
        const Tick stopped = last.move.arrive * ticks + edges_.skills().rest_ticks();
        return plus(stop.back(),
                    minus(edges_.world().origin(block, tick), edges_.world().origin(block, stopped)));
    }
    const PlannedMove& leg = plan_.moves[leg_];
    if (tick < leg.move.depart * ticks)
        return wait_before(edges_, plan_, leg_)[static_cast<std::size_t>(tick - leg.arrived * ticks)];
    const MoveQuery query{edges_.world(), edges_.timing(), edges_.landmarks()[leg.from],
                          edges_.landmarks()[leg.to], leg.move.depart};
    // Simulated anew, with the code that planned it.
    const auto move = edges_.controllers()[leg.controller]->attempt(query);
    return move.value_or(leg.move).path[static_cast<std::size_t>(tick - leg.move.depart * ticks)];
}

Result<PromisedBody> promise_of(const EdgeTable& edges, const TravelPlan& plan, Tick until) {
    const int ticks = edges.timing().ticks;
    TravelPlan part = plan;
    part.moves.clear();
    for (const PlannedMove& leg : plan.moves) {
        part.moves.push_back(leg);
        part.arrive = leg.move.arrive;
        const Step stop = std::min(part.arrive + edges.prepare_steps(), edges.timing().horizon);
        if (part.arrive * ticks >= until && edges.standing_until(leg.to, part.arrive) >= stop) break;
    }
    const EdgeTable::Index end = part.moves.empty() ? plan.request.start : part.moves.back().to;
    const Step stop = std::min(part.arrive + edges.prepare_steps(), edges.timing().horizon);
    if (edges.standing_until(end, part.arrive) < stop)
        return Status{StatusCode::not_available, "the plan does not end where its stop is free"};
    const Ride ride = ride_of(edges, part);
    return PromisedBody{edges.skills().body, ride.from, ride.path, edges.landmarks()[end].block};
}

Result<RideRun> run_rides(const RideScene& scene, const RunOptions& options) {
    auto world = MovingWorld::make(scene.blocks, scene.horizon);
    if (!world) return world.status();
    if (const Status bad = check_skills(scene.skills); !bad.is_ok()) return bad;
    const auto cost = cost_named(scene.cost, scene.regions);
    if (!cost) return cost.status();
    RideRun run{std::move(world).value(), {}, {}, {}, {}};
    run.timing.ticks = scene.step_ticks;
    run.timing.horizon = run.world.last_tick() / scene.step_ticks;
    const auto controllers = controllers_of(scene);
    const auto sampled = sample_landmarks(run.world, scene.skills, scene.landmarks);
    for (const Rider& rider : scene.riders) {
        EdgeTable edges(run.world, scene.skills, controllers, run.timing, sampled);
        const auto depart = static_cast<Step>(rider.depart / run.timing.seconds() + 0.5);
        const auto start = landmark_at(run.world, scene.skills, rider.start, depart * run.timing.ticks);
        const auto goal = landmark_at(run.world, scene.skills, rider.goal, 0);
        for (const auto* place : {&start, &goal})
            if (!*place)
                return Status{place->status().code, "rider '" + rider.name + "': " + place->status().message};
        const PlanRequest request{edges.add(start.value()), edges.add(goal.value()), depart, {}};
        SpaceTimePlanner planner(edges, cost.value(), request, {options.culling, options.timed_bound});
        Budget budget = options.budget;
        const Status status = planner.run(budget);
        if (status.code == StatusCode::invalid_input) return status;
        const TravelPlan plan = planner.plan();
        Ride ride = ride_of(edges, plan);
        ride.name = rider.name;
        ride.stats = planner.stats();
        ride.explored = planner.explored();
        if (auto promise = promise_of(edges, plan, run.world.last_tick()); promise)
            run.world.add_body(std::move(promise).value());
        run.rides.push_back(std::move(ride));
        run.landmarks = edges.landmarks();
        run.gaps.assign(run.landmarks.size(), {});
        for (EdgeTable::Index p = 0; p < run.landmarks.size(); ++p)
            for (Step step = 0; step < edges.timing().horizon; ++step)
                if (edges.standing_until(p, step) == step &&
                    (step == 0 || edges.standing_until(p, step - 1) == step))
                    run.gaps[p].push_back(step);
    }
    return run;
}

}  // namespace wend::locomotion
