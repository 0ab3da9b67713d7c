#include "wend/motion/value_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "wend/base/output_file.hpp"
#include "wend/base/tasks.hpp"

namespace wend::motion {
namespace {

constexpr std::size_t most_axes = 6;
constexpr std::uint64_t table_magic = 0x31656c6261746477u;

/// The best of each state of a range; the largest change.
double sweep_range(const ValueTable& from, std::vector<float>& to, const Backup& backup, std::size_t first,
                   std::size_t last) {
    std::array<double, most_axes> at{};
    double change = 0;
    for (std::size_t i = first; i < last; ++i) {
        std::uint32_t of_class = 0;
        from.state(i, of_class, at);
        to[i] = static_cast<float>(backup(of_class, at, from));
        change =
            std::max(change, std::fabs(static_cast<double>(to[i]) - static_cast<double>(from.values()[i])));
    }
    return change;
}

double sweep(const ValueTable& from, std::vector<float>& to, const Backup& backup, Workers& workers) {
    const std::uint32_t parts = workers.count();
    std::vector<double> changes(parts);
    workers.for_each(parts, [&](std::uint32_t part) {
        changes[part] =
            sweep_range(from, to, backup, from.size() * part / parts, from.size() * (part + 1) / parts);
    });
    return *std::max_element(changes.begin(), changes.end());
}

}  // namespace

ValueTable::ValueTable(std::uint32_t classes, std::vector<Axis> axes) : axes_(std::move(axes)) {
    std::size_t count = classes;
    for (const Axis& axis : axes_) count *= axis.count;
    values_.assign(count, 0);
}

void ValueTable::state(std::size_t index, std::uint32_t& of_class, std::span<double> at) const noexcept {
    for (std::size_t a = axes_.size(); a-- > 0;) {
        const Axis& axis = axes_[a];
        const auto sample = static_cast<double>(index % axis.count);
        index /= axis.count;
        const double u = sample / (axis.is_angle ? axis.count : axis.count - 1);
        at[a] = axis.low + (axis.high - axis.low) * (axis.is_squared ? u * u : u);
    }
    of_class = static_cast<std::uint32_t>(index);
}

double ValueTable::value(std::uint32_t of_class, std::span<const double> at) const noexcept {
    // Corners in the axes that a state lies between samples of; on a sample there is only one.
    std::array<std::size_t, most_axes> step{};
    std::array<double, most_axes> share{};
    std::size_t active = 0, base = 0, stride = 1;
    for (std::size_t a = axes_.size(); a-- > 0;) {
        const Axis& axis = axes_[a];
        double u = (at[a] - axis.low) / (axis.high - axis.low);
        u = axis.is_angle ? u - std::floor(u) : std::clamp(u, 0.0, 1.0);
        if (axis.is_squared) u = std::sqrt(u);
        const double scaled = u * (axis.is_angle ? axis.count : axis.count - 1);
        const std::size_t low = std::min<std::size_t>(static_cast<std::size_t>(scaled), axis.count - 1);
        const std::size_t high = low + 1 < axis.count ? low + 1 : (axis.is_angle ? 0 : low);
        base += low * stride;
        if (scaled - static_cast<double>(low) > 1e-9) {
            share[active] = scaled - static_cast<double>(low);
            step[active++] = (high - low) * stride;  // wraps below zero for the last sample of an angle
        }
        stride *= axis.count;
    }
    base += of_class * stride;
    double sum = 0;
    for (std::size_t corner = 0; corner < (std::size_t{1} << active); ++corner) {
        double weight = 1;
        std::size_t index = base;
        for (std::size_t a = 0; a < active; ++a) {
            const bool is_high = (corner >> a & 1) != 0;
            weight *= is_high ? share[a] : 1 - share[a];
            if (is_high) index += step[a];
        }
        sum += weight * static_cast<double>(values_[index]);
    }
    return sum;
}

Status ValueTable::write(const std::filesystem::path& file, std::uint64_t key) const {
    const std::array<std::uint64_t, 3> head{table_magic, key, values_.size()};
    std::string text(reinterpret_cast<const char*>(head.data()), sizeof head);
    text.append(reinterpret_cast<const char*>(values_.data()), bytes());
    return write_file(file, text);
}

bool ValueTable::read(const std::filesystem::path& file, std::uint64_t key) {
    std::ifstream in(file, std::ios::binary);
    std::array<std::uint64_t, 3> head{};
    in.read(reinterpret_cast<char*>(head.data()), sizeof head);
    if (!in || head != std::array<std::uint64_t, 3>{table_magic, key, values_.size()}) return false;
    std::vector<float> values(values_.size());
    in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes()));
    const bool is_finite =
        std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    if (!in || in.peek() != std::ifstream::traits_type::eof() || !is_finite) return false;
    values_ = std::move(values);
    return true;
}

Trained iterate(ValueTable& table, const Backup& backup, const Training& training) {
    Workers workers(training.threads);
    std::vector<float> next(table.size());
    Trained result;
    double first = 0;
    while (result.sweeps < training.most_sweeps) {
        result.residual = sweep(table, next, backup, workers);
        table.values().swap(next);
        if (++result.sweeps == 1) first = result.residual;
        if (training.progress && first > training.tolerance)
            training.progress(
                std::clamp(1 - std::log(std::max(result.residual, training.tolerance) / training.tolerance) /
                                   std::log(first / training.tolerance),
                           0.0, 1.0));
        if (result.residual <= training.tolerance) break;
    }
    return result;
}

void iterate_layers(ValueTable& table, std::uint32_t layers, const Backup& backup, const Training& training) {
    Workers workers(training.threads);
    const std::uint32_t parts = workers.count();
    const std::size_t size = table.size() / layers;
    for (std::size_t l = 0; l < layers; ++l) {
        workers.for_each(parts, [&](std::uint32_t part) {
            sweep_range(table, table.values(), backup, l * size + size * part / parts,
                        l * size + size * (part + 1) / parts);
        });
        if (training.progress) training.progress(static_cast<double>(l + 1) / layers);
    }
}

double bellman_residual(const ValueTable& table, const Backup& backup, std::size_t stride) {
    std::array<double, most_axes> at{};
    double worst = 0;
    for (std::size_t i = 0; i < table.size(); i += stride) {
        std::uint32_t of_class = 0;
        table.state(i, of_class, at);
        worst =
            std::max(worst, std::fabs(static_cast<double>(static_cast<float>(backup(of_class, at, table))) -
                                      static_cast<double>(table.values()[i])));
    }
    return worst;
}

}  // namespace wend::motion
