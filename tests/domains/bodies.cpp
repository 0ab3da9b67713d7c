#include "bodies.hpp"

namespace wend::test {

Body random_body(Rng& rng, const mesh::NavMesh& mesh, double size, double now) {
    Body body;
    const auto index = static_cast<std::uint32_t>(rng.below(20));
    body.who = rng.below(2) == 0 ? BodyId(AgentId{index, 1}) : BodyId(ObstacleId{index, 1});
    body.layer = static_cast<std::uint32_t>(rng.below(mesh.layer_count()));
    if (rng.below(4) == 0) body.other_layer = static_cast<std::uint32_t>(rng.below(mesh.layer_count()));
    body.shape = DiscShape{rng.uniform(0.2, 1)};
    double time = now + rng.uniform(-10, 5);
    const auto keys = 1 + rng.below(5);
    for (std::uint64_t i = 0; i < keys; ++i) {
        // Some ways lead out of the bounds, and some stand for a while.
        const Vec2 point{rng.uniform(-2, size + 2), rng.uniform(-2, size + 2)};
        const bool stands = i > 0 && rng.below(5) == 0;
        body.motion.keyframes.push_back({time, stands ? body.motion.keyframes.back().pose : Pose{point, 0}});
        time += rng.uniform(0.5, 8);
    }
    body.motion.loops = rng.below(3) == 0;
    body.present = {now - rng.uniform(0, 5), std::numeric_limits<double>::infinity()};
    if (rng.below(3) == 0) body.present.high = now + rng.uniform(1, 20);
    return body;
}

}  // namespace wend::test
