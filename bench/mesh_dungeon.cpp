// Path queries on the main floor of a real level: its contours in our mesh, and the same floor, triangle by
// triangle, voxelised for Detour.

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "wend/level/level.hpp"

#include "mesh_parts.hpp"
#include "query_match.hpp"

namespace wend::bench {

namespace {

mesh::Triangulation mesh_of_floor(const level::Level& level, const Layer& layer) {
    mesh::Settings settings;
    settings.floor_everywhere = false;
    auto created = mesh::Triangulation::create(level.bounds, settings);
    if (!created) throw std::runtime_error(created.status().message);
    const auto inserted = created.value().insert_all(layer.walkable, {mesh::RegionKind::walkable, 0});
    if (!inserted) throw std::runtime_error(inserted.status().message);
    return std::move(created).value();
}

std::vector<Vec2> floor_of(const mesh::Triangulation& mesh) {
    std::vector<Vec2> floor;
    for (mesh::TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i)
            floor.push_back(mesh.position(mesh.vertex(mesh::Triangulation::half_edge(t, i))));
    }
    return floor;
}

std::size_t corners_of(const Layer& layer) {
    std::size_t count = 0;
    for (const Polygon& polygon : layer.walkable) {
        count += polygon.outline.size();
        for (const Ring& hole : polygon.holes) count += hole.size();
    }
    return count;
}

}  // namespace

void measure_dungeon(const Options& options, nlohmann::json& out) {
    const std::filesystem::path folder = std::filesystem::path(options.data_dir) / "levels";
    if (!std::filesystem::exists(folder / "dungeon.obj")) {
        out["dungeon"] = "no dungeon.obj in the levels of the data folder";
        return;
    }
    LevelSource source;
    source.file = "dungeon.obj";
    const auto level = level::import_level(source, folder);
    if (!level) throw std::runtime_error(level.status().message);
    const auto& layers = level.value().layers;
    const Layer& main = *std::max_element(layers.begin(), layers.end(), [](const Layer& a, const Layer& b) {
        return corners_of(a) < corners_of(b);
    });
    mesh::Triangulation mesh = mesh_of_floor(level.value(), main);
    const std::vector<Vec2> floor = floor_of(mesh);
    QueryMatch match(std::move(mesh),
                     DetourPeer(level.value().bounds, floor, QueryMatch::radius, QueryMatch::cell_size));
    Rng rng(5);
    const auto pairs = match.random_pairs(rng, options.quick ? 30 : 300);
    const QueryMatch::Times times = match.race(pairs, options.quick ? 3 : 20, true);
    nlohmann::json& result = out["dungeon"];
    report_times(times, result);
    match.report_preparation(result);
    result["triangles"] = match.mesh().triangle_count();
    result["detour_polygons"] = match.detour_polygons();
}

}  // namespace wend::bench
