#include "verify/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wend::verify {
namespace {

constexpr double slowest = 1e-9;             ///< m/s that rounding of positions may make
constexpr double least_acceleration = 1e-6;  ///< m/s^2, the same
constexpr double least_turn = 1e-9;          ///< rad/s, the same
constexpr double teleport_factor = 10;       ///< so many times the speed limit is no walking any more

/// What the last place of a coordinate is worth as a speed.
double rounding(const Move& move, double dt) {
    const Vec3 &p = move.from->position, &q = move.to->position;
    const double size = std::max({std::abs(p.x), std::abs(p.y), std::abs(q.x), std::abs(q.y)});
    return 4 * size * std::numeric_limits<double>::epsilon() / dt;
}

Episode sight(FindingKind kind, const Move& move, double amount) {
    return {{kind, move.from->agent, 0}, move.begin,     move.end,
            move.to->position.xy(),      move.to->layer, amount};
}

}  // namespace

Limits::Limits(const Scene& scene, double tolerance)
    : tolerance_(tolerance), platforms_(platform_timelines(scene)) {}

/// Where the platform under the agent took it; nothing when it stood on none.
std::optional<Vec2> Limits::carried(const Move& move) const {
    const Vec2 p = move.from->position.xy();
    for (const Timeline& platform : platforms_) {
        if (platform.layer() != move.from->layer) continue;
        const Pose before = platform.pose_near(move.begin), after = platform.pose_near(move.end);
        const Vec2 local = rotated(p - before.position, -before.angle);
        const Ring& outline = std::get<PolygonShape>(platform.shape()).outline;
        if (is_inside(outline, local)) return after.position + rotated(local, after.angle);
    }
    return std::nullopt;
}

Limits::Speeds Limits::measure(const Move& move, double walked) const {
    const double dt = move.end - move.begin;
    Speeds speeds;
    speeds.ground = speeds.riding = walked / dt;
    speeds.airborne = move.from->mode == io::AgentMode::airborne || move.to->mode == io::AgentMode::airborne;
    if (speeds.airborne) speeds.taken_along = speed_taken_along(move);
    if (platforms_.empty() || move.from->layer != move.to->layer) return speeds;
    if (const std::optional<Vec2> taken = carried(move)) {
        speeds.riding = distance(*taken, move.to->position.xy()) / dt;
        speeds.rides = true;
    }
    return speeds;
}

void Limits::check(const Move& move, std::optional<double> walked, Episodes& findings) {
    const double dt = move.end - move.begin;
    const AgentLimits& limits = move.spec->limits;
    check_turn(move, findings);
    if (!walked) {
        const double jump = distance(move.from->position.xy(), move.to->position.xy());
        findings.see(sight(FindingKind::teleport, move, jump));
        forget(move.from->agent);
        return;
    }
    const Speeds now = measure(move, *walked);
    const Speeds before = std::exchange(speeds_[move.from->agent], now);
    // Stepping on or off, either measure may be the one that was kept to; riding, only the platform's counts.
    const bool both = move.from->mode == io::AgentMode::riding && move.to->mode == io::AgentMode::riding;
    const double speed = !now.rides ? now.ground : both ? now.riding : std::min(now.ground, now.riding);
    const double slack = slowest + rounding(move, dt) + now.taken_along;
    if (speed > teleport_factor * limits.max_speed + slack && *walked > 2 * limits.radius)
        findings.see(sight(FindingKind::teleport, move, *walked));
    else if (speed > limits.max_speed * (1 + tolerance_) + slack)
        findings.see(sight(FindingKind::overspeed, move, speed - limits.max_speed));
    if (now.airborne || before.airborne) return;
    double change = std::abs(now.ground - before.ground);
    if (now.rides || before.rides)
        change = std::min({change, std::abs(now.riding - before.riding), std::abs(now.ground - before.riding),
                           std::abs(now.riding - before.ground)});
    const double acceleration = change / dt;
    if (acceleration > limits.max_acceleration * (1 + tolerance_) + least_acceleration + 2 * slack / dt)
        findings.see(sight(FindingKind::acceleration, move, acceleration - limits.max_acceleration));
}

/// Metres a second of the fastest platform that the body stands on, wholly or with a part, at that moment.
double Limits::platform_speed(const Move& move, const io::RecordedAgent& at, double time) const {
    double fastest = 0;
    for (const Timeline& platform : platforms_) {
        if (platform.layer() != at.layer) continue;
        const Pose then = platform.pose_near(time);
        const Vec2 local = rotated(at.position.xy() - then.position, -then.angle);
        const Ring& outline = std::get<PolygonShape>(platform.shape()).outline;
        const bool is_on =
            is_inside(outline, local) || ring_distance(outline, local) <= move.spec->limits.radius;
        if (!is_on) continue;
        const Pose before = platform.pose_near(move.begin), after = platform.pose_near(move.end);
        const Vec2 from = before.position + rotated(local, before.angle);
        const Vec2 to = after.position + rotated(local, after.angle);
        fastest = std::max(fastest, distance(from, to) / (move.end - move.begin));
    }
    return fastest;
}

/// Who jumps takes along the speed of what it stood on until it lands; then, that of what it lands on counts.
double Limits::speed_taken_along(const Move& move) const {
    const bool takes_off = move.from->mode != io::AgentMode::airborne;
    const bool lands = move.to->mode != io::AgentMode::airborne;
    double speed =
        takes_off ? platform_speed(move, *move.from, move.begin) : speeds_[move.from->agent].taken_along;
    if (lands) speed = std::max(speed, platform_speed(move, *move.to, move.end));
    return speed;
}

/// A platform turns those who ride it.
void Limits::check_turn(const Move& move, Episodes& findings) const {
    const double dt = move.end - move.begin;
    double least = std::abs(std::remainder(move.to->heading - move.from->heading, 2 * 3.141592653589793));
    const Vec2 p = move.from->position.xy();
    for (const Timeline& platform : platforms_) {
        const Pose before = platform.pose_near(move.begin), after = platform.pose_near(move.end);
        if (distance(p, before.position) > platform.extent()) continue;
        const double turned = move.to->heading - move.from->heading - (after.angle - before.angle);
        least = std::min(least, std::abs(std::remainder(turned, 2 * 3.141592653589793)));
    }
    const double rate = least / dt, limit = move.spec->limits.max_turn_rate;
    if (rate > limit * (1 + tolerance_) + least_turn)
        findings.see(sight(FindingKind::turn_rate, move, rate - limit));
}

}  // namespace wend::verify
