#include "planning_world.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

#include "support/verified_walk.hpp"

namespace wend::bench {
namespace {

Polygon random_polygon(Rng& rng, const WorldShape& shape) {
    const Vec2 middle{rng.uniform(2, shape.side - 2), rng.uniform(2, shape.side - 2)};
    const auto corners = 3 + rng.below(5);
    const double radius = rng.uniform(0.15, 0.5) * shape.largest, turn = rng.uniform(0, 2 * std::numbers::pi);
    Polygon polygon;
    for (std::uint64_t i = 0; i < corners; ++i) {
        const double angle =
            turn + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
        const Vec2 p = middle + unit_vector(angle) * (radius * rng.uniform(0.6, 1));
        polygon.outline.push_back(
            {std::clamp(p.x, 0.5, shape.side - 0.5), std::clamp(p.y, 0.5, shape.side - 0.5)});
    }
    return polygon;
}

/// Which share of the ground polygons cover, by a fine raster.
class Cover {
  public:
    explicit Cover(double side) : side_(side), is_covered_(steps * steps) {}
    void add(const Polygon& polygon) {
        const Box2 box = bounds_of(polygon.outline);
        for (int y = index(box.low.y); y <= index(box.high.y); ++y)
            for (int x = index(box.low.x); x <= index(box.high.x); ++x) {
                auto&& cell = is_covered_[static_cast<std::size_t>(y * steps + x)];
                if (cell ||
                    !contains(polygon.outline, {(x + 0.5) * side_ / steps, (y + 0.5) * side_ / steps}))
                    continue;
                cell = true;
                ++count_;
            }
    }
    [[nodiscard]] double share() const noexcept { return static_cast<double>(count_) / (steps * steps); }

  private:
    static constexpr int steps = 150;
    [[nodiscard]] int index(double at) const noexcept {
        return std::clamp(static_cast<int>(at / side_ * steps), 0, steps - 1);
    }
    double side_;
    std::vector<bool> is_covered_;
    int count_ = 0;
};

}  // namespace

PlanningWorld::PlanningWorld(std::uint64_t seed, const WorldShape& shape) {
    for (std::uint64_t attempt = 0;; ++attempt) {
        Rng rng = Rng(seed).split(attempt);
        scene_ = {};
        scene_.name = "random " + std::to_string(seed);
        scene_.bounds = {{0, 0}, {shape.side, shape.side}};
        scene_.layers = {Layer{"ground", 0, {}, {}}};
        scene_.duration = 600;
        place_walls(rng, shape);
        place_movers(rng, shape);
        mesh_ = std::make_unique<SceneMesh>(mesh_of(scene_).value());
        world_ = std::make_unique<World>(scene_);
        if (place_agent(rng, shape)) break;
    }
    agent_ = world_->add_agent(scene_.agents[0]);
    domains::DensityOptions options;
    options.filter = mesh_->filter;
    density_ = std::make_unique<domains::DensityField>(mesh_->mesh, options);
    world_->obstacles().for_each([&](ObstacleId, const ObstacleState& obstacle) {
        if (obstacle.body) density_->set(*obstacle.body);
    });
    planning::Ground ground;
    ground.scene = &scene_;
    ground.walls = &world_->walls();
    ground.mesh = &mesh_->mesh;
    ground.filter = mesh_->filter;
    ground.density = density_.get();
    domains_ = navigation_domains(ground);
}

void PlanningWorld::place_walls(Rng& rng, const WorldShape& shape) {
    const double wanted = rng.uniform(shape.least_cover, shape.most_cover);
    Cover cover(shape.side);
    while (cover.share() < wanted)
        for (int i = 0; i < 3; ++i) {
            scene_.layers[0].blocked.push_back(random_polygon(rng, shape));
            cover.add(scene_.layers[0].blocked.back());
        }
}

void PlanningWorld::place_movers(Rng& rng, const WorldShape& shape) {
    const auto count = shape.least_movers + rng.below(shape.most_movers - shape.least_movers + 1);
    for (std::uint64_t i = 0; i < count; ++i) {
        ObstacleSpec mover;
        mover.name = "mover " + std::to_string(i);
        mover.shape = DiscShape{rng.uniform(0.25, 1)};
        Vec2 at{rng.uniform(2, shape.side - 2), rng.uniform(2, shape.side - 2)};
        const double speed = rng.uniform(0.4, 1.6);
        double time = 0;
        std::vector<Keyframe> there;
        for (std::uint64_t k = 0, corners = 2 + rng.below(4); k < corners; ++k) {
            there.push_back({time, {at, 0}});
            const Vec2 next{std::clamp(at.x + rng.uniform(-25, 25), 2.0, shape.side - 2),
                            std::clamp(at.y + rng.uniform(-25, 25), 2.0, shape.side - 2)};
            time += distance(at, next) / speed + 0.1;
            at = next;
        }
        const double turn = there.back().time;
        for (std::size_t k = there.size() - 1; k-- > 0;)
            there.push_back({2 * turn - there[k].time, there[k].pose});
        mover.motion = {there, true};
        scene_.obstacles.push_back(std::move(mover));
    }
}

bool PlanningWorld::is_clear(Vec2 p, double radius) const {
    if (!world_->walls().ground(0).fits(p, radius)) return false;
    for (const ObstacleSpec& mover : scene_.obstacles)
        if (distance_to(mover.shape, mover.motion.at(0), p) < radius + 2) return false;
    return true;
}

bool PlanningWorld::place_agent(Rng& rng, const WorldShape& shape) {
    constexpr double room = 0.6;  // metres around start and goal
    const auto draw = [&] { return Vec2{rng.uniform(1, shape.side - 1), rng.uniform(1, shape.side - 1)}; };
    for (int attempt = 0; attempt < 200; ++attempt) {
        AgentSpec agent;
        agent.name = "agent";
        agent.position = draw();
        const Vec2 goal = draw();
        const double apart = distance(agent.position, goal);
        if (apart < shape.least_way || apart > shape.most_way || !is_clear(agent.position, room) ||
            !is_clear(goal, room))
            continue;
        mesh::NavContext context;
        mesh::Path path;
        Budget budget = Budget::unlimited();
        mesh_->mesh.find_path({{agent.position, 0}, {goal, 0}, agent.limits.radius}, context, budget, path);
        if (path.status != StatusCode::ok) continue;
        static_length_ = path.length;
        agent.goal = {0, DiscRegion{goal, 0.5}, {}};
        const Vec2 way = goal - agent.position;
        agent.heading = std::atan2(way.y, way.x);
        scene_.agents = {agent};
        return true;
    }
    return false;
}

planning::View PlanningWorld::view() {
    return {world_->snapshot(), &world_->changes(), world_->time()};
}

std::unique_ptr<planning::Planner> PlanningWorld::planner(const planning::Chain& chain) const {
    const AgentSpec& agent = scene_.agents[0];
    auto planner =
        std::make_unique<planning::Planner>(chain, domains_, planning::Traveller{agent_, agent.limits});
    planner->set_start({{0, agent.position, 0}, agent.heading, 0});
    planner->set_goal({{0, std::get<DiscRegion>(agent.goal.region).center, 0}, 0.4});
    return planner;
}

std::vector<domains::WalkFrame> PlanningWorld::walk_along(const domains::Course& course, double speed) const {
    std::vector<domains::WalkFrame> walk;
    const double step = speed * scene_.time_step;
    double carried = 0;
    walk.push_back({0, 0, course.front().position, 0});
    for (std::size_t i = 1; i < course.size(); ++i) {
        const Vec2 from = course[i - 1].position, to = course[i].position;
        const double piece = distance(from, to);
        for (carried += piece; carried >= step; carried -= step)
            walk.push_back({static_cast<double>(walk.size()) * scene_.time_step, 0,
                            lerp(to, from, (carried - step) / piece), 0});
    }
    walk.push_back({static_cast<double>(walk.size()) * scene_.time_step, 0, course.back().position, 0});
    return walk;
}

bool PlanningWorld::succeeds(const std::vector<domains::WalkFrame>& walk, bool within_limits) const {
    const verify::Report report = test::verified_walk(scene_, scene_.agents, walk);
    const bool is_free = report.overlaps == 0 && report.wall_crossings == 0 && report.arrived == 1;
    return is_free && (!within_limits || report.findings.empty());
}

}  // namespace wend::bench
