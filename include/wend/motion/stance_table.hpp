#pragma once

// Values of stepping from one stand to another, as a wait does that leads into a motion which begins in a
// certain place [ST §4.3]. What steps cannot make up for is left over, at a price, to be shared out among
// them.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "wend/motion/controller.hpp"
#include "wend/motion/value_table.hpp"

namespace wend::motion {

class StanceTable {
  public:
    StanceTable();
    Status prepare(const TableOptions& options);
    /// Steps from one stand to near the other, each of them allowed; the first begins at `begin` seconds.
    /// Nothing when they do not lead there.
    [[nodiscard]] std::optional<std::vector<StepTaken>> steps(
        const Configuration& from, const Configuration& to, double begin,
        const std::function<bool(const StepTaken&)>& allows) const;
    [[nodiscard]] double residual() const;
    [[nodiscard]] const ValueTable& table() const noexcept { return table_; }

  private:
    [[nodiscard]] std::uint64_t key() const;
    [[nodiscard]] Backup backup() const;
    ValueTable table_;
};

/// The same steps ending in a configuration nearby: what is missing is shared out among them by their
/// durations.
void end_in(std::span<StepTaken> steps, const Configuration& to) noexcept;

}  // namespace wend::motion
