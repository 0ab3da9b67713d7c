// An imported level as bytes and back.

#include <algorithm>

#include "wend/level/level.hpp"

#include "base/sealed.hpp"
#include "world/scene_archive.hpp"

namespace wend::level {
namespace {

constexpr archive::Seal seal{0x6C766C2D646E6577, 1, "Level::save()"};  // "wend-lvl"

/// A grid of heights; archives know no floats and no bits.
struct SavedGrid {
    std::int32_t left = 0, bottom = 0, width = 0, height = 0;
    std::vector<std::uint32_t> heights;
    std::vector<std::uint8_t> inside;
};

void describe(auto& archive, SavedGrid& grid) {
    archive(grid.left, grid.bottom, grid.width, grid.height, grid.heights, grid.inside);
}

SavedGrid saved(const HeightSampler::Grid& grid) {
    SavedGrid kept{grid.left, grid.bottom, grid.width, grid.height, {}, {}};
    for (const float height : grid.heights) kept.heights.push_back(std::bit_cast<std::uint32_t>(height));
    kept.inside.assign(grid.inside.begin(), grid.inside.end());
    return kept;
}

HeightSampler::Grid restored(const SavedGrid& kept) {
    HeightSampler::Grid grid{kept.left, kept.bottom, kept.width, kept.height, {}, {}};
    for (const std::uint32_t bits : kept.heights) grid.heights.push_back(std::bit_cast<float>(bits));
    grid.inside.assign(kept.inside.begin(), kept.inside.end());
    return grid;
}

bool is_sound(const SavedGrid& grid) {
    if (grid.width < 0 || grid.height < 0) return false;
    const std::uint64_t cells =
        static_cast<std::uint64_t>(grid.width) * static_cast<std::uint64_t>(grid.height);
    return grid.heights.size() == cells && grid.inside.size() == cells;
}

/// The scalar members; none of them is a list.
void describe_numbers(auto& archive, Statistics& statistics) {
    archive(statistics.triangles, statistics.columns, statistics.spans, statistics.dropped_small,
            statistics.floors, statistics.walkable_area);
}

}  // namespace

std::vector<std::byte> Level::save() const {
    std::vector<SavedGrid> grids;
    for (std::uint32_t layer = 0; layer < heights.layer_count(); ++layer)
        grids.push_back(saved(heights.grid(layer)));
    archive::Writer writer;
    writer(layers, portals, links, bounds, heights.origin(), heights.cell(), heights.step_height(), grids);
    Statistics numbers = statistics;
    describe_numbers(writer, numbers);
    return archive::sealed(seal, writer.take());
}

Result<Level> Level::restore(std::span<const std::byte> bytes) {
    const auto body = archive::opened(seal, bytes);
    if (!body) return body.status();
    Level level;
    Vec2 origin;
    double cell = 1, step_height = 0;
    std::vector<SavedGrid> grids;
    archive::Reader reader(body.value());
    reader(level.layers, level.portals, level.links, level.bounds, origin, cell, step_height, grids);
    describe_numbers(reader, level.statistics);
    if (reader.failed() || !reader.is_at_end() || !(cell > 0) ||
        !std::all_of(grids.begin(), grids.end(), is_sound))
        return Status::invalid_input("found bytes that say something else, expected what Level::save() made");
    std::vector<HeightSampler::Grid> heights;
    for (const SavedGrid& grid : grids) heights.push_back(restored(grid));
    level.heights = HeightSampler(origin, cell, step_height, std::move(heights));
    return level;
}

}  // namespace wend::level
