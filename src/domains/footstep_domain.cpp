#include "wend/domains/footstep_domain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;

constexpr double on_lattice = 1e-6;  ///< metres, seconds, radians
constexpr int most_arrival_ticks = 512;

constexpr Kind kind_of(Gait gait) noexcept {
    return static_cast<Kind>(gait);
}

}  // namespace

FootstepDomain::FootstepDomain(std::shared_ptr<const Snapshot> world,
                               std::shared_ptr<const FootstepGround> ground,
                               std::shared_ptr<const FootstepTable> table, const FootstepStart& start,
                               const FootstepGoal& goal, BodyId self)
    : world_(std::move(world)),
      ground_(std::move(ground)),
      table_(std::move(table)),
      self_(self),
      goal_(goal),
      origin_(start),
      anchor_(start.feet.support.at),
      axis_(start.heading) {
    find_start();
    find_start_moves();
    top_speed_ = table_->top_speed();
    for (const StartMove& move : start_moves_)
        top_speed_ = std::max(
            top_speed_, distance(move.way.start, move.way.position(move.way.duration)) / move.way.duration);
    const double tick = table_->tick();
    const double away = distance(start.at.position, goal.at.position) - goal.tolerance;
    const double from = std::max(goal.window.low - start.at.time, std::max(0.0, away / top_speed_));
    const double until = std::min(goal.window.high - start.at.time, from + most_arrival_ticks * tick);
    first_arrival_ = static_cast<int>(std::clamp(std::ceil(from / tick - on_lattice), 0.0, 1e6));
    last_tick_ = static_cast<int>(
        std::clamp(std::floor(until / tick + on_lattice), -1.0, static_cast<double>(State::last_tick)));
}

std::optional<LatticeVector> FootstepDomain::cell_of(Vec2 p) const noexcept {
    const Vec2 own = rotated(p - anchor_, -axis_) / table_->settings().cell;
    const LatticeVector cell{static_cast<int>(std::lround(own.x)), static_cast<int>(std::lround(own.y))};
    const Vec2 back = Vec2{static_cast<double>(cell.x), static_cast<double>(cell.y)};
    if (distance(own, back) * table_->settings().cell > on_lattice) return std::nullopt;
    return cell;
}

void FootstepDomain::find_start() {
    const Feet& stand = origin_.feet;
    start_.layer = origin_.at.layer;
    start_.side = stand.side;
    const double off = std::remainder(stand.support.angle - origin_.heading, 2 * std::numbers::pi);
    const int turn = static_cast<int>(std::lround(off / FootTurns::unit));
    if (std::abs(turn) > FootTurns::most || origin_.at.layer >= State::most_layers) return;
    start_.turns = {turn, turn};
    start_.twist = std::clamp(stand.twist, -1, 1);
    if (stand.other) {
        start_.kind = Kind::start;
        has_start_ = std::abs(origin_.speed) < on_lattice;
        return;
    }
    for (const Gait gait : {Gait::poised, Gait::slow, Gait::brisk}) {
        start_.kind = kind_of(gait);
        has_start_ = has_start_ || (std::abs(table_->speed(gait) - origin_.speed) < on_lattice &&
                                    distance(mass(start_), origin_.at.position) < on_lattice);
        if (has_start_) return;
    }
}

void FootstepDomain::find_start_moves() {
    if (!has_start_ || start_.kind != Kind::start) return;
    const Feet& stand = origin_.feet;
    for (const Gait to : {Gait::poised, Gait::slow}) {
        offer_start_move(stand.side, stand.support, to);
        offer_start_move(other(stand.side), *stand.other, to);
    }
}

void FootstepDomain::offer_start_move(Side side, const FootPlace& support, Gait to) {
    const auto cell = cell_of(support.at);
    const double off = std::remainder(support.angle - origin_.heading, 2 * std::numbers::pi);
    const int turn = static_cast<int>(std::lround(off / FootTurns::unit));
    if (!cell || std::abs(turn) > FootTurns::most) return;
    const Feet& stand = origin_.feet;
    const Vec2 other_foot = side == stand.side ? stand.other->at : stand.support.at;
    const auto seen = [&](Vec2 p) { return rotated(p - support.at, -axis_); };
    const auto made = table_->set_off(0, side, seen(origin_.at.position), seen(other_foot), to);
    if (!made) return;
    StartMove move;
    move.to = start_;
    move.to.x = cell->x;
    move.to.y = cell->y;
    move.to.side = side;
    move.to.kind = kind_of(to);
    move.to.turns = {turn, turn};
    move.to.twist = 0;
    State later = move.to;
    later.tick = 1;
    if (!is_state(later)) return;
    move.ticks = made->ticks;
    move.cost = made->cost;
    move.way = made->way;
    move.deviation = made->way.deviation();
    for (Vec2* p : {&move.way.start, &move.way.first, &move.way.second}) *p = support.at + rotated(*p, axis_);
    move.way.velocity = rotated(move.way.velocity, axis_);
    start_moves_.push_back(move);
}

}  // namespace wend::domains
