#include "wend/domains/annotation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::domains {
namespace {

constexpr int disc_corners = 32;

/// Around the object's own origin; discs as polygons that hold them.
Ring local_outline(const Shape& shape) {
    if (const auto* polygon = std::get_if<PolygonShape>(&shape)) return polygon->outline;
    const double radius = std::get<DiscShape>(shape).radius / std::cos(std::numbers::pi / disc_corners);
    Ring ring;
    for (int i = 0; i < disc_corners; ++i)
        ring.push_back(unit_vector(2 * std::numbers::pi * i / disc_corners) * radius);
    return ring;
}

Ring placed(Ring ring, const Pose& pose) {
    for (Vec2& corner : ring) corner = pose.position + rotated(corner, pose.angle);
    return ring;
}

Ring convex_hull(Ring points) {
    std::sort(points.begin(), points.end(),
              [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    Ring hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t first = hull.size();
        for (const Vec2 point : points) {
            while (hull.size() >= first + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0)
                hull.pop_back();
            hull.push_back(point);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// The rectangle beside an object's box, in its own frame, that a word like "front" means.
Box2 beside(const Box2& box, AnnotationKind kind, double depth) {
    switch (kind) {
        case AnnotationKind::front:
            return {{box.high.x, box.low.y}, {box.high.x + depth, box.high.y}};
        case AnnotationKind::back:
            return {{box.low.x - depth, box.low.y}, {box.low.x, box.high.y}};
        case AnnotationKind::left:
            return {{box.low.x, box.high.y}, {box.high.x, box.high.y + depth}};
        default:
            return {{box.low.x, box.low.y - depth}, {box.high.x, box.low.y}};
    }
}

const AnnotatedObject* find(const AnnotatedWorld& world, const std::string& name) {
    for (const AnnotatedObject& object : world.objects)
        if (object.name == name) return &object;
    return nullptr;
}

std::vector<Segment> sight_blockers(const AnnotatedWorld& world, const AnnotatedObject& eye) {
    std::vector<Segment> blockers;
    if (eye.layer < world.walls.size()) blockers = world.walls[eye.layer];
    for (const AnnotatedObject& object : world.objects) {
        if (!object.blocks_sight || object.layer != eye.layer || object.name == eye.name) continue;
        const Ring outline = placed(local_outline(object.shape), object.pose);
        for (std::size_t i = 0; i < outline.size(); ++i)
            blockers.push_back({outline[i], outline[(i + 1) % outline.size()]});
    }
    return blockers;
}

Influence along_walls(const AnnotatedWorld& world, std::uint32_t layer, double depth) {
    Influence found;
    if (layer < world.walls.size())
        for (const Segment& wall : world.walls[layer])
            found.shapes.push_back({{wall.from, wall.to}, {}, depth});
    return found;
}

Influence attached_to(const ConstraintSpec& spec, const AnnotatedWorld& world,
                      const AnnotatedObject& object) {
    const Ring local = local_outline(object.shape);
    switch (spec.kind) {
        case AnnotationKind::polygon: {
            InfluenceShape shape{placed(spec.polygon.outline, object.pose), {}, 0};
            for (const Ring& hole : spec.polygon.holes) shape.holes.push_back(placed(hole, object.pose));
            return {{std::move(shape)}};
        }
        case AnnotationKind::around:
            return {{{placed(local, object.pose), {}, spec.depth}}};
        case AnnotationKind::sight:
            return {{{seen_from(object.pose.position, object.pose.angle, spec.angle, spec.range,
                                sight_blockers(world, object)),
                      {},
                      0}}};
        case AnnotationKind::between: {
            const AnnotatedObject* const other = find(world, spec.other);
            if (other == nullptr || other->layer != object.layer) return {};
            Ring both = placed(local, object.pose);
            for (const Vec2 corner : placed(local_outline(other->shape), other->pose)) both.push_back(corner);
            return {{{convex_hull(std::move(both)), {}, 0}}};
        }
        default:
            return {
                {{placed(rectangle(beside(bounds_of(local), spec.kind, spec.depth)), object.pose), {}, 0}}};
    }
}

AnnotatedObject object_at(const ObstacleSpec& spec, double time) {
    return {spec.name, spec.layer, spec.motion.at(time), spec.shape, spec.motion.keyframes.size() == 1};
}

template <class IsWanted>
std::vector<AnnotatedObject> objects_of(const Snapshot& world, IsWanted&& is_wanted) {
    std::vector<AnnotatedObject> objects;
    world.obstacles().for_each([&](ObstacleId, const ObstacleState& obstacle) {
        if (obstacle.spec->present.contains(world.time()))
            objects.push_back(object_at(*obstacle.spec, world.time()));
    });
    world.agents().for_each([&](AgentId, const AgentState& agent) {
        if (is_wanted(agent.spec->name))
            objects.push_back({agent.spec->name,
                               agent.motion.layer,
                               {agent.motion.position, agent.motion.heading},
                               DiscShape{agent.limits().radius},
                               false});
    });
    return objects;
}

}  // namespace

std::vector<std::vector<Segment>> wall_segments(const Walls& walls) {
    std::vector<std::vector<Segment>> all(walls.layers());
    for (std::uint32_t layer = 0; layer < all.size(); ++layer)
        all[layer].assign(walls.ground(layer).walls().begin(), walls.ground(layer).walls().end());
    return all;
}

AnnotatedWorld annotated_world(const Snapshot& world) {
    return {objects_of(world, [](const std::string&) { return true; }), wall_segments(world.walls())};
}

std::vector<AnnotatedObject> annotated_objects(const Snapshot& world, std::span<const std::string> wanted) {
    return objects_of(world, [&](const std::string& name) {
        return std::binary_search(wanted.begin(), wanted.end(), name);
    });
}

AnnotatedWorld annotated_world(const Scene& scene, const Walls& walls, double time) {
    AnnotatedWorld made{{}, wall_segments(walls)};
    for (const ObstacleSpec& obstacle : scene.obstacles)
        if (obstacle.present.contains(time)) made.objects.push_back(object_at(obstacle, time));
    for (const AgentSpec& agent : scene.agents)
        made.objects.push_back({agent.name,
                                agent.layer,
                                {agent.position, agent.heading},
                                DiscShape{agent.limits.radius},
                                false});
    return made;
}

Influence ground_of(const ConstraintSpec& spec, const AnnotatedWorld& world, std::uint32_t& layer) {
    layer = spec.layer;
    if (spec.kind == AnnotationKind::polygon && spec.of.empty())
        return {{{spec.polygon.outline, spec.polygon.holes, 0}}};
    if (spec.kind == AnnotationKind::walls) return along_walls(world, spec.layer, spec.depth);
    const AnnotatedObject* const object = find(world, spec.of);
    if (object == nullptr) return {};
    layer = object->layer;
    return attached_to(spec, world, *object);
}

std::vector<ResolvedConstraint> resolve(std::span<const ConstraintSpec> specs, const AnnotatedWorld& world) {
    std::vector<ResolvedConstraint> resolved;
    for (const ConstraintSpec& spec : specs) {
        ResolvedConstraint& one = resolved.emplace_back();
        one.influence = ground_of(spec, world, one.layer);
        one.hard = spec.hard;
        one.preposition = spec.preposition;
        one.weight = spec.weight;
    }
    return resolved;
}

bool binds(const ConstraintSpec& spec, const std::string& agent, const std::string& group) {
    if (spec.agents.empty()) return true;
    return std::any_of(spec.agents.begin(), spec.agents.end(), [&](const std::string& name) {
        return name == agent || (!group.empty() && name == group);
    });
}

}  // namespace wend::domains
