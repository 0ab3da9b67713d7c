#pragma once

#include <compare>

#include "wend/base/ids.hpp"

namespace wend {

/// Who takes up room: an agent or an obstacle; exactly one of the two ids is set. Ordered agents last.
struct BodyId {
    AgentId agent;
    ObstacleId obstacle;

    BodyId() = default;
    BodyId(AgentId id) : agent(id) {}
    BodyId(ObstacleId id) : obstacle(id) {}
    friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

}  // namespace wend
