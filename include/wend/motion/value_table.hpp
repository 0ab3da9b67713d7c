#pragma once

// Values of states on a grid, interpolated in between, and the iteration that finds them. A sweep reads the
// last one's values and writes the next one's, so that the number of threads changes nothing.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "wend/base/status.hpp"

namespace wend::motion {

struct Axis {
    double low = 0, high = 1;
    std::uint32_t count = 2;  ///< of samples, at least 2
    bool is_angle = false;    ///< wraps: the sample after the last is the first
    bool is_squared = false;  ///< finer near the low end
    friend bool operator==(const Axis&, const Axis&) = default;
};

class ValueTable {
  public:
    ValueTable() = default;
    ValueTable(std::uint32_t classes, std::vector<Axis> axes);

    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    [[nodiscard]] const std::vector<float>& values() const noexcept { return values_; }
    [[nodiscard]] std::vector<float>& values() noexcept { return values_; }
    /// The class and the coordinates of a grid state.
    void state(std::size_t index, std::uint32_t& of_class, std::span<double> at) const noexcept;
    /// Multilinear; coordinates beyond an axis count as its end.
    [[nodiscard]] double value(std::uint32_t of_class, std::span<const double> at) const noexcept;
    [[nodiscard]] std::size_t bytes() const noexcept { return values_.size() * sizeof(float); }

    /// Kept on disk under the key of what it was made of; reading fails when the file is not of this key and
    /// shape.
    [[nodiscard]] Status write(const std::filesystem::path& file, std::uint64_t key) const;
    [[nodiscard]] bool read(const std::filesystem::path& file, std::uint64_t key);

  private:
    std::vector<Axis> axes_;
    std::vector<float> values_;
};

/// The best that can be had from a state, given the values of all.
using Backup =
    std::function<double(std::uint32_t of_class, std::span<const double> at, const ValueTable& values)>;

struct Training {
    unsigned threads = 0;     ///< 0: as many as the machine has
    double tolerance = 1e-3;  ///< largest change of a value at which it ends, seconds
    int most_sweeps = 200;
    std::function<void(double share)> progress;  ///< called between sweeps
};
struct Trained {
    int sweeps = 0;
    double residual = 0;  ///< largest change in the last sweep
};
Trained iterate(ValueTable& table, const Backup& backup, const Training& training);
/// One pass, for tables whose classes fall into `layers` of equal size and whose values depend on earlier
/// layers alone.
void iterate_layers(ValueTable& table, std::uint32_t layers, const Backup& backup, const Training& training);
/// Largest difference between a value and what its backup says, of every `stride`-th state: an independent
/// sweep that changes nothing.
[[nodiscard]] double bellman_residual(const ValueTable& table, const Backup& backup, std::size_t stride = 1);

struct TableOptions {
    std::filesystem::path cache;  ///< folder; empty: trained anew each time
    Training training;
};

}  // namespace wend::motion
