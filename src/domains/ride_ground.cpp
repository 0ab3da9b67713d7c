#include "wend/domains/ride_ground.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/locomotion/landmarks.hpp"

namespace wend::domains {
namespace {

using locomotion::Block;

constexpr double longest_horizon = 600;  // seconds
constexpr double thickness = 0.4;        // of floors and platforms, metres
constexpr double wall_height = 4;
constexpr double landmark_spacing = 2;

Ring counter_clockwise(Ring ring) {
    if (signed_area(ring) < 0) std::reverse(ring.begin(), ring.end());
    return ring;
}

Block floor_block(std::string name, Ring ring, double height) {
    return {std::move(name),   counter_clockwise(std::move(ring)), height - thickness, height, true,
            {{{0, {}}}, false}};
}

Block wall_block(std::string name, Ring ring, double height) {
    return {std::move(name),   counter_clockwise(std::move(ring)), height, height + wall_height, false,
            {{{0, {}}}, false}};
}

bool turns(const Trajectory& motion) {
    return std::any_of(motion.keyframes.begin(), motion.keyframes.end(), [&](const Keyframe& key) {
        return key.pose.angle != motion.keyframes.front().pose.angle;
    });
}

/// Where the platform is at every tick, so that both say the same there wherever its keyframes are.
locomotion::Motion motion_of(const Trajectory& trajectory, double horizon) {
    locomotion::Motion motion;
    const auto last = static_cast<locomotion::Tick>(std::ceil(horizon * locomotion::ticks_per_second));
    for (locomotion::Tick tick = 0; tick <= last; ++tick) {
        const double time = tick * locomotion::tick_seconds;
        const Vec2 p = trajectory.at(time).position;
        motion.keys.push_back({time, {p.x, p.y, 0}});
    }
    if (motion.is_static()) motion.keys.resize(1);
    return motion;
}

Block platform_block(const PlatformSpec& platform, double height, double horizon) {
    Block block{platform.name,
                platform.outline,
                height - thickness,
                height,
                true,
                motion_of(platform.motion, horizon)};
    for (Vec2& corner : block.outline) corner = rotated(corner, platform.motion.keyframes.front().pose.angle);
    block.outline = counter_clockwise(std::move(block.outline));
    return block;
}

/// Blocks of one layer, floors first.
void add_layer(const Scene& scene, std::uint32_t index, double horizon, std::vector<Block>& blocks) {
    const Layer& layer = scene.layers[index];
    const std::string name = layer.name.empty() ? "floor" : layer.name;
    if (layer.walkable.empty()) {
        const Box2& b = scene.bounds;
        blocks.push_back(
            floor_block(name, {b.low, {b.high.x, b.low.y}, b.high, {b.low.x, b.high.y}}, layer.height));
    }
    for (const Polygon& polygon : layer.walkable) {
        blocks.push_back(floor_block(name, polygon.outline, layer.height));
        for (const Ring& hole : polygon.holes) blocks.push_back(wall_block(name, hole, layer.height));
    }
    for (const Polygon& polygon : layer.blocked)
        blocks.push_back(wall_block(name, polygon.outline, layer.height));
    for (const PlatformSpec& platform : scene.platforms)
        if (platform.layer == index && !turns(platform.motion))
            blocks.push_back(platform_block(platform, layer.height, horizon));
}

double top_speed_of(const locomotion::MovingWorld& world) {
    double fastest = 0;
    for (std::uint32_t block = 0; block < world.blocks().size(); ++block)
        fastest = std::max(fastest, world.top_relative_speed(block, block) / 2);
    return fastest;
}

}  // namespace

locomotion::Skills ride_skills(const AgentLimits& limits) {
    constexpr double rounding = 0.99;
    locomotion::Skills skills;
    skills.body.radius = limits.radius;
    skills.body.height = limits.height;
    // The crowd wants the whole disc on what carries it, not the feet alone.
    skills.body.foot = limits.radius + 0.01;
    skills.run_speed = rounding * limits.max_speed;
    skills.walk_speed = std::min(1.5, skills.run_speed);
    skills.passing_speed = std::min(1.0, 0.7 * skills.run_speed);
    // Jumps speed up and brake several times as hard as walks.
    skills.acceleration = limits.max_acceleration / 4;
    skills.jump_speed = skills.landing_speed = skills.run_speed;
    skills.rise_speed = 3.6;
    skills.reach = 6;
    // A step back by the room to prepare, well within the acceleration.
    skills.turning_time =
        std::numbers::pi * std::sqrt(skills.prepare_radius() / (1.6 * limits.max_acceleration));
    return skills;
}

Result<std::shared_ptr<const RideGround>> RideGround::make(const Scene& scene, const AgentLimits& limits) {
    std::shared_ptr<RideGround> made(new RideGround(limits));
    made->skills_ = ride_skills(limits);
    if (const Status bad = locomotion::check_skills(made->skills_); !bad.is_ok()) return bad;
    const double horizon = std::clamp(scene.duration, step, longest_horizon);
    std::vector<Block> blocks;
    for (std::uint32_t layer = 0; layer < scene.layers.size(); ++layer) {
        add_layer(scene, layer, horizon, blocks);
        made->layers_.resize(blocks.size(), layer);
        made->heights_.push_back(scene.layers[layer].height);
    }
    auto world = locomotion::MovingWorld::make(std::move(blocks), horizon);
    if (!world) return world.status();
    made->world_ = std::make_unique<const locomotion::MovingWorld>(std::move(world).value());
    made->fastest_ = top_speed_of(*made->world_);
    made->timing_ = {step_ticks, made->world_->last_tick() / step_ticks};
    made->controllers_ = locomotion::analytic_controllers(made->skills_);
    made->edges_ = std::make_unique<const locomotion::EdgeTable>(
        *made->world_, made->skills_, made->controllers_, made->timing_,
        locomotion::sample_landmarks(*made->world_, made->skills_, {landmark_spacing, 1}));
    return std::shared_ptr<const RideGround>(std::move(made));
}

}  // namespace wend::domains
