#pragma once

// What was cut out of the ground or came back to it, as those hear of it whose ways it may have cut off or
// made longer than they need be. They re-plan from their old way and these news alone (mesh/replan.hpp);
// whomever it does not concern keeps its way without a search.

#include <functional>
#include <memory>

#include "wend/geometry/box.hpp"
#include "wend/mesh/nav_mesh.hpp"

#include "sim/people/walker.hpp"

namespace wend {

struct GroundChange {
    mesh::LayerEvent event;
    Box2 box;  ///< around the outline
};

[[nodiscard]] GroundNews news_of(std::uint32_t layer, Ring outline, bool inserted);

/// The walker learns of it. `sees_it`, asked if it concerns the walker: with its own eyes? Its turn to plan
/// comes before others' then.
void hear(Walker& walker, const GroundNews& news, const std::function<bool()>& sees_it);

/// Nothing that it knew about its way helps to find the next one.
void want_new_way(Walker& walker);

/// Another goal than before: the same, and it has not arrived.
void take_new_goal(Walker& walker, const Goal& goal);

}  // namespace wend
