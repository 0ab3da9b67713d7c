// A scene file, as `wend run` plays it.

#include <cstdio>

#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return std::fprintf(stderr, "usage: scene FILE.json\n"), 2;
    const auto scene = wend::io::load_scene(argv[1]);
    if (!scene) return std::fprintf(stderr, "%s\n", scene.status().message.c_str()), 2;
    wend::SimulationOptions options;
    options.seed = 1;
    auto crowd = wend::Simulation::create(scene.value(), options);
    if (!crowd) return std::fprintf(stderr, "%s\n", crowd.status().message.c_str()), 2;
    while (!crowd.value().is_finished()) crowd.value().step();
    for (const auto& agent : crowd.value().frame().agents)
        std::printf("agent %u stands at (%.2f, %.2f)\n", agent.agent, agent.position.x, agent.position.y);
}
