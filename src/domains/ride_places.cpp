// Where the states of a ride are, what separates them, and how a ride is gone.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/domains/ride_domain.hpp"

namespace wend::domains {

using locomotion::minus;

namespace {

constexpr locomotion::Step no_way_there = 1 << 20;
constexpr double turning_speed = 0.3;  ///< m/s; slower, nobody turns to where they go
constexpr double turning_share = 0.95;

}  // namespace

RideDomain::Step RideDomain::step_of(const State& s) const noexcept {
    switch (s.kind) {
        case Kind::leaving:
            return s.sector == State::any_sector ? s.step - table_->prepare_steps() : s.step;
        case Kind::moving:
        case Kind::settling:
            return s.step + s.part;
        default:
            return s.step;
    }
}

/// At least; `no_way_there` or more when there is none.
RideDomain::Step RideDomain::steps_to_goal(const State& s) const {
    const Step prepare = table_->prepare_steps();
    switch (s.kind) {
        case Kind::goal:
            return 0;
        case Kind::standing:
            return target_ && s.from == *target_ ? 0 : prepare + to_goal_[s.from];
        case Kind::leaving: {
            const Step steps = table_->edges().fewest_steps(s.controller, s.from, s.to, s.step);
            return (s.sector == State::any_sector ? prepare : 0) + steps + to_goal_[s.to];
        }
        case Kind::moving: {
            const RideLeg* leg = leg_of(s);
            if (!leg) return no_way_there;
            const Step left = length_of(*leg) - s.part;
            if (left >= 0) return left + to_goal_[s.to];
            const Step standing = left + table_->stop_steps();
            return standing + (target_ && s.to == *target_ ? 0 : prepare + to_goal_[s.to]);
        }
        case Kind::settling: {
            const Step left = static_cast<Step>(settling_.size() / RideGround::step_ticks) - s.part;
            return left + (target_ && s.from == *target_ ? 0 : prepare + to_goal_[s.from]);
        }
    }
    return no_way_there;
}

search::Cost RideDomain::lower_bound(Key from, Key to) const {
    const State a = State::of(from), b = State::of(to);
    if (from == to || a.kind == Kind::goal) return 0;
    // A bound that obeys the triangle inequality with every edge is a difference of such bounds too.
    Step steps = std::min(steps_to_goal(a), no_way_there) - std::min(steps_to_goal(b), no_way_there);
    if (b.kind != Kind::goal) steps = std::max(steps, step_of(b) - step_of(a));
    return static_cast<Cost>(std::max<Step>(0, steps)) * step_cost;
}

RideDomain::Stand RideDomain::on_leg(const State& moving, Tick tick) const {
    const RideLeg& leg = *leg_of(moving);
    const Tick index = tick - (moving.step - table_->prepare_steps()) * RideGround::step_ticks;
    return {leg.path[static_cast<std::size_t>(index)], leg.block_at(index), leg.is_airborne(index)};
}

/// On the way from one state to the next.
RideDomain::Stand RideDomain::stand_in(const State& from, const State& to, Tick tick) const {
    if (to.kind == Kind::moving) return on_leg(to, tick);
    if (from.kind == Kind::moving) return on_leg(from, tick);
    const auto& places = table_->edges().landmarks();
    if (from.kind == Kind::settling) {
        const auto index = static_cast<std::size_t>(tick - from.step * RideGround::step_ticks);
        return {settling_[index], places[settled_].block, false};
    }
    const locomotion::Landmark& landmark = places[from.from];
    return {locomotion::place_of(table_->ground().world(), landmark, tick), landmark.block, false};
}

RideDomain::Stand RideDomain::stand_at(const State& s) const {
    return stand_in(s, s, step_of(s) * RideGround::step_ticks);
}

Place RideDomain::place(Key key) const {
    const State s = State::of(key);
    if (s.kind == Kind::goal) return goal_.at;
    const Stand stand = stand_at(s);
    return {table_->ground().layer_of(stand.block), stand.feet.xy(), step_of(s) * RideGround::step};
}

double RideDomain::speed(Key key) const {
    const State s = State::of(key);
    if (s.kind != Kind::moving && s.kind != Kind::settling) return 0;
    const Tick tick = step_of(s) * RideGround::step_ticks;
    const Stand now = stand_in(s, s, tick), before = stand_in(s, s, tick - 1);
    const locomotion::MovingWorld& world = table_->ground().world();
    const Vec3 carried = minus(world.origin(now.block, tick), world.origin(now.block, tick - 1));
    return length(minus(minus(now.feet, before.feet), carried).xy()) * locomotion::ticks_per_second;
}

double RideDomain::heading(Key key) const {
    const State s = State::of(key);
    if (s.kind != Kind::moving) return heading_;
    const RideLeg* leg = leg_of(s);
    return s.part < length_of(*leg) ? leg->heading_out : leg->heading_in;
}

double RideDomain::reach() const noexcept {
    const RideGround& ground = table_->ground();
    return ground.limits().radius + (ground.fastest() + ground.limits().max_speed) * RideGround::step;
}

std::vector<RideDomain::Stand> RideDomain::way_of(const State& from, const State& to) const {
    std::vector<Stand> way;
    const Tick first = step_of(from) * RideGround::step_ticks, last = step_of(to) * RideGround::step_ticks;
    for (Tick tick = first; tick <= last; ++tick) way.push_back(stand_in(from, to, tick));
    return way;
}

bool RideDomain::is_free(const State& from, const State& to) const {
    if (!world_) return true;
    const std::vector<Stand> way = way_of(from, to);
    return is_free(way, step_of(from) * RideGround::step_ticks);
}

/// As one disc in uniform motion that covers the whole way, and where that is hit, as two halves.
bool RideDomain::is_free(std::span<const Stand> way, Tick first) const {
    if (way.size() < 2) return true;
    const RideGround& ground = table_->ground();
    const Vec2 from = way.front().feet.xy(), to = way.back().feet.xy();
    const auto count = static_cast<double>(way.size() - 1);
    const Interval span{first * locomotion::tick_seconds, (first + count) * locomotion::tick_seconds};
    double off = 0;
    for (std::size_t i = 1; i + 1 < way.size(); ++i)
        off = std::max(off, distance(way[i].feet.xy(), lerp(from, to, static_cast<double>(i) / count)));
    const MovingDisc disc{span, from, (to - from) / span.length(), ground.limits().radius + off, 0};
    const std::uint32_t layer = ground.layer_of(way.front().block);
    const std::uint32_t layer_after = ground.layer_of(way.back().block);
    const Occupancy& others = world_->occupancy();
    if (others.is_free(layer, disc, self_) &&
        (layer == layer_after || others.is_free(layer_after, disc, self_)))
        return true;
    if (way.size() == 2) return false;
    const std::size_t half = way.size() / 2;
    return is_free(way.first(half + 1), first) && is_free(way.subspan(half), first + static_cast<Tick>(half));
}

std::vector<WalkFrame> RideDomain::walk(std::span<const Key> path, double frame) const {
    std::vector<Stand> way;
    std::vector<State> states;
    for (const Key key : path)
        if (State::of(key).kind != Kind::goal) states.push_back(State::of(key));
    if (states.empty()) return {};
    way.push_back(stand_at(states.front()));
    for (std::size_t i = 1; i < states.size(); ++i) {
        const std::vector<Stand> part = way_of(states[i - 1], states[i]);
        way.insert(way.end(), part.begin() + 1, part.end());
    }
    const RideGround& ground = table_->ground();
    const auto ticks = static_cast<std::size_t>(std::lround(frame * locomotion::ticks_per_second));
    const Tick first = step_of(states.front()) * RideGround::step_ticks;
    const double most_turn = turning_share * ground.limits().max_turn_rate * frame;
    double heading = heading_;
    std::vector<WalkFrame> walk;
    for (std::size_t i = 0; i < way.size(); i += ticks) {
        const Stand& here = way[i];
        const Tick tick = first + static_cast<Tick>(i);
        if (i > 0 && !here.is_airborne && !way[i - ticks].is_airborne) {
            const Vec3 carried = minus(ground.world().origin(here.block, tick),
                                       ground.world().origin(here.block, tick - static_cast<Tick>(ticks)));
            const Vec2 moved = minus(minus(here.feet, way[i - ticks].feet), carried).xy();
            if (length(moved) > turning_speed * frame) {
                const double turn =
                    std::remainder(std::atan2(moved.y, moved.x) - heading, 2 * std::numbers::pi);
                heading += std::clamp(turn, -most_turn, most_turn);
            }
        }
        const WalkMode mode = here.is_airborne                       ? WalkMode::airborne
                              : ground.world().is_static(here.block) ? WalkMode::walking
                                                                     : WalkMode::riding;
        walk.push_back(
            {tick * locomotion::tick_seconds, ground.layer_of(here.block), here.feet.xy(), heading, mode});
    }
    return walk;
}

}  // namespace wend::domains
