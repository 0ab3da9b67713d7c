#include "sim/promise/traffic.hpp"

namespace wend {
namespace {

/// Metres kept between two bodies beyond touching, so that rounding never makes a touch an overlap.
constexpr double body_gap = 0.002;

/// Uniform motion over one or more ticks.
struct Leg {
    MovingDisc disc;
    std::uint32_t layer = 0;
    std::uint32_t end_layer = 0;  ///< another one when the last tick changes layers: it counts on both
};

class Legs {
  public:
    Legs(const Walk& walk, double gap) : walk_(walk), radius_(walk.radius + gap) {}

    /// The next leg: as many ticks as have the same velocity, or the standing at the end.
    std::optional<Leg> next() {
        if (tick_ > walk_.ticks.size()) return std::nullopt;
        if (tick_ == walk_.ticks.size()) return standing();
        const std::size_t first = tick_;
        const Vec2 from = place(first).position;
        const std::uint32_t layer = place(first).layer;
        const Vec2 step = walk_.ticks[first].position - from;
        std::size_t last = first + 1;
        while (last < walk_.ticks.size() && walk_.ticks[last - 1].layer == layer &&
               is_straight(from, step, last - first + 1, walk_.ticks[last].position))
            ++last;
        tick_ = last;
        const Interval span{time(first), time(last)};
        const Vec2 way = walk_.ticks[last - 1].position - from;
        return Leg{{span, from, way / span.length(), radius_, 0}, layer, walk_.ticks[last - 1].layer};
    }

    [[nodiscard]] double time(std::size_t tick) const {
        return walk_.now + static_cast<double>(tick) * walk_.time_step;
    }

  private:
    [[nodiscard]] RoutePoint place(std::size_t tick) const {
        return tick == 0 ? walk_.place
                         : RoutePoint{walk_.ticks[tick - 1].position, walk_.ticks[tick - 1].layer};
    }
    static bool is_straight(Vec2 from, Vec2 step, std::size_t count, Vec2 to) {
        return squared_length(to - from - step * static_cast<double>(count)) < 1e-16;
    }
    Leg standing() {
        const RoutePoint last = place(tick_);
        const double begin = time(tick_++);
        return Leg{
            {{begin, begin + walk_.standing_time}, last.position, {}, radius_, 0}, last.layer, last.layer};
    }

    const Walk& walk_;
    double radius_;
    std::size_t tick_ = 0;
};

double station_at(const Walk& walk, double time) {
    if (walk.ticks.empty()) return 0;
    const double tick = (time - walk.now) / walk.time_step;
    const auto index = static_cast<std::size_t>(std::max(tick, 0.0));
    return walk.ticks[std::min(index, walk.ticks.size() - 1)].walk.station;
}

std::optional<Meeting> first_meeting(const Neighbourhood& around, const Walk& walk, double gap) {
    Legs legs(walk, gap);
    while (const auto leg = legs.next()) {
        auto conflict = around.first_conflict(leg->layer, leg->disc);
        if (!conflict && leg->end_layer != leg->layer)
            conflict = around.first_conflict(leg->end_layer, leg->disc);
        if (conflict) return Meeting{conflict->who, conflict->time, station_at(walk, conflict->time)};
    }
    return std::nullopt;
}

/// Room for the walk and for others like it: gathering once is cheaper than fitting tightly.
void cover(Neighbourhood& around, const Walk& walk) {
    constexpr double more_room = 0.5, more_time = 2;  // metres, seconds
    Box2 box;
    box.add(walk.place.position);
    for (const Tick& tick : walk.ticks) box.add(tick.position);
    const double end =
        walk.now + static_cast<double>(walk.ticks.size()) * walk.time_step + walk.standing_time;
    around.cover(box.grown(walk.radius + body_gap), {walk.now, end}, more_room, more_time);
}

}  // namespace

std::optional<Meeting> first_meeting_within(Neighbourhood& around, const Walk& walk, double gap) {
    cover(around, walk);
    return first_meeting(around, walk, gap);
}

std::optional<Meeting> first_approach(const Neighbourhood& around, const Walk& walk) {
    return first_meeting(around, walk, body_gap);
}

std::optional<Meeting> first_meeting(Neighbourhood& around, const Walk& walk) {
    bool keeps_gap = false;
    return first_meeting(around, walk, keeps_gap);
}

std::optional<Meeting> first_meeting(Neighbourhood& around, const Walk& walk, bool& keeps_gap) {
    cover(around, walk);
    auto meeting = first_meeting(around, walk, body_gap);
    keeps_gap = !meeting && !around.has_forgiven();
    // Those who touch from the beginning have no gap to keep; they must only not overlap.
    if (meeting && meeting->time <= walk.now) meeting = first_meeting(around, walk, -1e-9);
    // Those who overlap, because somebody had to brake, must be able to part.
    if (meeting && meeting->time <= walk.now) {
        around.forgive(walk.place.position, walk.radius);
        meeting = first_meeting(around, walk, -1e-9);
    }
    return meeting;
}

std::optional<Meeting> first_overlap(Neighbourhood& around, const Walk& walk) {
    auto meeting = first_meeting(around, walk, -1e-9);
    if (meeting && meeting->time <= walk.now) {
        around.forgive(walk.place.position, walk.radius);
        meeting = first_meeting(around, walk, -1e-9);
    }
    return meeting;
}

}  // namespace wend
