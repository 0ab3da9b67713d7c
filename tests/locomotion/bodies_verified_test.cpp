// The independent check of bodies: passes what walks, blames what is spoilt.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "wend/io/recording.hpp"
#include "wend/motion/live_body.hpp"
#include "wend/motion/pose_stream.hpp"
#include "wend/verify/bodies.hpp"

#include "motion/random_tracks.hpp"

namespace wend::verify {
namespace {

class BodiesVerified : public testing::Test {
  protected:
    static constexpr int people = 4, seconds = 20;

    void SetUp() override {
        for (std::uint64_t i = 0; i < people; ++i) tracks_.push_back(test::random_track(300 + i, seconds));
        for (int f = 0; f <= seconds * 30; ++f) {
            io::Frame frame;
            frame.time = f / 30.0;
            for (std::uint32_t i = 0; i < people; ++i) {
                const auto& point = tracks_[i].points()[static_cast<std::size_t>(f)];
                frame.agents.push_back({i, 0, io::AgentMode::walking, point.position, point.heading});
            }
            checker_.add(frame);
        }
    }
    void TearDown() override { std::filesystem::remove(file_); }

    /// The report on bodies of which each pose was changed.
    template <class Change>
    BodyReport report(Change&& change) {
        std::string text = motion::pose_file_header();
        const std::vector<motion::Body> bodies(tracks_.begin(), tracks_.end());
        motion::Pose pose;
        for (int f = 0; f <= seconds * 30; ++f) {
            std::vector<std::uint8_t> bytes;
            for (std::uint32_t i = 0; i < people; ++i) {
                bodies[i].pose_at(f / 30.0, motion::shipped_style(), motion::Detail::full, pose);
                change(f, pose);
                motion::append_pose(i, pose, bytes);
            }
            motion::append_poses(f / 30.0, bytes, text);
        }
        write(text);
        return checker_.check(file_).value();
    }
    void write(const std::string& text) const {
        std::ofstream out(file_, std::ios::binary);
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }
    std::string message_for(const std::string& text) const {
        write(text);
        return checker_.check(file_).status().message;
    }

    std::filesystem::path file_ =
        std::filesystem::temp_directory_path() / ("wend-bodies-" + std::to_string(::getpid()) + ".poses");
    std::vector<motion::Track> tracks_;
    BodyChecker checker_;
};

TEST_F(BodiesVerified, WalkersPass) {
    const BodyReport seen = report([](int, motion::Pose&) {});
    EXPECT_TRUE(seen.passed()) << to_text(seen);
    EXPECT_EQ(seen.poses, people * (seconds * 30 + 1u));
    EXPECT_GT(seen.stands, 100u);
    EXPECT_LT(seen.slide_median, 0.005) << to_text(seen);
}

/// Nothing is known beyond what is promised, and that changes from frame to frame.
TEST_F(BodiesVerified, LiveWalkersPass) {
    std::string text = motion::pose_file_header();
    std::vector<motion::LiveBody> bodies(people);
    motion::Pose pose;
    for (std::size_t f = 0; f <= seconds * 30; ++f) {
        std::vector<std::uint8_t> bytes;
        for (std::uint32_t i = 0; i < people; ++i) {
            const auto& points = tracks_[i].points();
            const std::size_t known = std::min<std::size_t>(20 + f % 25, points.size() - f - 1);
            bodies[i].update(points[f], std::span(points).subspan(f + 1, known));
            bodies[i].pose(motion::shipped_style(), motion::Detail::full, pose);
            motion::append_pose(i, pose, bytes);
        }
        motion::append_poses(static_cast<double>(f) / 30, bytes, text);
    }
    write(text);
    const BodyReport seen = checker_.check(file_).value();
    EXPECT_TRUE(seen.passed()) << to_text(seen);
    EXPECT_GT(seen.stands, 100u);
}

TEST_F(BodiesVerified, WhatIsSpoiltIsBlamed) {
    EXPECT_GT(report([](int, motion::Pose& pose) { pose.hips.z -= 0.15; }).deepest, 0.10);
    const BodyReport flying = report([](int, motion::Pose& pose) { pose.hips.z += 0.1; });
    EXPECT_GT(flying.unsupported_share, 0.5);
    EXPECT_FALSE(flying.passed());
    // Hips that sway beside the agent, and feet with them.
    const BodyReport swaying =
        report([](int frame, motion::Pose& pose) { pose.hips.x += 0.03 * std::sin(0.7 * frame); });
    EXPECT_GT(swaying.farthest_from_agent, 0.02);
    EXPECT_GT(swaying.slide_median, 0.01);
    EXPECT_FALSE(swaying.passed());
}

TEST_F(BodiesVerified, BrokenFilesAreErrors) {
    EXPECT_NE(message_for("").find("the first line"), std::string::npos);
    EXPECT_NE(message_for("{\"format\":\"wend poses\",\"version\":2}\n").find("version 1"),
              std::string::npos);
    std::string text = motion::pose_file_header();
    std::vector<std::uint8_t> bytes;
    motion::append_pose(99, {}, bytes);
    motion::append_poses(0, bytes, text);
    EXPECT_NE(message_for(text).find("agent 99, which the recording does not have"), std::string::npos);
    text.pop_back();
    EXPECT_NE(message_for(text).find("ends within the poses of a time"), std::string::npos);
    std::filesystem::remove(file_);
    EXPECT_NE(checker_.check(file_).status().message.find("cannot read"), std::string::npos);
}

}  // namespace
}  // namespace wend::verify
