#include "sim/step/awareness.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sim/crowd.hpp"

namespace wend {
namespace {

using planning::EventId;
using planning::Observer;

/// Of a frame's time, for looking around.
constexpr double looking_share = 0.15;

Observer observer_of(const Walker& walker) {
    return {walker.number,
            {walker.place.position, walker.place.layer},
            walker.walk.heading,
            walker.spec.limits.radius};
}

std::vector<std::uint32_t> numbers_present(const Crowd& crowd) {
    std::vector<std::uint32_t> numbers;
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present()) numbers.push_back(walker.number);
    return numbers;
}

/// Frames between two times at which each agent does something.
std::uint64_t frames_of(double period, const Crowd& crowd) {
    return static_cast<std::uint64_t>(std::max(1L, std::lround(period / crowd.scene.time_step)));
}

Budget looking_budget(const BudgetSpec& frame) {
    if (!frame.seconds) return Budget::unlimited();
    const std::chrono::duration<double> share(looking_share * *frame.seconds);
    return Budget::lasting(std::chrono::duration_cast<Budget::Clock::duration>(share));
}

}  // namespace

void Awareness::happened(planning::WorldEvent event, const GroundNews& news, bool is_known) {
    const EventId id = knowledge_.happened(std::move(event));
    news_[id] = news;
    if (is_known) {
        knowledge_.announce(id);
        // They hear of it without our help.
        for (const std::uint32_t agent : knowledge_.take_informed()) knowledge_.take_news(agent);
    }
    real_ = knowledge_.world();
}

void Awareness::appeared(BodyId who, const GroundNews& news, bool is_known) {
    standing_[who] = static_cast<EventId>(knowledge_.event_count());
    happened({.layer = news->event.layer, .outline = news->event.obstacle.outline}, news, is_known);
}

void Awareness::disappeared(BodyId who, const GroundNews& news, bool is_known) {
    const auto stood = standing_.find(who);
    if (stood == standing_.end()) return;
    happened({.layer = news->event.layer,
              .outline = news->event.obstacle.outline,
              .inserted = false,
              .undoes = stood->second},
             news, is_known);
    standing_.erase(stood);
}

void Awareness::look_around(Crowd& crowd) {
    if (!knowledge_.has_open_events()) return;
    look(crowd);
    std::vector<Observer> everybody;
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present()) everybody.push_back(observer_of(walker));
    knowledge_.tell(crowd.router.mesh(), everybody, crowd.world.time());
    spread_news(crowd);
    if (crowd.frame % frames_of(settle_period, crowd) == 0) settle(crowd);
}

void Awareness::look(Crowd& crowd) {
    const std::uint64_t period = frames_of(look_period, crowd);
    std::vector<std::uint32_t> lookers;
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present() && (walker.number + crowd.frame) % period == 0)
            lookers.push_back(walker.number);
    // Nobody is the last one each time, should there be too little time for all.
    if (!lookers.empty())
        std::rotate(lookers.begin(),
                    lookers.begin() + static_cast<std::ptrdiff_t>(crowd.frame * 97 % lookers.size()),
                    lookers.end());
    std::vector<std::vector<EventId>> seen(lookers.size());
    const Budget budget = looking_budget(crowd.budget);
    constexpr std::size_t at_once = 16;
    const auto parts = static_cast<std::uint32_t>((lookers.size() + at_once - 1) / at_once);
    crowd.workers.for_each(parts, [&](std::uint32_t part) {
        for (std::size_t i = part * at_once; i < std::min(lookers.size(), (part + 1) * at_once); ++i)
            if (!budget.has_deadline() || !budget.exhausted())
                seen[i] = knowledge_.perceived(crowd.router.mesh(), observer_of(crowd.walkers[lookers[i]]));
    });
    for (std::size_t i = 0; i < lookers.size(); ++i)
        for (const EventId event : seen[i]) knowledge_.learn(lookers[i], event);
}

void Awareness::spread_news(Crowd& crowd) {
    for (const std::uint32_t number : knowledge_.take_informed()) {
        Walker& walker = crowd.walkers[number];
        for (const EventId event : knowledge_.take_news(number))
            if (const auto news = news_.find(event); news != news_.end() && walker.is_present())
                hear(walker, news->second, [] { return true; });
    }
}

void Awareness::settle(const Crowd& crowd) {
    knowledge_.settle(numbers_present(crowd));
    std::erase_if(news_, [&](const auto& entry) { return knowledge_.is_announced(entry.first); });
    real_ = knowledge_.world();
}

void Awareness::come_upon(Walker& walker, ObstacleId obstacle) {
    const auto standing = standing_.find(obstacle);
    if (standing == standing_.end() || !knowledge_.learn(walker.number, standing->second)) return;
    hear(walker, news_.at(standing->second), [] { return true; });
    knowledge_.take_news(walker.number);
}

void Awareness::show_worlds(const Crowd& crowd, std::span<const std::uint32_t> numbers) {
    if (!knowledge_.has_open_events()) return;
    std::vector<bool> is_taken(worlds_.size());
    for (const std::uint32_t number : numbers) {
        const Walker& walker = crowd.walkers[number];
        if (!walker.wants_route || walker.has_arrived) continue;
        const std::vector<EventId> world = knowledge_.world_of(number);
        if (world == real_) continue;
        const auto same = std::ranges::find(worlds_, world, &planning::KnownMesh::shown);
        if (same != worlds_.end()) {
            is_taken[static_cast<std::size_t>(same - worlds_.begin())] = true;
            continue;
        }
        if (worlds_.size() < most_worlds) {
            worlds_.emplace_back(ground_);
            is_taken.push_back(false);
        }
        const auto free = std::ranges::find(is_taken, false);
        if (free == is_taken.end()) return;
        *free = true;
        // A world that cannot be made stays unlike any that is asked for.
        (void)worlds_[static_cast<std::size_t>(free - is_taken.begin())].show(knowledge_, world);
    }
}

const mesh::NavMesh* Awareness::ground_of(std::uint32_t number, const mesh::NavMesh& real) const {
    if (!knowledge_.has_open_events()) return &real;
    const std::vector<EventId> world = knowledge_.world_of(number);
    if (world == real_) return &real;
    const auto shown = std::ranges::find(worlds_, world, &planning::KnownMesh::shown);
    return shown == worlds_.end() ? nullptr : &shown->mesh();
}

std::vector<KnownObstacle> Awareness::obstacles_known_to(std::uint32_t number) const {
    using enum KnownObstacle::Kind;
    const std::vector<EventId> known_world = knowledge_.world_of(number);
    std::vector<EventId> all;
    std::ranges::set_union(known_world, real_, std::back_inserter(all));
    std::vector<KnownObstacle> result;
    for (const EventId id : all) {
        const bool is_real = std::ranges::binary_search(real_, id);
        const bool is_believed = std::ranges::binary_search(known_world, id);
        const planning::WorldEvent& event = knowledge_.event(id);
        result.push_back(
            {is_real ? is_believed ? known : unknown : thought_there, event.layer, event.outline});
    }
    return result;
}

const mesh::NavMesh* Crowd::ground_known_to(const Walker& walker) const {
    return awareness ? awareness->ground_of(walker.number, router.mesh()) : &router.mesh();
}

}  // namespace wend
