#include "level/voxels.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace wend::level {
namespace {

constexpr double most_columns = 1 << 28;
// Quotients of decimal fractions such as 0.6 / 0.2 may miss their integer by a rounding error.
constexpr double quotient_slack = 1e-6;

int cells_up(double length, double cell) {
    return static_cast<int>(std::ceil(length / cell - quotient_slack));
}
int cells_down(double length, double cell) {
    return static_cast<int>(std::floor(length / cell + quotient_slack));
}

/// rcFilterWalkableLowHeightSpans as Recast has it since May 2023: before that, as in Debian 12, a ceiling at
/// exactly the head room counted as too low.
void filter_low_ceilings(int head_room, rcHeightfield& solid) {
    for (int column = 0; column < solid.width * solid.height; ++column)
        for (rcSpan* span = solid.spans[column]; span && span->next; span = span->next)
            if (static_cast<int>(span->next->smin) - static_cast<int>(span->smax) < head_room)
                span->area = RC_NULL_AREA;
}

std::vector<int> recast_corners(const Triangles& triangles) {
    std::vector<int> corners;
    corners.reserve(triangles.corners.size() * 3);
    for (const auto& triangle : triangles.corners)
        for (const std::uint32_t corner : triangle) corners.push_back(static_cast<int>(corner));
    return corners;
}

}  // namespace

void RecastLog::doLog(rcLogCategory category, const char* message, int length) {
    if (category == RC_LOG_ERROR && first_error_.empty())
        first_error_.assign(message, static_cast<std::size_t>(length));
}

std::vector<float> recast_points(const Triangles& triangles) {
    std::vector<float> points;
    points.reserve(triangles.points.size() * 3);
    for (const Vec3& p : triangles.points)
        for (const double value : {p.x, p.z, -p.y}) points.push_back(static_cast<float>(value));
    return points;
}

Result<VoxelBox> voxel_box(const Triangles& triangles, const LevelSource& source, bool snapped) {
    const std::vector<float> points = recast_points(triangles);
    VoxelBox box;
    rcCalcBounds(points.data(), static_cast<int>(triangles.points.size()), box.low, box.high);
    const double cell = source.cell_size;
    if (snapped)
        for (const int axis : {0, 1, 2}) {
            const double unit = axis == 1 ? source.cell_height : cell;
            box.low[axis] = static_cast<float>(std::floor(box.low[axis] / unit) * unit);
            box.high[axis] = static_cast<float>(std::ceil(box.high[axis] / unit) * unit);
        }
    const double width = (box.high[0] - box.low[0]) / cell, depth = (box.high[2] - box.low[2]) / cell;
    if (!(width * depth <= most_columns && width <= 32767 && depth <= 32767))
        return Status::invalid_input("the level is " + std::to_string(width) + " x " + std::to_string(depth) +
                                     " cells, expected at most 32767 a side and 268435456 in all: use a "
                                     "larger cell_size than " +
                                     std::to_string(cell));
    if (!((box.high[1] - box.low[1]) / source.cell_height <= RC_SPAN_MAX_HEIGHT))
        return Status::invalid_input("the level is " + std::to_string(box.high[1] - box.low[1]) +
                                     " m high, expected at most " + std::to_string(RC_SPAN_MAX_HEIGHT) +
                                     " times cell_height " + std::to_string(source.cell_height));
    rcCalcGridSize(box.low, box.high, static_cast<float>(cell), &box.width, &box.depth);
    box.width = std::max(box.width, 1);
    box.depth = std::max(box.depth, 1);
    return box;
}

Result<Voxels> voxelise(const Triangles& triangles, const LevelSource& source, const VoxelBox& box) {
    const int head_room = cells_up(source.head_room, source.cell_height);
    const int climb = cells_down(source.step_height, source.cell_height);
    const std::vector<float> points = recast_points(triangles);
    const std::vector<int> corners = recast_corners(triangles);
    const int point_count = static_cast<int>(triangles.points.size());
    const int triangle_count = static_cast<int>(triangles.corners.size());

    RecastLog log;
    Voxels voxels{{rcAllocHeightfield(), {}}, {rcAllocCompactHeightfield(), {}}};
    const auto failed = [&](const char* stage) {
        const std::string reason = log.first_error().empty() ? "out of memory" : log.first_error();
        return Status{StatusCode::out_of_memory, std::string(stage) + ": " + reason};
    };
    if (!voxels.solid || !voxels.open ||
        !rcCreateHeightfield(&log, *voxels.solid, box.width, box.depth, box.low, box.high,
                             static_cast<float>(source.cell_size), static_cast<float>(source.cell_height)))
        return failed("creating the voxel grid");

    std::vector<unsigned char> areas(triangles.corners.size(), RC_NULL_AREA);
    rcMarkWalkableTriangles(&log, static_cast<float>(source.max_slope * 180 / std::numbers::pi),
                            points.data(), point_count, corners.data(), triangle_count, areas.data());
    if (!rcRasterizeTriangles(&log, points.data(), point_count, corners.data(), areas.data(), triangle_count,
                              *voxels.solid, climb))
        return failed("rasterising");
    rcFilterLowHangingWalkableObstacles(&log, climb, *voxels.solid);
    rcFilterLedgeSpans(&log, head_room, climb, *voxels.solid);
    filter_low_ceilings(head_room, *voxels.solid);
    constexpr int most_spans = 1 << 24;  // width of Recast's span index
    if (rcGetHeightFieldSpanCount(&log, *voxels.solid) >= most_spans)
        return Status::invalid_input("more than 16777215 walkable cells: use a larger cell_size than " +
                                     std::to_string(source.cell_size));
    if (!rcBuildCompactHeightfield(&log, head_room, climb, *voxels.solid, *voxels.open) ||
        !log.first_error().empty())
        return failed("finding the floors");
    return voxels;
}

}  // namespace wend::level
