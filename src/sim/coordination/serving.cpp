#include "sim/coordination/serving.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "sim/crowd.hpp"
#include "sim/ground/router.hpp"

namespace wend {
namespace {

constexpr double serving_period = 0.5;   ///< seconds
constexpr double room_to_pass = 2;       ///< metres between the place and those who wait
constexpr double half_way_out = 0.8;     ///< metres
constexpr double same_place = 0.05;      ///< metres between the centres of goals that are one
constexpr double waiting_density = 1.2;  ///< bodies of usual size a square metre
constexpr double pitch = 0.8;            ///< metres between those who have gone out
constexpr double packing = 0.55;         ///< share of a disc that bodies in it cover
constexpr std::size_t most_from_way_out = 8;
constexpr double patience_outside = 2;  ///< seconds of standing after which it stays where it is

/// Only who stays there is in the way of others.
const DiscRegion* place_of(const Goal& goal) {
    return goal.leaves || !goal.then.empty() || !goal.others.empty() ? nullptr
                                                                     : std::get_if<DiscRegion>(&goal.region);
}

double depth_of(std::size_t crowd, double ring) {
    return std::sqrt(ring * ring + static_cast<double>(crowd) / (std::numbers::pi * waiting_density));
}

/// The direction in which there is most free ground and the fewest stand.
Vec2 way_out_of(const Crowd& crowd, const SharedGoal& goal, double radius) {
    constexpr int directions = 16;
    constexpr double farthest = 24, step = 2, cost_of_one = 0.4;  // metres
    const Region& ground = crowd.world.walls().ground(goal.layer);
    Vec2 best{1, 0};
    double most = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < directions; ++i) {
        const Vec2 direction = unit_vector(2 * std::numbers::pi * i / directions);
        double free = 0;
        while (free < farthest &&
               ground.fits_along(goal.center, goal.center + direction * (free + step), radius))
            free += step;
        for (const std::uint32_t number : goal.members) {
            const Vec2 off = crowd.walkers[number].place.position - goal.center;
            if (dot(off, direction) > 0.9 * length(off)) free -= cost_of_one;
        }
        if (free <= most) continue;
        most = free;
        best = direction;
    }
    return best;
}

/// Places behind the crowd for all who will go out, in rows that widen with the distance.
std::vector<Vec2> places_outside(const Crowd& crowd, const SharedGoal& goal, double radius) {
    constexpr int most_rows = 100;
    const Region& ground = crowd.world.walls().ground(goal.layer);
    const Vec2 side = perpendicular(goal.out);
    std::vector<Vec2> places;
    for (int row = 0; row < most_rows && places.size() < goal.members.size(); ++row) {
        const double away = goal.out_length + 1 + row * pitch;
        const int half = static_cast<int>(0.6 * away / pitch);
        for (int file = 0; file <= half; ++file)
            for (const int off : {-file, file}) {
                const Vec2 p = goal.center + goal.out * away + side * (off * pitch);
                if (ground.fits(p, radius) && (places.empty() || places.back() != p)) places.push_back(p);
            }
    }
    return places;
}

/// The farthest of them that is free: those who come later have to pass nobody.
RoutePoint place_outside(const Crowd& crowd, const SharedGoal& goal, const Walker& walker) {
    const double radius = walker.spec.limits.radius + usual_wall_gap;
    const auto is_free = [&](Vec2 p) {
        return std::none_of(goal.members.begin(), goal.members.end(), [&](std::uint32_t number) {
            const Walker& other = crowd.walkers[number];
            if (number == walker.number || !other.was_served) return false;
            const Vec2 there = other.has_arrived ? other.place.position : other.target.position;
            return distance(there, p) < radius + other.spec.limits.radius + 0.05;
        });
    };
    const std::vector<Vec2> places = places_outside(crowd, goal, radius);
    const auto best = std::find_if(places.rbegin(), places.rend(), is_free);
    return best == places.rend() ? walker.place : RoutePoint{*best, goal.layer};
}

void send_out(Crowd& crowd, SharedGoal& goal, Walker& walker) {
    const RoutePoint there = place_outside(crowd, goal, walker);
    if (there.position == walker.place.position) return;
    walker.was_served = true;
    walker.has_arrived = false;
    walker.target = there;
    walker.wants_target = false;
    walker.wants_route = true;
    walker.waited = 0;
    ++goal.left;
}

/// Who has gone out and gets no further stays where it is, unless that is on the way of others.
void settle(const SharedGoal& goal, Walker& walker) {
    constexpr double there = 0.15;  // metres
    if (!walker.is_standing()) return;
    const bool is_there = distance(walker.place.position, walker.target.position) < there;
    const bool is_out =
        distance(walker.place.position, goal.center) > goal.out_length && walker.waited > patience_outside;
    if (is_there || is_out) walker.has_arrived = true;
}

bool stands_in_way_out(const SharedGoal& goal, const Walker& walker) {
    return goal.is_in_way_out(walker.place.position, walker.spec.limits.radius);
}

/// The nearest first, but before them who stands in the way of those who go out.
void call(Crowd& crowd, SharedGoal& goal) {
    std::vector<std::uint32_t> waiting;
    std::uint32_t inside = 0;
    for (const std::uint32_t number : goal.members) {
        Walker& walker = crowd.walkers[number];
        if (walker.was_served) {
            if (!walker.has_arrived) settle(goal, walker);
            inside += !walker.has_arrived && distance(walker.place.position, goal.center) < goal.ring;
            continue;
        }
        if (walker.has_arrived)
            ++inside;
        else
            waiting.push_back(number);
    }
    std::sort(waiting.begin(), waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto order = [&](std::uint32_t number) {
            const Walker& walker = crowd.walkers[number];
            return std::tuple(!stands_in_way_out(goal, walker), distance(walker.place.position, goal.center),
                              number);
        };
        return order(a) < order(b);
    });
    const std::uint32_t at_once = std::max(2u, goal.places);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        Walker& walker = crowd.walkers[waiting[i]];
        const bool is_called = i + inside < at_once || (i == 0 && inside <= at_once) ||
                               (i < most_from_way_out && stands_in_way_out(goal, walker));
        walker.waits_at = is_called ? 0 : goal.ring;
    }
    if (waiting.empty()) return;
    for (const std::uint32_t number : goal.members)
        if (Walker& walker = crowd.walkers[number]; walker.has_arrived && !walker.was_served)
            send_out(crowd, goal, walker);
}

}  // namespace

bool SharedGoal::is_in_way_out(Vec2 p, double radius) const noexcept {
    const Vec2 off = p - center;
    const double along = dot(off, out), across = std::abs(dot(off, perpendicular(out)));
    return along > 0 && along < out_length + 1 && across < half_way_out + radius;
}

std::uint32_t SharedGoals::index_of(const Goal& goal) {
    const DiscRegion* place = place_of(goal);
    if (!place) return none;
    for (std::uint32_t i = 0; i < goals_.size(); ++i)
        if (goals_[i].layer == goal.layer && distance(goals_[i].center, place->center) < same_place) return i;
    goals_.emplace_back();
    goals_.back().layer = goal.layer;
    goals_.back().center = place->center;
    return static_cast<std::uint32_t>(goals_.size() - 1);
}

void SharedGoals::gather(Crowd& crowd) {
    for (SharedGoal& goal : goals_) goal.members.clear();
    for (Walker& walker : crowd.walkers) {
        walker.shared_goal = none;
        walker.waits_at = 0;
        if (!walker.is_present() || walker.is_paused || walker.is_in_focus) continue;
        const std::uint32_t index = index_of(walker.goal);
        if (index != none) goals_[index].members.push_back(walker.number);
    }
}

void SharedGoals::serve(Crowd& crowd) {
    const auto period =
        static_cast<std::uint64_t>(std::max(1L, std::lround(serving_period / crowd.scene.time_step)));
    if (crowd.frame % period != 0) return;
    gather(crowd);
    for (std::uint32_t i = 0; i < goals_.size(); ++i) {
        SharedGoal& goal = goals_[i];
        if (goal.members.size() < 2) continue;
        double widest = 0, room = 0;
        std::size_t waiting = 0;
        for (const std::uint32_t number : goal.members) {
            const Walker& walker = crowd.walkers[number];
            widest = std::max(widest, walker.spec.limits.radius);
            room = std::max(room, std::get<DiscRegion>(walker.goal.region).radius);
            waiting += !walker.was_served;
        }
        goal.places = static_cast<std::uint32_t>(
            std::max(1.0, packing * (room + widest) * (room + widest) / (widest * widest)));
        if (waiting <= goal.places && goal.left == 0) continue;
        goal.ring = room + widest + room_to_pass;
        if (squared_length(goal.out) == 0) goal.out = way_out_of(crowd, goal, widest);
        goal.out_length = std::max(goal.out_length, depth_of(waiting, goal.ring));
        for (const std::uint32_t number : goal.members) crowd.walkers[number].shared_goal = i;
        call(crowd, goal);
    }
}

const SharedGoal* SharedGoals::of(const Walker& walker) const {
    return walker.shared_goal < goals_.size() ? &goals_[walker.shared_goal] : nullptr;
}

double stop_before_goal(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    constexpr double nowhere = std::numeric_limits<double>::infinity(), step = 0.25, ahead = 8;  // metres
    const SharedGoal* goal = crowd.shared_goals.of(walker);
    if (!goal || walker.waits_at == 0 || walker.was_served || walker.place.layer != goal->layer)
        return nowhere;
    const double radius = walker.spec.limits.radius;
    const bool is_in_way = goal->is_in_way_out(route.position_at(station), radius);
    for (double s = station; s < std::min(route.length(), station + ahead); s += step) {
        const Vec2 p = route.position_at(s);
        if (distance(p, goal->center) < walker.waits_at || (!is_in_way && goal->is_in_way_out(p, radius)))
            return std::max(station, s - step);
    }
    return nowhere;
}

bool is_on_way_out(const Crowd& crowd, const Walker& walker, Vec2 p) {
    const SharedGoal* goal = crowd.shared_goals.of(walker);
    if (!goal || walker.waits_at == 0 || walker.was_served || walker.has_arrived) return false;
    return goal->is_in_way_out(p, walker.spec.limits.radius) ||
           distance(p, goal->center) < walker.waits_at - 0.3;
}

}  // namespace wend
