#pragma once

// The world as one agent knows it, for plans that it makes before it knows everything: a goal set meanwhile,
// or only some of several events seen. One mesh serves all agents in turn; going from one agent's world to
// another's applies or takes back the events in which they differ.

#include <span>
#include <vector>

#include "wend/planning/knowledge.hpp"

namespace wend::planning {

class KnownMesh {
  public:
    /// A copy of the world before the first event.
    explicit KnownMesh(mesh::NavMesh base) : mesh_(std::move(base)) {}

    /// The mesh with just these events applied, ascending; up to date for queries until the next call. Of a
    /// deletion without the insertion that it takes back nothing is to be seen.
    Result<const mesh::NavMesh*> show(const Knowledge& knowledge, std::span<const EventId> known);

  private:
    Status apply(const Knowledge& knowledge, EventId event);
    Status take_back(const Knowledge& knowledge, EventId event);
    Status insert(const WorldEvent& event, mesh::RegionId& region);

    mesh::NavMesh mesh_;
    std::vector<EventId> shown_;  ///< ascending
    std::vector<mesh::RegionId>
        regions_;                     ///< by event: what it inserted, or what it took away and came back as
    std::vector<bool> is_in_effect_;  ///< by event: it changed the mesh
};

}  // namespace wend::planning
