// Writers killed at random moments: what they leave behind must open and be a prefix of what they wrote.

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wend/io/recording_file.hpp"
#include "wend/io/sqlite_trajectory.hpp"

#include "busy_recording.hpp"
#include "support/effort.hpp"
#include "support/scratch.hpp"

namespace wend::io {
namespace {

namespace fs = std::filesystem;

/// Runs `work` in a child process and kills it after some microseconds, unless it ends before.
template <class Work>
void run_and_kill(unsigned after, Work work) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        work();
        _exit(0);
    }
    usleep(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
}

/// How many of the files in the folder were partial ones; every one must open.
int check_folder(const fs::path& folder, const std::vector<Frame>& written) {
    int partial = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        if (name.ends_with("-journal")) continue;
        const Result<Recording> back = read_recording(entry.path());
        EXPECT_TRUE(back.is_ok()) << back.status().message;
        if (!back) continue;
        EXPECT_LE(back.value().frames.size(), written.size());
        EXPECT_TRUE(std::equal(back.value().frames.begin(), back.value().frames.end(), written.begin()));
        const bool is_partial = name.ends_with(".partial");
        partial += is_partial;
        if (!is_partial) {
            EXPECT_EQ(back.value().frames.size(), written.size());
            EXPECT_EQ(back.value().warning, "");
        }
    }
    return partial;
}

template <class Writer, class... More>
void record_slowly(const fs::path& file, const Recording& recording, const More&... more) {
    auto writer = Writer::open(file, recording.header, more...);
    if (!writer) _exit(3);
    for (const Frame& frame : recording.frames) {
        if (!writer.value().append(frame).is_ok()) _exit(4);
        usleep(20);
    }
    if (!writer.value().close().is_ok()) _exit(5);
}

TEST(Killed, WendFilesOpen) {
    const test::Scratch scratch;
    const auto run = test::make_busy_recording(1, 120, 20);
    Rng rng(1);
    int partial = 0;
    for (int round = 0; round < test::rounds(60, 500); ++round) {
        run_and_kill(static_cast<unsigned>(rng.below(15'000)), [&] {
            record_slowly<RecordingWriter>(scratch / "run.wend", run.recording,
                                           RecordingWriter::Options{.frames_per_block = 4});
        });
        partial += check_folder(scratch.path(), run.recording.frames);
    }
    EXPECT_GT(partial, 10) << "hardly any run was killed in the middle: the test shows nothing";
}

TEST(Killed, SqliteFilesOpen) {
    const test::Scratch scratch;
    const auto run = test::make_busy_recording(2, 120, 20);
    Rng rng(2);
    int partial = 0;
    for (int round = 0; round < test::rounds(60, 500); ++round) {
        run_and_kill(static_cast<unsigned>(rng.below(40'000)), [&] {
            record_slowly<SqliteTrajectoryWriter>(scratch / "run.sqlite", run.recording, run.scene);
        });
        partial += check_folder(scratch.path(), run.recording.frames);
    }
    EXPECT_GT(partial, 10) << "hardly any run was killed in the middle: the test shows nothing";
}

}  // namespace
}  // namespace wend::io
