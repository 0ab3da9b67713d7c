#include "wend/world/populate.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "wend/base/limits.hpp"
#include "wend/base/rng.hpp"
#include "wend/world/body.hpp"
#include "wend/world/scene_size.hpp"

#include "world/box_tree.hpp"
#include "world/placement_hash.hpp"

namespace wend {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t no_group = nobody - 1;
constexpr int darts = 256;  // throws at a member's place before the region is searched row by row

bool stands_still(const ObstacleSpec& obstacle) {
    return obstacle.motion.keyframes.size() == 1;
}

double distance_to(const ObstacleSpec& obstacle, Vec2 p) {
    return distance_to(obstacle.shape, obstacle.motion.keyframes.front().pose, p);
}

class Placer {
  public:
    Placer(const Scene& scene, const Walls& walls, double largest_gap) : walls_(walls), placed_(largest_gap) {
        std::vector<Box2> boxes;
        for (const ObstacleSpec& obstacle : scene.obstacles) {
            if (!stands_still(obstacle)) continue;
            Box2 box;
            box.add(obstacle.motion.keyframes.front().pose.position);
            boxes.push_back(box.grown(reach_of(obstacle.shape)));
            standing_.push_back(&obstacle);
        }
        tree_ = BoxTree(boxes);
    }

    void add(const AgentSpec& agent, double spacing, std::uint32_t group) {
        placed_.add(agent.layer, {agent.position, agent.limits.radius, spacing, group});
    }

    /// Is p clear of walls, standing obstacles and everybody else, the members of `ignored` excepted?
    [[nodiscard]] bool is_free(const GroupSpec& group, Vec2 p, std::uint32_t ignored) const {
        const double radius = group.limits.radius, gap = radius + group.spacing;
        if (!placed_.is_free(group.layer, {p, radius, group.spacing, no_group}, ignored)) return false;
        if (!walls_.ground(group.layer).fits(p, gap)) return false;
        Box2 around;
        around.add(p);
        bool is_clear = true;
        tree_.overlapping(around.grown(gap), [&](std::uint32_t i) {
            is_clear = standing_[i]->layer != group.layer || distance_to(*standing_[i], p) >= gap;
            return is_clear;
        });
        return is_clear;
    }

  private:
    const Walls& walls_;
    PlacementHash placed_;
    std::vector<const ObstacleSpec*> standing_;
    BoxTree tree_;
};

/// The region members are thrown into, as a box and a test.
struct Target {
    Box2 box;
    std::optional<DiscPlacement> disc;
    [[nodiscard]] bool contains(Vec2 p) const {
        return !disc || squared_length(p - disc->center) <= disc->radius * disc->radius;
    }
};

Target target_of(const Placement& placement) {
    if (const auto* disc = std::get_if<DiscPlacement>(&placement)) {
        Box2 box;
        box.add(disc->center);
        return {box.grown(disc->radius), *disc};
    }
    const auto& rectangle = std::get<RectanglePlacement>(placement);
    return {{rectangle.low, rectangle.high}, std::nullopt};
}

/// Places for one group's members: darts first, and once they keep missing, the next free place of a raster
/// an eighth of a body wide. What the raster has passed stays taken, so a full region costs one pass.
class Thrower {
  public:
    Thrower(const Placer& placer, const GroupSpec& group, Rng rng, std::uint32_t ignored)
        : placer_(placer),
          group_(group),
          target_(target_of(group.placement)),
          rng_(rng),
          ignored_(ignored),
          step_(std::max(group.limits.radius / 4, 1e-2)) {}

    std::optional<Vec2> next() {
        if (!is_crowded_) {
            for (int i = 0; i < darts; ++i) {
                const Vec2 p{rng_.uniform(target_.box.low.x, target_.box.high.x),
                             rng_.uniform(target_.box.low.y, target_.box.high.y)};
                if (is_free(p)) return p;
            }
            is_crowded_ = true;
        }
        return next_of_raster();
    }

  private:
    [[nodiscard]] bool is_free(Vec2 p) const {
        return target_.contains(p) && placer_.is_free(group_, p, ignored_);
    }
    std::optional<Vec2> next_of_raster() {
        const Vec2 size = target_.box.high - target_.box.low;
        const auto columns = static_cast<std::uint64_t>(size.x / step_) + 1;
        const auto rows = static_cast<std::uint64_t>(size.y / step_) + 1;
        for (; cursor_ < columns * rows; ++cursor_) {
            const Vec2 p = target_.box.low + Vec2{static_cast<double>(cursor_ % columns) * step_,
                                                  static_cast<double>(cursor_ / columns) * step_};
            if (is_free(p)) return p;
        }
        return std::nullopt;
    }

    const Placer& placer_;
    const GroupSpec& group_;
    Target target_;
    Rng rng_;
    std::uint32_t ignored_;
    double step_;
    bool is_crowded_ = false;
    std::uint64_t cursor_ = 0;
};

AgentSpec member_of(const GroupSpec& group, std::uint32_t k, Vec2 position) {
    return {.name = group.name + "/" + std::to_string(k),
            .group = group.name,
            .layer = group.layer,
            .position = position,
            .heading = group.heading,
            .limits = group.limits,
            .goal = group.goal,
            .enters = group.enters + group.every * k};
}

Status does_not_fit(const GroupSpec& group, std::uint32_t fitted, const std::string& where) {
    return Status::invalid_input("group \"" + group.name + "\": placed " + std::to_string(fitted) + " of " +
                                 std::to_string(group.count) + " members; " + where +
                                 " is not clear of walls, obstacles or others by the spacing asked for");
}

Status place_on_line(Placer& placer, const GroupSpec& group, std::uint32_t number,
                     std::vector<AgentSpec>& agents) {
    const auto& line = std::get<LinePlacement>(group.placement);
    for (std::uint32_t k = 0; k < group.count; ++k) {
        const double share = group.count == 1 ? 0.5 : static_cast<double>(k) / (group.count - 1);
        agents.push_back(member_of(group, k, lerp(line.from, line.to, share)));
        const bool may_share = group.every > 0;
        if (!placer.is_free(group, agents.back().position, may_share ? number : nobody))
            return does_not_fit(group, k, "the place of member " + std::to_string(k) + " on the line");
        placer.add(agents.back(), group.spacing, number);
    }
    return Status::ok();
}

Status place_at_random(Placer& placer, const GroupSpec& group, std::uint32_t number, Rng rng,
                       std::vector<AgentSpec>& agents) {
    Thrower apart(placer, group, rng, nobody);
    std::optional<Thrower> sharing;
    for (std::uint32_t k = 0; k < group.count; ++k) {
        std::optional<Vec2> position = sharing ? sharing->next() : apart.next();
        if (!position && !sharing && group.every > 0) {
            sharing.emplace(placer, group, rng.split(1), number);
            position = sharing->next();
        }
        if (!position) return does_not_fit(group, k, "any further place in its region");
        agents.push_back(member_of(group, k, *position));
        placer.add(agents.back(), group.spacing, number);
    }
    return Status::ok();
}

/// The largest distance of centres at which two agents of the scene can be too near.
double largest_gap(const Scene& scene) {
    double radius = 0, spacing = 0;
    for (const AgentSpec& agent : scene.agents) radius = std::max(radius, agent.limits.radius);
    for (const GroupSpec& group : scene.groups) {
        radius = std::max(radius, group.limits.radius);
        spacing = std::max(spacing, group.spacing);
    }
    return 2 * radius + spacing;
}

void add_newcomers(const Scene& scene, std::vector<AgentSpec>& agents) {
    for (const TimedEvent& event : scene.events)
        if (const auto* enter = std::get_if<EnterEvent>(&event.what)) {
            agents.push_back(enter->agent);
            agents.back().enters = event.time;
        }
}

}  // namespace

Result<std::vector<AgentSpec>> populate(const Scene& scene, const Walls& walls, std::uint64_t seed) {
    if (const auto tangle = find_tangle(walls))
        return Status::invalid_input("found more walls that cross near (" + std::to_string(tangle->x) + ", " +
                                     std::to_string(tangle->y) + ") than can be told apart, expected fewer");
    if (const std::uint64_t wanted = agent_count(scene); wanted > limits::agents)
        return Status::invalid_input("found " + std::to_string(wanted) + " agents, expected at most " +
                                     std::to_string(limits::agents));
    std::vector<AgentSpec> agents = scene.agents;
    Placer placer(scene, walls, largest_gap(scene));
    for (const AgentSpec& agent : agents) placer.add(agent, 0, no_group);
    const Rng rng(seed);
    for (std::uint32_t number = 0; number < scene.groups.size(); ++number) {
        const GroupSpec& group = scene.groups[number];
        if (group.layer >= walls.layers())
            return Status::invalid_input("group \"" + group.name + "\": layer " +
                                         std::to_string(group.layer) + ", expected less than " +
                                         std::to_string(walls.layers()));
        const Status placed = std::holds_alternative<LinePlacement>(group.placement)
                                  ? place_on_line(placer, group, number, agents)
                                  : place_at_random(placer, group, number, rng.split(number), agents);
        if (!placed.is_ok()) return placed;
    }
    add_newcomers(scene, agents);
    return agents;
}

Result<std::vector<AgentSpec>> populate(const Scene& scene, std::uint64_t seed) {
    return populate(scene, Walls(scene), seed);
}

}  // namespace wend
