#include "wend/domains/still_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "wend/geometry/segment.hpp"

namespace wend::domains {
namespace {

double squared_ring_distance(const Ring& ring, Vec2 a, Vec2 b) noexcept {
    if (contains(ring, a)) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        least = std::min(least, squared_distance(a, b, ring[j], ring[i]));
    return least;
}

}  // namespace

void StillBodies::add(const wend::Body& body, double time, std::uint32_t layer) {
    if (!body.present.contains(time)) return;
    const Pose pose = body.motion.at(time);
    const double growth = body.growth > 0 ? body.growth * (time - body.present.low) : 0;
    Body still{body.who, layer, {}, pose.position, growth, {}};
    if (const auto* disc = std::get_if<DiscShape>(&body.shape)) {
        still.radius += disc->radius;
        still.box.add(pose.position);
    } else {
        still.outline = std::get<PolygonShape>(body.shape).outline;
        for (Vec2& corner : still.outline) {
            corner = pose.position + rotated(corner, pose.angle);
            still.box.add(corner);
        }
    }
    still.box = still.box.grown(still.radius);
    bodies_.push_back(std::move(still));
}

void StillBodies::gather(const Snapshot& world, const Place& around, double sight, BodyId except) {
    bodies_.clear();
    const double time = world.time();
    const auto look = [&](BodyId who, const std::shared_ptr<const wend::Body>& body) {
        if (!body || who == except) return;
        const double reach = reach_of(body->shape) + body->growth * std::max(0.0, time - body->present.low);
        if (distance(body->motion.at(time).position, around.position) > sight + reach) return;
        add(*body, time, body->layer);
        if (body->other_layer) add(*body, time, *body->other_layer);
    };
    if (std::isfinite(sight)) {
        std::vector<BodyId> near;
        for (std::uint32_t layer = 0; layer < world.walls().layers(); ++layer)
            for (const Neighbour& n : world.occupancy().within(layer, around.position, sight, time, except))
                near.push_back(n.who);
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (const BodyId who : near) {
            if (const AgentState* agent = world.agents().find(who.agent)) look(who, agent->body);
            if (const ObstacleState* obstacle = world.obstacles().find(who.obstacle))
                look(who, obstacle->body);
        }
    } else {
        world.obstacles().for_each([&](ObstacleId id, const ObstacleState& o) { look(id, o.body); });
        world.agents().for_each([&](AgentId id, const AgentState& a) { look(id, a.body); });
    }
    bodies_.shrink_to_fit();
    std::sort(bodies_.begin(), bodies_.end(), [](const Body& a, const Body& b) {
        return std::tie(a.layer, a.who) < std::tie(b.layer, b.who);
    });
}

bool StillBodies::block(std::uint32_t layer, Vec2 a, Vec2 b, double radius) const noexcept {
    Box2 way;
    way.add(a);
    way.add(b);
    way = way.grown(radius);
    for (const Body& body : bodies_) {
        if (body.layer != layer || !body.box.overlaps(way)) continue;
        const double least = std::max(0.0, radius + body.radius - contact_slack);
        const double away = body.outline.empty()
                                ? squared_length(body.center - nearest_point(a, b, body.center))
                                : squared_ring_distance(body.outline, a, b);
        if (away < least * least) return true;
    }
    return false;
}

std::size_t StillBodies::bytes() const noexcept {
    std::size_t sum = bodies_.capacity() * sizeof(Body);
    for (const Body& body : bodies_) sum += body.outline.capacity() * sizeof(Vec2);
    return sum;
}

void StillBodies::append_differences(const StillBodies& other, std::vector<StillRegion>& regions) const {
    const auto add_missing = [&regions](const std::vector<Body>& ours, const std::vector<Body>& theirs) {
        auto at = theirs.begin();
        for (const Body& body : ours) {
            while (at != theirs.end() && std::tie(at->layer, at->who) < std::tie(body.layer, body.who)) ++at;
            if (at == theirs.end() || !(*at == body)) regions.push_back({body.layer, body.box});
        }
    };
    add_missing(bodies_, other.bodies_);
    add_missing(other.bodies_, bodies_);
}

}  // namespace wend::domains
