#include "wend/motion/stance_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/motion/rotation.hpp"

#include "motion/action.hpp"
#include "motion/table_file.hpp"

namespace wend::motion {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double farthest = 1.4;                       ///< metres ahead and aside
constexpr double most_off = 0.12, most_askew = 0.3;    ///< left over, metres and radians
constexpr double price_of_off = 4, price_of_skew = 1;  ///< seconds each
constexpr int most_steps = 12;

/// The other stand, seen from this one.
struct Wanted {
    Vec2 place;
    double heading = 0;
};

Wanted seen_from(const Configuration& at, const Configuration& to) noexcept {
    return {rotated(to.position.xy() - at.position.xy(), -at.heading), wrapped(to.heading - at.heading)};
}

/// Of leaving it at that.
std::optional<double> value_as_it_is(const Wanted& left) noexcept {
    const double off = length(left.place), askew = std::fabs(left.heading);
    if (off > most_off || askew > most_askew) return std::nullopt;
    return -price_of_off * off - price_of_skew * askew;
}

double value_in(const ValueTable& table, const Wanted& left) noexcept {
    const std::array<double, 3> at{left.place.x, left.place.y, left.heading};
    const double known = table.value(0, at);
    return std::max(known, value_as_it_is(left).value_or(known));
}

struct BestStep {
    double value = never;
    std::optional<StepTaken> step;  ///< none: as it is
};

template <class Allows>
BestStep best_step(const ValueTable& table, const Configuration& now, const Configuration& to, double begin,
                   Allows&& allows) {
    const Wanted left = seen_from(now, to);
    BestStep best{value_as_it_is(left).value_or(never), std::nullopt};
    const double bearing = std::atan2(left.place.y, left.place.x);
    for_each_action(Gait::stand, Gait::stand, false, length(left.place), bearing,
                    [&](std::uint16_t clip, double turn, double stretch) {
                        const StepClip& kind = step_library()[clip];
                        if (kind.length == 0 && kind.side == 0 && kind.turn == 0) return;
                        const auto step = take(clip, now, begin, turn, stretch);
                        if (!step || !allows(*step)) return;
                        const double value =
                            step_reward(step->duration, turn, stretch) +
                            discount(step->duration) * value_in(table, seen_from(step->after, to));
                        if (value > best.value) best = {value, step};
                    });
    return best;
}

}  // namespace

StanceTable::StanceTable()
    : table_(1, {{-farthest, farthest, 21, false, false},
                 {-farthest, farthest, 21, false, false},
                 {-pi, pi, 24, true, false}}) {
    std::fill(table_.values().begin(), table_.values().end(), static_cast<float>(never));
}

std::uint64_t StanceTable::key() const {
    StateHash hash;
    hash.add("stance 1");
    add_steps(hash);
    hash.add(std::uint64_t{table_.size()});
    for (const double number : {farthest, most_off, most_askew, price_of_off, price_of_skew})
        hash.add(number);
    return hash.value();
}

Backup StanceTable::backup() const {
    return [](std::uint32_t, std::span<const double> at, const ValueTable& values) {
        const Configuration to{{at[0], at[1], 0}, at[2], Gait::stand, Foot::left};
        return best_step(values, {}, to, 0, [](const StepTaken&) { return true; }).value;
    };
}

Status StanceTable::prepare(const TableOptions& options) {
    return prepare_table(table_, key(), options, [&] { iterate(table_, backup(), options.training); });
}

double StanceTable::residual() const {
    return bellman_residual(table_, backup());
}

std::optional<std::vector<StepTaken>> StanceTable::steps(
    Configuration from, const Configuration& to, double begin,
    const std::function<bool(const StepTaken&)>& allows) const {
    std::vector<StepTaken> taken;
    for (int i = 0; i <= most_steps; ++i) {
        const BestStep best = best_step(table_, from, to, begin, allows);
        if (!best.step) return best.value > never ? std::optional(std::move(taken)) : std::nullopt;
        from = best.step->after;
        begin += best.step->duration;
        taken.push_back(*best.step);
    }
    return std::nullopt;
}

void end_in(std::span<StepTaken> steps, const Configuration& to) noexcept {
    if (steps.empty()) return;
    const Vec3 missing = minus(to.position, steps.back().after.position);
    const double askew = wrapped(to.heading - steps.back().after.heading);
    const double begin = steps.front().begin, all = steps.back().begin + steps.back().duration - begin;
    Configuration before = steps.front().before;
    for (StepTaken& step : steps) {
        const double share = (step.begin + step.duration - begin) / all;
        step.before = before;
        step.after.position = plus(step.after.position, times(missing, share));
        step.after.heading += askew * share;
        step.turn = step.after.heading - before.heading;
        before = step.after;
    }
}

}  // namespace wend::motion
