// What is not one of the 21 moves: steps between ground and platforms, the scene's crossings, leaps over
// gaps.

#include <algorithm>
#include <cmath>

#include "wend/domains/space_time_domain.hpp"

namespace wend::domains {
namespace {

constexpr std::size_t most_feet = 4;
constexpr int off_axis = 1;  ///< sixteenths of a turn that a take-off may be off the crossing's direction

double wrapped(double angle) {
    return std::remainder(angle, 2 * std::numbers::pi);
}

}  // namespace

// Crossings

void SpaceTimeDomain::find_gates() {
    const double step = moves_->step(), speed = moves_->limits().max_speed;
    const double radius = terrain_->radius(), near = radius + 1.5 * moves_->cell();
    const auto feet_near = [&](std::uint32_t layer, Vec2 p) {
        std::vector<std::pair<double, LatticeVector>> found;
        const LatticeVector middle = lattice_.nearest_cell(0, p, 0);
        const int most = static_cast<int>(std::ceil(near / moves_->cell()));
        for (int y = -most; y <= most; ++y)
            for (int x = -most; x <= most; ++x) {
                const LatticeVector cell{middle.x + x, middle.y + y};
                const Vec2 at = lattice_.own_point(0, cell.x, cell.y);
                if (distance(at, p) <= near && world_->walls().ground(layer).fits(at, radius))
                    found.push_back({distance(at, p), cell});
            }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        found.resize(std::min(found.size(), most_feet));
        return found;
    };
    const double seconds = last_tick_ * step;
    for (const Crossing& crossing : terrain_->crossings()) {
        const double there = distance(origin_.at.position, crossing.from) + crossing.length +
                             distance(crossing.to, goal_.at.position) - goal_reach_;
        if (there > (speed + surface_) * seconds) continue;
        const auto landings = feet_near(crossing.to_layer, crossing.to);
        if (landings.empty()) continue;
        const Vec2 along = crossing.to - crossing.from;
        const double angle = along == Vec2{} ? origin_.heading : std::atan2(along.y, along.x);
        Gate gate{&crossing, {}, landings.front().second, lattice_.nearest_heading(0, angle, 0)};
        const Vec2 landing = lattice_.own_point(0, gate.landing.x, gate.landing.y);
        for (const auto& [away, cell] : feet_near(crossing.from_layer, crossing.from)) {
            const double metres = length_over(crossing, lattice_.own_point(0, cell.x, cell.y), landing);
            const int steps = std::max(1, static_cast<int>(std::ceil(metres / (speed * step) - 1e-9)));
            gate.feet.push_back({cell, steps});
            longest_flight_ = std::max(longest_flight_, steps);
            longest_move_ = std::max(longest_move_, metres);
        }
        if (!gate.feet.empty()) gates_.push_back(std::move(gate));
    }
}

SpaceTimeMotion SpaceTimeDomain::gate_motion(const Gate& gate, const State& from, const State& to) const {
    SpaceTimeMotion motion = base_motion(from, to);
    const Crossing& crossing = *gate.crossing;
    motion.crossing = &crossing;
    motion.from = lattice_.own_point(0, from.x, from.y);
    motion.to = lattice_.own_point(0, to.x, to.y);
    motion.mode = WalkMode::airborne;
    motion.turn = wrapped(lattice_.heading(to) - motion.heading);
    motion.turning_time = moves_->step();
    const double metres = length_over(crossing, motion.from, motion.to);
    const Energy& energy = moves_->settings().energy;
    const double effort = (metres - crossing.length + crossing.effort) / metres;
    const double factor = crossing.is_jump ? energy.jump_factor : 1.0;
    const double speed = speed_of(from);
    motion.cost = moves_->price_of(energy.least(motion.duration(), metres) * std::max(1.0, effort) * factor +
                                   speed * speed / 2 + energy.turning * std::abs(motion.turn));
    return motion;
}

void SpaceTimeDomain::flights_from(const State& s, const EdgeSink& visit) const {
    if (s.carrier != 0) return;
    for (const Gate& gate : gates_) {
        const int off = MoveTable::wrap(s.heading - gate.heading + off_axis);
        if (s.layer != gate.crossing->from_layer || off > 2 * off_axis) continue;
        if (!gate.crossing->is_open_at(lattice_.time(s.tick))) continue;
        for (const Gate::Foot& foot : gate.feet) {
            if (foot.cell != LatticeVector{s.x, s.y}) continue;
            State to{gate.landing.x,         gate.landing.y, s.tick + foot.steps, gate.heading, 0, 0,
                     gate.crossing->to_layer};
            if (!is_reachable(to)) continue;
            const SpaceTimeMotion motion = gate_motion(gate, s, to);
            if (is_free(motion)) visit(to, motion.cost);
        }
    }
}

void SpaceTimeDomain::flights_into(const State& s, const EdgeSink& visit) const {
    if (s.carrier != 0 || s.speed != 0) return;
    for (const Gate& gate : gates_) {
        if (s.layer != gate.crossing->to_layer || s.heading != gate.heading ||
            gate.landing != LatticeVector{s.x, s.y})
            continue;
        for (const Gate::Foot& foot : gate.feet)
            for (int turn = -off_axis; turn <= off_axis; ++turn)
                for (int speed = 0; speed <= State::own_speed; ++speed) {
                    if (speed > moves_->levels() && speed != State::own_speed) continue;
                    const State from{foot.cell.x,
                                     foot.cell.y,
                                     s.tick - foot.steps,
                                     MoveTable::wrap(gate.heading + turn),
                                     speed,
                                     0,
                                     gate.crossing->from_layer};
                    if (speed == State::own_speed && from != start_) continue;
                    if (!is_reachable(from) || !gate.crossing->is_open_at(lattice_.time(from.tick))) continue;
                    const SpaceTimeMotion motion = gate_motion(gate, from, s);
                    if (is_free(motion)) visit(from, motion.cost);
                }
    }
}

std::optional<SpaceTimeMotion> SpaceTimeDomain::flight_motion(const State& from, const State& to) const {
    std::optional<SpaceTimeMotion> best;
    for (const Gate& gate : gates_) {
        const int off = MoveTable::wrap(from.heading - gate.heading + off_axis);
        if (from.carrier != 0 || to.carrier != 0 || off > 2 * off_axis || to.speed != 0) continue;
        if (from.layer != gate.crossing->from_layer || to.layer != gate.crossing->to_layer) continue;
        if (to.heading != gate.heading || gate.landing != LatticeVector{to.x, to.y}) continue;
        if (!gate.crossing->is_open_at(lattice_.time(from.tick))) continue;
        for (const Gate::Foot& foot : gate.feet) {
            if (foot.cell != LatticeVector{from.x, from.y} || to.tick != from.tick + foot.steps) continue;
            const SpaceTimeMotion motion = gate_motion(gate, from, to);
            if (!best || motion.cost < best->cost) best = motion;
        }
    }
    return best;
}

// Leaps

std::optional<SpaceTimeMotion> SpaceTimeDomain::leap_motion(const State& from, const State& to) const {
    if (options_.gap_length <= 0 || from.carrier != 0 || to.carrier != 0 || from.layer != to.layer)
        return std::nullopt;
    if (from.heading != to.heading || from.speed != to.speed || from.speed == 0) return std::nullopt;
    if (from.speed == State::own_speed) return std::nullopt;
    const LatticeVector step = moves_->displacement(from.heading, from.speed, from.speed);
    const int ticks = to.tick - from.tick;
    if (ticks < 1 || to.x - from.x != ticks * step.x || to.y - from.y != ticks * step.y) return std::nullopt;
    SpaceTimeMotion motion = base_motion(from, to);
    motion.from = lattice_.own_point(0, from.x, from.y);
    motion.to = lattice_.own_point(0, to.x, to.y);
    const double metres = distance(motion.from, motion.to), radius = terrain_->radius();
    if (metres > options_.gap_length) return std::nullopt;
    const Region& ground = world_->walls().ground(from.layer);
    if (!ground.fits(motion.from, radius) || !ground.fits(motion.to, radius) ||
        ground.fits_along(motion.from, motion.to, radius) ||
        !world_->walls().not_solid(from.layer).fits_along(motion.from, motion.to, radius))
        return std::nullopt;
    const double speed = speed_of(from);
    motion.pace = {speed, speed, speed, motion.duration()};
    motion.mode = WalkMode::airborne;
    const Energy& energy = moves_->settings().energy;
    motion.cost = moves_->price_of(energy.least(motion.duration(), metres) * energy.jump_factor);
    return motion;
}

void SpaceTimeDomain::leaps(const State& s, int sign, const EdgeSink& visit) const {
    if (s.carrier != 0 || s.speed == 0 || s.speed == State::own_speed) return;
    const LatticeVector step = moves_->displacement(s.heading, s.speed, s.speed);
    const double metres = moves_->length(step);
    for (int ticks = 1; ticks * metres <= options_.gap_length; ++ticks) {
        State other = s;
        other.x += sign * ticks * step.x;
        other.y += sign * ticks * step.y;
        other.tick += sign * ticks;
        if (!is_reachable(other)) continue;
        const auto motion = sign > 0 ? leap_motion(s, other) : leap_motion(other, s);
        if (motion && is_free(*motion)) visit(other, motion->cost);
    }
}

// Between ground and platforms

/// Where a move that would end beside the lattice of another carrier comes to on it.
std::optional<SpaceTimeState> SpaceTimeDomain::transferred(const State& s, int turn, int level,
                                                           std::uint32_t carrier) const {
    if (s.speed == State::own_speed) return std::nullopt;
    const double begin = lattice_.time(s.tick), end = lattice_.time(s.tick + 1);
    const int heading = MoveTable::wrap(s.heading + turn);
    const LatticeVector step = moves_->displacement(heading, s.speed, level);
    const Vec2 wanted = lattice_.position(s) + lattice_.displacement(s.carrier, step, begin);
    const LatticeVector cell = lattice_.nearest_cell(carrier, wanted, end);
    if (std::abs(cell.x) > State::farthest || std::abs(cell.y) > State::farthest) return std::nullopt;
    State turned = s;
    turned.heading = heading;
    return State{
        cell.x, cell.y,  s.tick + 1, lattice_.nearest_heading(carrier, lattice_.heading(turned), end),
        level,  carrier, s.layer};
}

/// Straight through the world, from one carrier to another.
std::optional<SpaceTimeMotion> SpaceTimeDomain::transfer_motion(const State& from, const State& to) const {
    if (from.carrier == to.carrier || from.layer != to.layer || to.tick != from.tick + 1) return std::nullopt;
    if (from.speed == State::own_speed || to.speed == State::own_speed) return std::nullopt;
    if (std::abs(from.speed - to.speed) > 1 || !fits(from) || !fits(to)) return std::nullopt;
    SpaceTimeMotion motion = base_motion(from, to);
    motion.from = lattice_.position(from);
    motion.to = lattice_.position(to);
    const double metres = distance(motion.from, motion.to);
    const auto pace = pace_over(metres, speed_of(from), speed_of(to), moves_->step(), moves_->limits());
    motion.turn = wrapped(lattice_.heading(to) - motion.heading);
    if (!pace || !moves_->allows_turn(motion.turn)) return std::nullopt;
    motion.pace = *pace;
    motion.turning_time = moves_->step();
    motion.cost = moves_->price(*pace, pace->begin * unit_vector(motion.heading),
                                pace->end * unit_vector(motion.heading + motion.turn), motion.turn);
    if (is_carried(motion)) return motion;
    if (metres > options_.gap_length ||
        !world_->walls().not_solid(from.layer).fits_along(motion.from, motion.to, terrain_->radius()))
        return std::nullopt;
    motion.mode = WalkMode::airborne;
    motion.cost = static_cast<Cost>(std::ceil(motion.cost * moves_->settings().energy.jump_factor));
    return motion;
}

void SpaceTimeDomain::transfers_from(const State& s, const EdgeSink& visit) const {
    if (s.speed == State::own_speed) return;
    const Vec2 here = lattice_.position(s);
    const double end = lattice_.time(s.tick + 1);
    for (std::uint32_t carrier = 0; carrier < lattice_.carriers(); ++carrier) {
        if (carrier == s.carrier || !is_near(carrier, s.layer, here, end)) continue;
        std::vector<State> seen;
        for (const int turn : MoveTable::turns)
            for (int level = std::max(0, s.speed - 1); level <= std::min(moves_->levels(), s.speed + 1);
                 ++level) {
                const auto to = transferred(s, turn, level, carrier);
                if (!to || std::find(seen.begin(), seen.end(), *to) != seen.end() || !is_reachable(*to))
                    continue;
                seen.push_back(*to);
                const auto motion = transfer_motion(s, *to);
                if (motion && is_free(*motion)) visit(*to, motion->cost);
            }
    }
}

/// The states around where such a move may have come from, each tried forward: exact by construction.
void SpaceTimeDomain::transfers_into(const State& s, const EdgeSink& visit) const {
    if (s.speed == State::own_speed) return;
    const double begin = lattice_.time(s.tick - 1);
    const Vec2 here = lattice_.position(s);
    const double angle = lattice_.heading(s);
    for (std::uint32_t carrier = 0; carrier < lattice_.carriers(); ++carrier) {
        if (carrier == s.carrier || !is_near(carrier, s.layer, here, begin)) continue;
        std::vector<State> seen;
        const int nearest = lattice_.nearest_heading(carrier, angle, begin);
        for (int heading = nearest - 1; heading <= nearest + 1; ++heading)
            for (int level = std::max(0, s.speed - 1); level <= std::min(moves_->levels(), s.speed + 1);
                 ++level) {
                const LatticeVector step = moves_->displacement(MoveTable::wrap(heading), level, s.speed);
                const Vec2 back = here - lattice_.displacement(carrier, step, begin);
                const LatticeVector middle = lattice_.nearest_cell(carrier, back, begin);
                for (const int turn : MoveTable::turns)
                    for (int near = 0; near < 9; ++near) {
                        const State from{middle.x + near % 3 - 1,
                                         middle.y + near / 3 - 1,
                                         s.tick - 1,
                                         MoveTable::wrap(heading - turn),
                                         level,
                                         carrier,
                                         s.layer};
                        if (!is_reachable(from) || transferred(from, turn, s.speed, s.carrier) != s) continue;
                        if (std::find(seen.begin(), seen.end(), from) != seen.end()) continue;
                        seen.push_back(from);
                        const auto motion = transfer_motion(from, s);
                        if (motion && is_free(*motion)) visit(from, motion->cost);
                    }
            }
    }
}

bool SpaceTimeDomain::is_near(std::uint32_t carrier, std::uint32_t layer, Vec2 p, double time) const {
    if (carrier == 0) return true;
    const PlatformSpec& platform = lattice_.platforms().at(lattice_.platforms().id(carrier - 1));
    const double reach = reach_of(platform.outline) + longest_move_ + 2 * moves_->cell();
    return platform.layer == layer && distance(platform.motion.at(time).position, p) <= reach;
}

}  // namespace wend::domains
