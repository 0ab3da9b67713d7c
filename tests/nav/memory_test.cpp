// Memory that ends, at every place where it can: nothing is thrown, nothing is broken off, and what is there
// can still be read and destroyed.

#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/nav/world.hpp"

#include "support/effort.hpp"

namespace {

/// So many allocations from now memory has ended, for everybody; never while it is negative.
thread_local long long left = -1;

void* allocated(std::size_t size, std::size_t alignment) {
    if (left == 0) return nullptr;
    if (left > 0) --left;
    return alignment == 0 ? std::malloc(size)
                          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void* allocated_or_thrown(std::size_t size, std::size_t alignment) {
    if (void* memory = allocated(size == 0 ? 1 : size, alignment)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return allocated_or_thrown(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocated_or_thrown(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocated(size, 0);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace wend::nav {
namespace {

class MemoryEnds {
  public:
    explicit MemoryEnds(long long allocations) { left = allocations; }
    ~MemoryEnds() { left = -1; }
};

World busy_world() {
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 7}, {9, 7}}, {}}};
    World world = World::create(scene, {.threads = 1}).value();
    for (int i = 0; i < 6; ++i) {
        AgentDef def;
        def.place = {{2, 1.0 + i}};
        def.goal = goal_at({{18, 6.0 - i}}, 0.5);
        (void)world.add_agent(def);
    }
    for (int i = 0; i < 10; ++i) (void)world.step();
    return world;
}

/// What is asked for, which takes no memory of its own while it is.
struct Wishes {
    AgentDef agent;
    ObstacleDef crate;
    AreaDef area;
    LinkDef link{{{8, 2}}, {{11, 2}}};
    Goal elsewhere = goal_at({{2, 8}});

    Wishes() {
        agent.place = {{4, 8}};
        agent.goal = goal_at({{18, 8}}, 0.5);
        crate.pose = {{15, 5}, 0};
        area.polygon.outline = {{12, 1}, {13, 1}, {13, 3}};
    }
};

/// All kinds of calls.
void live(World& world, const Wishes& wishes) {
    (void)world.add_agent(wishes.agent);
    const auto crate = world.add_obstacle(wishes.crate);
    (void)world.add_area(wishes.area);
    (void)world.add_link(wishes.link);
    for (int i = 0; i < 3; ++i) (void)world.step();
    if (!world.agents().empty()) {
        const AgentId first = world.agents().front();
        (void)world.set_goal(first, wishes.elsewhere);
        (void)world.set_limits(first, {.max_speed = 2});
        (void)world.set_position(first, {{3, 9}});
        (void)world.way(first);
        (void)world.plan(first);
    }
    if (crate) (void)world.remove(crate.value());
    (void)world.step();
    (void)world.save();
}

TEST(Memory, ItsEndIsAStatus) {
    const Wishes wishes;
    int ended = 0, lived = 0;
    Rng rng(1);
    // Every place at first, then ever fewer of them.
    for (long long after = 0; lived < 3;
         after += 1 + static_cast<long long>(
                          rng.below(static_cast<std::uint64_t>(1 + after / test::rounds(12, 200))))) {
        World world = busy_world();
        bool is_thrown = false, has_ended = false;
        {
            const MemoryEnds ends(after);
            try {
                live(world, wishes);
            } catch (...) {
                is_thrown = true;
            }
            has_ended = left == 0;
        }
        ASSERT_FALSE(is_thrown) << "after " << after << " allocations";
        has_ended ? ++ended : ++lived;
        ASSERT_EQ(world.positions().size(), world.agents().size());
        const StatusCode code = world.step().code;
        ASSERT_TRUE(code == StatusCode::ok || (has_ended && code == StatusCode::out_of_memory));
    }
    std::printf("ended at %d places\n", ended);
    EXPECT_GT(ended, 50);
}

TEST(Memory, PathsAreNotFoundWithoutIt) {
    Scene scene = empty_scene({0, 0}, {20, 10});
    scene.layers[0].blocked = {{{{9, 0}, {10, 0}, {10, 7}, {9, 7}}, {}}};
    const Ground ground = Ground::create(scene).value();
    int ended = 0;
    for (long long after = 0;; ++after) {
        Paths paths(ground);
        Path path;
        bool is_done = false;
        {
            const MemoryEnds ends(after);
            paths.find({.from = {{2, 2}}, .to = {{18, 2}}}, path);
            is_done = left > 0;
        }
        if (is_done) break;
        ended += path.status == StatusCode::out_of_memory;
        EXPECT_TRUE(path.status == StatusCode::out_of_memory || path.has_way());
    }
    EXPECT_GT(ended, 3);
}

}  // namespace
}  // namespace wend::nav
