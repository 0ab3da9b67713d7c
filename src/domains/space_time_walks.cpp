// The 21 moves, both ways. Going back, all headings that a move may have turned from share one displacement:
// three ways are checked for all twenty-one.

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/domains/space_time_domain.hpp"

namespace wend::domains {
namespace {

/// Seconds that a turn takes: half of the move if the limits allow it.
double time_to_turn(double turn, const MoveTable& moves) {
    const double least = std::abs(turn) / moves.limits().max_turn_rate;
    return turn == 0 ? 0
                     : std::clamp(std::max(least, moves.step() / 2), moves.settings().frame, moves.step());
}

struct Speeds {
    double low, high;
};

/// A level's speeds along all headings.
Speeds speeds_of(const MoveTable& moves, int level) {
    Speeds speeds{moves.speed(0, level), moves.speed(0, level)};
    for (int heading = 1; heading < 4; ++heading) {
        speeds.low = std::min(speeds.low, moves.speed(heading, level));
        speeds.high = std::max(speeds.high, moves.speed(heading, level));
    }
    return speeds;
}

}  // namespace

void SpaceTimeDomain::visit_successors(Key key, const EdgeSink& visit) const {
    const State s = State::of(key);
    if (s.is_goal()) return;
    if (s.is_set()) return visit(State::goal(), 1);
    if (!is_reachable(s)) return;
    if (is_arrived(s)) visit(State::arrival(s.tick), 1);
    if (s.speed == State::own_speed)
        start_walks(visit, nullptr);
    else
        walks_from(s, visit);
    if (!gates_.empty()) flights_from(s, visit);
    if (options_.gap_length > 0) leaps(s, 1, visit);
    if (lattice_.carriers() > 1) transfers_from(s, visit);
}

void SpaceTimeDomain::visit_predecessors(Key key, const EdgeSink& visit) const {
    const State s = State::of(key);
    if (s.is_set()) return arrivals_into(s, visit);
    if (s.tick <= 0 || !is_reachable(s)) return;
    walks_into(s, visit);
    if (!gates_.empty()) flights_into(s, visit);
    if (options_.gap_length > 0) leaps(s, -1, visit);
    if (lattice_.carriers() > 1) transfers_into(s, visit);
}

SpaceTimeMotion SpaceTimeDomain::base_motion(const State& from, const State& to) const {
    SpaceTimeMotion motion;
    motion.begin = lattice_.time(from.tick);
    motion.frame = moves_->settings().frame;
    motion.frames = moves_->frames() * (to.tick - from.tick);
    motion.layer = from.layer;
    motion.layer_after = to.layer;
    motion.heading = lattice_.heading(from);
    motion.mode_after = to.carrier == 0 ? WalkMode::walking : WalkMode::riding;
    return motion;
}

/// On the ground or on one platform, from one tick to the next.
std::optional<SpaceTimeMotion> SpaceTimeDomain::walk_motion(const State& from, const State& to) const {
    if (from.carrier != to.carrier || from.layer != to.layer || to.tick != from.tick + 1) return std::nullopt;
    if (to.speed == State::own_speed) return std::nullopt;
    const LatticeVector step{to.x - from.x, to.y - from.y};
    int turn = MoveTable::wrap(to.heading - from.heading);
    if (turn > MoveTable::headings / 2) turn -= MoveTable::headings;
    const auto number = std::find(MoveTable::turns.begin(), MoveTable::turns.end(), turn);
    if (number == MoveTable::turns.end()) return std::nullopt;

    SpaceTimeMotion motion = base_motion(from, to);
    if (from.speed == State::own_speed) {
        const auto move = moves_->from_speed(origin_.speed, to.heading, to.speed);
        if (!move || move->displacement != step || !moves_->allows_turn(MoveTable::angle(turn)))
            return std::nullopt;
        motion.pace = move->pace;
        motion.cost =
            moves_->price(move->pace, origin_.speed * unit_vector(MoveTable::angle(from.heading)),
                          move->pace.end * unit_vector(MoveTable::angle(to.heading)), MoveTable::angle(turn));
    } else {
        if (std::abs(to.speed - from.speed) > 1 ||
            moves_->displacement(to.heading, from.speed, to.speed) != step)
            return std::nullopt;
        motion.cost = moves_->cost(from.heading, static_cast<int>(number - MoveTable::turns.begin()),
                                   from.speed, to.speed);
        const auto pace =
            pace_over(moves_->length(step), speed_of(from), speed_of(to), moves_->step(), moves_->limits());
        if (!pace || motion.cost >= search::infinite_cost) return std::nullopt;
        motion.pace = *pace;
    }
    motion.from = lattice_.own_point(from.carrier, from.x, from.y);
    motion.to = lattice_.own_point(to.carrier, to.x, to.y);
    motion.turn = MoveTable::angle(turn);
    motion.turning_time = time_to_turn(motion.turn, *moves_);
    if (from.carrier != 0) {
        motion.platform = &lattice_.platforms().at(lattice_.platforms().id(from.carrier - 1));
        motion.mode = WalkMode::riding;
        motion.heading -= lattice_.turned_at(from.carrier, motion.begin);
    }
    return motion;
}

void SpaceTimeDomain::walks_from(const State& s, const EdgeSink& visit) const {
    for (std::size_t t = 0; t < MoveTable::turns.size(); ++t)
        for (int level = std::max(0, s.speed - 1); level <= std::min(moves_->levels(), s.speed + 1);
             ++level) {
            State to = s;
            to.heading = MoveTable::wrap(s.heading + MoveTable::turns[t]);
            const Cost cost = moves_->cost(s.heading, static_cast<int>(t), s.speed, level);
            if (cost >= search::infinite_cost) continue;
            const LatticeVector step = moves_->displacement(to.heading, s.speed, level);
            to.x += step.x;
            to.y += step.y;
            to.speed = level;
            ++to.tick;
            if (!is_reachable(to) || !is_walkable(s, to)) continue;
            if (s.carrier == 0) {
                const Pace pace = *pace_over(moves_->length(step), speed_of(s), speed_of(to), moves_->step(),
                                             moves_->limits());
                if (is_surely_free(s, to, pace, 0)) {
                    visit(to, cost);
                    continue;
                }
            }
            const auto motion = walk_motion(s, to);
            if (motion && (!motion->platform || is_carried(*motion)) && is_free(*motion)) visit(to, cost);
        }
}

void SpaceTimeDomain::walks_into(const State& s, const EdgeSink& visit) const {
    if (s.tick == 1 && start_.speed == State::own_speed) start_walks(visit, &s);
    for (int level = std::max(0, s.speed - 1); level <= std::min(moves_->levels(), s.speed + 1); ++level) {
        State from = s;
        const LatticeVector step = moves_->displacement(s.heading, level, s.speed);
        from.x -= step.x;
        from.y -= step.y;
        from.speed = level;
        --from.tick;
        if (from.tick == 0) from.heading = start_.heading;
        if (!is_reachable(from) || !is_walkable(from, s)) continue;
        const double step_time = moves_->step(), frame = moves_->settings().frame;
        bool surely_free = false;
        if (s.carrier == 0) {
            const Speeds speeds = speeds_of(*moves_, level);
            const double middle = (speeds.low + speeds.high) / 2, spread = (speeds.high - speeds.low) / 2;
            const double metres = moves_->length(step), end = speed_of(s);
            const Pace pace{middle, 2 * metres / step_time - (middle + end) / 2, end, step_time};
            // Another speed at the beginning, made up for until the end, leads at most this far away.
            const double slack = spread * step_time / 6 + spread / step_time * frame * frame;
            surely_free = is_surely_free(from, s, pace, slack);
        }
        std::array<int, 4> known{-1, -1, -1, -1};  // by heading, since a level's speed depends on it
        for (std::size_t t = 0; t < MoveTable::turns.size(); ++t) {
            from.heading = MoveTable::wrap(s.heading - MoveTable::turns[t]);
            if (from.tick == 0 && from != start_) continue;
            const Cost cost = moves_->cost(from.heading, static_cast<int>(t), level, s.speed);
            if (cost >= search::infinite_cost) continue;
            int& is_free_from = known[static_cast<std::size_t>(from.heading & 3)];
            if (!surely_free && is_free_from < 0) {
                const auto motion = walk_motion(from, s);
                is_free_from = motion && (!motion->platform || is_carried(*motion)) && is_free(*motion);
            }
            if (surely_free || is_free_from > 0) visit(from, cost);
        }
    }
}

/// Moves of a start whose speed is no level; all of them, or the one to a given state.
void SpaceTimeDomain::start_walks(const EdgeSink& visit, const State* only_to) const {
    for (const int turn : MoveTable::turns)
        for (int level = 0; level <= moves_->levels(); ++level) {
            State to = start_;
            to.heading = MoveTable::wrap(start_.heading + turn);
            to.speed = level;
            to.tick = 1;
            const auto move = moves_->from_speed(origin_.speed, to.heading, level);
            if (!move) continue;
            to.x += move->displacement.x;
            to.y += move->displacement.y;
            if ((only_to && to != *only_to) || !is_reachable(to) || !is_walkable(start_, to)) continue;
            const auto motion = walk_motion(start_, to);
            if (!motion || (motion->platform && !is_carried(*motion)) || !is_free(*motion)) continue;
            visit(only_to ? start_ : to, motion->cost);
        }
}

std::optional<SpaceTimeMotion> SpaceTimeDomain::motion(Key from_key, Key to_key) const {
    const State from = State::of(from_key), to = State::of(to_key);
    if (from.is_set() || to.is_set()) return std::nullopt;
    std::optional<SpaceTimeMotion> best;
    const auto offer = [&](const std::optional<SpaceTimeMotion>& motion) {
        if (motion && is_free(*motion) && (!best || motion->cost < best->cost)) best = motion;
    };
    if (const auto walked = walk_motion(from, to); walked && is_walkable(from, to))
        if (!walked->platform || is_carried(*walked)) offer(walked);
    offer(transfer_motion(from, to));
    offer(flight_motion(from, to));
    offer(leap_motion(from, to));
    return best;
}

std::vector<WalkFrame> SpaceTimeDomain::walk(std::span<const Key> path) const {
    std::vector<WalkFrame> frames;
    if (path.empty() || State::of(path.front()).is_set()) return frames;
    const State first = State::of(path.front());
    frames.push_back({lattice_.time(first.tick), first.layer, lattice_.position(first),
                      lattice_.heading(first), first.carrier == 0 ? WalkMode::walking : WalkMode::riding});
    for (std::size_t i = 1; i < path.size() && !State::of(path[i]).is_set(); ++i) {
        const auto move = motion(path[i - 1], path[i]);
        if (!move) return frames;  // somebody has promised to be there since
        for (int f = 1; f <= move->frames; ++f)
            frames.push_back({move->time(f), move->layer_at(f), move->position(f), move->heading_at(f),
                              f < move->frames ? move->mode : move->mode_after});
    }
    return frames;
}

}  // namespace wend::domains
