// Poses inside a recording: handed on as they are, behind all frames, and only where they were announced.

#include <gtest/gtest.h>

#include "wend/io/frame_source.hpp"
#include "wend/io/recording_file.hpp"

#include "support/data.hpp"
#include "support/scratch.hpp"

namespace wend::io {
namespace {

Frame frame_at(std::uint32_t index) {
    Frame frame;
    frame.index = index;
    frame.time = index / 30.0;
    frame.agents = {{0, 0, AgentMode::walking, {index * 0.1, 1, 0}, 0.5}};
    return frame;
}

RecordingWriter writer_of(const std::filesystem::path& file, bool has_poses) {
    RecordingWriter::Options options;
    options.has_poses = has_poses;
    options.bytes_per_block = 1000;
    return RecordingWriter::open(file, {"test", "{}", 1, 1.0 / 30, "{}"}, options).value();
}

TEST(RecordingPoses, AreReadBackBehindTheFrames) {
    const test::Scratch scratch;
    const auto file = scratch / "run.wend";
    std::string poses;
    for (int i = 0; i < 5000; ++i) poses += static_cast<char>(i * 7 % 256);
    RecordingWriter writer = writer_of(file, true);
    for (std::uint32_t i = 0; i < 50; ++i) ASSERT_TRUE(writer.append(frame_at(i)).is_ok());
    ASSERT_TRUE(writer.append_poses(poses).is_ok());
    ASSERT_TRUE(writer.close().is_ok());
    const auto source = open_recording(file);
    ASSERT_TRUE(source) << source.status().message;
    Frame frame;
    std::uint32_t count = 0;
    while (source.value()->next(frame)) EXPECT_EQ(frame, frame_at(count++));
    EXPECT_EQ(count, 50u);
    EXPECT_EQ(source.value()->poses(), poses);
    EXPECT_EQ(source.value()->warning(), "");
    EXPECT_EQ(test::read_text(file)[8], 3) << "the version that knows poses";
}

TEST(RecordingPoses, NobodyGetsWhatWasNotAnnounced) {
    const test::Scratch scratch;
    const auto file = scratch / "run.wend";
    RecordingWriter writer = writer_of(file, false);
    ASSERT_TRUE(writer.append(frame_at(0)).is_ok());
    EXPECT_FALSE(writer.append_poses("poses").is_ok());
    ASSERT_TRUE(writer.close().is_ok());
    const auto source = open_recording(file);
    ASSERT_TRUE(source);
    Frame frame;
    EXPECT_TRUE(source.value()->next(frame));
    EXPECT_FALSE(source.value()->next(frame));
    EXPECT_EQ(source.value()->poses(), "");
    EXPECT_EQ(test::read_text(file)[8], 2) << "older programs can read it";
}

}  // namespace
}  // namespace wend::io
