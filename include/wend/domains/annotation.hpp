#pragma once

// From annotations to ground: where "behind the building" or "in the guard's sight" is at one moment.

#include <span>

#include "wend/domains/multiplier_field.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

/// Something that annotations can be attached to, as it stands at the moment.
struct AnnotatedObject {
    std::string name;
    std::uint32_t layer = 0;
    Pose pose;
    Shape shape;
    bool blocks_sight = false;  ///< obstacles that stand still do
};

struct AnnotatedWorld {
    std::vector<AnnotatedObject> objects;
    std::vector<std::vector<Segment>> walls;  ///< by layer
};

/// As the world is now: agents where they are, obstacles that are there.
[[nodiscard]] AnnotatedWorld annotated_world(const Snapshot& world);
[[nodiscard]] std::vector<std::vector<Segment>> wall_segments(const Walls& walls);
/// The same without walls, and of agents only those whose names are wanted (in order).
[[nodiscard]] std::vector<AnnotatedObject> annotated_objects(const Snapshot& world,
                                                             std::span<const std::string> wanted);
/// As the scene says it is at a time, agents at their starts.
[[nodiscard]] AnnotatedWorld annotated_world(const Scene& scene, const Walls& walls, double time);

/// The ground of an annotation; no shapes when what it is attached to is not there (any more). `layer` is set
/// to the layer it lies on.
[[nodiscard]] Influence ground_of(const ConstraintSpec& spec, const AnnotatedWorld& world,
                                  std::uint32_t& layer);

/// What can be seen from a point: a ring around the seen ground, never smaller than it. Lines of sight end at
/// the first segment they meet; `angle` is the whole width of the cone.
[[nodiscard]] Ring seen_from(Vec2 eye, double heading, double angle, double range,
                             std::span<const Segment> blockers);

/// All constraints of a scene that are for an agent (its name or group), resolved.
[[nodiscard]] std::vector<ResolvedConstraint> resolve(std::span<const ConstraintSpec> specs,
                                                      const AnnotatedWorld& world);
[[nodiscard]] bool binds(const ConstraintSpec& spec, const std::string& agent, const std::string& group);

}  // namespace wend::domains
