#pragma once

// Where polygons come from: points in the scene file, well-known text in it or beside it, a grid map.

#include "wend/io/movingai.hpp"

#include "io/codecs.hpp"

namespace wend::io {

/// Whatever one entry of a list of polygons stands for.
struct PolygonSource {
    std::vector<Polygon> polygons;
};

/// A MovingAI map as a layer's geometry.
struct MapSource {
    GridMap map;
    double cell_size = 1;
    Vec2 origin;
};

[[nodiscard]] const Record<PolygonSource>& polygon_record();
[[nodiscard]] const Record<MapSource>& map_record();

namespace as {

[[nodiscard]] Codec<std::vector<Polygon>> polygons();
/// Exactly one.
[[nodiscard]] Codec<Polygon> polygon();
/// The map's rectangle to walk on, less its blocked cells. Only ever read.
[[nodiscard]] Codec<Layer> map_layer();

}  // namespace as

}  // namespace wend::io
