#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::level {

/// A level as a soup of triangles, z up. Counter-clockwise seen from outside, as OBJ and glTF have it: the
/// winding decides which side of a triangle is a floor.
struct Triangles {
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> corners;  ///< indices into points

    [[nodiscard]] std::array<Vec3, 3> at(std::size_t triangle) const {
        const auto& c = corners[triangle];
        return {points[c[0]], points[c[1]], points[c[2]]};
    }
};

/// Both formats are y-up; this keeps the frame right-handed.
[[nodiscard]] constexpr Vec3 z_up(Vec3 y_up) noexcept {
    return {y_up.x, -y_up.z, y_up.y};
}

/// Reads .obj, .gltf or .glb, by the file's extension. Every failure names the file, the place in it and the
/// reason.
[[nodiscard]] Result<Triangles> load_triangles(const std::filesystem::path& path);

/// Wavefront OBJ: `v` and `f` (polygons of any size as fans, negative indices); all else is skipped.
/// `name` is what messages call the text.
[[nodiscard]] Result<Triangles> parse_obj(std::string_view text, std::string_view name);

/// glTF 2.0, as JSON or as binary (told by the first bytes): triangles, strips and fans, indexed or not, of
/// the default scene with its nodes' transforms. Buffers by relative name are looked for in `folder`.
[[nodiscard]] Result<Triangles> parse_gltf(std::string_view bytes, std::string_view name,
                                           const std::filesystem::path& folder);

}  // namespace wend::level
