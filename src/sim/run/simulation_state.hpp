#pragma once

#include "sim/crowd.hpp"

namespace wend {

struct Simulation::State : Crowd {
    using Crowd::Crowd;

    /// Null for a recorded number that nobody has.
    [[nodiscard]] const Walker* find(std::uint32_t recorded) const {
        const auto number = roster.find(recorded);
        return number ? &walkers[*number] : nullptr;
    }
    /// The same of somebody who has not left.
    [[nodiscard]] Walker* find_living(std::uint32_t recorded) {
        const auto number = roster.find(recorded);
        return number && !walkers[*number].has_left ? &walkers[*number] : nullptr;
    }
};

/// What would make the scene stand still, hang or mean nothing. That agents stand in walls is no reason: the
/// same can happen to them later; nor is an event after the end.
[[nodiscard]] Status check_scene(const Scene& scene);

}  // namespace wend
