// A body that the program moves among those that walk by themselves, at the program's own frame rate.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "wend/nav/world.hpp"

using namespace wend;

int main() {
    nav::World world = nav::World::create(nav::empty_scene({0, 0}, {30, 10})).value();
    nav::AgentDef def;
    def.place = {{2, 5}};
    const nav::AgentId player = world.add_agent(def).value();
    for (int i = 0; i < 6; ++i) {
        def.place = {{28, 2.5 + i}};
        def.goal = nav::goal_at({{2, 2.5 + i}}, 0.5);
        if (!world.add_agent(def)) return 2;
    }
    world.step();

    constexpr double frame = 1.0 / 60;  // the world steps thirty times a second
    Vec2 at{2, 5};
    const Vec2 velocity{1.2, 0};
    std::vector<Vec3> shown;
    double nearest = 1e9;
    for (int i = 0; i < 60 * 20; ++i) {
        at = at + velocity * frame;  // whatever keys or physics say
        if (Status moved = world.set_position(player, {at}, velocity); !moved.is_ok())
            return std::fprintf(stderr, "%s\n", moved.message.c_str()), 2;
        world.advance(frame);
        world.interpolate(shown);  // to draw
        for (std::size_t row = 0; row < shown.size(); ++row)
            if (world.agents()[row] != player) nearest = std::min(nearest, distance(shown[row].xy(), at));
    }
    (void)world.set_goal(player, nav::goal_at({{2, 8}}));  // from here on it walks by itself
    for (int i = 0; i < 60 * 40; ++i) world.advance(frame);
    const nav::AgentState state = world.state(player).value();
    std::printf("nobody came nearer than %.2f m; afterwards it walked to (%.1f, %.1f)\n", nearest,
                state.position.x, state.position.y);
    return state.mode == nav::Mode::arrived ? 0 : 1;
}
