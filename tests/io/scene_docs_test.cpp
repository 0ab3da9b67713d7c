// What is written about scene files must be what the reader's tables say. With WEND_UPDATE_DOCS set, the
// files are rewritten instead.

#include <cstdlib>
#include <fstream>

#include "wend/io/scene_schema.hpp"

#include "support/data.hpp"

namespace wend::io {
namespace {

bool is_updating() {
    return std::getenv("WEND_UPDATE_DOCS") != nullptr;
}

TEST(SceneDocs, SchemaIsTheReaders) {
    const auto path = test::source_dir() / "docs/scene.schema.json";
    if (is_updating()) std::ofstream(path) << scene_schema();
    EXPECT_EQ(test::read_text(path), scene_schema()) << "run io_tests with WEND_UPDATE_DOCS=1";
}

TEST(SceneDocs, PageHasTheReadersTables) {
    const auto path = test::source_dir() / "docs/scene-format.md";
    const std::string begin = "<!-- from the reader's tables -->\n\n", end = "<!-- end of the tables -->\n";
    std::string page = test::read_text(path);
    const std::size_t from = page.find(begin), to = page.find(end);
    ASSERT_NE(from, std::string::npos);
    ASSERT_NE(to, std::string::npos);
    const std::size_t start = from + begin.size();
    if (is_updating()) {
        page.replace(start, to - start, scene_field_tables());
        std::ofstream(path) << page;
        return;
    }
    EXPECT_EQ(page.substr(start, to - start), scene_field_tables()) << "run io_tests with WEND_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace wend::io
