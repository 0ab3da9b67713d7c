// The program's own threads do the work, and its loop says how much of it a step may take.

#include <cstdio>
#include <thread>
#include <vector>

#include "wend/nav/world.hpp"

using namespace wend;

namespace {

/// As simple as it gets; a game passes the work to its job system.
void run_tasks(void*, std::uint32_t count, Task task, void* data) {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back(task, data, i);
    if (count > 0) task(data, 0);
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main() {
    nav::WorldDef def;
    def.tasks = {nullptr, 2, run_tasks};
    def.budget.expansions = 2000;  // the same result on every machine, whatever the clock says
    nav::World world = nav::World::create(nav::empty_scene({0, 0}, {40, 40}), def).value();
    const nav::GroupId group = world.add_group();
    for (int i = 0; i < 40; ++i) {
        nav::AgentDef agent;
        agent.place = *world.paths().random_place(0.5, static_cast<std::uint64_t>(i));
        agent.group = group;
        agent.user = static_cast<std::uint64_t>(i);
        (void)world.add_agent(agent);  // a place that two were given is told by its status
    }
    world.step();
    if (Status told = world.set_goal(group, nav::goal_at({{20, 20}}, 6)); !told.is_ok())
        return std::fprintf(stderr, "%s\n", told.message.c_str()), 2;
    std::size_t arrived = 0;
    for (int i = 0; i < 30 * 60; ++i) {
        world.step();
        for (const nav::Event& event : world.events()) arrived += event.kind == nav::EventKind::arrived;
    }
    std::printf("%zu of %zu are in the middle\n", arrived, world.agent_count());
    return arrived >= world.agent_count() ? 0 : 1;
}
