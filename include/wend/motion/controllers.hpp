#pragma once

// The controllers: how each is made, and where its table is kept. Tables are trained once for the steps that
// there are and found again on disk by a hash of everything they were made of.

#include <array>
#include <memory>

#include "wend/motion/controller.hpp"
#include "wend/motion/wait_table.hpp"

namespace wend::motion {

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

/// Getting to what a table of values leads to, behind a wait.
class ReachSequel final : public Sequel {
  public:
    static constexpr double farthest = 18;  ///< metres that tables know

    explicit ReachSequel(const ReachTable& table) noexcept : table_(table) {}
    [[nodiscard]] static std::vector<Axis> axes();  ///< the distance
    [[nodiscard]] std::uint64_t key() const override;
    [[nodiscard]] Readiness readiness(const Configuration& at, std::span<const double> of) const override;
    [[nodiscard]] bool bears(const Configuration& at, std::span<const double> of) const override;
    [[nodiscard]] double value(Gait gait, const Readiness& ready, std::span<const double> of) const override;

  private:
    const ReachTable& table_;
};

/// Getting over a ditch, behind a wait.
class DitchSequel final : public Sequel {
  public:
    explicit DitchSequel(const DitchTable& table) noexcept : table_(table) {}
    [[nodiscard]] static std::vector<Axis> axes();  ///< distance of the near edge, width, rise
    [[nodiscard]] std::uint64_t key() const override;
    [[nodiscard]] Readiness readiness(const Configuration& at, std::span<const double> of) const override;
    [[nodiscard]] bool bears(const Configuration& at, std::span<const double> of) const override;
    [[nodiscard]] double value(Gait gait, const Readiness& ready, std::span<const double> of) const override;

  private:
    const DitchTable& table_;
};

/// How a target is reached: which of the tables is asked.
enum class Reach : std::uint8_t { walk_through, walk_to, run_through, run_to, step_to };
inline constexpr std::size_t reaches = 5;

/// Tables that controllers share.
struct Tables {
    std::array<ReachTable, reaches> reach{{{Gait::walk, false},
                                           {Gait::walk, true},
                                           {Gait::run, false},
                                           {Gait::run, true},
                                           {Gait::stand, true}}};  ///< numbered like Reach
    DitchTable ditch;
    std::vector<WaitTable> before_reach{reaches, WaitTable(ReachSequel::axes())};
    WaitTable before_ditch{DitchSequel::axes()};
    Status prepare(const TableOptions& options);
    [[nodiscard]] std::size_t bytes() const noexcept;
    /// Of every `stride`-th state of a wait and of all others.
    [[nodiscard]] double residual(std::size_t stride = 1) const;
};

/// Walk, run, or step (turn in place, sidestep); with a cylinder it goes around, with a line it follows the
/// line. The tables must outlive it.
[[nodiscard]] std::unique_ptr<Controller> make_controller(Gait top, const Tables& tables);
/// Runs up to a ditch, jumps and goes on to the target.
[[nodiscard]] std::unique_ptr<Controller> make_jump_controller(const Tables& tables);

}  // namespace wend::motion
