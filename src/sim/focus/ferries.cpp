// Platforms as links of the mesh: where one comes to rest beside the ground one can step on and off, and
// between two such places it is a way across. When it goes is a matter for space and time.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "sim/focus/world.hpp"

namespace wend {
namespace {

/// The point of the ground nearest to the platform's middle from which one can step on to it.
std::optional<Vec2> dock_of(const PlatformSpec& platform, const Pose& pose, const Region& ground,
                            double radius) {
    constexpr int directions = 32;
    constexpr double step = 0.1, farthest = 1.0;  // metres beyond the platform's edge
    double reach = 0;
    for (const Vec2 corner : platform.outline) reach = std::max(reach, length(corner));
    for (double away = 0; away <= reach + farthest; away += step)
        for (int i = 0; i < directions; ++i) {
            const Vec2 p = pose.position + away * unit_vector(2 * std::numbers::pi * i / directions);
            const Vec2 own = rotated(p - pose.position, -pose.angle);
            const double gap =
                contains(Polygon{platform.outline, {}}, own) ? 0 : boundary_distance(platform.outline, own);
            if (gap <= radius + step && ground.fits(p, radius)) return p;
        }
    return std::nullopt;
}

}  // namespace

std::vector<mesh::LinkSpec> ferries_of(const Scene& scene, const Walls& walls, double radius) {
    std::vector<mesh::LinkSpec> ferries;
    for (const PlatformSpec& platform : scene.platforms) {
        const auto& keys = platform.motion.keyframes;
        const Region& ground = walls.ground(platform.layer);
        std::vector<std::pair<Vec2, Vec2>> docks;  // place of the platform, place to step on from
        for (const Keyframe& key : keys) {
            const auto dock = dock_of(platform, key.pose, ground, radius);
            const auto is_known = [&](const auto& known) { return distance(known.second, *dock) < radius; };
            if (dock && std::none_of(docks.begin(), docks.end(), is_known))
                docks.emplace_back(key.pose.position, *dock);
        }
        for (std::size_t i = 0; i < docks.size(); ++i)
            for (std::size_t j = i + 1; j < docks.size(); ++j) {
                mesh::LinkSpec link;
                link.from = {docks[i].second, platform.layer};
                link.to = {docks[j].second, platform.layer};
                link.two_way = true;
                ferries.push_back(std::move(link));
            }
    }
    return ferries;
}

}  // namespace wend
