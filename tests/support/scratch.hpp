#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace wend::test {

/// An empty folder of the running test's own, gone afterwards.
class Scratch {
  public:
    Scratch() {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(info->test_suite_name()) + "." + info->name();
        for (char& c : name)
            if (c == '/') c = '_';
        folder_ =
            std::filesystem::temp_directory_path() / ("wend-" + name + "-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }

  private:
    std::filesystem::path folder_;
};

}  // namespace wend::test
