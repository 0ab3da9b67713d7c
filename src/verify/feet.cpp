#include "verify/feet.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "verify/sweep.hpp"

namespace wend::verify {
namespace {

constexpr double part_share = 0.6;       ///< of the disc's radius, of chest and shoulders
constexpr double mass_height = 0.5;      ///< of the body's
constexpr double gravity = 9.81;         ///< m/s^2
constexpr double leg_length = 0.6;       ///< metres, level, from the mass to a foot that bears
constexpr double off_balance = 0.08;     ///< metres beside the soles: toes turn, and spread
constexpr double sole_tolerance = 1e-6;  ///< metres over an edge
constexpr double touch = 0.02;           ///< metres that two soles may share
constexpr double memory = 1;             ///< seconds for which a foot is remembered

double between_segments(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const auto side = [](Vec2 p, Vec2 q, Vec2 r) { return cross(q - p, r - p); };
    if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
    return std::min({segment_distance(a, c, d), segment_distance(b, c, d), segment_distance(c, a, b),
                     segment_distance(d, a, b)});
}

double ring_gap(const Ring& ring, Vec2 a, Vec2 b) {
    double least = 1e9;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        least = std::min(least, between_segments(a, b, ring[j], ring[i]));
    return least;
}

double polygon_gap(const Polygon& polygon, Vec2 a, Vec2 b) {
    double least = ring_gap(polygon.outline, a, b);
    for (const Ring& hole : polygon.holes) least = std::min(least, ring_gap(hole, a, b));
    return least;
}

bool is_within(const Polygon& polygon, Vec2 p) {
    if (!is_inside(polygon.outline, p)) return false;
    return std::none_of(polygon.holes.begin(), polygon.holes.end(),
                        [p](const Ring& hole) { return is_inside(hole, p); });
}

/// From p to the convex hull of some points.
double hull_distance(std::vector<Vec2> points, Vec2 p) {
    std::sort(points.begin(), points.end(),
              [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    Ring hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t base = hull.size();
        for (const Vec2 q : points) {
            while (hull.size() >= base + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], q - hull.back()) <= 0)
                hull.pop_back();
            hull.push_back(q);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    if (hull.size() < 3) return segment_distance(p, points.front(), points.back());
    return is_inside(hull, p) ? 0 : ring_distance(hull, p);
}

}  // namespace

Feet::Feet(const Scene& scene) : scene_(scene) {
    for (std::uint32_t layer = 0; layer < scene.layers.size(); ++layer) grounds_.emplace_back(scene, layer);
}

void Feet::add_agent(const AgentSpec& agent) {
    numbers_.emplace(agent.name, static_cast<std::uint32_t>(walkers_.size()));
    walkers_.push_back({agent.limits, {}, {}, agent.layer});
}

Feet::Sole* Feet::bearing(std::uint32_t agent, std::size_t side) {
    for (Sole& sole : walkers_[agent].seen)
        if (sole.side == side && sole.up == ever) return &sole;
    return nullptr;
}

double Feet::overhang(std::uint32_t layer, const Sole& sole) const {
    for (const Foothold& hold : scene_.footholds)
        if (hold.layer == layer && is_within(hold.polygon, sole.middle))
            return sole_radius - polygon_gap(hold.polygon, sole.heel, sole.toe);
    const Ground& ground = grounds_[layer];
    if (!ground.is_free(sole.middle)) return sole_radius;
    double room = sole_radius;
    const Box2 near = Box2::around(sole.middle, sole_spine + 2 * sole_radius);
    ground.walls_near(near, [&](const Wall& wall) {
        room = std::min(room, between_segments(sole.heel, sole.toe, wall.a, wall.b));
    });
    for (const Gap& gap : scene_.gaps) {
        if (gap.layer != layer) continue;
        if (is_within(gap.polygon, sole.middle)) return sole_radius;
        room = std::min(room, polygon_gap(gap.polygon, sole.heel, sole.toe));
    }
    return sole_radius - room;
}

void Feet::take_down(std::uint32_t agent, const std::string& text, Episodes& findings) {
    std::istringstream in(text);
    std::string side;
    Sole sole;
    double angle = 0;
    std::uint32_t layer = 0;
    in >> side >> sole.down >> layer >> sole.middle.x >> sole.middle.y >> angle;
    const bool is_read = in && (side == "left" || side == "right") && layer < grounds_.size() &&
                         std::isfinite(sole.down + sole.middle.x + sole.middle.y + angle);
    if (!is_read) {
        findings.see({{FindingKind::bad_step, agent, 0}, sole.down, sole.down, sole.middle, 0, 0});
        return;
    }
    sole.side = side == "right";
    const Vec2 spine = sole_spine * Vec2{std::cos(angle), std::sin(angle)};
    sole.heel = sole.middle - spine;
    sole.toe = sole.middle + spine;
    Walker& walker = walkers_[agent];
    walker.layer = layer;
    const auto see = [&](FindingKind kind, double amount) {
        findings.see({{kind, agent, 0}, sole.down, sole.down, sole.middle, layer, amount});
    };
    if (const double over = overhang(layer, sole); over > sole_tolerance) see(FindingKind::bad_footing, over);
    const bool is_first = walker.seen.empty() || walker.seen.back().down == sole.down;
    const Sole* other = bearing(agent, 1 - sole.side);
    if (bearing(agent, sole.side) || (!is_first && !other)) see(FindingKind::bad_step, 0);
    if (other) {
        const double shared =
            2 * sole_radius - between_segments(sole.heel, sole.toe, other->heel, other->toe);
        if (shared > touch) see(FindingKind::bad_step, shared);
    }
    walker.seen.push_back(sole);
}

void Feet::take_up(std::uint32_t agent, const std::string& text) {
    std::istringstream in(text);
    std::string side;
    double time = 0;
    in >> side >> time;
    if (Sole* sole = bearing(agent, side == "right")) sole->up = time;
}

void Feet::follow(const io::Frame& frame, Episodes& findings) {
    for (const char* kind : {"foot_down", "foot_up"})
        for (const io::RecordedEvent& event : frame.events) {
            if (event.kind != kind) continue;
            const auto number = numbers_.find(event.subject);
            if (number == numbers_.end()) continue;
            if (event.kind == "foot_down")
                take_down(number->second, event.detail, findings);
            else
                take_up(number->second, event.detail);
        }
    for (const io::RecordedAgent& at : frame.agents) {
        if (at.agent >= walkers_.size() || !has_feet(at.agent)) continue;
        Walker& walker = walkers_[at.agent];
        walker.moments.push_back({frame.time, at.position.xy()});
        if (walker.moments.size() < 4) continue;
        check_reach(at.agent, findings);
        check_balance(at.agent, findings);
        walker.moments.pop_front();
        while (walker.seen.size() > 2 && walker.seen.front().up < frame.time - memory)
            walker.seen.pop_front();
    }
}

/// Feet are told a frame late, so it is the moments before the last that are judged.
void Feet::check_reach(std::uint32_t agent, Episodes& findings) {
    const Walker& walker = walkers_[agent];
    const Moment& at = walker.moments[1];
    for (const Sole& sole : walker.seen) {
        const double off = distance(sole.middle, at.mass) - leg_length;
        if (sole.down <= at.time && sole.up >= at.time && off > 0)
            findings.see(
                {{FindingKind::bad_step, agent, 0}, at.time, at.time, sole.middle, walker.layer, off});
    }
}

void Feet::check_balance(std::uint32_t agent, Episodes& findings) {
    const Walker& walker = walkers_[agent];
    const Moment &a = walker.moments[0], &b = walker.moments[1], &c = walker.moments[2];
    std::vector<Vec2> soles;
    for (const Sole& sole : walker.seen)
        if (sole.down <= c.time && sole.up >= a.time) soles.insert(soles.end(), {sole.heel, sole.toe});
    const double first = b.time - a.time, second = c.time - b.time;
    const Vec2 change = (c.mass - b.mass) / second - (b.mass - a.mass) / first;
    const Vec2 acceleration = change / ((first + second) / 2);
    const Vec2 foot_point = b.mass - acceleration * (mass_height * walker.limits.height / gravity);
    const double off = soles.empty() ? leg_length : hull_distance(std::move(soles), foot_point) - sole_radius;
    if (off > off_balance)
        findings.see({{FindingKind::off_balance, agent, 0}, a.time, c.time, b.mass, walker.layer, off});
}

void Feet::split(const Move& move, const Leg& whole, std::vector<Leg>& parts) {
    const double radius = part_share * whole.radius, shoulder = whole.radius - radius;
    const auto aside = [shoulder](double heading) {
        return shoulder * Vec2{-std::sin(heading), std::cos(heading)};
    };
    for (const double sign : {0.0, 1.0, -1.0}) {
        Leg part = whole;
        part.radius = radius;
        part.path.from = whole.path.from + sign * aside(move.from->heading);
        part.path.to = whole.path.to + sign * aside(move.to->heading);
        parts.push_back(part);
    }
}

}  // namespace wend::verify
