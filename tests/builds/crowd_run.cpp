// A crowd in rooms, with obstacles that come and go, and paths: what it comes to as one number. Said by
// programs that were built differently, it has to be the same.

#include <bit>
#include <cstdio>

#include "wend/nav/world.hpp"

using namespace wend;

namespace {

class Sum {
  public:
    void add(double value) { sum_ = (sum_ ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u; }
    [[nodiscard]] unsigned long long value() const { return sum_; }

  private:
    std::uint64_t sum_ = 14695981039346656037u;
};

Scene rooms() {
    Scene scene = nav::empty_scene({0, 0}, {30, 20});
    scene.layers[0].blocked = {{{{9.8, 0}, {10.2, 0}, {10.2, 8}, {9.8, 8}}, {}},
                               {{{9.8, 10}, {10.2, 10}, {10.2, 20}, {9.8, 20}}, {}},
                               {{{19.8, 0}, {20.2, 0}, {20.2, 14}, {19.8, 14}}, {}}};
    return scene;
}

}  // namespace

int main() {
    auto made = nav::World::create(rooms(), {.threads = 4});
    if (!made) return std::fprintf(stderr, "%s\n", made.status().message.c_str()), 2;
    nav::World& world = made.value();
    for (int i = 0; i < 40; ++i) {
        nav::AgentDef agent;
        agent.place = {{1.0 + i % 8, 2.0 + 3 * (i / 8)}};
        agent.goal = nav::goal_at({{28.0 - i % 5, 3.0 + i % 15}}, 1);
        if (!world.add_agent(agent)) return 2;
    }
    Sum sum;
    nav::ObstacleId crate;
    for (int step = 0; step < 600; ++step) {
        if (step == 60) crate = world.add_obstacle({.pose = {{15, 9}, 0}}).value();
        if (step == 300 && !world.remove(crate).is_ok()) return 2;
        world.step();
        for (const Vec3& at : world.positions()) sum.add(at.x), sum.add(at.y);
    }
    sum.add(world.paths().distance({.from = {{2, 2}}, .to = {{28, 2}}}));
    std::printf("%016llx\n", sum.value());
    return 0;
}
