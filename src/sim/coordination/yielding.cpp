#include "sim/coordination/yielding.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/coordination/jam.hpp"
#include "sim/crowd.hpp"
#include "sim/promise/borrowed.hpp"

namespace wend {
namespace {

constexpr double request_time = 4;  ///< seconds that a request lives
constexpr double room_wanted = 4;   ///< metres of way that are asked for at a time
constexpr double spare = 0.06;      ///< metres to keep beyond touching
constexpr double longest_walk = 6;  ///< seconds; farther ways are walked in parts

struct OnWay {
    double distance = 0;  ///< from the way
    double station = 0;   ///< along it
};

OnWay project(const std::vector<Vec2>& way, Vec2 p) {
    OnWay best{std::numeric_limits<double>::infinity(), 0};
    double station = 0;
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Vec2 from = way[i], leg = i + 1 < way.size() ? way[i + 1] - from : Vec2{};
        const double squared = squared_length(leg);
        const double share = squared > 0 ? std::clamp(dot(p - from, leg) / squared, 0.0, 1.0) : 0.0;
        const double off = distance(p, from + leg * share);
        if (off < best.distance) best = {off, station + share * std::sqrt(squared)};
        station += std::sqrt(squared);
    }
    return best;
}

std::vector<Vec2> way_ahead(const Route& route, double station, double length) {
    std::vector<Vec2> way;
    const double end = std::min(station + length, route.length());
    const std::uint32_t layer = route.layer_at(station);
    for (const RoutePoint& point : route.remainder(station)) {
        if (point.layer != layer) break;
        way.push_back(point.position);
        if (point.is_crossing) break;
    }
    // Cut to length.
    double left = end - station;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const double leg = distance(way[i - 1], way[i]);
        if (leg >= left) {
            way[i] = lerp(way[i - 1], way[i], leg > 0 ? left / leg : 0.0);
            way.resize(i + 1);
            break;
        }
        left -= leg;
    }
    return way;
}

/// Its own route leads the same way, and not only after the one who asks: it need not leave, only go on.
bool goes_along(const Request& request, const Walker& walker) {
    const Route* route = walker.commitment.route.get();
    if (!route || walker.has_arrived || walker.is_aside) return false;
    if (walker.waiting_for.who == request.by) return false;
    const double ahead = std::min(walker.walk.station + 0.8, route->length());
    if (ahead <= walker.walk.station + 0.05) return false;
    const OnWay here = project(request.way, walker.place.position);
    const OnWay there = project(request.way, route->position_at(ahead));
    return there.station > here.station + 0.2;
}

std::uint64_t centimetres(double metres) {
    constexpr double most = 0xFFFFFF;
    return static_cast<std::uint64_t>(std::clamp(100 * metres, 0.0, most));
}

/// The order in which ranks come; within it they go by the way to the end of a passage, then by number.
enum class Order : std::uint64_t { inside, granted, queueing, walking, facing, arrived };

Order order_of(const Walker& walker) {
    const Claim& claim = walker.claim;
    if (walker.has_arrived) return Order::arrived;
    if (walker.was_served) return Order::granted;
    if (walker.waits_at > 0) return Order::facing;
    if (!claim.transit && walker.crossing.is_in_turns)
        return walker.crossing.is_granted ? Order::granted : Order::facing;
    if (!claim.transit) return Order::walking;
    if (claim.is_waiting()) return claim.must_let_pass() ? Order::facing : Order::queueing;
    return claim.transit->is_inside ? Order::inside : Order::granted;
}

/// The rank that nobody has lent it.
std::uint64_t own_rank(const Walker& walker) {
    if (walker.is_paused) return 0;  // nobody can make it move
    double end = walker.walk.station;
    if (walker.crossing.is_in_turns) end = walker.crossing.way->end;
    if (walker.claim.transit) end = walker.claim.transit->end;
    const std::uint64_t way_to_go = walker.has_arrived ? 0 : centimetres(end - walker.walk.station);
    return static_cast<std::uint64_t>(order_of(walker)) << 56 | way_to_go << 32 | walker.number;
}

}  // namespace

std::optional<Commitment> walk_along(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                     std::vector<RoutePoint> points, double seconds) {
    const double dt = crowd.scene.time_step;
    const AgentLimits& limits = walker.spec.limits;
    const auto ticks = static_cast<std::uint32_t>(seconds / dt);
    const double bend_speed = walker.commitment.route ? walker.commitment.route->bend_speed()
                                                      : std::numeric_limits<double>::infinity();
    auto route = std::make_shared<const Route>(points, limits, dt, bend_speed);
    for (const double share : {1.0, 0.5}) {
        Commitment walk{
            route,
            roll_out(*route, {0, 0, walker.walk.heading}, limits, dt, {share * limits.max_speed, ticks}), 0};
        if (walk.ticks.empty() || !stays_off_walls(world.walls(), walker, walk)) continue;
        const Steerer steerer{walker.id, walker.place, &limits,
                              nullptr,   walker.walk,  crowd.router.constraints().rules_for(walker.binding)};
        if (blocks_crossing(crowd, walker, walk.ticks.back().layer, walk.ticks.back().position)) continue;
        if (is_free(world.occupancy(), steerer, walk.ticks, world.time(), dt, crowd.steering)) return walk;
    }
    return std::nullopt;
}

namespace {

std::vector<RoutePoint> on_layer(const std::vector<Vec2>& points, std::uint32_t layer) {
    std::vector<RoutePoint> made;
    for (const Vec2 p : points) made.push_back({p, layer});
    return made;
}

/// Places on a way where nobody stands in passages that are not the walker's to enter.
bool may_stand(const Crowd& crowd, const Walker& walker, Vec2 p) {
    if (crowd.passages.empty()) return true;
    const auto passage = crowd.passages.at(walker.place.layer, p);
    return !passage || !is_in_turns(crowd, *passage) || walker.claim.allows(*passage);
}

/// Does who goes to p stay on its side of those who come the other way?
bool keeps_lane(const Walker& walker, Vec2 p) {
    if (std::isinf(walker.room_left) || !walker.commitment.route) return true;
    const Route& route = *walker.commitment.route;
    const Vec2 left = perpendicular(unit_vector(route.heading(route.leg_at(walker.walk.station))));
    return dot(p - walker.place.position, left) <= walker.room_left + 0.05;
}

/// Walks ahead of the one who asks, along its way: in a passage there is nowhere else.
Yield walk_ahead(const Crowd& crowd, const Walker& walker, const Snapshot& world) {
    Yield yield;
    const Request& request = walker.request;
    const OnWay here = project(request.way, walker.place.position);
    std::vector<Vec2> points{walker.place.position};
    double station = 0;
    for (std::size_t i = 1; i < request.way.size(); ++i) {
        station += distance(request.way[i - 1], request.way[i]);
        if (station > here.station + 0.1) points.push_back(request.way[i]);
    }
    const Region& ground = world.walls().ground(walker.place.layer);
    for (std::size_t i = 1; i < points.size(); ++i)
        if (!ground.fits_along(points[i - 1], points[i], walker.spec.limits.radius)) return yield;
    if (points.size() > 1)
        yield.walk = walk_along(crowd, walker, world, on_layer(points, walker.place.layer), longest_walk);
    // Whoever has come out of a passage is not sent back in.
    const bool is_sent_in = yield.walk && may_stand(crowd, walker, walker.place.position) &&
                            !may_stand(crowd, walker, yield.walk->ticks.back().position);
    if (is_sent_in) yield.walk.reset();
    return yield;
}

/// A few centimetres away from the way that was asked for: the stones of an arch often have no more than
/// that, and need no more. The shortest step that clears the way, or else one that gives as much as there is.
std::optional<Commitment> give_a_little(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                                        const Jam& jam, bool must_clear) {
    constexpr int directions = 16, most_walks = 6;
    constexpr double least_gain = 0.02;  // metres
    const Request& request = walker.request;
    const Vec2 here = walker.place.position;
    const double enough = request.reach + walker.spec.limits.radius + 0.6 * spare;
    const double least = must_clear ? enough : project(request.way, here).distance + least_gain;
    struct Step {
        double gain;
        Vec2 to;
    };
    std::vector<Step> steps;
    for (const double far : {0.04, 0.08, 0.12, 0.16, 0.24})
        for (int i = 0; i < directions; ++i) {
            const Vec2 to = here + unit_vector(2 * std::numbers::pi * i / directions) * far;
            const double off = project(request.way, to).distance;
            if (off >= least && may_stand(crowd, walker, to) && jam.has_room_for_a_step(to))
                steps.push_back({std::min(off, enough), to});
        }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Step& a, const Step& b) { return a.gain > b.gain; });
    if (steps.size() > most_walks) steps.resize(most_walks);
    for (const Step& step : steps)
        if (auto walk = walk_along(crowd, walker, world, on_layer({here, step.to}, walker.place.layer), 1))
            return walk;
    return std::nullopt;
}

}  // namespace

Rank rank_of(const Walker& walker, double now) {
    const std::uint64_t own = own_rank(walker);
    const bool is_asked = walker.request.is_alive(now);
    return {is_asked ? std::min(own, walker.request.rank.effective) : own, own};
}

Request request_of(const Walker& walker, std::vector<Vec2> way, double now) {
    const Rank rank = rank_of(walker, now);
    const double until = rank.effective < rank.own ? walker.request.until : now + request_time;
    return {walker.number, rank, std::move(way), walker.spec.limits.radius, until};
}

bool stays_off_walls(const Walls& walls, const Walker& walker, const Commitment& walk) {
    constexpr double touch = 5e-8;  // metres; who stands at a wall may walk along it
    const double radius = walker.spec.limits.radius - touch;
    RoutePoint from = walker.place;
    if (!walls.ground(from.layer).fits(from.position, radius)) return true;
    for (const Tick& tick : walk.ticks) {
        const bool is_on_ground = !tick.is_crossing && tick.layer == from.layer;
        if (is_on_ground && !walls.ground(tick.layer).fits_along(from.position, tick.position, radius))
            return false;
        from = {tick.position, tick.layer};
    }
    return true;
}

bool respects(const Request& request, const Walker& walker, const Commitment& walk) {
    if (goes_along(request, walker)) return true;
    const double keep = request.reach + walker.spec.limits.radius;
    const double now_off = project(request.way, walker.place.position).distance;
    for (const Tick& tick : walk.ticks) {
        const double off = project(request.way, tick.position).distance;
        if (off < keep && off < now_off - 1e-6) return false;
    }
    return true;
}

bool is_in_the_way(const Request& request, const Walker& walker) {
    if (goes_along(request, walker)) return false;
    return project(request.way, walker.place.position).distance <
           request.reach + walker.spec.limits.radius + spare / 2;
}

namespace {

/// Numbers of all who may be so near to the way, rising.
std::vector<std::uint32_t> those_near(const Crowd& crowd, const Snapshot& world, std::span<const Vec2> way,
                                      double reach) {
    std::vector<std::uint32_t> numbers;
    // Who is carried is elsewhere than it said.
    if (crowd.world.platforms().size() > 0) {
        for (const Walker& walker : crowd.walkers)
            if (walker.is_present()) numbers.push_back(walker.number);
        return numbers;
    }
    Box2 box;
    for (const Vec2 p : way) box.add(p);
    Borrowed<const BodyPath*> found;
    for (std::uint32_t layer = 0; layer < crowd.scene.layers.size(); ++layer)
        world.occupancy().collect(layer, box.grown(reach), {world.time(), world.time()}, {}, *found);
    for (const BodyPath* path : *found)
        if (!path->who().agent.is_null()) numbers.push_back(crowd.numbers.at(path->who().agent));
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

}  // namespace

Yield make_room(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget) {
    Yield yield;
    const Request& request = walker.request;
    const Rank rank = rank_of(walker, world.time());
    const Jam jam(crowd, walker, world, [&](const Walker& other) {
        return other.number != request.by && rank_of(other, world.time()) > rank;
    });
    yield.walk = give_a_little(crowd, walker, world, jam, true);
    if (yield.walk) return yield;
    const double keep = request.reach + walker.spec.limits.radius + spare;
    const auto is_clear = [&](Vec2 p) {
        return project(request.way, p).distance >= keep && may_stand(crowd, walker, p);
    };
    const auto no_bound = [](Vec2) { return 0.0; };
    Jam::Way way = jam.find(is_clear, no_bound, budget);
    // In the middle of a crowd there is no free place near: then somebody lower is asked for its own.
    if (way.points.empty()) way = jam.find(is_clear, no_bound, budget, Jam::Places::taken_too);
    for (const std::uint32_t other : way.in_the_way)
        yield.asks.push_back({other, request_of(walker, way.points, world.time())});
    if (!yield.asks.empty()) {
        yield.walk = give_a_little(crowd, walker, world, jam, false);
        return yield;
    }
    if (way.points.size() > 1)
        yield.walk = walk_along(crowd, walker, world, on_layer(way.points, walker.place.layer), longest_walk);
    if (!yield.walk && way.points.empty()) {
        yield = walk_ahead(crowd, walker, world);
        if (!yield.walk) {
            // Whoever stands behind it on that way is asked in its place.
            const OnWay here = project(request.way, walker.place.position);
            for (const std::uint32_t number : those_near(crowd, world, request.way, keep)) {
                const Walker& other = crowd.walkers[number];
                if (number == walker.number || number == request.by) continue;
                const OnWay there = project(request.way, other.place.position);
                const bool is_behind = there.distance < keep && there.station > here.station;
                if (is_behind && rank_of(other, world.time()) > rank) yield.asks.push_back({number, request});
            }
        }
    }
    return yield;
}

Yield leave_apron(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget) {
    Yield yield;
    const Jam jam(crowd, walker, world, [](const Walker&) { return false; });
    const auto is_off = [&](Vec2 p) { return !is_on_apron(crowd, walker, p) && may_stand(crowd, walker, p); };
    const Jam::Way way = jam.find(
        is_off, [](Vec2) { return 0.0; }, budget);
    if (way.points.size() > 1)
        yield.walk = walk_along(crowd, walker, world, on_layer(way.points, walker.place.layer), longest_walk);
    return yield;
}

Yield get_through(const Crowd& crowd, const Walker& walker, const Snapshot& world, Budget& budget,
                  bool is_blocked) {
    Yield yield;
    const Route& route = *walker.commitment.route;
    const double station = walker.walk.station;
    const double stop = stop_before_passage(crowd, walker, route, station);
    const Jam jam(crowd, walker, world, [](const Walker&) { return false; });
    for (const double ahead : {3.5, 2.0, 1.0}) {
        const double aim_station = std::min({station + ahead, route.length(), stop});
        const Vec2 aim = route.position_at(aim_station);
        if (route.layer_at(aim_station) != walker.place.layer || route.is_crossing(aim_station)) continue;
        if (aim_station < station + 0.5 || !jam.has_room(aim)) continue;
        const auto way = jam.find(
            [&](Vec2 p) {
                return distance(p, aim) < 0.3 && may_stand(crowd, walker, p) && keeps_lane(walker, p);
            },
            [&](Vec2 p) { return std::max(0.0, distance(p, aim) - 0.3); }, budget);
        if (way.points.size() > 1) {
            std::vector<RoutePoint> points = on_layer(way.points, walker.place.layer);
            const double horizon = 1.6 * crowd.steering.horizon;
            if (way.points.back() != aim && jam.is_clear_along(way.points.back(), aim))
                for (const RoutePoint& point : route.remainder(aim_station)) points.push_back(point);
            yield.walk = walk_along(crowd, walker, world, std::move(points), horizon);
        }
        break;
    }
    if (!yield.walk && is_blocked && !walker.claim.must_let_pass()) {
        const double now = world.time();
        const Request request = request_of(walker, way_ahead(route, station, room_wanted), now);
        for (const std::uint32_t number : jam.standing_beside(request.way, request.reach)) {
            const Walker& other = crowd.walkers[number];
            if (rank_of(other, now) > request.rank) yield.asks.push_back({number, request});
        }
    }
    return yield;
}

}  // namespace wend
