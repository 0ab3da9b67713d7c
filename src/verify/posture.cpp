#include "verify/posture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::verify {
namespace {

constexpr double height_tolerance = 0.05;  ///< metres that feet may be off the floor
constexpr double highest_leap = 1.5;       ///< metres above the higher end of a link
constexpr double beside_link = 0.05;       ///< metres beyond a body's radius
constexpr double on_its_way = 0.1;         ///< m/s from which a body is expected to face where it goes
constexpr double sideways = 1.4;           ///< radians more than a tick may turn
constexpr double longest_throw = 0.85;  ///< seconds that somebody who jumped off a platform may be in the air
constexpr double steady = 0.02;         ///< m/s by which the speed over ground may change in the air
constexpr double turning_walk = 0.5;    ///< metres in which a body that walks off in another direction turns

bool is_in_air(const io::RecordedAgent& agent) {
    return agent.mode == io::AgentMode::airborne;
}

double least(const std::vector<Layer>& layers, std::uint32_t a, std::uint32_t b) {
    return std::min(layers[a].height, layers[b].height);
}
double most(const std::vector<Layer>& layers, std::uint32_t a, std::uint32_t b) {
    return std::max(layers[a].height, layers[b].height);
}

bool is_open(const Link& link, double begin, double end) {
    return link.open.empty() || std::any_of(link.open.begin(), link.open.end(), [&](const Interval& open) {
               return open.low <= end + 1e-6 && begin - 1e-6 <= open.high;
           });
}

/// By which way round the link may lead between the layers that the body is on.
bool leads(const Link& link, Vec2 from, Vec2 to) {
    return link.two_way || dot(to - from, link.to - link.from) >= -beside_link * length(link.to - link.from);
}

}  // namespace

void Posture::check(const Move& move, const LegMaker& stairs, Episodes& findings) {
    if (move.to->layer >= scene_.layers.size()) return;
    check_height(*move.to, *move.spec, move.end, stairs, findings);
    if (is_in_air(*move.from) || is_in_air(*move.to)) {
        seconds_airborne_ += move.end - move.begin;
        check_flight(move, stairs, findings);
    } else {
        check_heading(move, findings);
    }
}

void Posture::check_height(const io::RecordedAgent& agent, const AgentSpec& spec, double time,
                           const LegMaker& stairs, Episodes& findings) const {
    if (agent.layer >= scene_.layers.size()) return;
    if (knows_no_heights()) return;
    const Vec2 p = agent.position.xy();
    double low = floor_ ? floor_(agent.layer, p) : scene_.layers[agent.layer].height, high = low;
    if (stairs.is_on_stairs(agent.layer, p))
        for (const Portal& portal : scene_.portals)
            if (portal.layer_a == agent.layer || portal.layer_b == agent.layer) {
                low = std::min(low, least(scene_.layers, portal.layer_a, portal.layer_b));
                high = std::max(high, most(scene_.layers, portal.layer_a, portal.layer_b));
            }
    if (is_in_air(agent))
        for (const Link& link : scene_.links) {
            if (segment_distance(p, link.from, link.to) > beside_link + spec.limits.radius) continue;
            low = std::min(low, least(scene_.layers, link.from_layer, link.to_layer));
            high = std::max(high, most(scene_.layers, link.from_layer, link.to_layer) + highest_leap);
        }
    const double off = std::max(low - agent.position.z, agent.position.z - high);
    if (off > height_tolerance)
        findings.see({{FindingKind::wrong_height, agent.agent, 0}, time, time, p, agent.layer, off});
}

bool Posture::rides(const Move& move) const {
    return std::any_of(platforms_.begin(), platforms_.end(), [&](const Timeline& platform) {
        const double near = platform.extent() + move.spec->limits.radius;
        return platform.layer() == move.from->layer &&
               distance(platform.pose_near(move.begin).position, move.from->position.xy()) < near;
    });
}

void Posture::check_heading(const Move& move, Episodes& findings) {
    double& astray = astray_[move.from->agent];
    if (move.from->layer != move.to->layer || rides(move)) return;
    const double dt = move.end - move.begin;
    const Vec2 step = move.to->position.xy() - move.from->position.xy();
    if (length(step) < on_its_way * dt) return;
    const Vec2 facing = unit_vector(move.to->heading);
    const double off = std::abs(std::atan2(cross(facing, step), dot(facing, step)));
    const bool is_off = off > sideways + move.spec->limits.max_turn_rate * dt;
    astray = is_off ? astray + length(step) : 0;
    if (astray > turning_walk)
        findings.see({{FindingKind::wrong_heading, move.from->agent, 0},
                      move.begin,
                      move.end,
                      move.to->position.xy(),
                      move.to->layer,
                      off});
}

double Posture::off_links(const Move& move, bool enters) const {
    const Vec2 p = move.from->position.xy(), q = move.to->position.xy();
    double nearest = std::numeric_limits<double>::infinity();
    for (const Link& link : scene_.links) {
        const auto joins = [&link](std::uint32_t layer) {
            return layer == link.from_layer || layer == link.to_layer;
        };
        if (!joins(move.from->layer) || !joins(move.to->layer)) continue;
        if (move.spec->limits.radius > link.max_radius || !leads(link, p, q)) continue;
        if (enters && !is_open(link, move.begin, move.end)) continue;
        nearest = std::min(nearest, std::max(segment_distance(p, link.from, link.to),
                                             segment_distance(q, link.from, link.to)));
    }
    return nearest;
}

bool Posture::is_near_platform(std::uint32_t layer, Vec2 p, double time, double within) const {
    return std::any_of(platforms_.begin(), platforms_.end(), [&](const Timeline& platform) {
        if (platform.layer() != layer) return false;
        const Pose pose = platform.pose_near(time);
        const Vec2 local = rotated(p - pose.position, -pose.angle);
        const Ring& outline = std::get<PolygonShape>(platform.shape()).outline;
        return is_inside(outline, local) || ring_distance(outline, local) <= within;
    });
}

bool Posture::has_platform(const Move& move, const Throw& flight) const {
    const AgentLimits& limits = move.spec->limits;
    const Vec2 p = move.from->position.xy(), q = move.to->position.xy();
    const std::uint32_t layer = move.to->layer;
    if (flight.is_from_platform) return true;
    if (!is_in_air(*move.to)) return is_near_platform(layer, q, move.end, limits.radius);
    // How it flies is known after the tick in which it takes off; until then it may be anywhere in reach.
    const double dt = move.end - move.begin;
    for (double ahead = 0; flight.seconds + ahead <= longest_throw + dt; ahead += dt) {
        const bool meets =
            flight.velocity
                ? is_near_platform(layer, q + *flight.velocity * ahead, move.end + ahead, limits.radius)
                : is_near_platform(layer, p, move.end + ahead,
                                   limits.max_speed * (ahead + dt) + limits.radius);
        if (meets) return true;
    }
    return false;
}

/// Between platforms, and to and from them, bodies fly as thrown things do: at a uniform speed over ground,
/// and not for long.
bool Posture::is_thrown(const Move& move) {
    if (platforms_.empty()) return false;
    Throw& flight = throws_[move.from->agent];
    const double dt = move.end - move.begin;
    const Vec2 velocity = (move.to->position.xy() - move.from->position.xy()) / dt;
    if (!is_in_air(*move.from)) {
        const bool is_from_platform = is_near_platform(move.from->layer, move.from->position.xy(), move.begin,
                                                       move.spec->limits.radius);
        flight = {dt, std::nullopt, is_from_platform};
        return has_platform(move, flight);
    }
    flight.seconds += dt;
    // The tick in which it lands is part flight and part run.
    const bool is_steady =
        !is_in_air(*move.to) || !flight.velocity || length(velocity - *flight.velocity) < steady;
    flight.velocity = velocity;
    return is_steady && flight.seconds <= longest_throw && has_platform(move, flight);
}

void Posture::check_flight(const Move& move, const LegMaker& stairs, Episodes& findings) {
    const Vec2 p = move.from->position.xy(), q = move.to->position.xy();
    const bool enters = !is_in_air(*move.from), lands = !is_in_air(*move.to);
    const double reach = enters || lands ? move.spec->limits.max_speed * (move.end - move.begin) : 0;
    if (stairs.is_on_stairs(move.to->layer, q) || stairs.is_on_stairs(move.from->layer, p)) return;
    const double off = off_links(move, enters);
    const bool is_on_link = off <= beside_link + move.spec->limits.radius + reach;
    if (!is_thrown(move) && !is_on_link)
        findings.see({{FindingKind::not_on_link, move.from->agent, 0},
                      move.begin,
                      move.end,
                      q,
                      move.to->layer,
                      std::isfinite(off) ? off : distance(p, q)});
}

}  // namespace wend::verify
