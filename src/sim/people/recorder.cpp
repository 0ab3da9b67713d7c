#include "sim/people/recorder.hpp"

#include <algorithm>

namespace wend {

void Recorder::note(std::string kind, std::string subject, std::string detail) {
    if (is_on) events_.push_back({std::move(kind), std::move(subject), std::move(detail)});
}

void Recorder::record(std::uint64_t index, const World& world, const Scene& scene,
                      const std::vector<Walker>& walkers) {
    if (!is_on) return;
    frame_.index = static_cast<std::uint32_t>(index);
    frame_.time = world.time();
    frame_.events.swap(events_);
    frame_.edits.swap(edits_);
    events_.clear();
    edits_.clear();
    // Memory of the last frame serves again.
    frame_.identities.clear();
    frame_.agents.clear();
    frame_.obstacles.clear();
    record_agents(world, scene, walkers);
    record_obstacles(world);
}

void Recorder::record_agents(const World& world, const Scene& scene, const std::vector<Walker>& walkers) {
    frame_.agents.reserve(walkers.size());
    for (const Walker& walker : walkers) {
        if (!walker.is_present()) continue;
        const Vec2 p = walker.place.position;
        const std::uint32_t layer = walker.place.layer;
        const double height = floor ? floor(layer, p) : scene.layers[layer].height;
        frame_.agents.push_back(
            {walker.recorded, layer, mode_of(walker, world), {p.x, p.y, height}, walker.walk.heading});
    }
    const auto before = [](const RecordedAgent& a, const RecordedAgent& b) { return a.agent < b.agent; };
    if (!std::is_sorted(frame_.agents.begin(), frame_.agents.end(), before))
        std::sort(frame_.agents.begin(), frame_.agents.end(), before);
}

/// Platforms come and go as long as nobody plans over them; who stays keeps its number.
void Recorder::number_platforms(const Platforms& platforms) {
    const auto is_same = [&](std::size_t i) {
        return platform_numbers_[i].first == platforms.at(platforms.id(i)).name;
    };
    bool are_same = platform_numbers_.size() == platforms.size();
    for (std::size_t i = 0; i < platforms.size() && are_same; ++i) are_same = is_same(i);
    if (are_same) return;
    auto before = std::move(platform_numbers_);
    platform_numbers_.clear();
    for (std::size_t i = 0; i < platforms.size(); ++i) {
        const PlatformSpec& spec = platforms.at(platforms.id(i));
        const auto known = std::find_if(before.begin(), before.end(),
                                        [&](const auto& entry) { return entry.first == spec.name; });
        if (known != before.end()) {
            platform_numbers_.push_back(*known);
            before.erase(known);
            continue;
        }
        frame_.identities.push_back(
            {next_number_, RecordedKind::platform, spec.name, spec.layer, PolygonShape{spec.outline}});
        platform_numbers_.emplace_back(spec.name, next_number_++);
    }
}

void Recorder::record_obstacles(const World& world) {
    const Platforms& platforms = world.platforms();
    number_platforms(platforms);
    for (std::size_t i = 0; i < platforms.size(); ++i)
        frame_.obstacles.push_back(
            {platform_numbers_[i].second, platforms.at(platforms.id(i)).motion.at(world.time())});

    world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const ObstacleSpec& spec = *state.spec;
        if (!spec.present.contains(world.time())) return;
        const auto [entry, is_new] = obstacle_numbers_.try_emplace(id, next_number_);
        if (is_new) {
            frame_.identities.push_back(
                {next_number_++, RecordedKind::obstacle, spec.name, spec.layer, spec.shape});
        }
        frame_.obstacles.push_back({entry->second, spec.motion.at(world.time())});
    });
    std::sort(frame_.obstacles.begin(), frame_.obstacles.end(),
              [](const auto& a, const auto& b) { return a.obstacle < b.obstacle; });
    forget_those_gone(world);
}

/// Once in a while: those who have gone may be as many as those who are there.
void Recorder::forget_those_gone(const World& world) {
    if (obstacle_numbers_.size() < 2 * frame_.obstacles.size() + 64) return;
    std::erase_if(obstacle_numbers_,
                  [&](const auto& entry) { return world.obstacles().find(entry.first) == nullptr; });
}

RecorderMemory Recorder::memory(const World& world) const {
    RecorderMemory memory{is_on, frame_, events_, edits_, {}, platform_numbers_, next_number_};
    world.obstacles().for_each([&](ObstacleId id, const ObstacleState&) {
        const auto number = obstacle_numbers_.find(id);
        memory.obstacle_numbers.push_back(number == obstacle_numbers_.end() ? std::nullopt
                                                                            : std::optional(number->second));
    });
    return memory;
}

void Recorder::recall(RecorderMemory memory, const World& world) {
    is_on = memory.is_on;
    frame_ = std::move(memory.frame);
    events_ = std::move(memory.events);
    edits_ = std::move(memory.edits);
    platform_numbers_ = std::move(memory.platform_numbers);
    next_number_ = memory.next_number;
    std::size_t next = 0;
    world.obstacles().for_each([&](ObstacleId id, const ObstacleState&) {
        if (next < memory.obstacle_numbers.size() && memory.obstacle_numbers[next])
            obstacle_numbers_[id] = *memory.obstacle_numbers[next];
        ++next;
    });
}

AgentMode mode_of(const Walker& walker, const World& world) {
    if (!walker.is_present()) return AgentMode::absent;
    if (walker.is_crossing) return AgentMode::airborne;
    if (walker.has_arrived || walker.was_served) return AgentMode::arrived;
    const Vec2 position = walker.place.position;
    const std::uint32_t layer = walker.place.layer;
    const bool is_on_platform = !world.platforms().under(layer, position, world.time()).is_null();
    const bool is_riding = is_on_platform && !world.walls().ground(layer).contains(position);
    if (walker.is_in_focus ? walker.is_riding : is_riding) return AgentMode::riding;
    if (walker.is_paused && walker.commitment.is_done()) return AgentMode::standing;
    const bool is_under_way = walker.commitment.route || !walker.commitment.is_done();
    return is_under_way ? AgentMode::walking : AgentMode::standing;
}

}  // namespace wend
