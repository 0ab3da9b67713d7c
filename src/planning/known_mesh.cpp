#include "wend/planning/known_mesh.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace wend::planning {

Result<const mesh::NavMesh*> KnownMesh::show(const Knowledge& knowledge, std::span<const EventId> world) {
    std::vector<EventId> gone, fresh;
    std::ranges::set_difference(shown_, world, std::back_inserter(gone));
    std::ranges::set_difference(world, shown_, std::back_inserter(fresh));
    for (const auto& [ids, is_in_effect] : {std::pair(&gone, false), std::pair(&fresh, true)})
        for (const EventId id : *ids)
            if (Status status = set(knowledge, id, is_in_effect); !status.is_ok()) return status;
    mesh_.update();
    return static_cast<const mesh::NavMesh*>(&mesh_);
}

Status KnownMesh::set(const Knowledge& knowledge, EventId id, bool is_in_effect) {
    if (id >= knowledge.event_count())
        return Status::invalid_input("event " + std::to_string(id) +
                                     ": found no such event, expected one below " +
                                     std::to_string(knowledge.event_count()));
    const WorldEvent& event = knowledge.event(id);
    if (event.inserted == is_in_effect) {
        const Result<mesh::RegionId> made = mesh_.insert(event.layer, {event.outline, {}});
        if (!made) return made.status();
        regions_[id] = made.value();
    } else {
        // What was there from the start and was taken back once lives on under another number.
        const auto region = regions_.find(id);
        const Status removed =
            mesh_.remove(event.layer, region == regions_.end() ? event.region : region->second);
        if (!removed.is_ok()) return removed;
        if (region != regions_.end()) regions_.erase(region);
    }
    const auto at = std::ranges::lower_bound(shown_, id);
    if (is_in_effect)
        shown_.insert(at, id);
    else
        shown_.erase(at);
    return Status::ok();
}

}  // namespace wend::planning
