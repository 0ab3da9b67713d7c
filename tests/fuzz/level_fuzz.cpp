// Levels that the reader accepts are made into floors, or refused with a message, and what comes out is
// within what went in.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/level/level.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend;
    const auto mesh = level::parse_obj({reinterpret_cast<const char*>(data), size}, "fuzz.obj");
    if (!mesh || mesh.value().corners.size() > 200) return 0;
    for (const Vec3& p : mesh.value().points)
        if (std::abs(p.x) > 40 || std::abs(p.y) > 40 || std::abs(p.z) > 20) return 0;  // time, not truth
    const auto made = level::import_level(mesh.value(), LevelSource{});
    if (!made) return made.status().message.empty() ? std::abort(), 0 : 0;
    Scene scene;
    made.value().put_into(scene);
    for (const Layer& layer : scene.layers)
        for (const Polygon& polygon : layer.walkable)
            for (const Vec2 p : polygon.outline)
                if (!(std::abs(p.x) < 50 && std::abs(p.y) < 50)) std::abort();
    return 0;
}
