#include <algorithm>
#include <numbers>

#include "wend/motion/controllers.hpp"

#include "motion/action.hpp"
#include "motion/table_file.hpp"

namespace wend::motion {
namespace {

constexpr double farthest = ReachSequel::farthest;
constexpr double near_enough = 0.08;  ///< of the target, in training

/// Beyond the table the way there at full speed is added.
double beyond_table(double away, Gait top) noexcept {
    const double speed = top == Gait::stand ? 0.6 : speed_of(top);
    return away > farthest ? (away - farthest) / speed : 0;
}

}  // namespace

Status prepare_table(ValueTable& table, std::uint64_t key, const TableOptions& options,
                     const std::function<void()>& train) {
    const auto file = options.cache / ("wend-" + std::to_string(key) + ".table");
    if (!options.cache.empty() && table.read(file, key)) return Status::ok();
    train();
    if (options.cache.empty()) return Status::ok();
    std::error_code error;
    std::filesystem::create_directories(options.cache, error);
    if (error) return Status::io_error("cannot make " + options.cache.string() + ": " + error.message());
    return table.write(file, key);
}

ReachTable::ReachTable(Gait top, bool stops)
    : top_(top),
      stops_(stops),
      table_(3, {{0, farthest, 56, false, true}, {-std::numbers::pi, std::numbers::pi, 28, true, false}}) {
    std::fill(table_.values().begin(), table_.values().end(), static_cast<float>(never));
}

std::uint64_t ReachTable::key() const noexcept {
    StateHash hash;
    hash.add("reach 1");
    add_steps(hash);
    hash.add(std::uint64_t{table_.size()});
    hash.add(std::uint64_t{static_cast<std::uint64_t>(top_) * 2 + (stops_ ? 1u : 0u)});
    hash.add(farthest), hash.add(near_enough);
    return hash.value();
}

double ReachTable::value(Gait gait, double away, double bearing) const noexcept {
    const std::array<double, 2> at{std::min(away, farthest), bearing};
    return table_.value(static_cast<std::uint32_t>(gait), at) - beyond_table(away, top_);
}

Backup ReachTable::backup() const {
    return [this](std::uint32_t of_class, std::span<const double> at, const ValueTable& values) {
        const Gait gait = static_cast<Gait>(of_class);
        if (at[0] <= near_enough && (!stops_ || gait == Gait::stand)) return 0.0;
        const Configuration here{{}, 0, gait, Foot::left};
        const Vec2 target = unit_vector(at[1]) * at[0];
        double best = never;
        // Faster than `top` it can only slow down.
        for_each_action(
            gait, std::max(top_, gait), false, at[0], at[1],
            [&](std::uint16_t clip, double turn, double stretch) {
                const auto step = take(clip, here, 0, turn, stretch);
                if (!step || (gait > top_ && step->after.gait == gait)) return;
                const Vec2 left = target - step->after.position.xy();
                const std::array<double, 2> next{std::min(length(left), farthest),
                                                 wrapped(std::atan2(left.y, left.x) - step->after.heading)};
                const bool is_there =
                    length(left) <= near_enough && (!stops_ || step->after.gait == Gait::stand);
                const double value =
                    is_there ? 0 : values.value(static_cast<std::uint32_t>(step->after.gait), next);
                best = std::max(
                    best, step_reward(step->duration, turn, stretch) + discount(step->duration) * value);
            });
        return best;
    };
}

Status ReachTable::prepare(const TableOptions& options) {
    return prepare_table(table_, key(), options,
                         [&] { trained_ = iterate(table_, backup(), options.training); });
}

double ReachTable::residual() const {
    return bellman_residual(table_, backup());
}

std::vector<Axis> ReachSequel::axes() {
    return {{0, farthest, 6, false, true}};
}

std::uint64_t ReachSequel::key() const {
    return table_.key();
}

Readiness ReachSequel::readiness(const Configuration& at, std::span<const double> of) const {
    const Vec2 left = Vec2{of[0], 0} - at.position.xy();
    return {of[0] - length(left), at.heading - std::atan2(left.y, left.x)};
}

bool ReachSequel::bears(const Configuration&, std::span<const double>) const {
    return true;
}

double ReachSequel::value(Gait gait, const Readiness& ready, std::span<const double> of) const {
    return table_.value(gait, std::max(0.0, of[0] - ready.ahead), wrapped(-ready.heading));
}

}  // namespace wend::motion
