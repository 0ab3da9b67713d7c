// What agents know, taken out of Knowledge to be kept, and put into another one.

#include <algorithm>
#include <utility>

#include "wend/planning/knowledge.hpp"

namespace wend::planning {
namespace {

/// Every end is that of one insertion before it, which ends once; who was told of the end was told of both.
bool are_sound(const std::vector<WorldEvent>& events, const std::vector<bool>& announced) {
    if (announced.size() != events.size()) return false;
    std::vector<bool> is_over(events.size());
    for (std::size_t id = 0; id < events.size(); ++id) {
        const EventId undone = events[id].undoes;
        if (undone == no_event) continue;
        const bool is_end = undone < id && !events[id].inserted && events[undone].inserted;
        if (!is_end || is_over[undone] || (announced[id] && !announced[undone])) return false;
        is_over[undone] = true;
    }
    return true;
}

bool is_sound(const KnowledgeMemory::Mind& mind, const std::vector<bool>& announced) {
    return std::ranges::is_sorted(mind.known, std::less_equal{}) &&
           std::ranges::all_of(mind.known,
                               [&](EventId id) { return id < announced.size() && !announced[id]; });
}

}  // namespace

KnowledgeMemory Knowledge::memory(std::span<const std::uint32_t> agents) const {
    KnowledgeMemory memory{events_, announced_, {}};
    for (const std::uint32_t agent : agents) {
        const Mind mind = agent < minds_.size() ? minds_[agent] : Mind{};
        memory.minds.push_back({mind.known, mind.told_at});
    }
    return memory;
}

Result<Knowledge> Knowledge::recalled(KnowledgeMemory memory, Senses senses) {
    const bool minds_are_sound =
        std::ranges::all_of(memory.minds, [&](const auto& mind) { return is_sound(mind, memory.announced); });
    if (!are_sound(memory.events, memory.announced) || !minds_are_sound)
        return Status::invalid_input("found knowledge of what cannot have happened");
    Knowledge knowledge(senses);
    for (WorldEvent& event : memory.events) knowledge.happened(std::move(event));
    for (EventId id = 0; id < memory.announced.size(); ++id)
        if (memory.announced[id]) knowledge.retire(id);
    for (KnowledgeMemory::Mind& mind : memory.minds)
        knowledge.minds_.push_back({std::move(mind.known), {}, mind.told_at});
    return knowledge;
}

}  // namespace wend::planning
