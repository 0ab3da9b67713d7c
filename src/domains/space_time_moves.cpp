#include "wend/domains/space_time_moves.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

constexpr double slack = 1e-9;

int levels_needed(const AgentLimits& limits, double step, int wanted) {
    const double least = std::ceil(limits.max_speed / (limits.max_acceleration * step / 2) - slack);
    return std::clamp(std::max(wanted, static_cast<int>(least)), 1, 6);
}

}  // namespace

double Pace::travelled(double time) const noexcept {
    const double half = duration / 2;
    const double first = std::min(time, half), second = std::max(0.0, time - half);
    const double until = begin + (middle - begin) * first / half;
    const double later = middle + (end - middle) * second / half;
    return (begin + until) / 2 * first + (middle + later) / 2 * second;
}

double Pace::squared() const noexcept {
    const auto part = [](double a, double b) { return (a * a + a * b + b * b) / 3; };
    return duration / 2 * (part(begin, middle) + part(middle, end));
}

double Pace::acceleration() const noexcept {
    return std::max(std::abs(middle - begin), std::abs(end - middle)) / (duration / 2);
}

std::optional<Pace> pace_over(double length, double begin, double end, double duration,
                              const AgentLimits& limits) noexcept {
    const Pace pace{begin, 2 * length / duration - (begin + end) / 2, end, duration};
    if (pace.middle < -slack || pace.middle > limits.max_speed + slack) return std::nullopt;
    if (pace.acceleration() > limits.max_acceleration + slack) return std::nullopt;
    return pace;
}

MoveTable::MoveTable(const AgentLimits& limits, const LatticeSettings& settings)
    : limits_(limits),
      settings_(settings),
      frames_(std::max(2, static_cast<int>(std::lround(settings.step / settings.frame)))),
      step_(frames_ * settings.frame),
      levels_(levels_needed(limits, step_, settings.levels)),
      // Half of the acceleration at most, so that there is some left to make up for rounding.
      top_(std::min(limits.max_speed, levels_ * limits.max_acceleration * step_ / 2)),
      cell_(top_ * step_ / settings.cells) {
    choose_cruising();
    choose_ramps();
    price_moves();
    gather_reaches();
}

LatticeVector MoveTable::turned(LatticeVector v, int quarters) noexcept {
    for (int i = 0; i < (quarters & 3); ++i) v = {-v.y, v.x};
    return v;
}

double MoveTable::length(LatticeVector v) const noexcept {
    return cell_ * std::sqrt(static_cast<double>(v.x) * v.x + static_cast<double>(v.y) * v.y);
}

void MoveTable::choose_cruising() {
    for (int heading = 0; heading < 4; ++heading)
        for (int level = 0; level <= levels_; ++level) {
            const double cells = static_cast<double>(settings_.cells) * level / levels_;
            const Vec2 ideal = cells * unit_vector(angle(heading));
            LatticeVector best;
            double best_error = std::numeric_limits<double>::infinity();
            for (int x = 0; x <= settings_.cells; ++x)
                for (int y = 0; y <= settings_.cells; ++y) {
                    const Vec2 v{static_cast<double>(x), static_cast<double>(y)};
                    const double error = wend::length(v - ideal);
                    if (wend::length(v) > cells + slack || error >= best_error - slack) continue;
                    best = {x, y};
                    best_error = error;
                }
            speeds_.push_back(length(best) / step_);
            displacements_.resize(displacements_.size() + 3);
            displacements_[index(heading, level) * 3 + 1] = best;
        }
}

/// The lattice vector nearest to what a move along `heading` between two speeds would be without a lattice.
std::optional<LatticeVector> MoveTable::nearest(int heading, double begin, double end) const noexcept {
    const Vec2 ideal = (begin + end) / 2 * step_ / cell_ * unit_vector(angle(heading));
    std::optional<LatticeVector> best;
    double best_error = std::numeric_limits<double>::infinity();
    const int low_x = static_cast<int>(std::floor(ideal.x)) - 1,
              low_y = static_cast<int>(std::floor(ideal.y)) - 1;
    for (int x = low_x; x <= low_x + 3; ++x)
        for (int y = low_y; y <= low_y + 3; ++y) {
            const double error = wend::length(Vec2{static_cast<double>(x), static_cast<double>(y)} - ideal);
            if (error >= best_error - slack || (x == 0 && y == 0 && begin + end > 0)) continue;
            if (!pace_over(length({x, y}), begin, end, step_, limits_)) continue;
            best = LatticeVector{x, y};
            best_error = error;
        }
    return best;
}

void MoveTable::choose_ramps() {
    for (int heading = 0; heading < 4; ++heading)
        for (int from = 0; from <= levels_; ++from)
            for (const int to : {from - 1, from + 1}) {
                if (to < 0 || to > levels_) continue;
                const auto best = nearest(heading, speed(heading, from), speed(heading, to));
                displacements_[index(heading, from) * 3 + step_index(from, to)] =
                    best.value_or(LatticeVector{});
            }
}

void MoveTable::price_moves() {
    costs_.assign(displacements_.size() * turns.size(), search::infinite_cost);
    for (int heading = 0; heading < 4; ++heading)
        for (int from = 0; from <= levels_; ++from)
            for (int to = std::max(0, from - 1); to <= std::min(levels_, from + 1); ++to)
                for (std::size_t t = 0; t < turns.size(); ++t) {
                    const int before = wrap(heading - turns[t]);
                    const double begin = speed(before, from), end = speed(heading, to);
                    const auto pace =
                        pace_over(length(displacement(heading, from, to)), begin, end, step_, limits_);
                    if (!pace || !allows_turn(angle(turns[t]))) continue;
                    const std::size_t at = index(heading, from) * 3 + step_index(from, to);
                    costs_[at * turns.size() + t] = price(*pace, begin * unit_vector(angle(before)),
                                                          end * unit_vector(angle(heading)), angle(turns[t]));
                }
}

void MoveTable::gather_reaches() {
    for (int heading = 0; heading < headings; ++heading)
        for (int from = 0; from <= levels_; ++from)
            for (int to = std::max(0, from - 1); to <= std::min(levels_, from + 1); ++to) {
                const LatticeVector step = displacement(heading, from, to);
                if (step != LatticeVector{} &&
                    std::find(reaches_.begin(), reaches_.end(), step) == reaches_.end())
                    reaches_.push_back(step);
            }
}

std::optional<MoveTable::Free> MoveTable::from_speed(double begin, int heading, int to) const noexcept {
    const double end = speed(heading, to);
    if (std::abs(top_ * to / levels_ - begin) > top_ / levels_ + slack) return std::nullopt;
    const auto best = nearest(heading & 3, begin, end);
    if (!best) return std::nullopt;
    const LatticeVector step = turned(*best, heading / 4);
    return Free{step, *pace_over(length(step), begin, end, step_, limits_)};
}

search::Cost MoveTable::price(const Pace& pace, Vec2 before, Vec2 after, double turn) const noexcept {
    const Energy& energy = settings_.energy;
    return price_of(energy.standing * pace.duration + energy.walking * pace.squared() +
                    squared_length(after - before) / 2 + energy.turning * std::abs(turn));
}

search::Cost MoveTable::price_of(double energy) const noexcept {
    // A millionth of a unit less, so that whole numbers stay what they are whichever way they were worked
    // out.
    return static_cast<search::Cost>(std::ceil(energy / cost_unit - 1e-6)) + 1;
}

search::Cost MoveTable::least_price(double seconds, double metres) const noexcept {
    return search::CostScale(cost_unit).bound(settings_.energy.least(seconds, metres));
}

bool MoveTable::allows_turn(double turn) const noexcept {
    return std::abs(turn) <= limits_.max_turn_rate * step_ + slack;
}

}  // namespace wend::domains
