#include "wend/motion/stance_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <queue>

#include "wend/motion/rotation.hpp"

#include "motion/action.hpp"
#include "motion/table_file.hpp"

namespace wend::motion {
namespace {

constexpr double farthest = 1.4;                       ///< metres ahead and aside
constexpr double most_off = 0.08, most_askew = 0.25;   ///< left over, metres and radians
constexpr double price_of_off = 4, price_of_skew = 1;  ///< seconds each
constexpr int most_leads = 1000;

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

/// Calls `consider(step, reward)` for every step on the spot that moves or turns.
template <class Consider>
void for_each_stance_step(const Configuration& now, const Configuration& to, double begin,
                          Consider&& consider) {
    const Vec2 left = seen_from(now, to).place;
    for_each_action(Gait::stand, Gait::stand, false, length(left), std::atan2(left.y, left.x),
                    [&](std::uint16_t clip, double turn, double stretch) {
                        const StepClip& kind = step_library()[clip];
                        if (kind.length == 0 && kind.side == 0 && kind.turn == 0) return;
                        if (const auto step = take(clip, now, begin, turn, stretch))
                            consider(*step, step_reward(step->duration, turn, stretch));
                    });
}

}  // namespace

StanceTable::StanceTable()
    : table_(1, {{-farthest, farthest, 21, false, false},
                 {-farthest, farthest, 21, false, false},
                 {-std::numbers::pi, std::numbers::pi, 24, true, false}}) {
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
        double best = value_as_it_is(seen_from({}, to)).value_or(never);
        for_each_stance_step({}, to, 0, [&](const StepTaken& step, double reward) {
            best = std::max(best,
                            reward + discount(step.duration) * value_in(values, seen_from(step.after, to)));
        });
        return best;
    };
}

Status StanceTable::prepare(const TableOptions& options) {
    return prepare_table(table_, key(), options, [&] { iterate(table_, backup(), options.training); });
}

double StanceTable::residual() const {
    return bellman_residual(table_, backup());
}

namespace {

/// A way of getting nearer, of which the last step is known and those before it by number.
struct Lead {
    Configuration at;
    double begin = 0;
    double cost = 0;  ///< so far
    std::optional<StepTaken> step;
    std::size_t before = 0;
    bool is_done = false;  ///< what is left over is left
};

/// The cheapest first, by number where they cost the same.
using Candidate = std::pair<double, std::size_t>;
using OpenLeads = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

std::vector<StepTaken> steps_to(const std::vector<Lead>& leads, std::size_t last) {
    std::vector<StepTaken> steps;
    for (std::size_t i = last; leads[i].step || leads[i].is_done; i = leads[i].before)
        if (leads[i].step && !leads[i].is_done) steps.push_back(*leads[i].step);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

}  // namespace

/// A table is too coarse for the last decimetre: its values guide a search over exact steps.
std::optional<std::vector<StepTaken>> StanceTable::steps(
    const Configuration& from, const Configuration& to, double begin,
    const std::function<bool(const StepTaken&)>& allows) const {
    std::vector<Lead> leads{{from, begin, 0, {}, 0, false}};
    OpenLeads open;
    open.emplace(0, 0);
    for (int looked_at = 0; !open.empty() && looked_at < most_leads; ++looked_at) {
        const std::size_t number = open.top().second;
        open.pop();
        const Lead lead = leads[number];
        if (lead.is_done) return steps_to(leads, number);
        const auto add = [&](Lead next, double ahead) {
            open.emplace(next.cost + ahead, leads.size());
            leads.push_back(std::move(next));
        };
        if (const auto value = value_as_it_is(seen_from(lead.at, to)))
            add({lead.at, lead.begin, lead.cost - *value, {}, number, true}, 0);
        for_each_stance_step(lead.at, to, lead.begin, [&](const StepTaken& step, double reward) {
            if (!allows(step)) return;
            add({step.after, step.begin + step.duration, lead.cost - reward, step, number, false},
                -value_in(table_, seen_from(step.after, to)));
        });
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
