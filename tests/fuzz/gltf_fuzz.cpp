// Any bytes are a mesh or a failure with a message, as JSON and as binary glTF alike.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/level/triangles.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto result = wend::level::parse_gltf(bytes, "fuzz.gltf", {});
    if (!result) {
        if (!result.status().message.starts_with("fuzz.gltf")) std::abort();
        return 0;
    }
    const wend::level::Triangles& mesh = result.value();
    for (const auto& triangle : mesh.corners)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh.points.size()) std::abort();
    for (const auto& p : mesh.points)
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) std::abort();
    return 0;
}
