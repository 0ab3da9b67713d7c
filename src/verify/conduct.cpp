#include "verify/conduct.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

constexpr double retreat_distance = 1;    ///< metres that make a retreat
constexpr double neighbour_distance = 2;  ///< metres between the centres of two who walk together
constexpr double look_period = 0.5;       ///< seconds between two looks at who is near whom
/// Joules a second and kilogram to stand, and more for the square of the speed (Whittle 2007).
constexpr double standing_power = 2.23, walking_power = 1.26;
constexpr double slowest_walk = 0.1;  ///< m/s along a one-way ground that count as a direction

Vec2 middle_of(const GoalRegion& region) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return disc->center;
    Box2 box;
    for (const Vec2 p : std::get<Polygon>(region).outline) box.add(p);
    return lerp(box.low, box.high, 0.5);
}

/// Of several places that would do, the one that is nearest now.
Vec2 aim_of(const Goal& goal, Vec2 from) {
    Vec2 aim = middle_of(goal.region);
    for (const Goal& other : goal.others) {
        const Vec2 middle = middle_of(other.region);
        if (distance(from, middle) < distance(from, aim)) aim = middle;
    }
    return aim;
}

double speed_along(const OneWay& ground, const Leg& leg) {
    const Vec2 axis = normalized(ground.along.to - ground.along.from);
    return dot(leg.path.to - leg.path.from, axis) / (leg.end - leg.begin);
}

}  // namespace

void Conduct::add_agent(const AgentSpec& agent) {
    ways_.emplace_back();
    const auto next = static_cast<std::uint32_t>(group_numbers_.size() + 1);
    groups_.push_back(agent.group.empty() ? 0 : group_numbers_.try_emplace(agent.group, next).first->second);
}

void Conduct::follow(const Leg& leg, const Goal* goal) {
    Way& way = ways_[leg.agent];
    if (!way.has_begun) {
        way.has_begun = true;
        way.start = way.place = leg.path.from;
        way.began = leg.begin;
    }
    way.is_on_its_way = goal != nullptr;
    if (!goal || leg.end <= leg.begin) return;
    const double walked = distance(leg.path.from, leg.path.to);
    const double speed = walked / (leg.end - leg.begin);
    way.ended = leg.end;
    way.place = leg.path.to;
    way.length += walked;
    way.speed_changes += std::abs(speed - way.speed);
    way.speed = speed;
    way.energy += (standing_power + walking_power * speed * speed) * (leg.end - leg.begin);
    if (walked > 1e-9) {
        const Vec2 direction = (leg.path.to - leg.path.from) / walked;
        if (way.direction != Vec2{})
            way.turning +=
                std::abs(std::atan2(cross(way.direction, direction), dot(way.direction, direction)));
        way.direction = direction;
    }
    const Vec2 aim = aim_of(*goal, leg.path.to);
    way.off_line += walked * segment_distance(leg.path.to, way.start, aim);
    const double to_goal = distance(leg.path.to, aim);
    if (goal != way.goal || leg.layer != goal->layer) {
        way.goal = goal;
        way.nearest = way.farthest = to_goal;
        way.is_retreating = false;
    }
    note_retreat(way, to_goal);
}

void Conduct::note_retreat(Way& way, double to_goal) {
    if (!way.is_retreating) {
        way.nearest = std::min(way.nearest, to_goal);
        if (to_goal <= way.nearest + retreat_distance) return;
        way.is_retreating = true;
        way.farthest = to_goal;
        ++way.retreats;
    }
    way.farthest = std::max(way.farthest, to_goal);
    if (to_goal >= way.farthest - retreat_distance) return;
    way.is_retreating = false;
    way.nearest = to_goal;
}

void Conduct::end_frame(std::span<const Leg> legs, Episodes& findings) {
    if (legs.empty()) return;
    watch_one_way(legs, findings);
    gauges_.follow(legs);
    if (legs.front().begin < next_look_) return;
    next_look_ = legs.front().begin + look_period;
    look_around(legs);
}

void Conduct::watch_one_way(std::span<const Leg> legs, Episodes& findings) const {
    for (const OneWay& ground : scene_.success.one_way) {
        const Leg *forth = nullptr, *back = nullptr;
        for (const Leg& leg : legs) {
            if (leg.layer != ground.layer || leg.end <= leg.begin) continue;
            if (!is_inside(ground.polygon.outline, leg.path.to)) continue;
            const double speed = speed_along(ground, leg);
            if (speed > slowest_walk && !forth) forth = &leg;
            if (speed < -slowest_walk && !back) back = &leg;
        }
        if (forth && back)
            findings.see({{FindingKind::both_directions, forth->agent, back->agent},
                          forth->begin,
                          forth->end,
                          forth->path.to,
                          forth->layer,
                          speed_along(ground, *forth) - speed_along(ground, *back)});
    }
}

/// Neighbours by cells as wide as neighbours are apart.
void Conduct::look_around(std::span<const Leg> legs) {
    const auto cell = [](double x) { return static_cast<std::int64_t>(std::floor(x / neighbour_distance)); };
    const auto key = [](std::int64_t x, std::int64_t y, std::uint32_t layer) {
        return static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u ^
               static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu ^ layer;
    };
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells;
    for (std::uint32_t i = 0; i < legs.size(); ++i)
        cells[key(cell(legs[i].path.to.x), cell(legs[i].path.to.y), legs[i].layer)].push_back(i);
    for (std::uint32_t i = 0; i < legs.size(); ++i) {
        const std::int64_t x = cell(legs[i].path.to.x), y = cell(legs[i].path.to.y);
        for (std::int64_t dx = -1; dx <= 1; ++dx)
            for (std::int64_t dy = -1; dy <= 1; ++dy) {
                const auto there = cells.find(key(x + dx, y + dy, legs[i].layer));
                if (there == cells.end()) continue;
                for (const std::uint32_t j : there->second)
                    if (j > i) note_neighbours(legs[i], legs[j]);
            }
    }
}

void Conduct::note_neighbours(const Leg& a, const Leg& b) {
    const double apart = distance(a.path.to, b.path.to);
    if (a.agent == b.agent || a.layer != b.layer || apart > neighbour_distance) return;
    const double gap = apart - a.radius - b.radius;
    for (const std::uint32_t agent : {a.agent, b.agent})
        ways_[agent].least_gap = std::min(ways_[agent].least_gap, gap);
    if (!ways_[a.agent].is_on_its_way || !ways_[b.agent].is_on_its_way) return;
    if (groups_[a.agent] == 0 || groups_[b.agent] == 0) return;
    ++neighbours_;
    strangers_ += groups_[a.agent] != groups_[b.agent] ? 1 : 0;
}

void Conduct::note_gaps(Measures& sum) const {
    double least = std::numeric_limits<double>::infinity(), total = 0, count = 0;
    for (const Way& way : ways_) {
        if (std::isinf(way.least_gap)) continue;
        least = std::min(least, way.least_gap);
        total += way.least_gap;
        ++count;
    }
    sum.least_gap = count > 0 ? least : -1;
    sum.mean_least_gap = count > 0 ? total / count : -1;
}

Measures Conduct::finish() const {
    Measures sum;
    double ways = 0, off_line = 0, length = 0, straight = 0;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
        const Way& way = ways_[i];
        sum.most_retreats = std::max<std::size_t>(sum.most_retreats, way.retreats);
        sum.retreats += way.retreats;
        if (!way.has_begun || way.is_on_its_way) continue;
        ++ways;
        sum.last_arrival = std::max(sum.last_arrival, way.ended);
        sum.mean_travel_time += way.ended - way.began;
        sum.mean_speed_changes += way.speed_changes;
        sum.mean_turning += way.turning;
        sum.mean_energy += way.energy;
        off_line += way.off_line;
        length += way.length;
        straight += distance(way.start, way.place);
    }
    if (ways > 0) {
        sum.mean_travel_time /= ways;
        sum.mean_speed_changes /= ways;
        sum.mean_turning /= ways;
        sum.mean_energy /= ways;
    }
    if (length > 0) {
        sum.mean_deviation = off_line / length;
        sum.path_efficiency = straight / length;
    }
    if (sum.last_arrival > 0) sum.throughput = ways / sum.last_arrival;
    sum.mixing = neighbours_ > 0 ? strangers_ / neighbours_ : 0;
    note_gaps(sum);
    sum.lines = gauges_.lines();
    sum.areas = gauges_.areas();
    return sum;
}

}  // namespace wend::verify
