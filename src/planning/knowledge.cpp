#include "wend/planning/knowledge.hpp"

#include <algorithm>
#include <utility>

namespace wend::planning {
namespace {

void insert_sorted(std::vector<EventId>& ids, EventId id) {
    ids.insert(std::ranges::lower_bound(ids, id), id);
}

void erase_sorted(std::vector<EventId>& ids, EventId id) {
    const auto at = std::ranges::lower_bound(ids, id);
    if (at != ids.end() && *at == id) ids.erase(at);
}

}  // namespace

Knowledge::Mind& Knowledge::mind(std::uint32_t agent) {
    if (agent >= minds_.size()) minds_.resize(agent + std::size_t{1});
    return minds_[agent];
}

EventId Knowledge::happened(WorldEvent event) {
    const auto id = static_cast<EventId>(events_.size());
    if (!event.inserted && event.undoes != no_event) undone_by_[event.undoes] = id;
    events_.push_back(std::move(event));
    undone_by_.push_back(no_event);
    announced_.push_back(false);
    open_.push_back(id);
    return id;
}

void Knowledge::inform(std::uint32_t agent, EventId event) {
    mind(agent).news.push_back(event);
    informed_.push_back(agent);
}

/// Everybody knows it, which is nobody's own knowledge any more.
void Knowledge::retire(EventId event) {
    for (Mind& mind : minds_) erase_sorted(mind.known, event);
    announced_[event] = true;
    erase_sorted(open_, event);
    const EventId undone = events_[event].undoes;
    if (undone == no_event)
        insert_sorted(settled_, event);
    else
        erase_sorted(settled_, undone);
}

void Knowledge::announce(EventId event) {
    if (announced_[event]) return;
    if (const EventId undone = events_[event].undoes; undone != no_event) announce(undone);
    for (std::uint32_t agent = 0; agent < minds_.size(); ++agent)
        if (!knows(agent, event)) inform(agent, event);
    retire(event);
}

void Knowledge::settle(std::span<const std::uint32_t> agents) {
    const auto all_know = [&](EventId event) {
        return std::ranges::all_of(agents, [&](std::uint32_t agent) { return knows(agent, event); });
    };
    const auto is_the_same_to_all = [&](EventId came, EventId went) {
        return std::ranges::all_of(
            agents, [&](std::uint32_t agent) { return knows(agent, came) == knows(agent, went); });
    };
    for (const EventId event : std::vector<EventId>(open_)) {
        const EventId undone = events_[event].undoes;
        const bool is_whole = undone == no_event || announced_[undone];
        if (is_whole && all_know(event)) retire(event);
        if (undone == no_event || announced_[undone] || !is_the_same_to_all(undone, event)) continue;
        retire(undone);
        retire(event);
        for (const EventId gone : {undone, event}) Ring().swap(events_[gone].outline);
    }
}

bool Knowledge::knows(std::uint32_t agent, EventId event) const {
    if (announced_[event]) return true;
    return agent < minds_.size() && std::ranges::binary_search(minds_[agent].known, event);
}

bool Knowledge::learn(std::uint32_t agent, EventId event) {
    if (knows(agent, event)) return false;
    if (const EventId undone = events_[event].undoes; undone != no_event && !knows(agent, undone)) {
        // That it was there, which is over, is no news.
        insert_sorted(mind(agent).known, undone);
    }
    insert_sorted(mind(agent).known, event);
    inform(agent, event);
    return true;
}

std::vector<EventId> Knowledge::known_events(std::uint32_t agent) const {
    std::vector<EventId> known;
    for (EventId event = 0; event < events_.size(); ++event)
        if (knows(agent, event)) known.push_back(event);
    return known;
}

std::vector<EventId> Knowledge::world_of(std::uint32_t agent) const {
    std::vector<EventId> world;
    const auto add_if_it_stands = [&](EventId event) {
        const EventId end = undone_by_[event];
        if (end == no_event || !knows(agent, end)) world.push_back(event);
    };
    for (const EventId event : settled_) add_if_it_stands(event);
    const auto middle = static_cast<std::ptrdiff_t>(world.size());
    for (const EventId event : open_)
        if (events_[event].undoes == no_event && knows(agent, event)) add_if_it_stands(event);
    std::inplace_merge(world.begin(), world.begin() + middle, world.end());
    return world;
}

std::vector<EventId> Knowledge::world() const {
    std::vector<EventId> world;
    for (const auto* ids : {&settled_, &open_})
        for (const EventId event : *ids)
            if (events_[event].undoes == no_event && undone_by_[event] == no_event) world.push_back(event);
    std::ranges::sort(world);
    return world;
}

std::vector<EventId> Knowledge::take_news(std::uint32_t agent) {
    return agent < minds_.size() ? std::exchange(minds_[agent].news, {}) : std::vector<EventId>{};
}

std::vector<std::uint32_t> Knowledge::take_informed() {
    std::ranges::sort(informed_);
    informed_.erase(std::unique(informed_.begin(), informed_.end()), informed_.end());
    return std::exchange(informed_, {});
}

std::vector<mesh::LayerEvent> Knowledge::layer_events(std::span<const EventId> ids) const {
    std::vector<mesh::LayerEvent> result;
    for (const EventId id : ids)
        result.push_back({events_[id].layer, {events_[id].outline, events_[id].inserted}});
    return result;
}

std::size_t Knowledge::bytes(std::uint32_t agent) const noexcept {
    if (agent >= minds_.size()) return 0;
    return sizeof(Mind) + (minds_[agent].known.size() + minds_[agent].news.size()) * sizeof(EventId);
}

}  // namespace wend::planning
