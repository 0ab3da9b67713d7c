// A scene file, as `wend run` plays it.

#include <cstdio>

#include "wend/io/scene_file.hpp"
#include "wend/nav/world.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return std::fprintf(stderr, "usage: scene FILE.json\n"), 2;
    const auto scene = wend::io::load_scene(argv[1]);
    if (!scene) return std::fprintf(stderr, "%s\n", scene.status().message.c_str()), 2;
    auto world = wend::nav::World::create(scene.value(), {.seed = 1, .plays_scene = true});
    if (!world) return std::fprintf(stderr, "%s\n", world.status().message.c_str()), 2;
    while (!world.value().is_finished()) world.value().step();
    for (const wend::Vec3& at : world.value().positions())
        std::printf("somebody is at (%.2f, %.2f) after %.1f s\n", at.x, at.y, world.value().time());
}
