#include "wend/motion/wait_table.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "wend/motion/rotation.hpp"

#include "motion/table_file.hpp"
#include "motion/waiting.hpp"

namespace wend::motion {
namespace {

constexpr double layer = layer_ticks * tick;
constexpr auto layers = static_cast<std::uint32_t>(longest_wait / layer + 0.5);
constexpr std::uint32_t gaits = 3;
constexpr std::size_t own_axes = 2, most_parameters = 3;
const std::array<Axis, own_axes> readiness_axes{
    {{-std::numbers::pi, std::numbers::pi, 16, true, false}, {-wait_room, 1.5, 7, false, false}}};

}  // namespace

std::uint64_t WaitTable::key(const Sequel& sequel) const {
    StateHash hash;
    hash.add("wait 2");
    hash.add(sequel.key());
    hash.add(std::uint64_t{table_.size()});
    for (const double number : {wait_room, longest_wait, least_use, layer}) hash.add(number);
    for (const Axis& axis : parameters_) hash.add(axis.low), hash.add(axis.high);
    return hash.value();
}

double WaitTable::value_in(const ValueTable& table, const Sequel& sequel, Gait gait, const Readiness& ready,
                           double left, std::span<const double> parameters) const {
    const double at = std::clamp(left, 0.0, longest_wait) / layer;
    const auto below = static_cast<std::uint32_t>(at + 1e-6);
    const double share = at - below;
    std::array<double, own_axes + most_parameters> state{wrapped(ready.heading), ready.ahead};
    std::copy(parameters.begin(), parameters.end(), state.begin() + own_axes);
    const auto of_layer = [&](std::uint32_t number) {
        return number == 0 ? sequel.value(gait, ready, parameters)
                           : table.value((number - 1) * gaits + static_cast<std::uint32_t>(gait), state);
    };
    const double low = of_layer(below);
    return share < 1e-6 ? low : low + share * (of_layer(below + 1) - low);
}

double WaitTable::value(const Sequel& sequel, Gait gait, const Readiness& ready, double left,
                        std::span<const double> parameters) const {
    return value_in(table_, sequel, gait, ready, left, parameters);
}

Backup WaitTable::backup(const Sequel& sequel) const {
    return [this, &sequel](std::uint32_t of_class, std::span<const double> at, const ValueTable& values) {
        const std::span<const double> parameters = at.subspan(own_axes, parameters_.size());
        const Configuration now{{at[1], 0, 0}, at[0], static_cast<Gait>(of_class % gaits), Foot::left};
        const double left = (of_class / gaits + 1) * layer;
        const auto allows = [&](const StepTaken& step) {
            return sequel.bears(step.after, parameters) && stays_near({}, step, left);
        };
        return best_wait(now, 0, left, -sequel.readiness(now, parameters).heading, allows,
                         [&](const Configuration& then, double rest) {
                             return value_in(values, sequel, then.gait, sequel.readiness(then, parameters),
                                             rest, parameters);
                         })
            .value;
    };
}

Status WaitTable::prepare(const Sequel& sequel, const TableOptions& options) {
    std::vector<Axis> axes(readiness_axes.begin(), readiness_axes.end());
    axes.insert(axes.end(), parameters_.begin(), parameters_.end());
    table_ = ValueTable(layers * gaits, std::move(axes));
    return prepare_table(table_, key(sequel), options,
                         [&] { iterate_layers(table_, layers, backup(sequel), options.training); });
}

double WaitTable::residual(const Sequel& sequel, std::size_t stride) const {
    return bellman_residual(table_, backup(sequel), stride);
}

}  // namespace wend::motion
