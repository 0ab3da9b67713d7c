#pragma once

// What moves there may be between landmarks, what has been found out about them, and when one can stand
// where. It depends on the world, the landmarks and the controllers, not on a query's start, goal or cost, so
// it is kept from one planning episode to the next for as long as the world's known motion stays the same.

#include <memory>
#include <unordered_map>
#include <vector>

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

class EdgeTable {
  public:
    using Index = std::uint32_t;  ///< of a landmark

    /// All are borrowed. The landmarks' number is limited to 4095.
    EdgeTable(const MovingWorld& world, const Skills& skills, const Controllers& controllers, Timing timing,
              std::vector<Landmark> landmarks);

    [[nodiscard]] const MovingWorld& world() const noexcept { return world_; }
    [[nodiscard]] const Skills& skills() const noexcept { return skills_; }
    [[nodiscard]] const Controllers& controllers() const noexcept { return controllers_; }
    [[nodiscard]] const Timing& timing() const noexcept { return timing_; }
    [[nodiscard]] const std::vector<Landmark>& landmarks() const noexcept { return landmarks_; }
    [[nodiscard]] Step prepare_steps() const noexcept { return prepare_steps_; }

    /// Adds a start or a goal, or finds the landmark that is in that place already.
    Index add(const Landmark& landmark);

    /// Fewest steps of a move; 0: there is none that leaves at this step.
    [[nodiscard]] Step fewest_steps(std::size_t controller, Index from, Index to, Step depart);
    /// The least of them over all departures; 0: never.
    [[nodiscard]] Step fewest_ever(std::size_t controller, Index from, Index to) const {
        return rows_[controller][from * capacity_ + to].steps;
    }
    /// Where moves of any controller lead to from here at some time.
    [[nodiscard]] const std::vector<Index>& successors(Index from) const { return successors_[from]; }
    /// Nothing that moves ever comes near a move between these two: all departures are alike.
    [[nodiscard]] bool is_settled(Index from, Index to) const { return settled_[from * capacity_ + to]; }

    /// The controller's bound without simulating; 0: no move.
    [[nodiscard]] Step foreseen_steps(std::size_t controller, Index from, Index to, Step depart);
    /// The move, simulated unless it was before; nothing when it fails.
    [[nodiscard]] std::optional<Move> move(std::size_t controller, Index from, Index to, Step depart);
    /// How many trajectories have been simulated so far, and how many edges were evaluated: one that was
    /// simulated before costs nothing here, but is an evaluation to a planner without this table, as that of
    /// [ST §7.2].
    [[nodiscard]] std::uint64_t simulated() const noexcept { return simulated_; }
    [[nodiscard]] std::uint64_t evaluated() const noexcept { return evaluated_; }

    /// The last step until which one can stand at the landmark without a break from `step` on; `step` itself
    /// when standing is obstructed at once.
    [[nodiscard]] Step standing_until(Index landmark, Step step) const {
        return standing_[landmark][static_cast<std::size_t>(step)];
    }
    [[nodiscard]] bool has_gaps(Index landmark) const {
        return standing_until(landmark, 0) < timing_.horizon;
    }

  private:
    static constexpr std::uint8_t unknown = 255;
    struct Row {
        bool is_constant = true;
        Step steps = 0;                     ///< the least
        std::vector<std::uint8_t> by_step;  ///< when it was asked for; `unknown` where it was not
    };
    void put(Index landmark);
    void relate(Index from, Index to);
    [[nodiscard]] Row row_of(const Controller& controller, Index from, Index to) const;
    [[nodiscard]] bool find_settled(Index from, Index to) const;
    void find_standing(Index landmark);
    [[nodiscard]] std::optional<Move> shifted(const Move& move, Index from, Step depart) const;

    const MovingWorld& world_;
    Skills skills_;
    const Controllers& controllers_;
    Timing timing_;
    Step prepare_steps_;
    std::vector<Landmark> landmarks_;
    std::size_t capacity_ = 0;
    std::vector<std::vector<Row>> rows_;  ///< by controller
    std::vector<std::vector<Index>> successors_;
    std::vector<char> settled_;
    std::vector<std::vector<Step>> standing_;
    std::vector<Box2> sweeps_;  ///< block seen from block, where it moves; empty otherwise
    struct Known {
        Step foreseen = 0;
        bool is_simulated = false;
        std::optional<Move> move;
    };
    Known& look_up(std::size_t controller, Index from, Index to, Step depart);
    std::unordered_map<std::uint64_t, Known> known_;
    std::uint64_t simulated_ = 0;
    std::uint64_t evaluated_ = 0;
};

}  // namespace wend::locomotion
