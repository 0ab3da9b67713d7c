// A scene of 50 MB is read in bounded memory and time.

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/io/scene_file.hpp"

namespace wend::io {
namespace {

constexpr std::size_t wanted_size = 50'000'000;

/// Thousands of pillars, one wall with a very long outline, and agents enough to fill the rest.
std::string large_scene() {
    std::string text =
        R"({"version": 1, "bounds": [[0, 0], [40000, 40000]], "layers": [{"name": "a", "blocked": [)";
    text += "[[0, 1], [0, 0]";
    const int steps = 400'000;
    for (int i = 1; i < steps; ++i)
        text += ", [" + std::to_string(i / 10) + "." + std::to_string(i % 10) + ", " +
                (i % 2 ? "0.25" : "0.5") + "]";
    text += ", [39999.9, 1]]";
    Rng rng(5);
    while (text.size() < wanted_size) {
        const auto x = std::to_string(rng.below(39'000)), y = std::to_string(5 + rng.below(39'000));
        text += ",\n[[" + x + ".125, " + y + ".25], [" + x + ".875, " + y + ".25], [" + x + ".875, " + y +
                ".75], [" + x + ".5, " + y + ".875], [" + x + ".125, " + y + ".75]]";
    }
    return text + R"(]}], "agents": [{"position": [10, 39990], "goal": {"point": [39990, 39990]}}]})";
}

/// A line of /proc/self/status, such as "VmHWM:  1234 kB", in megabytes.
double status_megabytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    std::string word;
    double kilobytes = 0;
    while (status >> word)
        if (word == name + ":" && status >> kilobytes) break;
    return kilobytes / 1024;
}

/// Lets the peak start again from what is in use now.
void reset_peak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

TEST(LargeScene, FiftyMegabytesInBoundedMemoryAndTime) {
    const std::string text = large_scene();
    ASSERT_GE(text.size(), wanted_size);
    reset_peak();
    const double before = status_megabytes("VmRSS");
    const auto start = std::chrono::steady_clock::now();
    const Result<Scene> scene = parse_scene(text, "large.json");
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(scene.is_ok()) << scene.status().message;
    EXPECT_GT(scene.value().layers[0].blocked.size(), 100'000U);
    const double grown = status_megabytes("VmHWM") - before;
    RecordProperty("seconds", std::to_string(took.count()));
    RecordProperty("megabytes", std::to_string(grown));
    std::printf("%zu bytes: %.2f s, %.0f MB more than the text\n", text.size(), took.count(), grown);
    EXPECT_LT(grown, 700);
#ifdef NDEBUG
    EXPECT_LT(took.count(), 30) << "about 3 s on an idle machine";
#endif
}

TEST(LargeScene, OneHugeStringAndManyKeysFailFast) {
    EXPECT_FALSE(parse_scene("{\"" + std::string(20'000'000, 'x') + "\": 1}", "huge").is_ok());
    std::string keys = "{";
    for (int i = 0; i < 1'000'000; ++i) keys += "\"k" + std::to_string(i) + "\": 0,";
    EXPECT_EQ(parse_scene(keys + "\"version\": 1}", "keys").status().message.substr(0, 33),
              "keys:1:2: $.k0: unknown field \"k0");
    EXPECT_FALSE(parse_scene(std::string(20'000'000, '['), "deep").is_ok());
}

}  // namespace
}  // namespace wend::io
