// Two groups change sides; nobody touches anybody.

#include <algorithm>
#include <cstdio>

#include "wend/nav/world.hpp"

using namespace wend;

int main() {
    auto made = nav::World::create(nav::empty_scene({0, 0}, {24, 12}));
    if (!made) return std::fprintf(stderr, "%s\n", made.status().message.c_str()), 2;
    nav::World& world = made.value();
    for (int i = 0; i < 10; ++i) {
        const double y = 1 + i;
        for (const auto& [from, to] : {std::pair(2.0, 22.0), std::pair(22.0, 2.0)}) {
            nav::AgentDef agent;
            agent.place = {{from, y}};
            agent.goal = nav::goal_at({{to, y}}, 0.5);
            if (const auto added = world.add_agent(agent); !added)
                return std::fprintf(stderr, "%s\n", added.status().message.c_str()), 2;
        }
    }

    double nearest = 1e9;
    std::size_t arrived = 0;
    while (arrived < world.agent_count() && world.time() < 120) {
        world.step();
        for (const nav::Event& event : world.events()) arrived += event.kind == nav::EventKind::arrived;
        const auto positions = world.positions();
        for (std::size_t a = 0; a < positions.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                nearest = std::min(nearest, distance(positions[a].xy(), positions[b].xy()));
    }
    std::printf("%zu of %zu arrived after %.1f s; two centres were never nearer than %.3f m\n", arrived,
                world.agent_count(), world.time(), nearest);
    return arrived == world.agent_count() && nearest > 0.499 ? 0 : 1;
}
