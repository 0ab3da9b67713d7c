// Every file in bad/ is wrong in one way, and the message beside it says exactly how.

#include <algorithm>

#include "wend/io/scene_file.hpp"

#include "support/data.hpp"

namespace wend::io {
namespace {

std::vector<std::filesystem::path> bad_scenes() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tests/io/bad"))
        if (entry.path().extension() == ".json") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

std::string without_folder(std::string message) {
    const std::string folder = (test::source_dir() / "tests/io/bad").string() + "/";
    for (std::size_t at = 0; (at = message.find(folder)) != std::string::npos;)
        message.erase(at, folder.size());
    return message;
}

class BadScene : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(BadScene, GetsItsMessage) {
    const Result<Scene> scene = load_scene(GetParam());
    ASSERT_FALSE(scene.is_ok());
    EXPECT_EQ(scene.status().code, StatusCode::invalid_input);
    std::filesystem::path expected = GetParam();
    expected.replace_extension(".expected");
    EXPECT_EQ(without_folder(scene.status().message) + "\n", test::read_text(expected));
}

INSTANTIATE_TEST_SUITE_P(Files, BadScene, testing::ValuesIn(bad_scenes()), [](const auto& scene) {
    std::string name = scene.param.stem().string();
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(BadScenes, AreMany) {
    EXPECT_GE(bad_scenes().size(), 90U);
}

TEST(BadScenes, MissingFileIsNoMistakeOfTheScene) {
    const Result<Scene> scene = load_scene("no/such/scene.json");
    ASSERT_FALSE(scene.is_ok());
    EXPECT_EQ(scene.status().code, StatusCode::io_error);
    EXPECT_EQ(scene.status().message, "no/such/scene.json: cannot read: No such file or directory");
}

}  // namespace
}  // namespace wend::io
