// A 3D level becomes ground; agents walk on it, and their z is the floor's.

#include <cstdio>

#include "wend/level/level.hpp"
#include "wend/nav/world.hpp"

using namespace wend;

int main(int argc, char** argv) {
    LevelSource source;
    Result<level::Triangles> triangles = Status::ok();
    if (argc > 1) {
        triangles = level::load_triangles(argv[1]);  // .obj, .gltf or .glb
    } else {
        level::Triangles ramp;  // twenty metres long, five high
        ramp.points = {{0, 0, 0}, {20, 0, 5}, {20, 6, 5}, {0, 6, 0}};
        ramp.corners = {{0, 1, 2}, {0, 2, 3}};
        triangles = ramp;
    }
    if (!triangles) return std::fprintf(stderr, "%s\n", triangles.status().message.c_str()), 2;
    const auto level = level::import_level(triangles.value(), source);
    if (!level) return std::fprintf(stderr, "%s\n", level.status().message.c_str()), 2;

    Scene scene = nav::empty_scene({0, 0}, {1, 1});
    level.value().put_into(scene);
    nav::World world = nav::World::create(scene, {.floor = level.value().floor()}).value();
    nav::Paths paths = world.paths();
    nav::PathDef question{.from = *paths.random_place(0.3, 1), .to = *paths.random_place(0.3, 2)};
    const nav::Path path = paths.find(question);
    std::printf("%.2f m over the ground\n", path.length);

    nav::AgentDef agent;
    agent.place = question.from;
    agent.goal = nav::goal_at(question.to);
    const auto walker = world.add_agent(agent);
    if (!walker) return std::fprintf(stderr, "%s\n", walker.status().message.c_str()), 2;
    for (int i = 0; i < 30 * 60; ++i) world.step();
    const nav::AgentState state = world.state(walker.value()).value();
    std::printf("it is at (%.2f, %.2f, %.2f)\n", state.position.x, state.position.y, state.position.z);
    return !path.has_way() || state.mode == nav::Mode::arrived ? 0 : 1;
}
