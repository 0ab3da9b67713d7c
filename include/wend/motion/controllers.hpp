#pragma once

// The controllers: how each is made, and where its table is kept. Tables are trained once for the steps that
// there are and found again on disk by a hash of everything they were made of.

#include <filesystem>
#include <memory>

#include "wend/motion/controller.hpp"
#include "wend/motion/value_table.hpp"

namespace wend::motion {

struct TableOptions {
    std::filesystem::path cache;  ///< folder; empty: trained anew each time
    Training training;
};

/// Values of getting somewhere: by gait, distance and bearing of the target.
class ReachTable {
  public:
    /// `top`: the fastest gait used; `stops`: whether the character has to stand in the end.
    ReachTable(Gait top, bool stops);
    Status prepare(const TableOptions& options);
    [[nodiscard]] double value(Gait gait, double away, double bearing) const noexcept;
    [[nodiscard]] double residual() const;
    [[nodiscard]] const ValueTable& table() const noexcept { return table_; }
    [[nodiscard]] Gait top() const noexcept { return top_; }
    [[nodiscard]] std::uint64_t key() const noexcept;
    [[nodiscard]] const Trained& trained() const noexcept { return trained_; }

  private:
    [[nodiscard]] Backup backup() const;
    Gait top_;
    bool stops_;
    ValueTable table_;
    Trained trained_;
};

/// Values of getting over a ditch: by gait, distance to it, heading towards it, bearing of what lies beyond,
/// width, rise.
class DitchTable {
  public:
    DitchTable();
    Status prepare(const TableOptions& options);
    /// `distance` of the root to the near edge, `heading` and `beyond` relative to the direction across.
    [[nodiscard]] double value(Gait gait, double distance, double heading, double beyond, double width,
                               double rise) const noexcept;
    [[nodiscard]] double residual() const;
    [[nodiscard]] const ValueTable& table() const noexcept { return table_; }
    [[nodiscard]] std::uint64_t key() const noexcept;
    [[nodiscard]] const Trained& trained() const noexcept { return trained_; }

  private:
    [[nodiscard]] Backup backup() const;
    ValueTable table_;
    Trained trained_;
};

/// Whether a foot that stands so is wholly on one side of a ditch, 5 cm from its edges; the distance to the
/// nearer edge, negative when not. `side`: -1 before, 1 beyond.
struct Footing {
    double margin = 0;
    int side = 0;
};
[[nodiscard]] Footing footing(const Ditch& ditch, const Configuration& at) noexcept;
inline constexpr double least_footing = 0.05;

/// Tables that controllers share.
struct Tables {
    ReachTable walk_through{Gait::walk, false}, walk_to{Gait::walk, true};
    ReachTable run_through{Gait::run, false}, run_to{Gait::run, true};
    ReachTable step_to{Gait::stand, true};
    DitchTable ditch;
    Status prepare(const TableOptions& options);
    [[nodiscard]] std::size_t bytes() const noexcept;
    [[nodiscard]] double residual() const;
};

/// Walk, run, or step (turn in place, sidestep); with a cylinder it goes around, with a line it follows the
/// line. The tables must outlive it.
[[nodiscard]] std::unique_ptr<Controller> make_controller(Gait top, const Tables& tables);
/// Runs up to a ditch, jumps and goes on to the target.
[[nodiscard]] std::unique_ptr<Controller> make_jump_controller(const Tables& tables);

}  // namespace wend::motion
