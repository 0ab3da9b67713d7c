// Apart from worlds, so that programs that only ask for paths are linked without a crowd.

#include <limits>

#include "wend/nav/world.hpp"

namespace wend::nav {

Scene empty_scene(Vec2 low, Vec2 high) {
    Scene scene;
    scene.name = "empty";
    scene.bounds = {low, high};
    scene.layers = {{"ground", 0, {}, {}}};
    scene.duration = std::numeric_limits<double>::infinity();
    return scene;
}

}  // namespace wend::nav
