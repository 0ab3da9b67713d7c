#pragma once

// What controllers that stay on the ground have in common: they lead between places that keep their distance,
// and go around what was found in the way [ST §4.2].

#include "adaptation.hpp"

namespace wend::locomotion {

class GroundController : public Controller {
  public:
    explicit GroundController(const Skills& skills) : skills_(skills) {}

    [[nodiscard]] Step fewest_steps(const MoveQuery& query) const final;
    [[nodiscard]] Step fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const final;
    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& query) const final;

  protected:
    /// The shortest way that it can do, metres.
    [[nodiscard]] virtual double shortest_way() const = 0;
    /// Fewest steps for so many metres.
    [[nodiscard]] virtual Step steps_for(double metres, const Timing& timing) const = 0;
    /// The move to a target `way` from the source, around a cylinder that encloses the samples; without
    /// looking at the world's other blocks.
    [[nodiscard]] virtual std::optional<Move> simulate(const MoveQuery& query, Vec2 way,
                                                       const Samples& samples) const = 0;
    [[nodiscard]] const Skills& skills() const noexcept { return skills_; }
    /// Both blocks keep their distance over a move of so many steps, and it ends within the horizon.
    [[nodiscard]] static bool is_alike(const MoveQuery& query, Step steps);
    /// Of the way around what was sampled, at the cylinder's side.
    [[nodiscard]] Vec2 corner_of(const Obstruction& around) const {
        return around.centre - around.outward * (cylinder_radius + skills_.body.radius + 0.1);
    }

  private:
    Skills skills_;
};

}  // namespace wend::locomotion
