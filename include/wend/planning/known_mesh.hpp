#pragma once

// The world as one agent knows it, for plans that it makes before it knows everything: a goal set meanwhile,
// or only some of several events seen. One mesh serves all agents in turn; going from one agent's world to
// another's applies or takes back the events in which they differ.

#include <map>
#include <span>
#include <vector>

#include "wend/planning/knowledge.hpp"

namespace wend::planning {

class KnownMesh {
  public:
    /// A copy of the world before the first event.
    explicit KnownMesh(mesh::NavMesh base) : mesh_(std::move(base)) {}

    /// The mesh with just these events applied, a world in Knowledge's words (`world_of`, `world`); up to
    /// date for queries until the next call.
    Result<const mesh::NavMesh*> show(const Knowledge& knowledge, std::span<const EventId> world);
    /// What it shows now.
    [[nodiscard]] const std::vector<EventId>& shown() const noexcept { return shown_; }
    [[nodiscard]] const mesh::NavMesh& mesh() const noexcept { return mesh_; }

  private:
    /// The event has its effect on the mesh from now on, or no longer.
    Status set(const Knowledge& knowledge, EventId event, bool is_in_effect);

    mesh::NavMesh mesh_;
    std::vector<EventId> shown_;                 ///< ascending
    std::map<EventId, mesh::RegionId> regions_;  ///< what an event inserted, or what came back for it
};

}  // namespace wend::planning
