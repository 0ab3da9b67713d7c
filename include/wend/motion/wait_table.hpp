#pragma once

// Values of waiting [ST §4.3]. Waiting is a controller that leads into another one: its state is that
// controller's state and parameters together with the time that is left, and its reward is that controller's,
// so that the time is used to get ready for what follows - turned to it, and with the first steps taken.
// Whoever waits stays within `wait_room` of the place where the wait began, or no farther from it than a stop
// has led.
//
// Each step takes time, so that values for a time that is left depend on those for less of it alone: they are
// found in one pass.

#include <span>
#include <vector>

#include "wend/motion/controller.hpp"
#include "wend/motion/value_table.hpp"

namespace wend::motion {

inline constexpr double wait_room = 0.6;     ///< metres
inline constexpr double longest_wait = 3.0;  ///< seconds of a wait's end that tables know

/// Somebody who waits, seen from where the wait began with what follows straight ahead.
struct Readiness {
    double ahead = 0;    ///< metres nearer to what follows
    double heading = 0;  ///< turned away from it to the left, radians
};

/// The controller that follows, with its parameters.
class Sequel {
  public:
    virtual ~Sequel() = default;
    [[nodiscard]] virtual std::uint64_t key() const = 0;
    /// In a frame whose origin is where the wait began, and whose x axis leads on.
    [[nodiscard]] virtual Readiness readiness(const Configuration& at,
                                              std::span<const double> parameters) const = 0;
    [[nodiscard]] virtual bool bears(const Configuration& at, std::span<const double> parameters) const = 0;
    /// Of leaving now.
    [[nodiscard]] virtual double value(Gait gait, const Readiness& ready,
                                       std::span<const double> parameters) const = 0;
};

class WaitTable {
  public:
    /// `parameters`: the axes of those of what follows.
    explicit WaitTable(std::vector<Axis> parameters) : parameters_(std::move(parameters)) {}
    Status prepare(const Sequel& sequel, const TableOptions& options);
    [[nodiscard]] double value(const Sequel& sequel, Gait gait, const Readiness& ready, double left,
                               std::span<const double> parameters) const;
    /// Of every `stride`-th state.
    [[nodiscard]] double residual(const Sequel& sequel, std::size_t stride = 1) const;
    [[nodiscard]] const ValueTable& table() const noexcept { return table_; }

  private:
    [[nodiscard]] std::uint64_t key(const Sequel& sequel) const;
    [[nodiscard]] Backup backup(const Sequel& sequel) const;
    /// Of the table while it is found.
    [[nodiscard]] double value_in(const ValueTable& table, const Sequel& sequel, Gait gait,
                                  const Readiness& ready, double left,
                                  std::span<const double> parameters) const;
    std::vector<Axis> parameters_;
    ValueTable table_;
};

}  // namespace wend::motion
