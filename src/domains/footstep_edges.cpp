// Which moves lead from a state, and which into it.

#include <algorithm>
#include <array>

#include "wend/domains/footstep_domain.hpp"

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;

constexpr Kind step_kind(Gait gait) noexcept {
    return static_cast<Kind>(gait);
}
constexpr Gait step_gait(Kind kind) noexcept {
    return static_cast<Gait>(kind);
}

/// How far a foot may be turned from the heading it came down at, so that hips can bear it: while the heading
/// goes on by `turn` sixteenths, as seen from the one before.
constexpr FootTurns borne_during(int turn) noexcept {
    return {2 * turn - FootTurns::most_borne, 2 * turn + FootTurns::most_borne};
}
constexpr bool overlap(FootTurns a, FootTurns b) noexcept {
    return std::max(a.low, b.low) <= std::min(a.high, b.high);
}

/// The longest run of orientations that hold and that hips allow a foot which comes down in a turn; of equals
/// the one nearest to straight ahead.
FootTurns planted(int turn, std::uint32_t holding) noexcept {
    const FootTurns hips{std::max(-FootTurns::most, -FootTurns::most_borne - 2 * turn),
                         std::min(FootTurns::most, FootTurns::most_borne - 2 * turn)};
    FootTurns best{1, 0};
    const auto rank = [](FootTurns t) { return 100 * (t.high - t.low) - std::abs(t.low + t.high); };
    for (int low = hips.low; low <= hips.high; ++low)
        for (int high = low; high <= hips.high && (holding >> (high + FootTurns::most) & 1U) != 0; ++high)
            if (best.is_empty() || rank({low, high}) > rank(best)) best = {low, high};
    return best;
}

}  // namespace

void FootstepDomain::visit_successors(Key key, const EdgeSink& visit) const {
    const State s = State::of(key);
    if (s.is_goal()) return;
    if (s.is_set()) return visit(State::goal(), 1);
    if (!has_start_ || !is_reachable(s)) return;
    if (is_arrived(s)) visit(State::arrival(s.tick), 1);
    if (s.kind == Kind::start)
        start_moves_from(s, visit);
    else
        steps_from(s, false, visit);
}

void FootstepDomain::visit_predecessors(Key key, const EdgeSink& visit) const {
    const State s = State::of(key);
    if (s.is_set()) return arrivals_into(s, visit);
    if (!has_start_ || s.tick <= 0 || !is_reachable(s)) return;
    start_moves_into(s, visit);
    if (s.kind != Kind::start) steps_into(s, visit);
}

void FootstepDomain::steps_from(const State& s, bool anywhere, const EdgeSink& visit) const {
    for (const FootMove& move : table_->from(s.heading, s.side, step_gait(s.kind), s.stance)) {
        State to = s;
        to.tick += move.ticks;
        to.heading = FootstepTable::wrap(s.heading + move.turn);
        to.kind = step_kind(move.to);
        to.stance = move.stance_to;
        if (move.lands) {
            if (!overlap(borne_during(move.turn), s.turns)) continue;
            const LatticeVector step = FootstepTable::turned(move.step, s.heading);
            to.x += step.x;
            to.y += step.y;
            to.side = other(s.side);
        }
        if (std::max(std::abs(to.x), std::abs(to.y)) > State::farthest || to.tick > State::last_tick)
            continue;
        if (!anywhere && !is_reachable(to)) continue;
        Cost cost = move.cost;
        if (move.lands) {
            to.turns = planted(move.turn, holding(to));
            if (to.turns.is_empty()) continue;
            const auto climbed = climb(s, to);
            if (!climbed) continue;
            cost += *climbed;
        }
        offer_twisted(s, to, motion(s, move), cost, visit);
    }
}

void FootstepDomain::offer_twisted(const State& from, State to, const FootstepMotion& motion, Cost cost,
                                   const EdgeSink& visit) const {
    const bool has_choice = may_twist(to);
    for (const int twist : {0, 1, -1}) {
        to.twist = twist;
        if (twist != 0 && !has_choice) return;
        if (is_free(twisted(motion, from, to))) visit(to, cost + twist_cost(from, to));
    }
}

void FootstepDomain::offer_twisted_from(State from, const State& to, const FootstepMotion& motion, Cost cost,
                                        const EdgeSink& visit) const {
    for (const int twist : {0, 1, -1}) {
        from.twist = twist;
        if (!is_reachable(from) || !is_state(from)) continue;
        if (is_free(twisted(motion, from, to))) visit(from, cost + twist_cost(from, to));
    }
}

void FootstepDomain::steps_into(const State& s, const EdgeSink& visit) const {
    const std::uint32_t bits = holding(s);
    for (const FootMove& back : table_->into(s.heading, s.side, step_gait(s.kind), s.stance)) {
        State from = s;
        from.tick -= back.ticks;
        from.heading = FootstepTable::wrap(s.heading - back.turn);
        from.kind = step_kind(back.from);
        from.stance = back.stance_from;
        FootMove move = back;
        Cost cost = move.cost;
        if (from.tick < 0) continue;
        if (move.lands) {
            if (s.turns != planted(move.turn, bits)) continue;
            const LatticeVector step = FootstepTable::turned(move.step, s.heading);
            move.step = FootstepTable::turned(step, -(from.heading & ~3));
            from.x -= step.x;
            from.y -= step.y;
            from.side = other(s.side);
            if (std::max(std::abs(from.x), std::abs(from.y)) > State::farthest) continue;
            const auto climbed = climb(from, s);
            if (!climbed) continue;
            cost += *climbed;
        }
        std::array<FootTurns, 15> borne;  // what the foot that is left behind may be turned by
        std::size_t count = 0;
        const auto take = [&](FootTurns turns) { borne[count++] = turns; };
        if (!move.lands) {
            take(s.turns);
        } else {
            for (int low = -FootTurns::most; low <= FootTurns::most; ++low)
                for (int high = low; high <= FootTurns::most; ++high)
                    if (overlap(borne_during(move.turn), {low, high})) take({low, high});
        }
        const FootstepMotion way = motion(from, move);
        for (std::size_t i = 0; i < count; ++i) {
            from.turns = borne[i];
            offer_twisted_from(from, s, way, cost, visit);
        }
    }
}

void FootstepDomain::start_moves_from(const State& s, const EdgeSink& visit) const {
    State stay = s;
    stay.tick += FootstepTable::stay_ticks();
    if (is_reachable(stay)) offer_twisted(s, stay, staying(s), table_->stay_cost(), visit);
    for (const StartMove& move : start_moves_) {
        State to = move.to;
        to.tick = s.tick + move.ticks;
        if (is_reachable(to)) offer_twisted(s, to, motion(s, move), move.cost, visit);
    }
}

void FootstepDomain::start_moves_into(const State& s, const EdgeSink& visit) const {
    if (start_.kind != Kind::start) return;
    State from = start_;
    if (s.kind == Kind::start) {
        from.tick = s.tick - FootstepTable::stay_ticks();
        if (from.tick >= 0) offer_twisted_from(from, s, staying(from), table_->stay_cost(), visit);
        return;
    }
    for (const StartMove& move : start_moves_) {
        State to = move.to;
        to.tick = s.tick;
        to.twist = s.twist;
        if (to != s) continue;
        from.tick = s.tick - move.ticks;
        if (from.tick >= 0) offer_twisted_from(from, s, motion(from, move), move.cost, visit);
    }
}

bool FootstepDomain::is_arrived(const State& s) const {
    if (s.tick < first_arrival_ || s.tick > last_tick_ || s.layer != goal_.at.layer) return false;
    if (goal_.at_rest && s.kind != Kind::standing && s.kind != Kind::start) return false;
    return distance(mass(s), goal_.at.position) <= goal_.tolerance;
}

void FootstepDomain::arrivals_into(const State& set, const EdgeSink& visit) const {
    if (set.is_goal()) {
        for (int tick = first_arrival_; tick <= last_tick_; ++tick) visit(State::arrival(tick), 1);
        return;
    }
    State s = start_;
    s.tick = set.arrival_tick();
    if (s.kind == Kind::start)
        for (s.twist = -1; s.twist <= 1; ++s.twist)
            if (is_reachable(s) && is_state(s) && is_arrived(s)) visit(s, 1);
    s.twist = 0;
    s.layer = goal_.at.layer;
    for (s.heading = 0; s.heading < FootstepTable::headings; ++s.heading)
        for (const Side side : {Side::left, Side::right})
            for (const Gait gait : {Gait::poised, Gait::slow, Gait::brisk, Gait::standing}) {
                if (goal_.at_rest && gait != Gait::standing) continue;
                s.side = side;
                s.kind = step_kind(gait);
                const int most = gait == Gait::standing ? FootstepTable::stances : 1;
                for (s.stance = 0; s.stance < most; ++s.stance)
                    if (gait != Gait::standing || table_->stance(s.heading, side, s.stance))
                        offer_arrivals(s, visit);
            }
}

/// All support feet that bring a mass which moves like that near enough.
void FootstepDomain::offer_arrivals(State s, const EdgeSink& visit) const {
    s.x = s.y = 0;
    const double cell = table_->settings().cell;
    const Vec2 own = rotated(goal_.at.position - mass(s), -axis_) / cell;
    const int most = static_cast<int>(std::ceil(goal_.tolerance / cell)) + 1;
    const int middle_x = static_cast<int>(std::lround(own.x)),
              middle_y = static_cast<int>(std::lround(own.y));
    for (s.y = middle_y - most; s.y <= middle_y + most; ++s.y)
        for (s.x = middle_x - most; s.x <= middle_x + most; ++s.x) {
            if (std::max(std::abs(s.x), std::abs(s.y)) > State::farthest) continue;
            if (!is_reachable(s) || !is_arrived(s)) continue;
            for (int low = -FootTurns::most; low <= FootTurns::most; ++low)
                for (int high = low; high <= FootTurns::most; ++high)
                    for (s.twist = -1; s.twist <= 1; ++s.twist) {
                        s.turns = {low, high};
                        if (is_state(s)) visit(s, 1);
                    }
            s.twist = 0;
        }
}

}  // namespace wend::domains
