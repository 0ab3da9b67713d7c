#include "wend/locomotion/ride_body.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "wend/motion/rotation.hpp"

#include "sweep.hpp"

namespace wend::locomotion {
namespace {

constexpr Tick window = 6;          // ticks before and after, over which a direction is measured
constexpr double moving = 0.35;     // metres a second: slower, nobody turns to where they go
constexpr double fastest_turn = 6;  // radians a second

/// The block under feet; the one of the last tick when it still carries.
std::optional<std::uint32_t> carrier_of(const MovingWorld& world, Vec3 p, Tick tick,
                                        std::optional<std::uint32_t> last) {
    const auto carries = [&](std::uint32_t block) {
        const Block& b = world.blocks()[block];
        const Vec3 r = minus(p, world.origin(block, tick));
        return b.carries && std::abs(r.z - b.top) <= step_tolerance && contains(b.outline, r.xy());
    };
    if (last && carries(*last)) return last;
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i)
        if (carries(i)) return i;
    return std::nullopt;
}

/// Directions of a walk that is seen from what carries it, where it is not said how the body faces; where it
/// stands it turns from the last to the next one.
std::vector<double> headings_of(const std::vector<Vec2>& seen,
                                const std::vector<std::optional<double>>& facing) {
    const auto count = static_cast<Tick>(seen.size());
    std::vector<std::optional<double>> known(seen.size());
    for (Tick i = 0; i < count; ++i) {
        const Tick a = std::max(0, i - window), b = std::min(count - 1, i + window);
        const Vec2 way = seen[static_cast<std::size_t>(b)] - seen[static_cast<std::size_t>(a)];
        if (b > a && length(way) * ticks_per_second > moving * (b - a))
            known[static_cast<std::size_t>(i)] = std::atan2(way.y, way.x);
        if (static_cast<std::size_t>(i) < facing.size() && facing[static_cast<std::size_t>(i)])
            known[static_cast<std::size_t>(i)] = facing[static_cast<std::size_t>(i)];
    }
    const auto first = std::find_if(known.begin(), known.end(), [](const auto& h) { return h.has_value(); });
    std::vector<double> headings(seen.size(), first == known.end() ? 0 : **first);
    for (std::size_t i = 1; i < seen.size(); ++i) {
        auto next = known.begin() + static_cast<std::ptrdiff_t>(i);
        while (next != known.end() && !*next) ++next;
        if (next == known.end()) {
            headings[i] = headings[i - 1];
            continue;
        }
        const auto ahead = static_cast<double>(next - known.begin() - static_cast<std::ptrdiff_t>(i)) + 1;
        const double turn = motion::wrapped(**next - headings[i - 1]) / ahead;
        headings[i] =
            headings[i - 1] + std::clamp(turn, -fastest_turn * tick_seconds, fastest_turn * tick_seconds);
    }
    return headings;
}

}  // namespace

motion::Track body_track(const MovingWorld& world, const Ride& ride, Tick until) {
    const Tick last = ride.from + static_cast<Tick>(ride.path.size()) - 1;
    std::vector<motion::TrackPoint> points;
    std::vector<Vec2> seen;
    std::optional<std::uint32_t> block;
    Vec3 place = ride.path.front();
    // How far what carries the body has brought it so far; in the air nothing does.
    Vec2 carried;
    for (Tick tick = ride.from; tick <= std::max(until, last); ++tick) {
        const auto index = static_cast<std::size_t>(std::min(tick, last) - ride.from);
        const bool is_airborne = ride.support[index] == Support::air;
        const Vec3 moved = block && tick > ride.from && !points.back().is_airborne
                               ? minus(world.origin(*block, tick), world.origin(*block, tick - 1))
                               : Vec3{};
        carried += moved.xy();
        place = tick <= last ? ride.path[index] : plus(place, moved);
        if (!is_airborne) block = carrier_of(world, place, tick, block);
        points.push_back({tick * tick_seconds, place, 0, is_airborne, carried, 0});
        seen.push_back(place.xy() - carried);
    }
    const std::vector<double> headings = headings_of(seen, ride.facing);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].heading = headings[i];
    return motion::Track(std::move(points));
}

}  // namespace wend::locomotion
