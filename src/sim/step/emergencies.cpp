#include "sim/step/emergencies.hpp"

#include <algorithm>
#include <map>

#include "sim/planners/planning.hpp"
#include "sim/promise/borrowed.hpp"

namespace wend {
namespace {

using KeptPromises = std::map<std::uint32_t, KeptPromise>;

/// Who is slow stops sooner than who is fast behind. Now that all have promised where they stop, those whose
/// stops meet look again: a few steps more may leave room for both.
void settle_brakes(Crowd& crowd, const std::vector<bool>& brakes) {
    constexpr int most_rounds = 4;
    bool is_settled = false;
    for (int round = 0; round < most_rounds && !is_settled; ++round) {
        is_settled = true;
        for (Walker& walker : crowd.walkers) {
            // Asked for anew each time: those before have promised other stops.
            if (!brakes[walker.number] || holds(crowd, walker, crowd.world.occupancy())) continue;
            auto stop = later_stop(crowd, walker, crowd.world.occupancy());
            if (!stop) continue;
            take(crowd, walker, std::move(*stop));
            is_settled = false;
        }
    }
}

/// Somebody who brakes breaks a promise, and those close behind relied on it. They brake in the same tick, so
/// that nobody closes in on anybody; with equal limits the gaps stay as they were.
void brake_behind(Crowd& crowd, std::vector<std::uint32_t> braking_now, KeptPromises& kept) {
    std::vector<bool> brakes(crowd.walkers.size());
    for (const std::uint32_t number : braking_now) brakes[number] = true;
    // Who does not brake yet keeps its promise: its room is worked out once for all who do.
    std::vector<Box2> rooms;
    rooms.reserve(crowd.walkers.size());
    for (const Walker& walker : crowd.walkers) rooms.push_back(bounds_of(walker.commitment));
    while (!braking_now.empty()) {
        const Walker& leader = crowd.walkers[braking_now.back()];
        braking_now.pop_back();
        Box2 room = bounds_of(leader.commitment);
        room.add(leader.place.position);
        for (Walker& walker : crowd.walkers) {
            if (!walker.is_present() || brakes[walker.number] || walker.commitment.is_done()) continue;
            const double reach = leader.spec.limits.radius + walker.spec.limits.radius;
            if (!rooms[walker.number].grown(reach).overlaps(room)) continue;
            if (holds(crowd, walker, crowd.world.occupancy())) continue;
            brakes[walker.number] = true;
            braking_now.push_back(walker.number);
            kept.emplace(walker.number, keep_promise(walker));
            crowd.recorder.note("plan_deviation", walker.spec.name, "brakes behind " + leader.spec.name);
            take(crowd, walker, braking(crowd, walker));
        }
    }
    settle_brakes(crowd, brakes);
}

/// Does its promise lead into another agent's? Overlap that there is already may stay or shrink.
bool meets_agents(Crowd& crowd, const Walker& walker) {
    const auto left = std::span(walker.commitment.ticks).subspan(walker.commitment.next);
    Box2 room = bounds_of(walker.commitment);
    room.add(walker.place.position);
    const double now = crowd.world.time();
    Borrowed<const BodyPath*> near;
    crowd.world.occupancy().collect(walker.place.layer, room.grown(walker.spec.limits.radius),
                                    {now, now + crowd.steering.standing_time}, walker.id, *near);
    std::erase_if(*near, [](const BodyPath* path) { return path->who().agent.is_null(); });
    const Steerer steerer{walker.id, walker.place, &walker.spec.limits, nullptr, walker.walk};
    return !is_free_of(crowd.world.occupancy(), *near, steerer, left, now, crowd.scene.time_step,
                       crowd.steering);
}

void take_back(Crowd& crowd, Walker& walker, KeptPromise& kept) {
    take(crowd, walker, std::move(kept.commitment));
    walker.walk.station = kept.station;
    walker.is_aside = kept.is_aside;
    walker.is_broken = true;  // it looks for something better in every frame
    crowd.recorder.note("plan_deviation", walker.spec.name, "goes on: others are where it could get away");
}

/// Whoever goes back to its promise may be in the way of another one that has broken its own.
void take_back_what_meets(Crowd& crowd, KeptPromises& kept) {
    for (bool is_settled = false; !is_settled;) {
        is_settled = true;
        for (auto entry = kept.begin(); entry != kept.end();) {
            Walker& walker = crowd.walkers[entry->first];
            if (!meets_agents(crowd, walker)) {
                ++entry;
                continue;
            }
            take_back(crowd, walker, entry->second);
            entry = kept.erase(entry);
            is_settled = false;
        }
    }
}

}  // namespace

KeptPromise keep_promise(const Walker& walker) {
    KeptPromise kept{walker.number, walker.commitment, walker.walk.station, walker.is_aside};
    auto& ticks = kept.commitment.ticks;
    ticks.erase(ticks.begin(),
                ticks.begin() + static_cast<std::ptrdiff_t>(std::min(kept.commitment.next, ticks.size())));
    kept.commitment.next = 0;
    if (walker.walks_in_time()) kept.commitment.plan = Commitment::left_plan;
    return kept;
}

void settle_emergencies(Crowd& crowd, std::vector<KeptPromise> broken, std::vector<std::uint32_t> braking) {
    if (broken.empty() && braking.empty()) return;
    KeptPromises kept;
    for (KeptPromise& promise : broken) {
        braking.push_back(promise.number);
        kept.emplace(promise.number, std::move(promise));
    }
    brake_behind(crowd, std::move(braking), kept);
    take_back_what_meets(crowd, kept);
}

}  // namespace wend
