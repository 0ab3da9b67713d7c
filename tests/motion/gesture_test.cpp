// Starts, stops and turns are found where they are, and are seen above the legs.

#include "wend/motion/gesture.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/motion/body.hpp"
#include "wend/motion/shipped_clips.hpp"

namespace wend::motion {
namespace {

/// Stands, walks a while, stands and turns by an angle, thirty points a second.
Track walk_and_turn(double turn) {
    std::vector<TrackPoint> points;
    double x = 0;
    for (int i = 0; i <= 300; ++i) {
        const double t = i / 30.0;
        const double speed = 1.3 * std::clamp(std::min((t - 1) / 0.6, (5 - t) / 0.6), 0.0, 1.0);
        x += speed / 30;
        const double u = std::clamp((t - 7) / 1.2, 0.0, 1.0);
        points.push_back({t, {x, 0, 0}, turn * u * u * (3 - 2 * u), false, {}, 0});
    }
    return Track(std::move(points));
}

TEST(Gestures, AreFoundWhereTheyAre) {
    for (const double turn : {1.4, -1.4}) {
        const Track track = walk_and_turn(turn);
        const auto found = find_gestures(track, plan_feet(track));
        ASSERT_EQ(found.size(), 3u);
        EXPECT_EQ(found[0].kind, GestureKind::start);
        EXPECT_NEAR(found[0].begin, 1, 0.2);
        EXPECT_NEAR(found[0].end, 1.7, 0.3);
        EXPECT_EQ(found[1].kind, GestureKind::stop);
        EXPECT_NEAR(found[1].begin, 4.6, 0.25);
        EXPECT_NEAR(found[1].end, 5.3, 0.3);
        EXPECT_EQ(found[2].kind, GestureKind::turn);
        EXPECT_EQ(found[2].is_right, turn < 0);
        EXPECT_NEAR((found[2].begin + found[2].end) / 2, 7.6, 0.2);
    }
}

TEST(Gestures, HeadsTurnFirstAndTrunksLean) {
    const Track track = walk_and_turn(1.4);
    const Body body(track);
    Pose pose;
    PlacedPose placed;
    const auto look_of = [&](double time) {
        body.pose_at(time, shipped_style(), Detail::full, pose);
        place(pose, placed);
        return heading_of(placed.rotations[index_of(Part::head)]);
    };
    EXPECT_GT(look_of(7.3), track.heading(7.3) + 0.15);
    EXPECT_NEAR(look_of(6.5), track.heading(6.5), 0.05);
    const auto lean_of = [&](double time) {
        (void)look_of(time);
        return placed.positions[index_of(Part::neck)].x - placed.positions[0].x;
    };
    EXPECT_GT(lean_of(1.3), lean_of(0.3) + 0.03) << "who sets out leans ahead";
    EXPECT_LT(lean_of(4.9), lean_of(3.5) - 0.03) << "who stops leans back";
}

TEST(Gestures, MirrorImagesAreMirrorImages) {
    const Gesture& turn = shipped_style().gestures[2];
    ASSERT_EQ(turn.left.frames.size(), turn.right.frames.size());
    const Gesture twice = gesture_of(turn.right);
    for (std::size_t f = 0; f < turn.left.frames.size(); ++f)
        for (std::size_t part = 0; part < part_count; ++part)
            EXPECT_EQ(twice.right.frames[f][part], turn.left.frames[f][part]);
}

TEST(Gestures, NoneInTheAirAndNoneTwiceAtOnce) {
    std::vector<TrackPoint> points;
    for (int i = 0; i <= 240; ++i) {
        const double t = i / 30.0;
        const bool is_up = t > 1 && t < 1.6;
        points.push_back({t, {t < 1 ? 0 : 2 * (t - 1), 0, 0}, 0.9 * std::sin(2 * t), is_up, {}, 0});
    }
    const Track track(points);
    double last = 0;
    for (const GestureTime& gesture : find_gestures(track, plan_feet(track))) {
        EXPECT_GE(gesture.begin, last);
        EXPECT_TRUE(gesture.end <= 1 || gesture.begin >= 1.6);
        last = gesture.end;
    }
}

TEST(Bodies, LeanIntoCurves) {
    std::vector<TrackPoint> points;
    for (int i = 0; i <= 120; ++i) {
        const double t = i / 30.0;
        points.push_back({t, {3 * std::sin(t), 3 - 3 * std::cos(t), 0}, t, false, {}, 0});
    }
    const Track track(points);
    const Body body(track);
    Pose pose;
    PlacedPose placed;
    body.pose_at(2, shipped_style(), Detail::full, pose);
    place(pose, placed);
    const Vec2 to_middle = direction_of({-placed.positions[0].x, 3 - placed.positions[0].y, 0}).xy();
    const Vec3 up = minus(placed.positions[index_of(Part::neck)], placed.positions[0]);
    EXPECT_GT(wend::dot(up.xy(), to_middle), 0.02);
}

}  // namespace
}  // namespace wend::motion
