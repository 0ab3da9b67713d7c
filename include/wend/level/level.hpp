#pragma once

// A 3D level becomes planar layers that everything else treats like those of any scene (architecture,
// decision 3). Recast voxelises the triangles and finds the floors; nothing is eroded, because clearance is
// the mesh's job. What is walkable errs by at most one cell at walls and ledges, to the safe side.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/level/height_sampler.hpp"
#include "wend/level/triangles.hpp"
#include "wend/world/scene.hpp"

namespace wend::level {

/// What of an import the scene file does not say.
struct ImportOptions {
    /// Metres by which a contour may leave the voxels' own outline; negative: one cell.
    double contour_tolerance = -1;
    /// Separate floors smaller than this, square metres, are dropped: tops of walls and furniture.
    double least_area = 1;
    /// Told the stage that goes on and the fraction of the whole that is done.
    std::function<void(std::string_view stage, double fraction)> progress;
};

struct Statistics {
    std::size_t triangles = 0;
    std::size_t columns = 0;        ///< cells of the voxel grid seen from above
    std::size_t spans = 0;          ///< walkable cells in all layers
    std::size_t dropped_small = 0;  ///< walkable cells of floors under least_area
    std::size_t floors = 0;         ///< separate pieces, connected by walking alone
    double walkable_area = 0;       ///< square metres, of the voxels
};

struct Level {
    std::vector<Layer> layers;
    std::vector<Portal> portals;  ///< where layers meet: the same segment on both sides
    std::vector<Link> links;      ///< jumps and drops, when the source asks for them
    HeightSampler heights;
    Box2 bounds;
    Statistics statistics;

    /// Replaces the scene's layers, portals, links and bounds by the level's.
    void put_into(Scene& scene) const;
    /// All of it as bytes, so that an import has to be made only once. Bytes are of this version of the
    /// library.
    [[nodiscard]] std::vector<std::byte> save() const;
    /// invalid_input for bytes that were damaged or are of something else.
    static Result<Level> restore(std::span<const std::byte> bytes);
    /// z of the ground at a place of a layer, for whoever shows or measures; where a layer has no floor, its
    /// own height.
    [[nodiscard]] std::function<double(std::uint32_t layer, Vec2 at)> floor() const;
};

[[nodiscard]] Result<Level> import_level(const Triangles& triangles, const LevelSource& source,
                                         const ImportOptions& options = {});

/// The same, of the file that `source` names, relative to `folder`.
[[nodiscard]] Result<Level> import_level(const LevelSource& source, const std::filesystem::path& folder,
                                         const ImportOptions& options = {});

}  // namespace wend::level
