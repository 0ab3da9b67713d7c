// Records what a world does and has it checked by code that shares nothing with what planned it.

#include <cstdio>

#include "wend/io/recording_file.hpp"
#include "wend/nav/world.hpp"
#include "wend/verify/verify.hpp"

using namespace wend;

int main() {
    const Scene scene = nav::empty_scene({0, 0}, {24, 12});
    nav::World world = nav::World::create(scene).value();
    world.set_recording(true);
    auto file = io::RecordingWriter::open("run.wend", {"example", "", 1, world.time_step(), ""});
    if (!file) return std::fprintf(stderr, "%s\n", file.status().message.c_str()), 2;
    if (Status written = file.value().append(world.frame()); !written.is_ok()) return 2;

    for (int i = 0; i < 10; ++i) {
        nav::AgentDef agent;
        agent.place = {{i % 2 == 0 ? 2.0 : 22.0, 1.0 + i}};
        agent.goal = nav::goal_at({{i % 2 == 0 ? 22.0 : 2.0, 10.0 - i}}, 0.5);
        if (!world.add_agent(agent)) return 2;
    }
    for (int i = 0; i < 30 * 40; ++i) {
        if (i == 100)  // somebody hurries
            (void)world.set_limits(world.agents()[0], {.max_speed = 2});
        world.step();
        if (Status written = file.value().append(world.frame()); !written.is_ok()) return 2;
    }
    if (Status closed = file.value().close(); !closed.is_ok()) return 2;

    const auto report = verify::verify_file("run.wend", scene, {});
    if (!report) return std::fprintf(stderr, "%s\n", report.status().message.c_str()), 2;
    std::printf("%s", verify::to_text(report.value()).c_str());
    return report.value().overlaps + report.value().wall_crossings + report.value().limit_violations == 0 ? 0
                                                                                                          : 1;
}
