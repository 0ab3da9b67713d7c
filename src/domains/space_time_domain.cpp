#include "wend/domains/space_time_domain.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

constexpr double rounding = 1e-6;  ///< metres, seconds, radians
constexpr search::Cost no_path = search::max_path_cost - 1;
constexpr int most_arrival_ticks = 256;
constexpr double fastest_platform = 1e6;  ///< m/s, of a platform that jumps

}  // namespace

SpaceTimeDomain::SpaceTimeDomain(std::shared_ptr<const Snapshot> world,
                                 std::shared_ptr<const Terrain> terrain,
                                 std::shared_ptr<const MoveTable> moves, const SpaceTimeStart& start,
                                 const SpaceTimeGoal& goal, const SpaceTimeOptions& options)
    : world_(std::move(world)),
      terrain_(std::move(terrain)),
      moves_(std::move(moves)),
      options_(options),
      goal_(goal),
      lattice_(*terrain_, *moves_, start, carrier_of(start)),
      origin_(start),
      surface_(std::min(terrain_->fastest_surface(), fastest_platform)) {
    start_.layer = start.at.layer;
    start_.carrier = carrier_of(start);
    start_.speed = State::own_speed;
    for (int level = 0; level <= moves_->levels(); ++level)
        if (std::abs(moves_->speed(0, level) - start.speed) < rounding) start_.speed = level;
    const double step = moves_->step();
    const double away = distance(start.at.position, goal.at.position) - goal.tolerance - 2 * moves_->cell();
    const double soonest = std::max(0.0, away / (moves_->limits().max_speed + surface_));
    const double from = std::max(goal.window.low - start.at.time, soonest);
    const double until = std::min(goal.window.high - start.at.time, from + most_arrival_ticks * step);
    first_arrival_ = static_cast<int>(std::clamp(std::ceil(from / step - rounding), 0.0, 1e6));
    last_tick_ = static_cast<int>(
        std::clamp(std::floor(until / step + rounding), -1.0, static_cast<double>(State::last_tick)));
    longest_move_ = moves_->limits().max_speed * step;
    find_goal_cells();
    find_gates();
    if (options_.gap_length > 0) {
        longest_move_ = std::max(longest_move_, options_.gap_length);
        const double slowest = moves_->speed(0, 1) / 2;
        longest_flight_ =
            std::max(longest_flight_, static_cast<int>(options_.gap_length / (slowest * step)) + 1);
    }
}

std::uint32_t SpaceTimeDomain::carrier_of(const SpaceTimeStart& start) const {
    const Place& at = start.at;
    if (world_->walls().ground(at.layer).fits(at.position, terrain_->radius())) return 0;
    const PlatformId id = terrain_->platforms().under(at.layer, at.position, at.time);
    return id.is_null() ? 0 : id.index + 1;
}

void SpaceTimeDomain::find_goal_cells() {
    const Vec2 center = goal_.at.position;
    const LatticeVector middle = lattice_.nearest_cell(0, center, 0);
    const Region& ground = world_->walls().ground(goal_.at.layer);
    const int most = static_cast<int>(std::ceil(goal_.tolerance / moves_->cell())) + 1;
    LatticeVector nearest;
    double least = std::numeric_limits<double>::infinity();
    for (int y = -most; y <= most; ++y)
        for (int x = -most; x <= most; ++x) {
            const LatticeVector cell{middle.x + x, middle.y + y};
            const Vec2 at = lattice_.own_point(0, cell.x, cell.y);
            const double away = distance(at, center);
            if ((away > goal_.tolerance && away >= least) || !ground.fits(at, terrain_->radius())) continue;
            if (away < least) least = away, nearest = cell;
            if (away <= goal_.tolerance) goal_cells_.push_back(cell);
        }
    if (goal_cells_.empty() && std::isfinite(least)) goal_cells_.push_back(nearest);
    goal_cells_.shrink_to_fit();
    goal_reach_ = goal_.tolerance;
    for (const LatticeVector cell : goal_cells_)
        goal_reach_ = std::max(goal_reach_, distance(lattice_.own_point(0, cell.x, cell.y), center));
}

bool SpaceTimeDomain::is_arrived(const State& s) const {
    if (s.tick < first_arrival_ || s.layer != goal_.at.layer || (goal_.at_rest && s.speed != 0)) return false;
    if (s.speed == State::own_speed) return false;
    if (s.carrier != 0)
        return distance(lattice_.position(s), goal_.at.position) <= goal_.tolerance && fits(s);
    return std::find(goal_cells_.begin(), goal_cells_.end(), LatticeVector{s.x, s.y}) != goal_cells_.end();
}

void SpaceTimeDomain::arrivals_into(const State& set, const EdgeSink& visit) const {
    if (set.is_goal()) {
        for (int tick = first_arrival_; tick <= last_tick_; ++tick) visit(State::arrival(tick), 1);
        return;
    }
    State s;
    s.tick = set.arrival_tick();
    s.layer = goal_.at.layer;
    const auto visit_all = [&](LatticeVector cell) {
        s.x = cell.x;
        s.y = cell.y;
        for (s.speed = 0; s.speed <= (goal_.at_rest ? 0 : moves_->levels()); ++s.speed)
            for (s.heading = 0; s.heading < MoveTable::headings; ++s.heading)
                if (is_reachable(s) && is_arrived(s)) visit(s, 1);
    };
    for (const LatticeVector cell : goal_cells_) visit_all(cell);
    for (s.carrier = 1; s.carrier < lattice_.carriers(); ++s.carrier) {
        const PlatformSpec& platform = lattice_.platforms().at(lattice_.platforms().id(s.carrier - 1));
        if (platform.layer != s.layer) continue;
        const LatticeVector middle =
            lattice_.nearest_cell(s.carrier, goal_.at.position, lattice_.time(s.tick));
        const int most = static_cast<int>(std::ceil(goal_.tolerance / moves_->cell())) + 1;
        if (std::abs(middle.x) + most > State::farthest || std::abs(middle.y) + most > State::farthest)
            continue;
        for (int y = -most; y <= most; ++y)
            for (int x = -most; x <= most; ++x) visit_all({middle.x + x, middle.y + y});
    }
}

std::optional<SpaceTimeDomain::Key> SpaceTimeDomain::state_of(const SpaceTimeStart& start) const {
    if (start == origin_) return start_.key();
    const double ticks = (start.at.time - lattice_.time(0)) / moves_->step();
    State s;
    if (!(ticks > -0.5 && ticks <= last_tick_ + rounding)) return std::nullopt;
    s.tick = static_cast<int>(std::lround(ticks));
    if (std::abs(ticks - s.tick) * moves_->step() > rounding) return std::nullopt;
    s.layer = start.at.layer;
    s.carrier = carrier_of(start);
    const LatticeVector cell = lattice_.nearest_cell(s.carrier, start.at.position, start.at.time);
    if (std::abs(cell.x) > State::farthest || std::abs(cell.y) > State::farthest) return std::nullopt;
    s.x = cell.x;
    s.y = cell.y;
    s.heading = lattice_.nearest_heading(s.carrier, start.heading, start.at.time);
    s.speed = -1;
    for (int level = 0; level <= moves_->levels(); ++level)
        if (std::abs(moves_->speed(s.heading, level) - start.speed) < rounding) s.speed = level;
    if (s.tick == 0) {
        s.speed = start_.speed;
        if (s != start_ || std::abs(start.speed - origin_.speed) > rounding) return std::nullopt;
    }
    const double off = std::remainder(start.heading - lattice_.heading(s), 2 * std::numbers::pi);
    if (s.speed < 0 || distance(lattice_.position(s), start.at.position) > rounding ||
        std::abs(off) > rounding)
        return std::nullopt;
    return s.key();
}

SpaceTimeStart SpaceTimeDomain::start_at(Key key) const {
    const State s = State::of(key);
    if (s.is_set()) return {place(key), 0, 0};
    return {place(key), lattice_.heading(s), speed_of(s)};
}

Place SpaceTimeDomain::place(Key key) const {
    const State s = State::of(key);
    if (s.is_goal()) return goal_.at;
    if (s.is_set()) return {goal_.at.layer, goal_.at.position, lattice_.time(s.arrival_tick())};
    return {s.layer, lattice_.position(s), lattice_.time(s.tick)};
}

double SpaceTimeDomain::speed_of(const State& s) const noexcept {
    return s.speed == State::own_speed ? origin_.speed : moves_->speed(s.heading, s.speed);
}

/// States that no path from the start to the goal can use do not exist: too far from either for the time.
bool SpaceTimeDomain::is_reachable(const State& s) const {
    if (s.tick <= 0) return s == start_;
    if (s.tick > last_tick_ || std::abs(s.x) > State::farthest || std::abs(s.y) > State::farthest)
        return false;
    const Vec2 p = lattice_.position(s);
    const double speed = moves_->limits().max_speed + surface_, step = moves_->step();
    return distance(p, origin_.at.position) <= speed * s.tick * step + rounding &&
           distance(p, goal_.at.position) <= goal_reach_ + speed * (last_tick_ - s.tick) * step + rounding;
}

bool SpaceTimeDomain::fits(const State& s) const {
    const Walls& walls = world_->walls();
    if (s.carrier == 0) return walls.ground(s.layer).fits(lattice_.position(s), terrain_->radius());
    const Vec2 own = lattice_.own_point(s.carrier, s.x, s.y);
    return terrain_->stays_on(s.carrier - 1, own, own) &&
           walls.not_solid(s.layer).fits(lattice_.position(s), terrain_->radius());
}

search::Cost SpaceTimeDomain::bound_over(double seconds, Vec2 from, Vec2 to) const noexcept {
    const double metres = distance(from, to);
    const double walked =
        surface_ > 0 ? std::max(metres - surface_ * seconds, terrain_->least_walked(from, to)) : metres;
    if (walked > moves_->limits().max_speed * seconds + rounding) return no_path;
    return moves_->least_price(seconds, walked);
}

search::Cost SpaceTimeDomain::bound_to_goal(const State& s, Interval arrival) const {
    const Vec2 at = lattice_.position(s);
    const double metres = std::max(0.0, distance(at, goal_.at.position) - goal_reach_);
    const double walked =
        surface_ > 0 ? std::max(0.0, terrain_->least_walked(at, goal_.at.position) - goal_reach_) : metres;
    const double now = lattice_.time(s.tick), top = moves_->limits().max_speed;
    const Energy& energy = moves_->settings().energy;
    Interval seconds{
        std::max({0.0, arrival.low - now, (metres - rounding) / (top + surface_), (walked - rounding) / top}),
        arrival.high - now};
    if (seconds.high < seconds.low - rounding) return no_path;
    seconds.high = std::max(seconds.high, seconds.low);
    const double best = walked * std::sqrt(energy.walking / energy.standing);  // convex in the time
    return moves_->least_price(std::clamp(best, seconds.low, seconds.high), walked);
}

search::Cost SpaceTimeDomain::lower_bound(Key from, Key to) const {
    if (from == to) return 0;
    const State a = State::of(from), b = State::of(to);
    if (a.is_set()) return b.is_goal() ? 0 : no_path;
    if (b.is_goal()) return bound_to_goal(a, {lattice_.time(first_arrival_), lattice_.time(last_tick_)});
    if (b.is_set()) {
        const double time = lattice_.time(b.arrival_tick());
        return bound_to_goal(a, {time, time});
    }
    if (b.tick < a.tick) return no_path;
    return bound_over((b.tick - a.tick) * moves_->step(), lattice_.position(a), lattice_.position(b));
}

double SpaceTimeDomain::reach() const noexcept {
    return terrain_->radius() + longest_move_ + surface_ * moves_->step() + 0.1;
}

bool SpaceTimeDomain::touches(const Change& change, Key key) const {
    const State s = State::of(key);
    if (s.is_set() || (gates_.empty() && s.layer != change.layer)) return false;
    const double time = lattice_.time(s.tick);
    return change.window.overlaps({time - lasting(), time + lasting()}) &&
           change.region.grown(reach()).contains(lattice_.position(s));
}

std::size_t SpaceTimeDomain::bytes() const noexcept {
    std::size_t sum = sizeof(*this) + goal_cells_.capacity() * sizeof(LatticeVector) +
                      gates_.capacity() * sizeof(Gate) + steps_.capacity() * sizeof(std::uint64_t) +
                      lattice_.bytes();
    for (const Gate& gate : gates_) sum += gate.feet.capacity() * sizeof(Gate::Foot);
    return sum;
}

}  // namespace wend::domains
