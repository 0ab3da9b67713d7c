// What writing a file must never do: replace something that is no regular file, touch what another run
// writes, or leave half of anything under the name that was asked for.

#include "wend/base/output_file.hpp"

#include <csignal>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/scratch.hpp"

namespace wend {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::vector<std::uint8_t> bytes_of(const std::string& text) {
    return {text.begin(), text.end()};
}

Status write_whole(const fs::path& target, const std::string& text) {
    auto file = OutputFile::create(target, bytes_of(text), 4);
    return file ? file.value().finish() : file.status();
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

using Write = Status (*)(const fs::path&, const std::string&);
const Write writers[] = {
    write_whole,
    [](const fs::path& target, const std::string& text) { return write_file(target, text); },
};

TEST(OutputFile, ReplacesRegularFilesAndNothingElse) {
    for (const Write write : writers) {
        const test::Scratch scratch;
        std::ofstream(scratch / "old") << "old text";
        EXPECT_TRUE(write(scratch / "old", "new text").is_ok());
        EXPECT_EQ(text_of(scratch / "old"), "new text");
        EXPECT_EQ(fs::status(scratch / "old").permissions() & fs::perms(0777), fs::perms(0644));

        std::ofstream(scratch / "aim") << "untouched";
        fs::create_symlink(scratch / "aim", scratch / "link");
        fs::create_symlink("/dev/null", scratch / "null");
        fs::create_symlink(scratch / "nowhere", scratch / "dangling");
        ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
        fs::create_directory(scratch / "folder");
        const std::size_t before = entries(scratch.path());
        for (const char* name : {"link", "null", "dangling", "pipe", "folder"}) {
            const Status status = write(scratch / name, "text");
            EXPECT_EQ(status.code, StatusCode::io_error) << name;
            EXPECT_NE(status.message.find(name), std::string::npos) << status.message;
        }
        EXPECT_EQ(text_of(scratch / "aim"), "untouched");
        EXPECT_TRUE(fs::is_symlink(scratch / "link"));
        EXPECT_TRUE(fs::is_fifo(scratch / "pipe"));
        EXPECT_EQ(entries(scratch.path()), before) << "something was left behind";
        EXPECT_EQ(write("/dev/null", "text").code, StatusCode::io_error);
        EXPECT_TRUE(fs::is_character_file("/dev/null"));
    }
}

TEST(OutputFile, LeavesReadOnlyFilesAlone) {
    for (const Write write : writers) {
        const test::Scratch scratch;
        std::ofstream(scratch / "kept") << "kept";
        fs::permissions(scratch / "kept", fs::perms(0444));
        EXPECT_NE(write(scratch / "kept", "text").message.find("read-only"), std::string::npos);
        EXPECT_EQ(text_of(scratch / "kept"), "kept");
    }
}

TEST(OutputFile, OneWriterAtATime) {
    const test::Scratch scratch;
    auto first = OutputFile::create(scratch / "run", bytes_of("MARK first"), 4);
    ASSERT_TRUE(first.is_ok()) << first.status().message;
    const auto second = OutputFile::create(scratch / "run", bytes_of("MARK second"), 4);
    EXPECT_NE(second.status().message.find("written by another run"), std::string::npos);
    ASSERT_TRUE(first.value().append(bytes_of(", more")).is_ok());
    ASSERT_TRUE(first.value().finish().is_ok());
    EXPECT_EQ(text_of(scratch / "run"), "MARK first, more");
    EXPECT_TRUE(write_whole(scratch / "run", "MARK third").is_ok());
    EXPECT_EQ(text_of(scratch / "run"), "MARK third");
}

TEST(OutputFile, ReplacesOnlyItsOwnKindOfPartialFiles) {
    const test::Scratch scratch;
    {
        const auto killed = OutputFile::create(scratch / "run", bytes_of("MARK killed"), 4);
        ASSERT_TRUE(killed.is_ok());
    }
    EXPECT_EQ(text_of(scratch / "run.partial"), "MARK killed");
    EXPECT_TRUE(write_whole(scratch / "run", "MARK next").is_ok());
    std::ofstream(scratch / "run.partial") << "somebody's own";
    EXPECT_NE(write_whole(scratch / "run", "MARK again").message.find("in the way"), std::string::npos);
    EXPECT_EQ(text_of(scratch / "run.partial"), "somebody's own");
    fs::remove(scratch / "run.partial");
    fs::create_symlink("/dev/null", scratch / "run.partial");
    EXPECT_NE(write_whole(scratch / "run", "MARK again").message.find("in the way"), std::string::npos);
    EXPECT_EQ(text_of(scratch / "run"), "MARK next");
}

TEST(OutputFile, AFullDiskLeavesTheOldFile) {
    const test::Scratch scratch;
    ASSERT_TRUE(write_file(scratch / "page", "old").is_ok());
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit small = old;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small);
    const Status status = write_file(scratch / "page", std::string(100'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(status.code, StatusCode::io_error);
    EXPECT_EQ(text_of(scratch / "page"), "old");
    EXPECT_EQ(entries(scratch.path()), 1u);
}

}  // namespace
}  // namespace wend
