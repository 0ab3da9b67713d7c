#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace wend::test {

/// Ground-truth files that live beside the project, not in it.
inline std::filesystem::path data_dir() {
    return WEND_DATA_DIR;
}
inline std::filesystem::path source_dir() {
    return WEND_SOURCE_DIR;
}

inline std::string read_text(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in) << "cannot read " << path;
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

}  // namespace wend::test

/// Skips the test, aloud, when the ground-truth folder is not there.
#define WEND_NEEDS_DATA(folder)                                                                            \
    do {                                                                                                   \
        if (!std::filesystem::exists(wend::test::data_dir() / (folder)))                                   \
            GTEST_SKIP() << "no ground truth beside the project: " << (wend::test::data_dir() / (folder)); \
    } while (false)
