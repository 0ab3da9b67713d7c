#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/places.hpp"

namespace wend::test {

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
