#include "wend/planning/known_mesh.hpp"

#include <algorithm>
#include <string>

namespace wend::planning {

Result<const mesh::NavMesh*> KnownMesh::show(const Knowledge& knowledge, std::span<const EventId> known) {
    regions_.resize(std::max(regions_.size(), knowledge.event_count()));
    is_in_effect_.resize(regions_.size(), false);
    // Back to what both worlds have in common, newest first, then on: later events may lie on earlier ones.
    const auto [differs, other] = std::ranges::mismatch(shown_, known);
    for (auto at = shown_.end(); at != differs;)
        if (Status status = take_back(knowledge, *--at); !status.is_ok()) return status;
    const auto common = differs - shown_.begin();
    for (auto at = known.begin() + common; at != known.end(); ++at) {
        if (*at >= knowledge.event_count())
            return Status::invalid_input("event " + std::to_string(*at) +
                                         ": found no such event, expected one below " +
                                         std::to_string(knowledge.event_count()));
        if (Status status = apply(knowledge, *at); !status.is_ok()) return status;
    }
    shown_.assign(known.begin(), known.end());
    mesh_.update();
    return static_cast<const mesh::NavMesh*>(&mesh_);
}

Status KnownMesh::insert(const WorldEvent& event, mesh::RegionId& region) {
    const Result<mesh::RegionId> made = mesh_.insert(event.layer, {event.outline, {}});
    if (made) region = made.value();
    return made.status();
}

Status KnownMesh::apply(const Knowledge& knowledge, EventId id) {
    const WorldEvent& event = knowledge.event(id);
    if (event.inserted) {
        is_in_effect_[id] = true;
        return insert(event, regions_[id]);
    }
    const bool is_event = event.undoes != no_event;
    is_in_effect_[id] = !is_event || is_in_effect_[event.undoes];
    if (!is_in_effect_[id]) return Status::ok();
    if (is_event) {
        is_in_effect_[event.undoes] = false;
        return mesh_.remove(event.layer, regions_[event.undoes]);
    }
    // What was taken back once lives on under another id.
    return mesh_.remove(event.layer, regions_[id] == mesh::RegionId{} ? event.region : regions_[id]);
}

Status KnownMesh::take_back(const Knowledge& knowledge, EventId id) {
    const WorldEvent& event = knowledge.event(id);
    if (!is_in_effect_[id]) return Status::ok();
    is_in_effect_[id] = false;
    if (event.inserted) return mesh_.remove(event.layer, regions_[id]);
    if (event.undoes == no_event) return insert(event, regions_[id]);
    is_in_effect_[event.undoes] = true;
    return insert(event, regions_[event.undoes]);
}

}  // namespace wend::planning
