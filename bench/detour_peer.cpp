#include "detour_peer.hpp"

#include <cmath>
#include <stdexcept>

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/Recast.h>

#include "clock.hpp"

namespace wend::bench {

namespace {

constexpr int most_nodes = 65535;
constexpr int longest_path = 4096;

void require(bool is_fine, const char* what) {
    if (!is_fine) throw std::runtime_error(std::string("Recast: cannot ") + what);
}

template <class T, void (*release)(T*)>
struct Freed {
    void operator()(T* p) const { release(p); }
};
template <class T, void (*release)(T*)>
using Owned = std::unique_ptr<T, Freed<T, release>>;

using Heightfield = Owned<rcHeightfield, rcFreeHeightField>;
using Compact = Owned<rcCompactHeightfield, rcFreeCompactHeightfield>;
using Contours = Owned<rcContourSet, rcFreeContourSet>;
using PolyMesh = Owned<rcPolyMesh, rcFreePolyMesh>;

rcConfig config_for(const Box2& bounds, double radius, double cell_size) {
    rcConfig config{};
    config.cs = static_cast<float>(cell_size);
    config.ch = 0.2f;
    config.walkableSlopeAngle = 45;
    config.walkableHeight = 10;
    config.walkableClimb = 2;
    config.walkableRadius = static_cast<int>(std::ceil(radius / cell_size));
    config.maxEdgeLen = static_cast<int>(12 / cell_size);
    config.maxSimplificationError = 1.3f;
    config.minRegionArea = 8 * 8;
    config.mergeRegionArea = 20 * 20;
    config.maxVertsPerPoly = 6;
    config.bmin[0] = static_cast<float>(bounds.low.x);
    config.bmin[1] = -1;
    config.bmin[2] = static_cast<float>(bounds.low.y);
    config.bmax[0] = static_cast<float>(bounds.high.x);
    config.bmax[1] = 3;
    config.bmax[2] = static_cast<float>(bounds.high.y);
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

PolyMesh polygons_of(const rcConfig& config, std::span<const Vec2> floor,
                     const std::vector<Ring>& obstacles) {
    rcContext context(false);
    Heightfield solid(rcAllocHeightfield());
    require(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax,
                                config.cs, config.ch),
            "create the heightfield");
    for (std::size_t i = 0; i + 2 < floor.size(); i += 3) {
        // Seen from above, with y up, the order of corners is turned around.
        float corners[9] = {};
        for (std::size_t k = 0; k < 3; ++k) {
            corners[3 * k] = static_cast<float>(floor[i + 2 - k].x);
            corners[3 * k + 2] = static_cast<float>(floor[i + 2 - k].y);
        }
        rcRasterizeTriangle(&context, corners, corners + 3, corners + 6, RC_WALKABLE_AREA, *solid,
                            config.walkableClimb);
    }
    Compact compact(rcAllocCompactHeightfield());
    require(
        rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *compact),
        "compact the heightfield");
    for (const Ring& ring : obstacles) {
        std::vector<float> outline;
        for (const Vec2 p : ring)
            outline.insert(outline.end(), {static_cast<float>(p.x), 0.f, static_cast<float>(p.y)});
        rcMarkConvexPolyArea(&context, outline.data(), static_cast<int>(ring.size()), -1, 2, RC_NULL_AREA,
                             *compact);
    }
    require(rcErodeWalkableArea(&context, config.walkableRadius, *compact), "erode");
    require(rcBuildDistanceField(&context, *compact), "build the distance field");
    require(rcBuildRegions(&context, *compact, 0, config.minRegionArea, config.mergeRegionArea),
            "build regions");
    Contours contours(rcAllocContourSet());
    require(rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours),
            "trace contours");
    PolyMesh mesh(rcAllocPolyMesh());
    require(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *mesh), "build polygons");
    for (int i = 0; i < mesh->npolys; ++i) mesh->flags[i] = 1;
    return mesh;
}

}  // namespace

struct DetourPeer::Parts {
    Owned<dtNavMesh, dtFreeNavMesh> mesh{dtAllocNavMesh()};
    Owned<dtNavMeshQuery, dtFreeNavMeshQuery> query{dtAllocNavMeshQuery()};
    dtQueryFilter filter;
    int polygons = 0;
    double building_seconds = 0;
    std::vector<dtPolyRef> corridor = std::vector<dtPolyRef>(longest_path);
    std::vector<float> corners = std::vector<float>(3 * longest_path);
    std::vector<unsigned char> corner_flags = std::vector<unsigned char>(longest_path);
    std::vector<dtPolyRef> corner_polygons = std::vector<dtPolyRef>(longest_path);
};

DetourPeer::DetourPeer(const Box2& bounds, const std::vector<Ring>& obstacles, double radius,
                       double cell_size)
    : parts_(std::make_unique<Parts>()) {
    const Vec2 low = bounds.low, high = bounds.high, right{high.x, low.y}, left{low.x, high.y};
    const Vec2 ground[] = {low, right, high, low, high, left};
    parts_->building_seconds = processor_seconds([&] { load(bounds, ground, obstacles, radius, cell_size); });
}

DetourPeer::DetourPeer(const Box2& bounds, std::span<const Vec2> floor, double radius, double cell_size)
    : parts_(std::make_unique<Parts>()) {
    parts_->building_seconds = processor_seconds([&] { load(bounds, floor, {}, radius, cell_size); });
}

void DetourPeer::load(const Box2& bounds, std::span<const Vec2> floor, const std::vector<Ring>& obstacles,
                      double radius, double cell_size) {
    const rcConfig config = config_for(bounds, radius, cell_size);
    const PolyMesh polygons = polygons_of(config, floor, obstacles);
    parts_->polygons = polygons->npolys;
    dtNavMeshCreateParams params{};
    params.verts = polygons->verts;
    params.vertCount = polygons->nverts;
    params.polys = polygons->polys;
    params.polyAreas = polygons->areas;
    params.polyFlags = polygons->flags;
    params.polyCount = polygons->npolys;
    params.nvp = polygons->nvp;
    params.walkableHeight = 2;
    params.walkableRadius = static_cast<float>(radius);
    params.walkableClimb = 0.4f;
    for (int i = 0; i < 3; ++i) {
        params.bmin[i] = polygons->bmin[i];
        params.bmax[i] = polygons->bmax[i];
    }
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&params, &data, &size), "create the navigation mesh");
    require(dtStatusSucceed(parts_->mesh->init(data, size, DT_TILE_FREE_DATA)), "load the navigation mesh");
    require(dtStatusSucceed(parts_->query->init(parts_->mesh.get(), most_nodes)), "prepare queries");
}

DetourPeer::DetourPeer(DetourPeer&&) noexcept = default;
DetourPeer::~DetourPeer() = default;

int DetourPeer::polygon_count() const {
    return parts_->polygons;
}

double DetourPeer::building_seconds() const {
    return parts_->building_seconds;
}

dtNavMesh* DetourPeer::native_mesh() const {
    return parts_->mesh.get();
}

DetourPeer::Place DetourPeer::place(Vec2 point) const {
    const float center[] = {static_cast<float>(point.x), 0, static_cast<float>(point.y)};
    const float reach[] = {1, 2, 1};
    Place place;
    dtPolyRef polygon = 0;
    parts_->query->findNearestPoly(center, reach, &parts_->filter, &polygon, place.position);
    const double off = length(Vec2{place.position[0] - center[0], place.position[2] - center[2]});
    place.polygon = polygon != 0 && off < 0.01 ? polygon : 0;
    return place;
}

double DetourPeer::find_path(const Place& from, const Place& to) {
    int count = 0;
    const auto start = static_cast<dtPolyRef>(from.polygon), goal = static_cast<dtPolyRef>(to.polygon);
    const dtStatus found = parts_->query->findPath(start, goal, from.position, to.position, &parts_->filter,
                                                   parts_->corridor.data(), &count, longest_path);
    if (dtStatusFailed(found) || count == 0 || parts_->corridor[static_cast<std::size_t>(count) - 1] != goal)
        return -1;
    int corners = 0;
    parts_->query->findStraightPath(from.position, to.position, parts_->corridor.data(), count,
                                    parts_->corners.data(), parts_->corner_flags.data(),
                                    parts_->corner_polygons.data(), &corners, longest_path);
    double total = 0;
    for (std::size_t i = 3; i + 2 < 3 * static_cast<std::size_t>(corners); i += 3)
        total += length(Vec2{double{parts_->corners[i]} - parts_->corners[i - 3],
                             double{parts_->corners[i + 2]} - parts_->corners[i - 1]});
    return total;
}

}  // namespace wend::bench
