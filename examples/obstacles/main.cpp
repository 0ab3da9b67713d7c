// A crate is dropped, something drives on rails, something else follows the program; then the crate is gone.

#include <cmath>
#include <cstdio>

#include "wend/nav/world.hpp"

using namespace wend;

int main() {
    nav::World world = nav::World::create(nav::empty_scene({0, 0}, {30, 10})).value();
    nav::AgentDef walker;
    walker.place = {{2, 5}};
    walker.goal = nav::goal_at({{28, 5}});
    const nav::AgentId agent = world.add_agent(walker).value();

    nav::ObstacleDef trolley;  // everybody knows where it will be
    trolley.shape = PolygonShape{{{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}}};
    trolley.trajectory = Trajectory{{{0, {{8, 1}, 1.57}}, {6, {{8, 9}, 1.57}}, {12, {{8, 1}, 1.57}}}, true};
    if (!world.add_obstacle(trolley)) return 2;

    nav::ObstacleDef dog;  // others see where it is and how fast
    dog.shape = DiscShape{0.3};
    dog.follow = [](double time) { return Pose{{20 + 2 * std::cos(time), 5 + 2 * std::sin(time)}, 0}; };
    if (!world.add_obstacle(dog)) return 2;

    for (int i = 0; i < 30; ++i) world.step();
    nav::ObstacleDef crate;
    crate.shape = PolygonShape{{{-1, -2}, {1, -2}, {1, 2}, {-1, 2}}};
    crate.pose = {{14, 5}, 0};
    const auto dropped = world.add_obstacle(crate);
    if (!dropped) return std::fprintf(stderr, "%s\n", dropped.status().message.c_str()), 2;

    double highest = 0;
    bool is_there = false;
    while (!is_there && world.time() < 90) {
        world.step();
        highest = std::max(highest, std::abs(world.state(agent).value().position.y - 5));
        for (const nav::Event& event : world.events())
            is_there = is_there || event.kind == nav::EventKind::arrived;
    }
    (void)world.remove(dropped.value());
    std::printf("%s after %.1f s, %.1f m off the straight line on the way\n",
                is_there ? "there" : "not there", world.time(), highest);
    return is_there ? 0 : 1;
}
