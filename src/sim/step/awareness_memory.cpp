// What agents know of a run that is kept, and gone on with (run/saved_run.hpp).

#include <unordered_map>

#include "wend/sim/scene_mesh.hpp"

#include "sim/crowd.hpp"
#include "sim/step/awareness.hpp"

namespace wend {

using planning::EventId;

/// Where it came, and for good.
bool Awareness::stands_still(const Crowd& crowd, BodyId who, EventId came) const {
    const ObstacleState* state = crowd.world.obstacles().find(who.obstacle);
    if (!state) return false;
    const double now = crowd.world.time();
    return is_standing(*state->spec, now) &&
           outline_of(state->spec->shape, state->spec->motion.at(now)).outline ==
               knowledge_.event(came).outline;
}

AwarenessMemory Awareness::memory(const Crowd& crowd, std::span<const std::uint32_t> numbers) const {
    std::unordered_map<ObstacleId, std::uint32_t> places;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState&) {
        const auto place = static_cast<std::uint32_t>(places.size());
        places.emplace(id, place);
    });
    AwarenessMemory memory;
    planning::Knowledge known = knowledge_;
    for (const auto& [who, came] : standing_) {
        if (stands_still(crowd, who, came)) {
            memory.standing.emplace_back(places.at(who.obstacle), came);
            continue;
        }
        const planning::WorldEvent& event = knowledge_.event(came);
        const EventId gone = known.happened(
            {.layer = event.layer, .outline = event.outline, .inserted = false, .undoes = came});
        if (!who.agent.is_null()) known.announce(gone);
    }
    memory.knowledge = known.memory(numbers);
    return memory;
}

Status Awareness::recall(AwarenessMemory memory, Crowd& crowd) {
    auto knowledge = planning::Knowledge::recalled(std::move(memory.knowledge));
    if (!knowledge) return knowledge.status();
    knowledge_ = std::move(knowledge).value();
    std::vector<ObstacleId> obstacles;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState&) { obstacles.push_back(id); });
    for (const auto& [place, came] : memory.standing) {
        if (place >= obstacles.size() || came >= knowledge_.event_count() || !knowledge_.event(came).inserted)
            return Status::invalid_input("found an obstacle that never came, expected one that did");
        const ObstacleId who = obstacles[place];
        const ObstacleSpec& spec = *crowd.world.obstacles().find(who)->spec;
        standing_[who] = came;
        crowd.standing[who] = {news_of(spec.layer, knowledge_.event(came).outline, true), true};
        const Pose pose = spec.motion.at(crowd.world.time());
        (void)crowd.router.block(who, spec.layer, spec.shape, pose);  // what cannot be cut out never could
    }
    for (EventId id = 0; id < knowledge_.event_count(); ++id) {
        const planning::WorldEvent& event = knowledge_.event(id);
        if (!knowledge_.is_announced(id)) news_[id] = news_of(event.layer, event.outline, event.inserted);
    }
    real_ = knowledge_.world();
    return Status::ok();
}

}  // namespace wend
