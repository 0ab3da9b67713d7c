// Asks for paths: links nothing but the library itself.

#include <cstdio>

#include "wend/nav/paths.hpp"
#include "wend/nav/world.hpp"

int main() {
    wend::Scene scene = wend::nav::empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 7}, {9, 7}}, {}}};  // a wall with a gap above it
    auto ground = wend::nav::Ground::create(scene);
    if (!ground) return std::fprintf(stderr, "%s\n", ground.status().message.c_str()), 2;

    wend::nav::Paths paths(ground.value());
    const wend::nav::PathDef question{.from = {{2, 2}}, .to = {{18, 2}}, .radius = 0.4};
    const wend::nav::Path path = paths.find(question);
    std::printf("%.2f m%s, by\n", path.length,
                path.proof == wend::nav::Proof::shortest ? ", proven shortest" : "");
    for (const wend::Vec3& point : path.points) std::printf("  (%.2f, %.2f)\n", point.x, point.y);

    // The same after something was put in the way.
    const auto crate = ground.value().insert(0, {{{8, 7}, {11, 7}, {11, 9}, {8, 9}}, {}});
    if (!crate) return std::fprintf(stderr, "%s\n", crate.status().message.c_str()), 2;
    std::printf("with a crate above the wall: %.2f m\n", paths.distance(question));
    (void)ground.value().insert(0, {{{9, 8.5}, {10, 8.5}, {10, 10}, {9, 10}}, {}});
    const bool is_shut = paths.find(question).status == wend::StatusCode::unreachable;
    std::printf("with the gap closed: %s\n", is_shut ? "proven unreachable" : "?");
    return is_shut ? 0 : 1;
}
