// Posing works in memory that it has.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "wend/motion/body.hpp"
#include "wend/motion/settling.hpp"

#include "random_tracks.hpp"

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

namespace wend::motion {
namespace {

TEST(Posing, AllocatesNothing) {
    std::vector<Track> tracks;
    for (std::uint64_t seed = 400; seed < 450; ++seed) tracks.push_back(test::random_track(seed, 6));
    const std::vector<Body> bodies(tracks.begin(), tracks.end());
    std::vector<const Body*> listed;
    for (const Body& body : bodies) listed.push_back(&body);
    Settling settling;
    settling.resize(bodies.size());
    std::vector<Pose> poses(bodies.size());
    PlacedPose placed;
    const BodyStyle& style = shipped_style();
    std::size_t before = 0;
    for (double time = 0; time < 6; time += 0.1) {
        if (time > 0 && before == 0) before = allocations;  // what is made once has been made
        pose_bodies(bodies, time, style, 1, poses);
        pose_bodies(listed, time, style, 1, settling, poses);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].pose_at(time, style, Detail::full, poses[i]);
            place(poses[i], placed);
        }
        settling.go_on(0.1, 0.12);
    }
    EXPECT_EQ(allocations - before, 0u);
    EXPECT_GT(allocations, 100u) << "they are counted";
}

}  // namespace
}  // namespace wend::motion
