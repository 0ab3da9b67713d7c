// What leads out of the states of a ride, and into them.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/domains/ride_domain.hpp"

namespace wend::domains {
namespace {

using locomotion::Step;

constexpr double sector_width = 2 * std::numbers::pi / RideState::sectors;
constexpr Step out_of_reach = 1 << 20;

int sector_of(double heading) noexcept {
    const int sector = static_cast<int>(std::lround(heading / sector_width)) % RideState::sectors;
    return sector < 0 ? sector + RideState::sectors : sector;
}

double middle_of(int sector) noexcept {
    return sector * sector_width;
}

}  // namespace

bool RideDomain::is_in_window(Step step) const noexcept {
    const double time = step * RideGround::step;
    return time >= goal_.window.low - 1e-9 && time <= goal_.window.high + 1e-9;
}

void RideDomain::offer(const State& from, const State& to, const State& other, const EdgeSink& visit) const {
    if (is_free(from, to)) visit(other, step_cost);
}

/// The one that follows on a leg; after the stop it stands.
RideState RideDomain::after(const State& moving, const RideLeg& leg) const {
    State next = moving;
    ++next.part;
    if (next.part < length_of(leg) + table_->stop_steps()) return next;
    State standing;
    standing.from = moving.to;
    standing.step = moving.step + next.part;
    return standing;
}

bool RideDomain::may_go_on(const State& moving, const RideLeg& leg) const {
    return moving.part < length_of(leg) || leg.can_stop;
}

bool RideDomain::may_begin(const State& leaving, const RideLeg& leg) const {
    if (leaving.sector == State::any_sector) return leg.can_prepare;
    const double turn =
        std::abs(std::remainder(leg.heading_out - middle_of(leaving.sector), 2 * std::numbers::pi));
    return turn <= table_->ground().skills().passing_turn - sector_width / 2;
}

/// Whatever may be had from a landmark at a step.
void RideDomain::leave(Index from, Step depart, int sector, const EdgeSink& visit) const {
    locomotion::EdgeTable& edges = table_->edges();
    const auto& places = edges.landmarks();
    for (const Index to : edges.successors(from)) {
        if (to_goal_[to] >= out_of_reach) continue;
        const locomotion::MoveQuery query{edges.world(), edges.timing(), places[from], places[to], depart};
        for (std::size_t c = 0; c < edges.controllers().size(); ++c) {
            const Step steps = edges.fewest_steps(c, from, to, depart);
            if (steps == 0 || depart + steps > edges.timing().horizon) continue;
            const auto passing = sector == State::any_sector ? std::optional<double>() : middle_of(sector);
            if (!edges.controllers()[c]->suits(query, passing)) continue;
            State next;
            next.kind = Kind::leaving;
            next.from = from, next.to = to;
            next.controller = static_cast<std::uint32_t>(c);
            next.step = depart;
            next.sector = sector;
            visit(next, 0);
        }
    }
}

void RideDomain::begin_move(const State& s, const EdgeSink& visit) const {
    const RideLeg* leg = leg_of(s);
    if (!leg || !may_begin(s, *leg)) return;
    State next = s;
    next.kind = Kind::moving;
    next.part = s.sector == State::any_sector ? 1 - table_->prepare_steps() : 1;
    next.sector = State::any_sector;
    offer(s, next, next, visit);
}

void RideDomain::go_on(const State& s, const EdgeSink& visit) const {
    const RideLeg* leg = leg_of(s);
    if (!leg) return;
    if (may_go_on(s, *leg)) {
        const State next = after(s, *leg);
        offer(s, next, next, visit);
    }
    if (s.part == length_of(*leg)) leave(s.to, leg->arrive, sector_of(leg->heading_in), visit);
}

void RideDomain::visit_successors(const State& s, const EdgeSink& visit) const {
    const locomotion::EdgeTable& edges = table_->edges();
    switch (s.kind) {
        case Kind::standing: {
            if (target_ && s.from == *target_ && is_in_window(s.step)) {
                State goal;
                goal.kind = Kind::goal;
                visit(goal, 0);
            }
            if (edges.standing_until(s.from, s.step) > s.step) {
                State next = s;
                ++next.step;
                offer(s, next, next, visit);
            }
            const Step depart = s.step + table_->prepare_steps();
            if (depart < edges.timing().horizon) leave(s.from, depart, State::any_sector, visit);
            return;
        }
        case Kind::leaving:
            return begin_move(s, visit);
        case Kind::moving:
            return go_on(s, visit);
        case Kind::settling: {
            State next = s;
            if (++next.part * RideGround::step_ticks >= static_cast<Tick>(settling_.size()) - 1) {
                next = State{};
                next.from = s.from;
                next.step = s.step + s.part + 1;
            }
            return offer(s, next, next, visit);
        }
        case Kind::goal:
            return;
    }
}

/// All moves that end on a landmark at a step.
void RideDomain::arrivals_at(Index landmark, Step step,
                             const std::function<void(const State&, const RideLeg&)>& see) const {
    locomotion::EdgeTable& edges = table_->edges();
    if (to_goal_[landmark] >= out_of_reach) return;
    for (const Index from : predecessors_[landmark])
        for (std::size_t c = 0; c < edges.controllers().size(); ++c) {
            const Step least = edges.fewest_ever(c, from, landmark);
            const Step most = edges.controllers()[c]->most_steps(edges.timing());
            for (Step depart = std::max<Step>(earliest_, step - most); least > 0 && depart <= step - least;
                 ++depart) {
                const Step fewest = edges.fewest_steps(c, from, landmark, depart);
                if (fewest == 0 || depart + fewest > step) continue;
                const RideLeg* leg = table_->leg(from, landmark, c, depart);
                if (!leg || leg->arrive != step) continue;
                State s;
                s.kind = Kind::moving;
                s.from = from, s.to = landmark;
                s.controller = static_cast<std::uint32_t>(c);
                s.step = depart;
                s.part = length_of(*leg);
                see(s, *leg);
            }
        }
}

/// Into a state on a leg.
void RideDomain::moves_into(const State& s, const EdgeSink& visit) const {
    const RideLeg* leg = leg_of(s);
    if (!leg) return;
    const Step first = 1 - table_->prepare_steps();
    if (s.part > first) {
        State before = s;
        --before.part;
        const bool is_known = s.part > 1 || (leg->can_prepare && s.step - table_->prepare_steps() >= begin_);
        if (is_known && may_go_on(before, *leg)) offer(before, s, before, visit);
    }
    State leaving = s;
    leaving.kind = Kind::leaving;
    leaving.part = 0;
    if (s.part == first && leg->can_prepare) offer(leaving, s, leaving, visit);
    if (s.part != 1) return;
    for (leaving.sector = 0; leaving.sector < State::sectors; ++leaving.sector)
        if (may_begin(leaving, *leg)) offer(leaving, s, leaving, visit);
}

void RideDomain::visit_predecessors(const State& s, const EdgeSink& visit) const {
    const locomotion::EdgeTable& edges = table_->edges();
    switch (s.kind) {
        case Kind::standing: {
            State before = s;
            --before.step;
            if (before.step >= begin_ && edges.standing_until(s.from, before.step) > before.step)
                offer(before, s, before, visit);
            const Step stop = table_->stop_steps();
            arrivals_at(s.from, s.step - stop, [&](const State& arrival, const RideLeg& leg) {
                State last = arrival;
                last.part += stop - 1;
                if (leg.can_stop) offer(last, s, last, visit);
            });
            const Step settled = static_cast<Step>(settling_.size() / RideGround::step_ticks);
            if (!settling_.empty() && s.from == settled_ && s.step == begin_ + settled) {
                State last;
                last.kind = Kind::settling;
                last.from = settled_;
                last.step = begin_;
                last.part = settled - 1;
                offer(last, s, last, visit);
            }
            return;
        }
        case Kind::leaving: {
            if (s.sector == State::any_sector) {
                State standing;
                standing.from = s.from;
                standing.step = s.step - table_->prepare_steps();
                if (standing.step >= begin_) visit(standing, 0);
                return;
            }
            const auto& places = edges.landmarks();
            const locomotion::MoveQuery query{edges.world(), edges.timing(), places[s.from], places[s.to],
                                              s.step};
            if (!edges.controllers()[s.controller]->suits(query, middle_of(s.sector))) return;
            return arrivals_at(s.from, s.step, [&](const State& arrival, const RideLeg& leg) {
                if (sector_of(leg.heading_in) == s.sector) visit(arrival, 0);
            });
        }
        case Kind::moving:
            return moves_into(s, visit);
        case Kind::settling: {
            State before = s;
            --before.part;
            if (before.part >= 0) offer(before, s, before, visit);
            return;
        }
        case Kind::goal:
            for (Step step = begin_; step <= edges.timing().horizon; ++step) {
                State standing;
                standing.from = *target_;
                standing.step = step;
                if (is_in_window(step)) visit(standing, 0);
            }
    }
}

}  // namespace wend::domains
