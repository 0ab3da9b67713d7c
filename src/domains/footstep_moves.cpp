#include "wend/domains/footstep_moves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::domains {
namespace {

constexpr double slow_share = 0.3, brisk_share = 0.6;  ///< of the agent's speed, over a foot
constexpr double slow_most = 0.45, brisk_most = 0.95;  ///< m/s
constexpr double speed_kept = 0.995;                   ///< of the limit, so that rounding stays within it

// Feet, metres.
constexpr double side_by_side = 0.17;        ///< from one to the other where they are side by side
constexpr double side_by_side_turned = 0.2;  ///< the same when one is turned
constexpr double ahead = 0.3;                ///< where they may be in one line
constexpr double crossing = -0.02;           ///< to the wrong side of it
constexpr double leg_reach = 0.48;           ///< level, from the mass to a foot that bears
constexpr double foot_point_along = 0.125, foot_point_across = 0.05;  ///< from the middle of one foot
constexpr double foot_point_between = 0.05;                           ///< from the line between two

constexpr double strain_cost = 8;                       ///< J/(kg m^2)
constexpr double apart_enough = 0.07;                   ///< metres from one kept step to the next
constexpr std::array<int, 5> durations{2, 3, 4, 5, 6};  ///< ticks
constexpr int standing_ticks = 2;

/// Of stances: metres ahead, metres aside.
constexpr std::array<Vec2, 14> stance_shapes{{{0, 0.2},
                                              {0.2, 0.2},
                                              {-0.2, 0.2},
                                              {0.35, 0.2},
                                              {-0.35, 0.2},
                                              {0.5, 0.15},
                                              {0, 0.35},
                                              {0.2, 0.35},
                                              {0.3, 0},
                                              {0.4, 0},
                                              {0.5, 0},
                                              {-0.3, 0},
                                              {0, 0.5},
                                              {0.1, 0.25}}};

struct Quota {
    Gait from, to;
    std::array<int, 4> by_turn;  ///< for turns of 0, 1, 2 and 3 sixteenths either way
};
constexpr std::array<Quota, 9> quotas{{{Gait::poised, Gait::poised, {6, 1, 1, 0}},
                                       {Gait::poised, Gait::slow, {6, 2, 1, 0}},
                                       {Gait::poised, Gait::standing, {12, 2, 1, 1}},
                                       {Gait::slow, Gait::poised, {6, 1, 1, 0}},
                                       {Gait::slow, Gait::slow, {8, 3, 2, 0}},
                                       {Gait::slow, Gait::brisk, {6, 2, 1, 0}},
                                       {Gait::slow, Gait::standing, {8, 1, 1, 0}},
                                       {Gait::brisk, Gait::slow, {7, 2, 1, 0}},
                                       {Gait::brisk, Gait::brisk, {10, 3, 2, 0}}}};

constexpr double impossible = std::numeric_limits<double>::infinity();

/// Squares of how far a foot point is from the middle of a foot with this heading, and from a line between
/// two feet.
double off_foot(Vec2 off, int heading) {
    const Vec2 along = unit_vector(FootstepTable::angle(heading));
    const bool is_under =
        std::abs(dot(off, along)) <= foot_point_along && std::abs(cross(along, off)) <= foot_point_across;
    return is_under ? squared_length(off) : impossible;
}
double off_line(Vec2 p, Vec2 a, Vec2 b) {
    const double off = distance(p, nearest_point(a, b, p));
    return off <= foot_point_between ? off * off : impossible;
}

double length_of(LatticeVector v, double cell) {
    return cell * std::hypot(v.x, v.y);
}

}  // namespace

FootstepTable::FootstepTable(const AgentLimits& limits, const FootstepSettings& settings)
    : limits_(limits),
      settings_(settings),
      frames_(std::max(1, static_cast<int>(std::lround(settings.tick / settings.frame)))),
      tick_(frames_ * settings.frame),
      frequency_(std::sqrt(Pendulum::gravity / (body_height_share * limits.height))),
      forward_(8 * (3 + stances)),
      backward_(8 * (3 + stances)) {
    make_stances();
    for (int heading = 0; heading < 4; ++heading)
        for (const Side side : {Side::left, Side::right}) {
            for (const Quota& quota : quotas)
                for (int turn = -3; turn <= 3; ++turn)
                    make_steps(heading, side, quota.from, quota.to, turn,
                               quota.by_turn[static_cast<std::size_t>(std::abs(turn))]);
            for (int number = 0; number < stances; ++number)
                if (stance(heading, side, number)) make_standing(heading, side, number);
        }
    find_stride();
}

double FootstepTable::speed(Gait gait) const noexcept {
    if (gait == Gait::slow) return std::min(slow_most, slow_share * limits_.max_speed);
    if (gait == Gait::brisk) return std::min(brisk_most, brisk_share * limits_.max_speed);
    return 0;
}

void FootstepTable::make_stances() {
    stances_.resize(8 * stances);
    for (int heading = 0; heading < 4; ++heading)
        for (const Side side : {Side::left, Side::right}) {
            const Vec2 along = unit_vector(angle(heading));
            const auto at = static_cast<std::size_t>(heading * 2 + static_cast<int>(side));
            for (const Vec2 shape : stance_shapes) {
                const Vec2 from_other =
                    (shape.x * along + sign_of(side) * shape.y * perpendicular(along)) / settings_.cell;
                const LatticeVector cells{static_cast<int>(std::lround(from_other.x)),
                                          static_cast<int>(std::lround(from_other.y))};
                stances_[at * stances + static_cast<std::size_t>(stance_counts_[at]++)] = cells;
            }
        }
}

std::optional<LatticeVector> FootstepTable::stance(int heading, Side side, int number) const noexcept {
    const auto at = static_cast<std::size_t>((heading & 3) * 2 + static_cast<int>(side));
    if (number >= stance_counts_[at]) return std::nullopt;
    return turned(stances_[at * stances + static_cast<std::size_t>(number)], heading);
}

Vec2 FootstepTable::mass(int heading, Side side, Gait gait, int number) const noexcept {
    if (gait == Gait::poised) return {};
    if (gait == Gait::standing) {
        const LatticeVector from_other = stance(heading, side, number).value_or(LatticeVector{});
        return -0.5 * metres(from_other);
    }
    return -sign_of(side) * half_width * perpendicular(unit_vector(angle(heading)));
}

Vec2 FootstepTable::velocity(int heading, Gait gait) const noexcept {
    return speed(gait) * unit_vector(angle(heading));
}

Pendulum FootstepTable::pendulum(int heading, Side side, const FootMove& move) const noexcept {
    const Side side_after = move.lands ? other(side) : side;
    const int heading_after = wrap(heading + move.turn);
    const Vec2 step = metres(move.step);
    return Pendulum::between(mass(heading, side, move.from, move.stance_from), velocity(heading, move.from),
                             step + mass(heading_after, side_after, move.to, move.stance_to),
                             velocity(heading_after, move.to), move.ticks * tick_, frequency_);
}

/// Of the foot that comes down, seen from the support: no crossing, no treading on it.
bool FootstepTable::is_apart(int heading, Side side, LatticeVector step, int turn) const noexcept {
    const Vec2 off = metres(step);
    double aside = 10;
    for (const int at : {heading, heading + turn})
        aside = std::min(aside, -sign_of(side) * dot(off, perpendicular(unit_vector(angle(at)))));
    const double along = std::abs(dot(off, unit_vector(angle(heading))));
    constexpr double rounding = 0.015;  // lattices of oblique headings round places
    if (aside >= (turn == 0 ? side_by_side : side_by_side_turned) - rounding) return true;
    return along >= ahead - rounding && aside >= crossing - rounding && std::abs(turn) <= 1;
}

std::vector<LatticeVector> FootstepTable::candidates(int heading, Side side, Gait to, int turn) const {
    std::vector<LatticeVector> found;
    if (to == Gait::standing) {
        for (int number = 0; number < stances; ++number)
            if (const auto step = stance(heading + turn, other(side), number)) found.push_back(*step);
    } else {
        const int most = static_cast<int>(std::ceil(2 * leg_reach / settings_.cell));
        for (int y = -most; y <= most; ++y)
            for (int x = -most; x <= most; ++x) found.push_back({x, y});
    }
    return found;
}

/// How hard the pendulum is to keep up: squares of how far its foot points are from the middle of the feet.
/// Infinite where it cannot be: beyond the feet or the legs.
double FootstepTable::strain(int heading, const FootMove& move, const Pendulum& way) const {
    const Vec2 next = metres(move.step), half = way.position(way.duration / 2);
    if (length(half) > leg_reach || distance(half, next) > leg_reach) return impossible;
    return off_foot(way.first, heading) + (move.to == Gait::standing
                                               ? off_line(way.second, {}, next)
                                               : off_foot(way.second - next, heading + move.turn));
}

search::Cost FootstepTable::price(const Pendulum& way, int turn, double strained) const noexcept {
    const Energy& energy = settings_.energy;
    const double joules = energy.least(way.duration, distance(way.position(way.duration), way.start)) +
                          energy.turning * std::abs(angle(turn)) + strain_cost * strained;
    return static_cast<search::Cost>(std::ceil(joules / MoveTable::cost_unit)) + 1;
}

bool FootstepTable::keeps_limits(const Pendulum& way, int turn) const noexcept {
    return way.top_speed() <= speed_kept * limits_.max_speed &&
           std::abs(angle(turn)) <= limits_.max_turn_rate * way.duration;
}

/// The duration that strains least.
std::optional<FootMove> FootstepTable::easiest(int heading, Side side, FootMove move) const {
    double least = impossible;
    std::optional<FootMove> best;
    for (const int ticks : durations) {
        move.ticks = ticks;
        const Pendulum way = pendulum(heading, side, move);
        const double strained = strain(heading, move, way);
        if (!(strained < least) || !keeps_limits(way, move.turn)) continue;
        least = strained;
        move.cost = price(way, move.turn, strained);
        move.deviation = way.deviation();
        best = move;
    }
    return best;
}

std::optional<FootstepTable::SetOff> FootstepTable::set_off(int heading, Side side, Vec2 from,
                                                            Vec2 other_foot, Gait to) const {
    double least = impossible;
    std::optional<SetOff> best;
    for (const int ticks : durations) {
        const Pendulum way = Pendulum::between(from, {}, mass(heading, side, to, 0), velocity(heading, to),
                                               ticks * tick_, frequency_);
        const double strained = off_line(way.first, other_foot, {}) + off_line(way.second, other_foot, {});
        if (!(strained < least) || !keeps_limits(way, 0)) continue;
        least = strained;
        best = SetOff{ticks, way, price(way, 0, strained)};
    }
    return best;
}

search::Cost FootstepTable::stay_cost() const noexcept {
    const double joules = settings_.energy.standing * standing_ticks * tick_;
    return static_cast<search::Cost>(std::ceil(joules / MoveTable::cost_unit)) + 1;
}

int FootstepTable::stay_ticks() noexcept {
    return standing_ticks;
}

struct FootstepTable::Offer {
    FootMove move;
    double strained = 0;
    double room = 1;  ///< metres to the nearest step that is kept
};

void FootstepTable::make_steps(int heading, Side side, Gait from, Gait to, int turn, int count) {
    if (count == 0) return;
    std::vector<Offer> offers;
    int number = 0;
    for (const LatticeVector step : candidates(heading, side, to, turn)) {
        FootMove move;
        move.step = step;
        move.turn = turn;
        move.from = from;
        move.to = to;
        move.stance_to = to == Gait::standing ? number++ : 0;
        move.lands = true;
        if (!is_apart(heading, side, step, turn)) continue;
        if (const auto made = easiest(heading, side, move))
            offers.push_back({*made, strain(heading, *made, pendulum(heading, side, *made))});
    }
    for (int kept = 0; kept < count && !offers.empty(); ++kept) {
        const auto best = std::max_element(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
            return a.room != b.room ? a.room < b.room : a.strained > b.strained;
        });
        if (best->room < apart_enough && to != Gait::standing) break;
        const LatticeVector step = best->move.step;
        add(heading, side, best->move);
        offers.erase(best);
        for (Offer& offer : offers)
            offer.room =
                std::min(offer.room,
                         length_of({step.x - offer.move.step.x, step.y - offer.move.step.y}, settings_.cell));
    }
}

/// Whoever stands goes on standing, or shifts its weight onto the foot that came down last.
void FootstepTable::make_standing(int heading, Side side, int number) {
    FootMove stay;
    stay.stance_from = stay.stance_to = number;
    stay.ticks = standing_ticks;
    stay.cost = stay_cost();
    add(heading, side, stay);
    const Vec2 middle = mass(heading, side, Gait::standing, number);
    for (const Gait to : {Gait::poised, Gait::slow})
        if (const auto made = set_off(heading, side, middle, 2 * middle, to)) {
            FootMove move;
            move.stance_from = number;
            move.to = to;
            move.ticks = made->ticks;
            move.cost = made->cost;
            move.deviation = made->way.deviation();
            add(heading, side, move);
        }
}

/// Forward as it is, backward under what it leads to.
void FootstepTable::add(int heading, Side side, const FootMove& move) {
    forward_[index(heading, side, move.from, move.stance_from)].push_back(move);
    const int after = wrap(heading + move.turn);
    const Side side_after = move.lands ? other(side) : side;
    // Lists are kept at headings 0 to 3: turned back by as many quarters as the heading after is beyond.
    FootMove back = move;
    back.step = MoveTable::turned(move.step, -(after / 4) & 3);
    backward_[index(after, side_after, move.to, move.stance_to)].push_back(back);
    const Pendulum way = pendulum(heading, side, move);
    const double walked = distance(way.position(way.duration), way.start);
    longest_ = std::max(longest_, walked);
    top_speed_ = std::max(top_speed_, walked / way.duration);
    most_ticks_ = std::max(most_ticks_, move.ticks);
}

/// A left and a right step are alike, so one of them stands for a row.
void FootstepTable::find_stride() {
    double least = impossible;
    for (const FootMove& move : from(0, Side::left, Gait::slow, 0)) {
        if (move.to != Gait::slow || move.turn != 0) continue;
        const double walked = dot(metres(move.step), unit_vector(angle(0))), seconds = move.ticks * tick_;
        if (walked <= 0) continue;
        const double joules = move.cost * MoveTable::cost_unit / walked;
        if (joules >= least) continue;
        least = joules;
        careful_ = {walked / seconds, joules};
    }
}

double FootstepTable::branching() const noexcept {
    std::size_t states = 0, moves = 0;
    for (std::size_t i = 0; i < forward_.size(); ++i) {
        if (i % (3 + stances) >= 3) continue;
        ++states;
        moves += forward_[i].size();
    }
    return static_cast<double>(moves) / static_cast<double>(states);
}

}  // namespace wend::domains
