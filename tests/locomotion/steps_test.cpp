// The controllers made of steps, behind the same interface as the analytic ones.

#include <gtest/gtest.h>

#include "wend/locomotion/ride_body.hpp"
#include "wend/locomotion/ride_scene.hpp"
#include "wend/motion/body.hpp"

#include "small_worlds.hpp"
#include "support/effort.hpp"

namespace wend::locomotion::test {
namespace {

struct Yard {
    explicit Yard(const RideScene& scene)
        : world(MovingWorld::make(scene.blocks, scene.horizon).value()),
          timing{scene.step_ticks, world.last_tick() / scene.step_ticks},
          landmarks(sample_landmarks(world, scene.skills, scene.landmarks)),
          controllers(controllers_of(scene)) {}
    MovingWorld world;
    Timing timing;
    std::vector<Landmark> landmarks;
    Controllers controllers;
};

TEST(Steps, BoundsHoldAndMovesEndOnTheirLandmarks) {
    const RideScene scene = step_yard(1);
    const Yard yard(scene);
    Rng rng(11);
    int moves = 0, jumps = 0;
    for (int i = 0; i < wend::test::rounds(20000, 1000000); ++i) {
        const Controller& controller = *yard.controllers[rng.below(yard.controllers.size())];
        const MoveQuery q{yard.world, yard.timing, yard.landmarks[rng.below(yard.landmarks.size())],
                          yard.landmarks[rng.below(yard.landmarks.size())],
                          static_cast<Step>(rng.below(160))};
        const Step fewest = controller.fewest_steps(q), foreseen = controller.foreseen_steps(q);
        if (fewest == 0 && i % 100 != 0) continue;
        const auto move = controller.attempt(q);
        if (!move) continue;
        ++moves;
        jumps += move->land > move->off;
        ASSERT_GT(fewest, 0);
        ASSERT_LE(fewest, foreseen);
        ASSERT_LE(foreseen, move->arrive - move->depart);
        ASSERT_LE(move->arrive - move->depart, controller.most_steps(q.timing));
        ASSERT_GE(fewest, controller.fewest_ever(q.world, q.timing, q.from, q.to));
        const Tick start = q.depart * q.timing.ticks, end = move->arrive * q.timing.ticks;
        ASSERT_EQ(move->path.size(), static_cast<std::size_t>(end - start + 1));
        EXPECT_LT(motion::length(minus(move->path.front(), place_of(q.world, q.from, start))), 1e-9);
        EXPECT_LT(motion::length(minus(move->path.back(), place_of(q.world, q.to, end))), 1e-9);
        // No tick goes further than legs do, the last one included.
        const double top = scene.skills.landing_speed + q.world.top_relative_speed(q.from.block, q.to.block);
        for (std::size_t k = 0; k + 1 < move->path.size(); ++k)
            ASSERT_LT(length(minus(move->path[k + 1], move->path[k]).xy()) * ticks_per_second, top + 0.3);
    }
    EXPECT_GT(moves, 50);
    EXPECT_GT(jumps, 5);
}

TEST(Steps, EqualsBruteForceOverAllDepartures) {
    for (int seed = 1; seed <= wend::test::rounds(1, 40); ++seed) {
        SmallWorld small = random_small_world(static_cast<std::uint64_t>(seed) + 70, 4);
        small.skills = stepping_skills(small.skills.body, small.skills.reach);
        small.controllers = stepping_controllers(small.skills, false);
        const EdgeTable prices(small.world, small.skills, small.controllers, small.timing, small.landmarks);
        const TravelUnits expected = BruteForce(small, prices).solve();
        for (const bool culling : {true, false}) {
            EdgeTable table(small.world, small.skills, small.controllers, small.timing, small.landmarks);
            SpaceTimePlanner planner(table, small.cost, {0, 1, 0, {}}, {culling});
            Budget budget = Budget::unlimited();
            const Status status = planner.run(budget);
            EXPECT_EQ(status.is_ok() ? planner.plan().cost : never, expected) << "seed " << seed + 70;
        }
    }
}

TEST(Steps, BodiesOfRidersStandOnWhatCarriesThem) {
    for (const RideScene& scene : {train_yard(1), step_yard(2)}) {
        const RideRun run = run_rides(scene).value();
        const Ride& ride = run.rides[0];
        ASSERT_EQ(ride.status, StatusCode::ok);
        const Tick end = ride.from + static_cast<Tick>(ride.path.size());
        const motion::Track track = body_track(run.world, ride, end);
        const motion::Body body(track);
        motion::Pose pose;
        motion::PlacedPose now, next;
        std::size_t planted = 0, slid = 0, flown = 0;
        for (Tick tick = ride.from; tick + 1 < end; ++tick) {
            const double time = tick * tick_seconds;
            const auto index = static_cast<std::size_t>(tick - ride.from);
            EXPECT_LT(motion::length(minus(track.position(time), ride.path[index])), 1e-9);
            flown += ride.support[index] == Support::air;
            for (const auto foot : {motion::Foot::left, motion::Foot::right}) {
                if (!body.foot_at(foot, time).is_planted ||
                    !body.foot_at(foot, time + tick_seconds).is_planted)
                    continue;
                body.pose_at(time, motion::shipped_style(), motion::Detail::full, pose);
                motion::place(pose, now);
                body.pose_at(time + tick_seconds, motion::shipped_style(), motion::Detail::full, pose);
                motion::place(pose, next);
                const auto toe = motion::index_of(foot == motion::Foot::left ? motion::Part::left_toe
                                                                             : motion::Part::right_toe);
                // What a planted foot moves by is what some block moves by.
                const Vec3 moved = minus(next.positions[toe], now.positions[toe]);
                double off = 1e9;
                for (std::uint32_t b = 0; b < run.world.blocks().size(); ++b)
                    off = std::min(off, motion::length(minus(moved, minus(run.world.origin(b, tick + 1),
                                                                          run.world.origin(b, tick)))));
                ++planted;
                slid += off > 0.004;
            }
        }
        EXPECT_GT(flown, 30u);
        EXPECT_GT(planted, 1000u);
        EXPECT_LT(slid, planted / 50) << scene.name;
    }
}

}  // namespace
}  // namespace wend::locomotion::test
