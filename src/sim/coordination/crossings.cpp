#include "sim/coordination/crossings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include "sim/coordination/connected_cells.hpp"
#include "sim/coordination/lanes.hpp"
#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr std::size_t fewest_cells = 5;  ///< smaller ground is a meeting of a few, not of streams
constexpr std::int32_t one_ground = 4;   ///< cells; ground no farther apart hangs together
constexpr double claim_distance = 12;    ///< metres from a crossing at which somebody asks for a turn
constexpr double near_distance = 5;      ///< metres at which it is waited for
constexpr double grant_distance = 4;     ///< metres at which it is let in
constexpr double setback = 0.1;          ///< metres from the ground to one's own edge, to wait at
constexpr double way_out = 5;            ///< metres before it that are free on the side of those who come out
constexpr double least_turn = 6, most_turn = 20;  ///< seconds after which a turn ends when others wait
constexpr double turn_by_waiting = 0.1;  ///< the same for each of them: between two turns nobody crosses
constexpr double edge = 1.2;             ///< metres of the ground in which who waits there may go on waiting
constexpr double slow = 0.3;             ///< m/s
constexpr double stall = 1.0;            ///< seconds of standing inside after which nobody is let in
constexpr double alike = 50 * std::numbers::pi / 180;
constexpr std::uint32_t busy_from = 8, busy_to = 3;  ///< who want to cross, at which turns begin and end
constexpr std::uint64_t look_period = 3;             ///< frames between two looks for a crossing
constexpr double memory = 5;         ///< seconds that ground stays a crossing when streams end
constexpr double forget_after = 30;  ///< seconds

bool is_alike(double a, double b) {
    return std::abs(wrapped_angle(a - b)) < alike;
}

/// Do two who cross get along at the same time? Lanes keep those apart who come straight at each other.
bool get_along(const CrossingWay& a, const CrossingWay& b) {
    if (is_alike(a.heading_in, b.heading_in) || is_alike(a.heading_out, b.heading_out)) return true;
    const double turn = std::numbers::pi;
    return is_alike(a.heading_in, b.heading_in + turn) && is_alike(a.heading_out, b.heading_out + turn);
}

/// Who is on a crossing, or may go, and who waits.
struct CrossingUse {
    std::vector<std::uint32_t> holders, waiting;  ///< numbers
    std::size_t in_corridors = 0;                 ///< of them
    bool is_stalled = false;
};

/// Do those who want to cross take turns?
bool is_busy(const Crossings& crossings, CrossingNumber crossing) {
    const auto turn = crossings.turns.find(crossing);
    return turn != crossings.turns.end() && turn->second.is_busy;
}

double way_to(const Walker& walker) {
    return walker.crossing.way->begin - walker.walk.station;
}
bool is_inside(const Walker& walker) {
    return way_to(walker) <= 0;
}

/// Who stands where the ground has grown to meanwhile does not cross yet.
bool is_at_edge(const Crowd& crowd, const Walker& walker, const CrossingWay& way) {
    if (walker.walk.speed > slow) return false;
    const Vec2 behind = walker.place.position - unit_vector(way.heading_in) * edge;
    return crowd.crossings.at(walker.place.layer, behind) != way.crossing;
}

void see_the_crossing_ahead(const Crowd& crowd, Walker& walker) {
    const Route* route = walker.commitment.route.get();
    CrossingClaim& claim = walker.crossing;
    const bool walks = walker.is_present() && !walker.has_arrived && !walker.is_paused && route;
    const auto way =
        walks ? crowd.crossings.next_on(*route, walker.walk.station, claim_distance) : std::nullopt;
    if (!way) {
        claim = {};
        return;
    }
    const bool is_same = claim.way && claim.way->crossing == way->crossing;
    if (!is_same) claim = {std::nullopt, crowd.world.time(), false};
    // From where it came it knows only as long as it is outside.
    const double heading_in = is_same && claim.is_granted ? claim.way->heading_in : way->heading_in;
    claim.way = way;
    claim.way->heading_in = heading_in;
    if (is_inside(walker) && !is_at_edge(crowd, walker, *way)) claim.is_granted = true;
}

bool gets_along_with_all(const Crowd& crowd, const Walker& walker, const CrossingUse& use) {
    return std::all_of(use.holders.begin(), use.holders.end(), [&](std::uint32_t number) {
        return get_along(*walker.crossing.way, *crowd.walkers[number].crossing.way);
    });
}

/// Has somebody who does not get along with those inside waited for too long?
bool is_turn_over(const Crowd& crowd, const CrossingUse& use, const CrossingTurn& turn) {
    const double now = crowd.world.time();
    const double turn_length =
        std::clamp(turn_by_waiting * static_cast<double>(use.waiting.size()), least_turn, most_turn);
    return std::any_of(use.waiting.begin(), use.waiting.end(), [&](std::uint32_t number) {
        const Walker& walker = crowd.walkers[number];
        return way_to(walker) < near_distance && now - turn.began > turn_length &&
               !gets_along_with_all(crowd, walker, use);
    });
}

/// Whoever has waited longest near an empty crossing is the first.
void begin_turn(Crowd& crowd, CrossingUse& use, CrossingTurn& turn) {
    const auto waits = [&](std::uint32_t number) {
        const Walker& walker = crowd.walkers[number];
        return std::tuple(way_to(walker) > near_distance, walker.crossing.since, number);
    };
    const auto first = std::min_element(use.waiting.begin(), use.waiting.end(),
                                        [&](auto a, auto b) { return waits(a) < waits(b); });
    turn.began = crowd.world.time();
    if (first == use.waiting.end() || way_to(crowd.walkers[*first]) > near_distance) return;
    crowd.walkers[*first].crossing.is_granted = true;
    use.holders.push_back(*first);
    use.waiting.erase(first);
}

/// Do so many want to cross that they take turns?
bool is_wanted_by_many(const CrossingUse& use, const CrossingTurn& turn) {
    const std::size_t all = use.holders.size() + use.waiting.size();
    // On open ground streams go around each other, and at a door they merge.
    const bool is_in_corridors = 2 * use.in_corridors >= all;
    return all >= (turn.is_busy ? busy_to : busy_from) && (turn.is_busy || is_in_corridors);
}

void let_across(Crowd& crowd, CrossingUse& use, CrossingTurn& turn) {
    for (const auto* some : {&use.holders, &use.waiting})
        for (const std::uint32_t number : *some) crowd.walkers[number].crossing.is_in_turns = turn.is_busy;
    if (!turn.is_busy) {
        for (const std::uint32_t number : use.waiting) crowd.walkers[number].crossing.is_granted = true;
        return;
    }
    if (use.holders.empty()) begin_turn(crowd, use, turn);
    if (use.is_stalled || is_turn_over(crowd, use, turn)) return;
    std::sort(use.waiting.begin(), use.waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(way_to(crowd.walkers[a]), a) < std::tuple(way_to(crowd.walkers[b]), b);
    });
    for (const std::uint32_t number : use.waiting) {
        Walker& walker = crowd.walkers[number];
        if (way_to(walker) > grant_distance) break;
        if (!gets_along_with_all(crowd, walker, use)) continue;
        walker.crossing.is_granted = true;
        use.holders.push_back(number);
    }
}

/// Whoever has not gone in yet, and has not promised to, stays outside when the turn is over.
void take_back(Crowd& crowd, CrossingUse& use) {
    std::erase_if(use.holders, [&](std::uint32_t number) {
        Walker& walker = crowd.walkers[number];
        const Commitment& promise = walker.commitment;
        const double rest = promise.is_done() ? walker.walk.station : promise.ticks.back().walk.station;
        const bool is_on_it = is_inside(walker) && !is_at_edge(crowd, walker, *walker.crossing.way);
        if (is_on_it || rest > walker.crossing.way->begin) return false;
        walker.crossing.is_granted = false;
        use.waiting.push_back(number);
        return true;
    });
}

}  // namespace

/// Both are in order of the cells.
void Crossings::remember(const std::vector<StreamCell>& crossed, double now) {
    std::vector<Crossed> all;
    auto old = crossed_.begin();
    const auto take_old_before = [&](const StreamCell* cell) {
        for (; old != crossed_.end() && (!cell || old->cell < *cell); ++old)
            if (now - old->time <= memory) all.push_back(*old);
    };
    for (const StreamCell& cell : crossed) {
        take_old_before(&cell);
        if (old != crossed_.end() && old->cell == cell) ++old;
        all.push_back({cell, now});
    }
    take_old_before(nullptr);
    crossed_ = std::move(all);
}

void Crossings::renew(const std::vector<StreamCell>& crossed, double now) {
    remember(crossed, now);
    std::vector<StreamCell> cells;
    for (const Crossed& one : crossed_) cells.push_back(one.cell);
    Grounds grounds;
    std::vector<CrossingNumber> taken;
    for (const auto& ground : connected_cells(cells, one_ground)) {
        if (ground.size() < fewest_cells) continue;
        CrossingNumber number = number_of(ground);
        if (std::find(taken.begin(), taken.end(), number) != taken.end()) number = next_number_;
        if (number == next_number_) ++next_number_;
        taken.push_back(number);
        for (const StreamCell& cell : ground)
            for (std::int32_t dx = -1; dx <= 1; ++dx)
                for (std::int32_t dy = -1; dy <= 1; ++dy) {
                    Ground& place = grounds[{cell.layer, cell.x + dx, cell.y + dy}];
                    if (place.crossing == none) place.crossing = number;
                }
    }
    grounds_ = std::move(grounds);
}

/// That which most of the ground had before; a new one where it had none.
CrossingNumber Crossings::number_of(const std::vector<StreamCell>& ground) const {
    std::map<CrossingNumber, std::size_t> votes;
    auto ground_at = grounds_.reader();
    for (const StreamCell& cell : ground)
        if (const Ground* before = ground_at(cell); before && before->crossing != none)
            ++votes[before->crossing];
    CrossingNumber best = next_number_;
    std::size_t most = 0;
    for (const auto& [number, count] : votes)
        if (count > most) std::tie(best, most) = std::tuple(number, count);
    return best;
}

std::optional<CrossingNumber> Crossings::at(std::uint32_t layer, Vec2 p) const {
    const Ground* ground = grounds_.reader()(StreamCell::at(layer, p));
    return ground && ground->crossing != none ? std::optional(ground->crossing) : std::nullopt;
}

std::optional<CrossingWay> Crossings::next_on(const Route& route, double station, double ahead) const {
    constexpr double step = 0.25, gap = 1.5, longest = 40, chord = 1.5;  // metres
    if (empty() || route.empty()) return std::nullopt;
    std::optional<CrossingWay> way;
    std::size_t leg = route.leg_at(station);
    const double last = std::min(route.length(), station + ahead + longest);
    auto ground_at = grounds_.reader();
    for (double s = station; s < last; s += step) {
        leg = route.leg_from(leg, s);
        if (!way && s > station + ahead) break;
        if (way && s > way->end + gap) break;
        const Ground* ground =
            ground_at(StreamCell::at(route.points()[leg].layer, route.position_on(leg, s)));
        const CrossingNumber here = ground ? ground->crossing : none;
        if (here == none || (way && way->crossing != here)) continue;
        if (!way) way = CrossingWay{here, s, s, route.heading(leg), route.heading(leg)};
        way->end = s;
    }
    if (!way) return way;
    // Chords, since a single leg may be a step aside.
    const double before = std::max(station, way->begin - chord),
                 after = std::min(way->end + chord, route.length());
    way->heading_in = direction_of(route.position_at(std::min(way->begin + chord, route.length())) -
                                   route.position_at(before));
    way->heading_out =
        direction_of(route.position_at(after) - route.position_at(std::max(station, way->end - chord)));
    return way;
}

namespace {

/// Everybody whose turn it is to look does so; who is on its way to a crossing then, in order. In parallel.
std::vector<std::uint32_t> see_crossings_ahead(Crowd& crowd) {
    constexpr std::uint32_t share = 256;  // walkers that one thread looks after at a time
    const auto count = static_cast<std::uint32_t>(crowd.walkers.size());
    std::vector<std::vector<std::uint32_t>> some((count + share - 1) / share);
    crowd.workers.for_each(static_cast<std::uint32_t>(some.size()), [&](std::uint32_t part) {
        for (std::uint32_t i = part * share; i < std::min(count, (part + 1) * share); ++i) {
            Walker& walker = crowd.walkers[i];
            const bool looks = !crowd.crossings.empty() && (crowd.frame + i) % look_period == 0;
            if (looks || walker.crossing.way) see_the_crossing_ahead(crowd, walker);
            if (walker.crossing.way) some[part].push_back(i);
        }
    });
    std::vector<std::uint32_t> all;
    for (const auto& numbers : some) all.insert(all.end(), numbers.begin(), numbers.end());
    return all;
}

}  // namespace

void give_turns(Crowd& crowd) {
    Crossings& crossings = crowd.crossings;
    std::map<CrossingNumber, CrossingUse> uses;
    for (const std::uint32_t number : see_crossings_ahead(crowd)) {
        const Walker& walker = crowd.walkers[number];
        CrossingUse& use = uses[walker.crossing.way->crossing];
        (walker.crossing.is_granted ? use.holders : use.waiting).push_back(number);
        use.in_corridors += walker.is_in_corridor;
        const bool crosses = walker.crossing.is_granted && is_inside(walker);
        use.is_stalled = use.is_stalled || (crosses && walker.waited > stall);
    }
    const double now = crowd.world.time();
    for (auto& [number, use] : uses) {
        CrossingTurn& turn = crossings.turns[number];
        turn.last_used = now;
        const bool was_busy = std::exchange(turn.is_busy, is_wanted_by_many(use, turn));
        if (turn.is_busy && (!was_busy || is_turn_over(crowd, use, turn))) take_back(crowd, use);
        let_across(crowd, use, turn);
    }
    std::erase_if(crossings.turns,
                  [&](const auto& turn) { return now - turn.second.last_used > forget_after; });
}

double stop_before_crossing(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    constexpr double nowhere = std::numeric_limits<double>::infinity();
    if (crowd.crossings.empty() || (walker.crossing.way && walker.crossing.is_granted)) return nowhere;
    const auto way = crowd.crossings.next_on(route, station, claim_distance);
    if (!way) return nowhere;
    // Who has stepped aside asks anew; until then it waits, too, if others do.
    const bool is_asked_for = walker.crossing.way && walker.crossing.way->crossing == way->crossing;
    if (!is_asked_for && !is_busy(crowd.crossings, way->crossing)) return nowhere;
    if (way->begin <= station) return is_at_edge(crowd, walker, *way) ? station : nowhere;
    const double line = way->begin - walker.spec.limits.radius - setback;
    // The side on which others come out is left free in front.
    for (const double off : {way_out, 0.7 * way_out, 0.4 * way_out, 0.1 * way_out})
        if (line - off >= station && is_on_wrong_side(crowd, walker, route, line - off))
            return std::max(station, line - way_out);
    return std::max(station, line);
}

bool blocks_crossing(const Crowd& crowd, const Walker& walker, std::uint32_t layer, Vec2 p) {
    if (crowd.crossings.empty()) return false;
    const auto there = crowd.crossings.at(layer, p);
    if (!there) return false;
    const CrossingClaim& claim = walker.crossing;
    const bool may_be_there = claim.way && claim.is_granted && claim.way->crossing == *there;
    return !may_be_there && !crowd.crossings.at(walker.place.layer, walker.place.position);
}

}  // namespace wend
