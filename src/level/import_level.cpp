#include <cmath>
#include <cstdio>
#include <string>

#include "wend/level/level.hpp"

#include "level/contours.hpp"
#include "level/floors.hpp"
#include "level/layering.hpp"
#include "level/links.hpp"
#include "level/surface.hpp"
#include "level/voxels.hpp"

namespace wend::level {
namespace {

/// Seams cross open floor, so they may be straightened further than walls: fewer and wider portals.
constexpr double seam_tolerance = 4;  // cells

Status check(const LevelSource& source) {
    const auto expect = [](const char* field, double value, bool good, const char* range) {
        return good ? Status::ok()
                    : Status::invalid_input(std::string("level.") + field + ": found " +
                                            std::to_string(value) + ", expected " + range);
    };
    for (const Status& status : {
             expect("cell_size", source.cell_size, source.cell_size >= 0.001 && source.cell_size <= 1e4,
                    "0.001 to 10000 m"),
             expect("cell_height", source.cell_height,
                    source.cell_height >= 0.001 && source.cell_height <= 1e4, "0.001 to 10000 m"),
             expect("max_slope", source.max_slope, source.max_slope >= 0 && source.max_slope < 1.5707,
                    "0 to less than a right angle, in radians"),
             expect("head_room", source.head_room,
                    source.head_room > 0 && source.head_room <= 250 * source.cell_height,
                    "more than 0 and at most 250 cell heights"),
             expect("step_height", source.step_height,
                    source.step_height >= 0 && source.step_height <= source.head_room, "0 to head_room"),
             expect("jump_distance", source.jump_distance,
                    source.jump_distance >= 0 && source.jump_distance <= 1000, "0 to 1000 m"),
             expect("drop_height", source.drop_height, source.drop_height >= 0 && source.drop_height <= 1000,
                    "0 to 1000 m"),
         })
        if (!status.is_ok()) return status;
    return Status::ok();
}

Status check(const Triangles& triangles) {
    if (triangles.corners.empty()) return Status::invalid_input("the level has no triangles");
    for (std::size_t i = 0; i < triangles.points.size(); ++i) {
        const Vec3& p = triangles.points[i];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return Status::invalid_input("vertex " + std::to_string(i) +
                                         " has a coordinate that is not finite");
    }
    for (std::size_t i = 0; i < triangles.corners.size(); ++i)
        for (const std::uint32_t corner : triangles.corners[i])
            if (corner >= triangles.points.size())
                return Status::invalid_input("triangle " + std::to_string(i) + ": found vertex " +
                                             std::to_string(corner) + ", expected less than " +
                                             std::to_string(triangles.points.size()));
    return Status::ok();
}

Floors without_small_floors(const Floors& floors, double least_area, std::size_t& dropped) {
    std::vector<std::uint32_t> piece;
    std::vector<std::size_t> size(connected_pieces(floors, nullptr, piece), 0);
    for (const std::uint32_t p : piece) ++size[p];
    const double cell_area = floors.cell * floors.cell;
    std::vector<bool> keep(floors.spans.size());
    for (std::size_t i = 0; i < keep.size(); ++i)
        keep[i] = static_cast<double>(size[piece[i]]) * cell_area >= least_area;
    Floors result = filtered(floors, keep);
    dropped = floors.spans.size() - result.spans.size();
    return result;
}

std::vector<Layer> layers_of(const Floors& floors, const Contours& contours, std::uint32_t count) {
    std::vector<Layer> layers(count);
    std::vector<std::pair<std::uint32_t, std::size_t>> polygon_of_piece;
    std::vector<std::pair<std::uint32_t, Ring>> holes;
    const auto add_ring = [&](const ContourRing& contour, Ring ring) {
        if (signed_area(ring) < 0) {
            holes.emplace_back(contour.piece, std::move(ring));
            return;
        }
        if (polygon_of_piece.size() <= contour.piece) polygon_of_piece.resize(contour.piece + 1);
        polygon_of_piece[contour.piece] = {contour.layer, layers[contour.layer].walkable.size()};
        layers[contour.layer].walkable.push_back({std::move(ring), {}});
    };
    for (const ContourRing& contour : contours.rings) {
        Ring ring;
        for (const GridPoint& p : corners_of(contours, contour))
            ring.push_back(floors.origin +
                           Vec2{static_cast<double>(p.x), static_cast<double>(p.y)} * floors.cell);
        add_ring(contour, std::move(ring));
    }
    for (auto& [piece, ring] : holes) {
        const auto [layer, polygon] = polygon_of_piece[piece];
        layers[layer].walkable[polygon].holes.push_back(std::move(ring));
    }
    return layers;
}

/// The median of a layer's floor is the height that most of it has.
void name_layers(const Floors& floors, const Layering& layering, const std::vector<float>& heights,
                 std::vector<Layer>& layers) {
    std::vector<std::vector<float>> of_layer(layers.size());
    for (std::size_t i = 0; i < floors.spans.size(); ++i) of_layer[layering.layer[i]].push_back(heights[i]);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        auto& all = of_layer[i];
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
        std::nth_element(all.begin(), middle, all.end());
        layers[i].height = *middle;
        layers[i].name = "floor " + std::to_string(i);
    }
}

std::vector<Portal> portals_of(const Floors& floors, const Contours& contours) {
    std::vector<Portal> portals;
    const auto place = [&](GridPoint p) {
        return floors.origin + Vec2{static_cast<double>(p.x), static_cast<double>(p.y)} * floors.cell;
    };
    for (const Chain& chain : contours.chains) {
        if (chain.other == wall) continue;
        for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
            const Segment segment{place(chain.points[i]), place(chain.points[i + 1])};
            portals.push_back({"seam " + std::to_string(portals.size() + 1), chain.layer, chain.other,
                               segment, segment, 0});
        }
    }
    return portals;
}

}  // namespace

Result<Level> import_level(const Triangles& triangles, const LevelSource& source,
                           const ImportOptions& options) {
    const auto report = [&](std::string_view stage, double fraction) {
        if (options.progress) options.progress(stage, fraction);
    };
    if (Status status = check(source); !status.is_ok()) return status;
    if (Status status = check(triangles); !status.is_ok()) return status;
    const auto box = voxel_box(triangles, source, true);
    if (!box) return box.status();

    report("voxelising", 0);
    const auto voxels = voxelise(triangles, source, box.value());
    if (!voxels) return voxels.status();

    Level level;
    Statistics& statistics = level.statistics;
    report("finding floors", 0.4);
    const Floors floors = without_small_floors(floors_of(*voxels.value().open, source), options.least_area,
                                               statistics.dropped_small);
    if (floors.spans.empty())
        return Status::invalid_input("no walkable floor of at least " + std::to_string(options.least_area) +
                                     " square metres: check that the level is in metres, y up, and that its "
                                     "triangles run counter-clockwise seen from above");
    report("splitting into layers", 0.5);
    const Layering layering = find_layers(floors);
    report("tracing contours", 0.7);
    Contours contours = trace_contours(floors, layering.layer);
    const double tolerance = options.contour_tolerance < 0 ? 1 : options.contour_tolerance / source.cell_size;
    simplify(contours, tolerance, seam_tolerance);
    report("measuring heights", 0.8);
    const std::vector<float> heights = surface_heights(floors, triangles, source.max_slope);
    const int margin = static_cast<int>(std::ceil(std::max(tolerance, seam_tolerance))) + 1;
    level.heights = {floors.origin, floors.cell, source.step_height,
                     height_grids(floors, layering.layer, layering.count, heights, margin)};
    report("finding links", 0.9);
    level.links = find_links(floors, layering.layer, *voxels.value().solid, source);

    level.layers = layers_of(floors, contours, layering.count);
    name_layers(floors, layering, heights, level.layers);
    level.portals = portals_of(floors, contours);
    level.bounds = {floors.origin, floors.origin + Vec2{static_cast<double>(floors.width),
                                                        static_cast<double>(floors.height)} *
                                                       floors.cell};
    statistics.triangles = triangles.corners.size();
    statistics.columns = floors.first.size() - 1;
    statistics.spans = floors.spans.size();
    statistics.walkable_area = static_cast<double>(floors.spans.size()) * floors.cell * floors.cell;
    std::vector<std::uint32_t> piece;
    statistics.floors = connected_pieces(floors, nullptr, piece);
    report("done", 1);
    return level;
}

Result<Level> import_level(const LevelSource& source, const std::filesystem::path& folder,
                           const ImportOptions& options) {
    const std::filesystem::path file = folder / source.file;
    const auto triangles = load_triangles(file);
    if (!triangles) return triangles.status();
    auto level = import_level(triangles.value(), source, options);
    if (level) return level;
    Status status = level.status();
    status.message = file.string() + ": " + status.message;
    return status;
}

std::function<double(std::uint32_t, Vec2)> Level::floor() const {
    std::vector<double> flat;
    for (const Layer& layer : layers) flat.push_back(layer.height);
    return [sampler = heights, flat = std::move(flat)](std::uint32_t layer, Vec2 at) {
        if (layer >= flat.size()) return 0.0;
        return sampler.at(layer, at).value_or(flat[layer]);
    };
}

void Level::put_into(Scene& scene) const {
    scene.layers = layers;
    scene.portals = portals;
    scene.links = links;
    scene.bounds = bounds;
}

}  // namespace wend::level
