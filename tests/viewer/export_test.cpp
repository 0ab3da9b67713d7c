#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "wend/io/recording.hpp"
#include "wend/view/html_export.hpp"

#include "crossing_world.hpp"
#include "support/data.hpp"

namespace wend::view {
namespace {

class Export : public testing::Test {
  protected:
    void SetUp() override {
        if (!page_status().is_ok()) GTEST_SKIP() << page_status().message;
        folder_ = std::filesystem::temp_directory_path() / ("wend-export-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override {
        if (!folder_.empty()) std::filesystem::remove_all(folder_);
    }
    std::filesystem::path folder_;
};

std::vector<io::Frame> frames_of(test::CrossingWorld& world, int count) {
    std::vector<io::Frame> frames;
    for (int i = 0; i < count; ++i, world.step()) frames.push_back(world.frame());
    return frames;
}

TEST_F(Export, IsOneFileThatNamesNothingOutside) {
    test::CrossingWorld world;
    const auto file = folder_ / "crossing.html";
    ASSERT_TRUE(export_html(file, world.scene(), world.agents(), frames_of(world, 60)).is_ok());
    const std::string html = test::read_text(file);
    EXPECT_EQ(html.find("<!--recording-->"), std::string::npos);
    EXPECT_NE(html.find("id=\"recording\">"), std::string::npos);
    for (const char* outside : {"<script src", "<link rel=\"stylesheet\"", "@import", "src=\"http"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
    EXPECT_EQ(files, 1u) << "nothing but the page is left behind";
}

TEST_F(Export, TellsAPlanOnlyWhenItChanges) {
    test::CrossingWorld world;
    const auto size_with_plans = [&](bool with) {
        test::CrossingWorld copy = world;
        auto page = HtmlExport::open(folder_ / "p.html", copy.scene(), copy.agents());
        EXPECT_TRUE(page.is_ok());
        for (int i = 0; i < 120; ++i, copy.step()) {
            EXPECT_TRUE(page.value().append(copy.frame()).is_ok());
            for (std::uint32_t a = 0; with && a < copy.agents().size(); ++a) {
                EXPECT_TRUE(page.value().append_plan(a, copy.published(a), copy.view(a)).is_ok());
            }
        }
        EXPECT_TRUE(page.value().close().is_ok());
        return std::filesystem::file_size(folder_ / "p.html");
    };
    const auto without = size_with_plans(false);
    EXPECT_LT(size_with_plans(true), without + 19 * 200) << "nineteen agents, each plan told once";
}

TEST_F(Export, RefusesWhatNoPageCouldOpen) {
    test::CrossingWorld world;
    HtmlExport::Options options;
    options.most_bytes = 20000;
    auto page = HtmlExport::open(folder_ / "long.html", world.scene(), world.agents(), options);
    ASSERT_TRUE(page.is_ok());
    Status status;
    for (int i = 0; i < 1000 && status.is_ok(); ++i, world.step())
        status = page.value().append(world.frame());
    EXPECT_EQ(status.code, StatusCode::invalid_input);
    EXPECT_NE(status.message.find("too long"), std::string::npos) << status.message;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "long.html"));
}

TEST_F(Export, AnUnwritableTargetIsAClearError) {
    test::CrossingWorld world;
    const Status status =
        export_html(folder_ / "missing" / "x.html", world.scene(), world.agents(), frames_of(world, 2));
    EXPECT_EQ(status.code, StatusCode::io_error);
    EXPECT_NE(status.message.find("missing"), std::string::npos) << status.message;
}

}  // namespace
}  // namespace wend::view
