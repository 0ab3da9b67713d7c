#include "wend/view/picture.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include <gtest/gtest.h>
#include <zlib.h>

#include "wend/io/recording.hpp"

#include "crossing_world.hpp"
#include "support/data.hpp"

namespace wend::view {
namespace {

std::filesystem::path folder() {
    const auto path = test::build_dir() / "tests/viewer/pictures";
    std::filesystem::create_directories(path);
    return path;
}

struct Image {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> pixels;

    [[nodiscard]] std::array<int, 3> at(double x, double y) const {
        const auto i = (static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)) * 3;
        return {pixels.at(i), pixels.at(i + 1), pixels.at(i + 2)};
    }
};

/// Reads what this library writes: one image chunk, every row filtered by the one above.
Image read_png(const std::filesystem::path& file) {
    const std::string text = test::read_text(file);
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(text.at(at + i));
        return value;
    };
    EXPECT_EQ(text.substr(1, 3), "PNG");
    EXPECT_EQ(text.substr(12, 4), "IHDR");
    Image image{number(16), number(20), {}};
    const std::size_t data = 33;
    EXPECT_EQ(text.substr(data + 4, 4), "IDAT");
    const std::uint32_t size = number(data);
    EXPECT_EQ(number(data + 8 + size), crc32(0, reinterpret_cast<const Bytef*>(&text[data + 4]), size + 4));
    std::vector<std::uint8_t> rows((image.width * 3 + 1) * image.height);
    uLongf length = rows.size();
    EXPECT_EQ(uncompress(rows.data(), &length, reinterpret_cast<const Bytef*>(&text[data + 8]), size), Z_OK);
    const std::size_t row = image.width * 3;
    for (std::size_t y = 0; y < image.height; ++y)
        for (std::size_t i = 0; i < row; ++i) {
            const int above = y > 0 ? image.pixels[(y - 1) * row + i] : 0;
            image.pixels.push_back(static_cast<std::uint8_t>(rows[y * (row + 1) + 1 + i] + above));
        }
    return image;
}

double hue_difference(std::array<int, 3> a, std::array<int, 3> b) {
    const auto dot = [](auto u, auto v) { return 1.0 * u[0] * v[0] + 1.0 * u[1] * v[1] + 1.0 * u[2] * v[2]; };
    return 1 - dot(a, b) / std::sqrt(dot(a, a) * dot(b, b) + 1e-9);
}

TEST(Picture, AgentsAreWhereTheFrameSays) {
    test::CrossingWorld world;
    PictureOptions options;
    options.width = 1000;
    options.elevation = std::numbers::pi / 2;
    options.trail_seconds = 0;
    options.goals = false;
    Picture picture(world.scene(), world.agents(), options);
    for (int i = 0; i < 120; ++i, world.step()) picture.add(world.frame());
    picture.add(world.frame());
    ASSERT_TRUE(picture.write(folder() / "above.png").is_ok());
    const Image image = read_png(folder() / "above.png");
    ASSERT_EQ(image.width, 1000u);
    const auto [low, high] = world.scene().bounds.grown(0.03 * 24);
    const double scale = 1000 / (high.x - low.x);
    const std::map<std::string, std::array<int, 3>> colours{
        {"east", {0x56, 0xB4, 0xE9}}, {"north", {0xE6, 0x9F, 0x00}}, {"gallery", {0x00, 0x9E, 0x73}}};
    for (const io::RecordedAgent& agent : world.frame().agents) {
        const AgentSpec& spec = world.agents()[agent.agent];
        // Behind the head, where no arrow is.
        const Vec2 at = agent.position.xy() + unit_vector(agent.heading + 2.6) * (0.7 * spec.limits.radius);
        const auto found = image.at((at.x - low.x) * scale, (high.y - at.y) * scale);
        EXPECT_LT(hue_difference(found, colours.at(spec.group)), 0.01) << spec.name;
    }
    // Nobody is here: the floor's own colour.
    EXPECT_EQ(image.at((2 - low.x) * scale, (high.y - 1) * scale), (std::array<int, 3>{0xFB, 0xFC, 0xFD}));
}

TEST(Picture, IsTheSameEveryTimeAndLooksFromAnyHeight) {
    const auto draw = [](const char* name, bool dark, double elevation) {
        test::CrossingWorld world;
        PictureOptions options;
        options.dark = dark;
        options.elevation = elevation;
        Picture picture(world.scene(), world.agents(), options);
        for (int i = 0; i < 130; ++i, world.step()) picture.add(world.frame());
        EXPECT_TRUE(picture.write(folder() / name).is_ok());
        return test::read_text(folder() / name);
    };
    EXPECT_EQ(draw("light.png", false, 0.9), draw("again.png", false, 0.9));
    EXPECT_NE(draw("dark.png", true, 0.7), draw("light.png", false, 0.9));
}

TEST(Picture, ShowsPlansAndTunnelsWhereTheyAre) {
    test::CrossingWorld world;
    PictureOptions options;
    options.width = 1000;
    options.elevation = std::numbers::pi / 2;
    options.goals = false;
    Picture picture(world.scene(), world.agents(), options);
    picture.add(world.frame());
    const std::vector<float> line{2, 1, 0, 0, 20, 1, 0, 9};
    std::vector<float> band = line;
    band[3] = band[7] = 0.8f;
    picture.show({{"domain_plans", 0, 3, "", {{DrawingKind::line, 3, 4, line}}},
                  {"tunnels", 0, 3, "", {{DrawingKind::line, 1, 4, band}, {DrawingKind::line, 1, 4, band}}}});
    ASSERT_TRUE(picture.write(folder() / "plans.png").is_ok());
    const Image image = read_png(folder() / "plans.png");
    const auto [low, high] = world.scene().bounds.grown(0.03 * 24);
    const double scale = 1000 / (high.x - low.x);
    const auto at = [&](double x, double y) { return image.at((x - low.x) * scale, (high.y - y) * scale); };
    EXPECT_LT(hue_difference(at(15, 1), {0xD5, 0x5E, 0x00}), 0.01) << "the plan";
    const std::array<int, 3> floor{0xFB, 0xFC, 0xFD}, green{0x00, 0x9E, 0x73};
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(at(15, 1.6)[i], floor[i] + 0.13 * (green[i] - floor[i]), 2) << "the tunnel, once";
    EXPECT_EQ(at(15, 2.2), floor) << "beside it";
}

TEST(Picture, BadSizesAndTargetsAreClearErrors) {
    test::CrossingWorld world;
    PictureOptions options;
    options.width = 4;
    Picture small(world.scene(), world.agents(), options);
    EXPECT_EQ(small.write(folder() / "small.png").code, StatusCode::invalid_input);
    Picture picture(world.scene(), world.agents());
    EXPECT_EQ(picture.write(folder() / "missing" / "x.png").code, StatusCode::io_error);
}

}  // namespace
}  // namespace wend::view
