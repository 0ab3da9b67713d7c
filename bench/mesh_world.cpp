#include <cmath>
#include <stdexcept>

#include "mesh_parts.hpp"

namespace wend::bench {

BoxWorld scaled_box_world(double scale) {
    return make_box_world(1, 400 * std::sqrt(scale), static_cast<int>(2000 * scale));
}

mesh::Triangulation mesh_of(const BoxWorld& world, bool clearance) {
    mesh::Settings settings;
    settings.clearance = clearance;
    auto created = mesh::Triangulation::create(world.bounds, settings);
    if (!created) throw std::runtime_error(created.status().message);
    mesh::Triangulation mesh = std::move(created).value();
    std::vector<Polygon> boxes;
    for (const Ring& box : world.boxes) boxes.push_back({box, {}});
    if (const auto ids = mesh.insert_all(boxes); !ids) throw std::runtime_error(ids.status().message);
    return mesh;
}

Ring draw_square(Rng& rng, const BoxWorld& world) {
    const Vec2 low{rng.uniform(2, world.bounds.high.x - 4), rng.uniform(2, world.bounds.high.y - 4)};
    return {low, {low.x + 2, low.y}, {low.x + 2, low.y + 2}, {low.x, low.y + 2}};
}

}  // namespace wend::bench
