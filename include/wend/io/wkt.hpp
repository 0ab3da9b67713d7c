#pragma once

// Well-known text of areas: POLYGON, MULTIPOLYGON and GEOMETRYCOLLECTION of these, two coordinates a point.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/polygon.hpp"

namespace wend::io {

/// `name` stands for the text in messages, which give line and column. Rings must be closed, as the format
/// asks; the repeated point is dropped. EMPTY gives nothing. The coordinates are not judged otherwise.
Result<std::vector<Polygon>> parse_wkt(std::string_view text, std::string_view name);
Result<std::vector<Polygon>> load_wkt(const std::filesystem::path& path);

[[nodiscard]] std::string to_wkt(const Polygon& polygon);
/// A MULTIPOLYGON.
[[nodiscard]] std::string to_wkt(const std::vector<Polygon>& polygons);
/// A GEOMETRYCOLLECTION of POLYGONs.
[[nodiscard]] std::string to_wkt_collection(const std::vector<Polygon>& polygons);

}  // namespace wend::io
