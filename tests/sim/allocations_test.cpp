// How often a frame asks for memory. A crowd's frame works in memory that it has: what it allocates belongs
// to the promises that are made, and standing around costs nothing.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"

#include "halls.hpp"

namespace {

std::atomic<std::size_t> allocations = 0;

}  // namespace

// Not inlined: a compiler that sees one of a pair without the other takes them for mismatched. All that end
// in the same delete are replaced: a sanitizer would find them mismatched.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
    if (void* memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace wend {
namespace {

/// Many in a wide hall, each of whom walks to the other side; or is there already.
Simulation many(int count, bool walk) {
    Scene scene = test::hall({}, 600, 0.1);
    scene.bounds = {{0, 0}, {60, 60}};
    for (int i = 0; i < count; ++i) {
        const Vec2 from{2.0 + i % 20, 2.0 + 2 * (i / 20)};
        const Vec2 to = walk ? from + Vec2{35, 0} : from;
        scene.agents.push_back(test::walker("agent-" + std::to_string(i), from, to));
    }
    SimulationOptions options;
    options.threads = 1;
    options.budget.expansions = 1'000'000;
    return std::move(Simulation::create(scene, options)).value();
}

/// Mean over frames, once arrays have grown.
double allocations_a_frame(Simulation& simulation, std::uint64_t* promises = nullptr) {
    constexpr int warming_up = 30, frames = 60;
    for (int i = 0; i < warming_up; ++i) simulation.step();
    const std::uint64_t promised = simulation.replans().promises;
    const std::size_t before = allocations;
    for (int i = 0; i < frames; ++i) simulation.step();
    const std::size_t after = allocations;
    if (promises) *promises = simulation.replans().promises - promised;
    return static_cast<double>(after - before) / frames;
}

TEST(Allocations, StandingAroundNeedsNoMemory) {
    Simulation few = many(20, false), lots = many(400, false);
    const double of_few = allocations_a_frame(few), of_lots = allocations_a_frame(lots);
    EXPECT_LT(of_few, 20);
    EXPECT_LT(of_lots, of_few + 4) << "they do not depend on how many stand there";
}

TEST(Allocations, WalkingNeedsMemoryOnlyForPromises) {
    constexpr int agents = 400;
    Simulation walking = many(agents, true);
    std::uint64_t promises = 0;
    const double a_frame = allocations_a_frame(walking, &promises);
    ASSERT_GT(promises, 1000u);
    EXPECT_LT(a_frame / agents, 2);
    EXPECT_LT(60 * a_frame / static_cast<double>(promises), 20);
}

}  // namespace
}  // namespace wend
