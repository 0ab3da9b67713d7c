// Bodies on trajectories: the root is where the agent is, planted feet stay, nothing is under the ground.
// Feet are looked at from outside, by where they are low and slow, not by what the plan says.

#include "wend/motion/body.hpp"

#include <gtest/gtest.h>

#include "wend/motion/clip_survey.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "motion/random_tracks.hpp"
#include "support/effort.hpp"

namespace wend::motion {
namespace {

std::size_t toe_of(std::size_t side) {
    return index_of(side == 0 ? Part::left_toe : Part::right_toe);
}

double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0
                          : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

TEST(Body, RootFollowsTheTrajectoryAndFeetStay) {
    std::vector<double> slides;
    std::size_t frames = 0, buried = 0;
    for (int seed = 0; seed < test::rounds(60, 1000); ++seed) {
        const Track track = test::random_track(static_cast<std::uint64_t>(seed), 30);
        const Body body(track);
        Pose pose;
        PlacedPose placed;
        for (int i = 0; i <= 30 * 30; ++i) {
            body.pose_at(i / 30.0, shipped_style(), Detail::full, pose);
            const TrackPoint& point = track.points()[static_cast<std::size_t>(i)];
            ASSERT_LT(distance(pose.hips.xy(), point.position.xy()), 1e-3);
            place(pose, placed);
            for (const Vec3 joint : placed.positions) {
                ++frames;
                buried += joint.z < -0.01 ? 1 : 0;
            }
        }
        for (std::size_t side = 0; side < 2; ++side)
            for (const Plant& plant : body.plan().plants[side]) {
                const double up = std::min(plant.up, track.end());
                if (up - plant.down < 0.05) continue;
                body.pose_at(plant.down, shipped_style(), Detail::full, pose);
                place(pose, placed);
                const Vec3 first = placed.positions[toe_of(side)];
                double far = 0;
                for (double t = plant.down; t < up; t += 1.0 / 60) {
                    body.pose_at(t, shipped_style(), Detail::full, pose);
                    place(pose, placed);
                    far = std::max(far, length(minus(placed.positions[toe_of(side)], first)));
                }
                slides.push_back(far);
            }
    }
    EXPECT_LT(percentile(slides, 0.5), 0.003);
    EXPECT_LT(percentile(slides, 0.99), 0.01);
    EXPECT_LT(static_cast<double>(buried), 0.005 * static_cast<double>(frames));
}

TEST(Body, AFootIsAlwaysDownUnlessRunningOrJumping) {
    for (int seed = 0; seed < 20; ++seed) {
        const Track track = test::random_track(static_cast<std::uint64_t>(seed) + 500, 30);
        const Body body(track);
        for (double t = 0.3; t < 29.5; t += 0.05) {
            double fastest = 0;
            for (double s = t - 0.6; s < t + 0.6; s += 0.1)
                fastest = std::max(
                    fastest, distance(track.position(s + 0.05).xy(), track.position(s - 0.05).xy()) / 0.1);
            if (fastest < 1.6) {
                EXPECT_TRUE(body.foot_at(Foot::left, t).is_planted || body.foot_at(Foot::right, t).is_planted)
                    << "seed " << seed << " at " << t;
            }
        }
    }
}

TEST(Body, PosesAreContinuousInTime) {
    const Track track = test::random_track(7, 30);
    const Body body(track);
    Pose before, pose;
    PlacedPose was, is;
    for (double t = 1.0 / 480; t < 30; t += 1.0 / 480) {
        body.pose_at(t - 1.0 / 480, shipped_style(), Detail::full, before);
        body.pose_at(t, shipped_style(), Detail::full, pose);
        place(before, was);
        place(pose, is);
        for (std::size_t i = 0; i < part_count; ++i)
            ASSERT_LT(length(minus(is.positions[i], was.positions[i])), 0.06)
                << name_of(static_cast<Part>(i)) << " " << t;
    }
}

TEST(Body, JumpsLeaveTheGroundWithBothFeetAndFallAsThingsFall) {
    std::vector<TrackPoint> points;
    for (int i = 0; i <= 120; ++i) {
        const double t = i / 30.0;
        points.push_back({t, {2.5 * t, 0, 0}, 0, t >= 2 && t < 2.5, {}, 0});
    }
    const Track track(points);
    const Body body(track);
    EXPECT_FALSE(body.foot_at(Foot::left, 2.2).is_planted);
    EXPECT_FALSE(body.foot_at(Foot::right, 2.2).is_planted);
    EXPECT_GT(body.foot_at(Foot::left, 2.25).ball.z, 0.15);
    Pose low, middle, high;
    body.pose_at(2.15, shipped_style(), Detail::full, low);
    body.pose_at(2.25, shipped_style(), Detail::full, middle);
    body.pose_at(2.35, shipped_style(), Detail::full, high);
    EXPECT_NEAR((low.hips.z + high.hips.z - 2 * middle.hips.z) / 0.01, -gravity, 0.1 * gravity);
}

TEST(Body, FeetRideWithWhatCarriesThem) {
    std::vector<TrackPoint> points;
    for (int i = 0; i <= 90; ++i) {
        const double t = i / 30.0;
        points.push_back({t, {4 * t, 0, 1}, 0, false, {4 * t, 0}, 0});
    }
    const Track track(points);
    const Body body(track);
    EXPECT_EQ(body.plan().plants[0].size(), 1u) << "stands on the platform, takes no step";
    EXPECT_NEAR(body.foot_at(Foot::left, 2).ball.x - body.foot_at(Foot::left, 1).ball.x, 4, 1e-9);
}

TEST(Body, ThreadsChangeNothing) {
    std::vector<Track> tracks;
    for (std::uint64_t seed = 0; seed < 100; ++seed) tracks.push_back(test::random_track(seed, 5));
    std::vector<Body> bodies(tracks.begin(), tracks.end());
    std::vector<Pose> one(100), three(100);
    pose_bodies(bodies, 2.5, shipped_style(), 1, one);
    pose_bodies(bodies, 2.5, shipped_style(), 3, three);
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(one[i].hips, three[i].hips);
        EXPECT_EQ(one[i].rotations, three[i].rotations);
    }
}

TEST(Body, BatchesAreWhatSingleBodiesAre) {
    std::vector<Track> tracks;
    for (std::uint64_t seed = 200; seed < 237; ++seed) tracks.push_back(test::random_track(seed, 8));
    std::vector<Body> bodies(tracks.begin(), tracks.end());
    std::vector<Pose> batch(bodies.size());
    double worst = 0;
    for (double time = 0; time < 8; time += 0.1) {
        pose_bodies(bodies, time, shipped_style(), 1, batch);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            Pose single;
            bodies[i].pose_at(time, shipped_style(), Detail::full, single);
            PlacedPose a, b;
            place(single, a), place(batch[i], b);
            for (std::size_t part = 0; part < part_count; ++part) {
                worst = std::max(worst, length(minus(a.positions[part], b.positions[part])));
                EXPECT_LT(angle_of(single.rotations[part] * inverse(batch[i].rotations[part])), 2e-3);
            }
        }
    }
    EXPECT_LT(worst, 1e-3);
    RecordProperty("worst_mm", std::to_string(1000 * worst));
}

TEST(Leg, ReachesWhatItCan) {
    Rng rng(3);
    for (int i = 0; i < 2000; ++i) {
        Pose pose;
        pose.hips = {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.7, 0.92)};
        pose.rotations[0] = about_z(rng.uniform(-3, 3)) * about_y(rng.uniform(-0.2, 0.2));
        const Foot side = i % 2 == 0 ? Foot::left : Foot::right;
        FootTarget target{
            {pose.hips.x + rng.uniform(-0.3, 0.3), pose.hips.y + rng.uniform(-0.3, 0.3), rng.uniform(0, 0.1)},
            rng.uniform(-3, 3),
            rng.uniform(-0.2, 0.7),
            true,
            0};
        solve_leg(pose, side, target);
        PlacedPose placed;
        place(pose, placed);
        const std::size_t toe = toe_of(side == Foot::left ? 0 : 1);
        const Vec3 hip = placed.positions[toe - 3], ankle = ankle_of(target);
        if (const double reach = length(minus(ankle, hip)); reach > 0.25 && reach < 0.85) {
            EXPECT_LT(length(minus(placed.positions[toe - 1], ankle)), 1e-4);
            EXPECT_LT(distance(placed.positions[toe].xy(), target.ball.xy()), 1e-3);
        }
    }
}

}  // namespace
}  // namespace wend::motion
