// Whatever the reader accepts must survive being written and read again.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "wend/io/scene_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto scene = wend::io::parse_scene(text, "fuzz.json", "no-such-folder");
    if (!scene) {
        if (scene.status().message.empty()) std::abort();
        return 0;
    }
    const auto again = wend::io::parse_scene(wend::io::write_scene(scene.value()), "again.json");
    if (!again) std::fprintf(stderr, "%s\n", again.status().message.c_str());
    if (!again || !(again.value() == scene.value())) std::abort();
    return 0;
}
