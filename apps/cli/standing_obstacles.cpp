#include "standing_obstacles.hpp"

#include "wend/sim/scene_mesh.hpp"

namespace wend::cli {

Status cut_standing_obstacles(const Scene& scene, mesh::NavMesh& mesh) {
    for (const ObstacleSpec& obstacle : scene.obstacles) {
        if (obstacle.motion.keyframes.size() != 1 || !obstacle.present.contains(0)) continue;
        const auto cut = mesh.insert(obstacle.layer, outline_of(obstacle.shape, obstacle.motion.at(0)));
        if (!cut) return cut.status();
    }
    mesh.update();
    return Status::ok();
}

}  // namespace wend::cli
