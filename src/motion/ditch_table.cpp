#include <algorithm>

#include "wend/motion/controllers.hpp"

#include "motion/action.hpp"
#include "motion/table_file.hpp"

namespace wend::motion {
namespace {

/// Standing before a ditch that is not jumped is no fall, but it is not getting there either.
constexpr double refusal = -20;
constexpr double farthest_edge = 8;

}  // namespace

Footing footing(const Ditch& ditch, const Configuration& at) noexcept {
    const FootPrint print = print_of(at);
    const Vec2 across = unit_vector(ditch.direction);
    double least = 1e300, most = -1e300;
    for (const Vec2 point : {print.heel, print.ball, print.toe}) {
        const double s = dot(point - ditch.edge, across);
        least = std::min(least, s), most = std::max(most, s);
    }
    const double before = -most, beyond = least - ditch.width;
    return before >= beyond ? Footing{before, -1} : Footing{beyond, 1};
}

DitchTable::DitchTable()
    : table_(3, {{-0.5, farthest_edge, 30, false, false},
                 {-0.8, 0.8, 7, false, false},
                 {-0.8, 0.8, 3, false, false},
                 {0.3, 1.7, 4, false, false},
                 {-0.65, 0.45, 4, false, false}}) {
    std::fill(table_.values().begin(), table_.values().end(), static_cast<float>(refusal));
}

std::uint64_t DitchTable::key() const noexcept {
    StateHash hash;
    hash.add("ditch 1");
    add_steps(hash);
    hash.add(std::uint64_t{table_.size()});
    hash.add(refusal), hash.add(farthest_edge), hash.add(least_footing);
    return hash.value();
}

double DitchTable::value(Gait gait, double distance, double heading, double beyond, double width,
                         double rise) const noexcept {
    const std::array<double, 5> at{distance, wrapped(heading), std::clamp(wrapped(beyond), -0.8, 0.8), width,
                                   rise};
    return table_.value(static_cast<std::uint32_t>(gait), at) -
           std::max(0.0, distance - farthest_edge) / speed_of(Gait::run);
}

Backup DitchTable::backup() const {
    return [](std::uint32_t of_class, std::span<const double> at, const ValueTable& values) {
        const Ditch ditch{{at[0], 0}, 0, at[3], at[4]};
        double best = refusal;
        // The foot's side matters little: both are tried by turns of the steps, one stands for both here.
        const Configuration here{{}, at[1], static_cast<Gait>(of_class), Foot::left};
        const auto consider = [&](const StepTaken& step, double turn, double stretch) {
            const Footing foot = footing(ditch, step.after);
            if (foot.margin < least_footing) return;  // a fall: no price buys it
            double value = 0;
            if (foot.side < 0) {
                const std::array<double, 5> next{at[0] - step.after.position.x, step.after.heading, at[2],
                                                 at[3], at[4]};
                value = values.value(static_cast<std::uint32_t>(step.after.gait), next);
            } else {
                // Over: what is left is to turn to the target.
                value = -0.5 * std::fabs(step.after.heading - at[2]);
            }
            best =
                std::max(best, step_reward(step.duration, turn, stretch) + discount(step.duration) * value);
        };
        const Gait gait = here.gait;
        for_each_action(gait, Gait::run, false, 1e9, -at[1],
                        [&](std::uint16_t clip, double turn, double stretch) {
                            const auto step = take(clip, here, 0, turn, stretch);
                            if (!step) return;
                            if (footing(ditch, step->after).side > 0 && std::fabs(at[4]) > 0.2) return;
                            consider(*step, turn, stretch);
                        });
        for_each_action(gait, Gait::run, true, 1e9, -at[1],
                        [&](std::uint16_t clip, double turn, double stretch) {
                            if (const auto step = take(clip, here, 0, turn, stretch, at[4]);
                                step && footing(ditch, step->after).side > 0)
                                consider(*step, turn, stretch);
                        });
        return best;
    };
}

Status DitchTable::prepare(const TableOptions& options) {
    return prepare_table(table_, key(), options,
                         [&] { trained_ = iterate(table_, backup(), options.training); });
}

double DitchTable::residual() const {
    return bellman_residual(table_, backup());
}

std::vector<Axis> DitchSequel::axes() {
    return {{0, farthest_edge, 6, false, true}, {0.3, 1.7, 3, false, false}, {-0.65, 0.45, 3, false, false}};
}

std::uint64_t DitchSequel::key() const {
    return table_.key();
}

Readiness DitchSequel::readiness(const Configuration& at, std::span<const double>) const {
    return {at.position.x, at.heading};
}

bool DitchSequel::bears(const Configuration& at, std::span<const double> of) const {
    const Footing foot = footing({{of[0], 0}, 0, of[1], of[2]}, at);
    return foot.side < 0 && foot.margin >= least_footing;
}

double DitchSequel::value(Gait gait, const Readiness& ready, std::span<const double> of) const {
    return table_.value(gait, of[0] - ready.ahead, ready.heading, 0, of[1], of[2]);
}

}  // namespace wend::motion
