// Trunks go over from one motion to another without a jump, many at once; feet and roots stay where they are.

#include "wend/motion/settling.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "wend/motion/live_body.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "motion/random_tracks.hpp"

namespace wend::motion {
namespace {

TrunkMoment trunk_at(const Body& body, double time) {
    TrunkMoment moment;
    const PoseParts parts = body.parts_at(time);
    pose_trunk(parts, shipped_style(), moment.rotations);
    moment.hips = parts.hips;
    return moment;
}

/// The old body until 3 s, then the new one, with what is left of the old one.
class Settlings : public ::testing::Test {
  protected:
    void SetUp() override {
        for (std::uint64_t seed = 0; seed < 37; ++seed) {
            old_tracks_.push_back(test::random_track(seed, 8));
            new_tracks_.push_back(test::random_track(seed + 100, 8));
        }
        for (const Track& track : old_tracks_) old_.emplace_back(track);
        for (const Track& track : new_tracks_) next_.emplace_back(track);
        for (const Body& body : next_) shown_.push_back(&body);
        settling_.resize(next_.size());
        for (std::size_t i = 0; i < next_.size(); ++i)
            settling_.change(
                i, {trunk_at(old_[i], change_at), trunk_at(old_[i], change_at + settling_moment)},
                {trunk_at(next_[i], change_at), trunk_at(next_[i], change_at + settling_moment)});
    }
    std::vector<Pose> posed(double time) {
        std::vector<Pose> out(shown_.size());
        pose_bodies(shown_, time, shipped_style(), 1, settling_, out);
        return out;
    }
    static constexpr double change_at = 3;
    std::vector<Track> old_tracks_, new_tracks_;
    std::vector<Body> old_, next_;
    std::vector<const Body*> shown_;
    Settling settling_;
};

TEST_F(Settlings, BeginsAsItWasAndEndsAsItIs) {
    const auto first = posed(change_at);
    for (std::size_t i = 0; i < old_.size(); ++i) {
        const TrunkMoment was = trunk_at(old_[i], change_at);
        for (std::size_t part = 0; part < Settling::trunk_parts; ++part)
            EXPECT_LT(angle_of(first[i].rotations[part] * inverse(was.rotations[part])), 3e-3);
    }
    double time = change_at;
    for (int f = 0; f < 180; ++f) settling_.go_on(1.0 / 60, 0.12), time += 1.0 / 60;
    EXPECT_EQ(settling_.block(0), nullptr);
    const auto last = posed(time);
    for (std::size_t i = 0; i < next_.size(); ++i) {
        const TrunkMoment is = trunk_at(next_[i], time);
        for (std::size_t part = 0; part < Settling::trunk_parts; ++part)
            EXPECT_LT(angle_of(last[i].rotations[part] * inverse(is.rotations[part])), 3e-3);
    }
}

TEST_F(Settlings, NothingJumps) {
    std::vector<Pose> before = posed(change_at);
    double fastest = 0;
    for (int f = 1; f <= 120; ++f) {
        settling_.go_on(1.0 / 120, 0.12);
        const std::vector<Pose> now = posed(change_at + f / 120.0);
        for (std::size_t i = 0; i < now.size(); ++i)
            for (std::size_t part = 0; part < Settling::trunk_parts; ++part)
                fastest = std::max(
                    fastest, 120 * angle_of(now[i].rotations[part] * inverse(before[i].rotations[part])));
        before = now;
    }
    EXPECT_LT(fastest, 25) << "radians a second; half a turn fades at up to 16";
}

TEST_F(Settlings, RootsAndFeetAreNotTouched) {
    for (int f = 0; f < 30; ++f) {
        const double time = change_at + f / 60.0;
        const std::vector<Pose> now = posed(time);
        for (std::size_t i = 0; i < now.size(); ++i) {
            EXPECT_LT(distance(now[i].hips.xy(), new_tracks_[i].position(time).xy()), 1e-9);
            PlacedPose placed;
            place(now[i], placed);
            for (const Foot side : {Foot::left, Foot::right}) {
                const FootTarget foot = next_[i].foot_at(side, time);
                const Vec3 toe =
                    placed.positions[index_of(side == Foot::left ? Part::left_toe : Part::right_toe)];
                if (foot.is_planted) {
                    EXPECT_LT(distance(toe.xy(), foot.ball.xy()), 0.01);
                }
            }
        }
        settling_.go_on(1.0 / 60, 0.12);
    }
}

const TrackPoint& points_of(const Track& track, std::size_t frame) {
    return track.points()[frame];
}

/// Somebody walks, and every half a second something else is promised: by what is seen from frame to frame.
double worst_jump(bool settles) {
    LiveCrowd crowd;
    std::vector<LiveBody> bodies(20);
    std::vector<Track> tracks, others;
    for (std::uint64_t i = 0; i < bodies.size(); ++i)
        tracks.push_back(test::random_track(i + 40, 12)), others.push_back(test::random_track(i + 80, 12));
    std::vector<PlacedPose> before(bodies.size());
    double worst = 0;
    for (std::size_t f = 0; f < 300; ++f) {
        crowd.begin(static_cast<double>(f) / 30);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const auto& points = tracks[i].points();
            std::vector<TrackPoint> ahead(points.begin() + static_cast<std::ptrdiff_t>(f) + 1,
                                          points.begin() + static_cast<std::ptrdiff_t>(f) + 30);
            // Every other half second it is thought to stop here.
            if (f / 15 % 2 == 1)
                for (TrackPoint& point : ahead) point.position = points[f].position;
            bodies[i].update(points[f], ahead);
            crowd.update(static_cast<std::uint32_t>(i), points[f], ahead, shipped_style());
        }
        const auto told = crowd.poses(shipped_style());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            Pose pose = told[i].pose;
            if (!settles) bodies[i].pose(shipped_style(), Detail::full, pose);
            // Seen from the agent, who may turn as it likes.
            pose.hips = {};
            pose.rotations[0] = about_z(-points_of(tracks[i], f).heading) * pose.rotations[0];
            PlacedPose placed;
            place(pose, placed);
            for (const Part part : {Part::left_hand, Part::right_hand, Part::head}) {
                const std::size_t p = index_of(part);
                const Vec3 moved = minus(placed.positions[p], before[i].positions[p]);
                if (f > 0) worst = std::max(worst, length(moved));
            }
            before[i] = placed;
        }
    }
    return worst;
}

TEST(LiveCrowd, ChangesOfPlanAreNotSeenAsJumps) {
    const double with = worst_jump(true), without = worst_jump(false);
    EXPECT_LT(with, 0.6 * without) << "metres a frame: " << with << " and " << without;
}

TEST(LiveCrowd, ComeAndGo) {
    LiveCrowd crowd;
    const TrackPoint here{0, {1, 2, 0}, 0, false, {}, 0};
    const auto at = [&](std::uint32_t frame) {
        crowd.begin(frame / 30.0);
        TrackPoint now = here;
        now.time = frame / 30.0;
        for (std::uint32_t agent = 0; agent < 40; ++agent)
            if ((agent + frame) % 3 != 0) {
                now.position.x = agent;
                crowd.update(agent, now, {}, shipped_style());
            }
        return crowd.poses(shipped_style());
    };
    for (std::uint32_t frame = 0; frame < 12; ++frame) {
        const auto told = at(frame);
        EXPECT_NEAR(static_cast<double>(told.size()), 26.5, 1);
        for (const AgentPose& one : told) {
            EXPECT_NE((one.agent + frame) % 3, 0u);
            EXPECT_NEAR(one.pose.hips.x, one.agent, 1e-9);
        }
    }
    EXPECT_EQ(at(0).size(), 26u) << "a time that does not rise begins anew";
}

}  // namespace
}  // namespace wend::motion
