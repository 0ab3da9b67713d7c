#pragma once

// The goal field on an OpenCL device, for comparison and for machines whose GPU has nothing better to do.
// Nothing of OpenCL is needed to build or to run wend: the library is looked for when the first device is
// opened, and without it `open` says `not_available`. Costs are the same as GoalField's, bit for bit: both
// are the one solution of the same equations in whole numbers.
//
// Two kernels. `whole_map` is the paper's (COURSE Alg. 6, 7): every cell, every round, from one map to the
// other, until a round changes nothing that matters. (The paper's flag means the opposite in its two
// listings; errata.) `tiles` keeps a list of tiles of 16 x 16 cells that have something new to read, relaxes
// each in local memory until it is at rest, and wakes the neighbours whose rim changed: the fast iterative
// method of Jeong and Whitaker (2008) on blocks. Tiles run in four colours so that no two neighbours run at
// once: rounds and cells touched are then the same on every device. Repairs forget by the same kernels' rule:
// everywhere in every round, or in tiles that have something to forget. Which order costs are forgotten in
// makes no difference, since what explains a cost is always less than it.

#include <memory>
#include <span>
#include <string>

#include "wend/fields/goal_field.hpp"

namespace wend::fields {

enum class Kernel : unsigned char { tiles, whole_map };

/// Counted, not timed: the same on every device.
struct DeviceEffort {
    std::uint64_t rounds = 0;   ///< how often kernels had to be started, repairs included
    std::uint64_t touched = 0;  ///< cells that threads have looked at
};

class OpenClField {
  public:
    /// The first device of the first platform that has one; a GPU if there is a choice.
    [[nodiscard]] static Result<OpenClField> open();

    OpenClField(OpenClField&&) noexcept;
    OpenClField& operator=(OpenClField&&) noexcept;
    ~OpenClField();

    [[nodiscard]] const std::string& device() const noexcept;

    /// Computes the field, everywhere or until these cells are settled: then the costs of all cells that are
    /// no dearer than the dearest of them are final.
    [[nodiscard]] Status compute(const FieldGrid& grid, std::span<const FieldGoal> goals, Kernel kernel,
                                 std::span<const Cell> agents = {});
    /// Takes final costs that were computed before; a repair follows.
    void resume(std::span<const FieldGoal> goals, std::span<const FieldCost> costs);
    /// The weights of some cells have changed since: states that nothing explains any more forget their cost
    /// (Alg. 8), then the field is computed again from what is left.
    [[nodiscard]] Status repair(const FieldGrid& grid, std::span<const Cell> changed, Kernel kernel);

    [[nodiscard]] std::span<const FieldCost> costs() const noexcept;
    [[nodiscard]] const DeviceEffort& effort() const noexcept;

  private:
    struct Device;
    explicit OpenClField(std::unique_ptr<Device> device) noexcept;
    std::unique_ptr<Device> device_;
};

}  // namespace wend::fields
