#include "wend/io/recording_file.hpp"

#include <csignal>
#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "wend/io/recording_hash.hpp"

#include "busy_recording.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"
#include "support/scratch.hpp"

namespace wend::io {
namespace {

namespace fs = std::filesystem;
using test::make_busy_recording;

Status write(const fs::path& file, const Recording& recording, RecordingWriter::Options options = {}) {
    auto writer = RecordingWriter::open(file, recording.header, options);
    if (!writer) return writer.status();
    for (const Frame& frame : recording.frames)
        if (Status status = writer.value().append(frame); !status.is_ok()) return status;
    return writer.value().close();
}

std::string bytes_of(const Recording& recording, RecordingWriter::Options options = {}) {
    const test::Scratch scratch;
    EXPECT_TRUE(write(scratch / "a.wend", recording, options).is_ok());
    return test::read_text(scratch / "a.wend");
}

Result<Recording> read_bytes(const std::string& bytes) {
    auto source = open_wend(std::make_unique<std::istringstream>(bytes), "bytes");
    if (!source) return source.status();
    return read_all(*source.value());
}

bool is_prefix(const std::vector<Frame>& part, const std::vector<Frame>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

TEST(RecordingFile, ReadsBackWhatWasWritten) {
    for (int seed = 0; seed < test::rounds(20, 500); ++seed) {
        const Recording recording = make_busy_recording(static_cast<std::uint64_t>(seed)).recording;
        const Result<Recording> back = read_bytes(bytes_of(recording));
        ASSERT_TRUE(back.is_ok()) << back.status().message;
        EXPECT_EQ(back.value().header, recording.header);
        EXPECT_EQ(back.value().frames, recording.frames);
        EXPECT_EQ(back.value().warning, "");
    }
}

TEST(RecordingFile, KeepsEveryBitOfEveryNumber) {
    Recording recording = make_busy_recording(1).recording;
    const double odd[] = {std::numeric_limits<double>::infinity(),   -std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(),
                          std::numeric_limits<double>::quiet_NaN(),  -0.0};
    Rng rng(7);
    for (Frame& frame : recording.frames)
        for (RecordedAgent& agent : frame.agents) {
            agent.position.x = odd[rng.below(6)];
            agent.heading = std::bit_cast<double>(rng.next());
        }
    const Recording back = read_bytes(bytes_of(recording)).value();
    ASSERT_EQ(back.frames.size(), recording.frames.size());
    for (std::size_t f = 0; f < back.frames.size(); ++f)
        for (std::size_t a = 0; a < back.frames[f].agents.size(); ++a) {
            const RecordedAgent &got = back.frames[f].agents[a], &want = recording.frames[f].agents[a];
            EXPECT_EQ(std::bit_cast<std::uint64_t>(got.position.x),
                      std::bit_cast<std::uint64_t>(want.position.x));
            EXPECT_EQ(std::bit_cast<std::uint64_t>(got.heading), std::bit_cast<std::uint64_t>(want.heading));
        }
}

TEST(RecordingFile, StateHashIsTheSameFromTheFile) {
    const Recording recording = make_busy_recording(5).recording;
    const Recording back = read_bytes(bytes_of(recording)).value();
    RecordingHash before, after;
    for (const Frame& frame : recording.frames) before.add(frame);
    for (const Frame& frame : back.frames) after.add(frame);
    EXPECT_EQ(before.text(), after.text());
    RecordingHash other;
    Recording changed = recording;
    changed.frames[10].agents[2].position.x = std::nextafter(changed.frames[10].agents[2].position.x, 1e9);
    for (const Frame& frame : changed.frames) other.add(frame);
    EXPECT_NE(before.text(), other.text());
}

TEST(RecordingFile, IsReadUpToTheLastWholeBlockWhereverItIsCut) {
    const Recording recording = make_busy_recording(2, 24, 4).recording;
    const RecordingWriter::Options options{.frames_per_block = 5};
    const std::string bytes = bytes_of(recording, options);
    std::size_t most = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Result<Recording> back = read_bytes(bytes.substr(0, size));
        if (!back) {
            EXPECT_EQ(most, 0u) << "a longer part was refused after a shorter one could be read";
            EXPECT_NE(back.status().message, "");
            continue;
        }
        EXPECT_NE(back.value().warning, "");
        EXPECT_EQ(back.value().header, recording.header);
        EXPECT_TRUE(is_prefix(back.value().frames, recording.frames));
        EXPECT_TRUE(back.value().frames.size() % 5 == 0 || back.value().frames.size() == 24);
        EXPECT_GE(back.value().frames.size(), most);
        most = back.value().frames.size();
    }
    EXPECT_EQ(most, 24u);
}

TEST(RecordingFile, NoticesEveryChangedBit) {
    const Recording recording = make_busy_recording(3, 24, 4).recording;
    const std::string bytes = bytes_of(recording, {.frames_per_block = 5});
    Rng rng(11);
    for (int round = 0; round < test::rounds(2000, 50000); ++round) {
        std::string changed = bytes;
        changed[rng.below(bytes.size())] ^= static_cast<char>(1 << rng.below(8));
        const Result<Recording> back = read_bytes(changed);
        if (!back) continue;
        EXPECT_NE(back.value().warning, "");
        EXPECT_TRUE(is_prefix(back.value().frames, recording.frames));
    }
}

TEST(RecordingFile, NoticesMissingAndSwappedBlocks) {
    const Recording recording = make_busy_recording(4, 30, 4).recording;
    const std::string whole = bytes_of(recording, {.frames_per_block = 10});
    const std::string shorter = [&] {
        Recording less = recording;
        less.frames.resize(10);
        return bytes_of(less, {.frames_per_block = 10});
    }();
    // The first block of frames ends where the shorter file has its closing block: 13 bytes of head and 9
    // more.
    const std::size_t first_end = shorter.size() - 22;
    ASSERT_EQ(whole.substr(0, first_end), shorter.substr(0, first_end));
    const std::size_t start = first_end + 13 + static_cast<unsigned char>(whole[first_end + 1]) +
                              256u * static_cast<unsigned char>(whole[first_end + 2]);
    const Recording back = read_bytes(whole.substr(0, first_end) + whole.substr(start)).value();
    EXPECT_EQ(back.frames.size(), 10u);
    EXPECT_NE(back.warning.find("checksum"), std::string::npos) << back.warning;
}

TEST(RecordingFile, LeavesAnOlderFileUntilTheNewOneIsWhole) {
    const test::Scratch scratch;
    const fs::path file = scratch / "run.wend";
    const Recording first = make_busy_recording(1).recording, second = make_busy_recording(2).recording;
    ASSERT_TRUE(write(file, first).is_ok());
    {
        auto writer = RecordingWriter::open(file, second.header);
        ASSERT_TRUE(writer.is_ok());
        for (const Frame& frame : second.frames) ASSERT_TRUE(writer.value().append(frame).is_ok());
        EXPECT_EQ(read_recording(file).value().frames, first.frames);
    }
    EXPECT_EQ(read_recording(file).value().frames, first.frames);
    const Recording partial = read_recording(scratch / "run.wend.partial").value();
    EXPECT_EQ(partial.frames, second.frames);
    EXPECT_NE(partial.warning.find("closing block is missing"), std::string::npos);
    ASSERT_TRUE(write(file, second).is_ok());
    EXPECT_EQ(read_recording(file).value().frames, second.frames);
    EXPECT_FALSE(fs::exists(scratch / "run.wend.partial"));
}

TEST(RecordingFile, FullDiskIsAClearErrorAndKeepsWholeBlocks) {
    const test::Scratch scratch;
    const Recording recording = make_busy_recording(1, 300).recording;
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit small = old;
    small.rlim_cur = 60'000;
    setrlimit(RLIMIT_FSIZE, &small);
    const Status limited = write(scratch / "limited.wend", recording, {.frames_per_block = 7});
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(limited.code, StatusCode::io_error);
    EXPECT_NE(limited.message.find("File too large"), std::string::npos) << limited.message;
    EXPECT_FALSE(fs::exists(scratch / "limited.wend"));
    const Recording kept = read_recording(scratch / "limited.wend.partial").value();
    EXPECT_GT(kept.frames.size(), 100u);
    EXPECT_EQ(kept.frames.size() % 7, 0u);
    EXPECT_TRUE(is_prefix(kept.frames, recording.frames));
}

TEST(RecordingFile, SaysWhyItCannotWriteOrRead) {
    const test::Scratch scratch;
    const Recording recording = make_busy_recording(1).recording;
    const Status missing = write(scratch / "no/such/folder/run.wend", recording);
    EXPECT_EQ(missing.code, StatusCode::io_error);
    EXPECT_NE(missing.message.find("No such file or directory"), std::string::npos) << missing.message;
    EXPECT_NE(write(scratch.path(), recording).message.find("Is a directory"), std::string::npos);
    EXPECT_EQ(read_recording(scratch / "none.wend").status().code, StatusCode::io_error);
    EXPECT_EQ(read_recording(scratch.path()).status().code, StatusCode::io_error);
    std::ofstream(scratch / "text.wend") << "no recording at all";
    const Status text = read_recording(scratch / "text.wend").status();
    EXPECT_EQ(text.code, StatusCode::invalid_input);
    EXPECT_NE(text.message.find("signature"), std::string::npos) << text.message;
    std::string newer = bytes_of(recording);
    newer[8] = 9;
    EXPECT_NE(read_bytes(newer).status().message.find("version 9"), std::string::npos);
}

TEST(RecordingFile, ReadsTheVersionBeforeEdits) {
    Recording recording = make_busy_recording(1).recording;
    for (Frame& frame : recording.frames) frame.edits.clear();
    std::string older = bytes_of(recording);
    ASSERT_EQ(older[8], 2);
    older[8] = 1;
    const Result<Recording> read = read_bytes(older);
    ASSERT_TRUE(read) << read.status().message;
    EXPECT_EQ(read.value().warning, "");
    EXPECT_EQ(read.value().frames, recording.frames);
}

TEST(RecordingFile, RefusesBodiesOutOfOrder) {
    const test::Scratch scratch;
    Recording recording = make_busy_recording(1).recording;
    std::swap(recording.frames[4].agents[0], recording.frames[4].agents[1]);
    EXPECT_EQ(write(scratch / "a.wend", recording).code, StatusCode::invalid_input);
}

/// Not a limit but a watch: walkers that speed up and turn at random in every frame are the hardest case.
TEST(RecordingFile, IsCompact) {
    const auto run = test::make_walkers(1, {.count = 100, .frames = 300});
    const std::string bytes = bytes_of(run.recording);
    const double per_agent_frame = static_cast<double>(bytes.size()) / (100 * 300);
    RecordProperty("bytes_per_agent_frame", std::to_string(per_agent_frame));
    EXPECT_LT(per_agent_frame, 26);
}

}  // namespace
}  // namespace wend::io
