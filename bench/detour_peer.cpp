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

}  // namespace

struct DetourPeer::Source {
    const Box2& bounds;
    const level::Triangles& floor;
    const std::vector<Ring>& obstacles;
    bool is_level;
    double radius, cell_size;
};

namespace {

/// Recast has y up. Seen from above then, the order of corners is turned around.
std::vector<float> y_up(const level::Triangles& triangles) {
    std::vector<float> corners;
    for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
        const auto points = triangles.at(i);
        for (std::size_t k = 3; k-- > 0;)
            for (const double x : {points[k].x, points[k].z, points[k].y})
                corners.push_back(static_cast<float>(x));
    }
    return corners;
}

rcConfig config_for(const Box2& bounds, const std::vector<float>& corners, double radius, double cell_size,
                    bool is_level) {
    rcConfig config{};
    config.cs = static_cast<float>(cell_size);
    config.ch = 0.2f;
    config.walkableSlopeAngle = 45;
    config.walkableHeight = 10;
    config.walkableClimb = is_level ? 4 : 2;
    config.walkableRadius = static_cast<int>(std::ceil(radius / cell_size));
    config.maxEdgeLen = static_cast<int>(12 / cell_size);
    config.maxSimplificationError = 1.3f;
    config.minRegionArea = 8 * 8;
    config.mergeRegionArea = 20 * 20;
    config.maxVertsPerPoly = 6;
    config.bmin[0] = static_cast<float>(bounds.low.x);
    config.bmin[1] = config.bmax[1] = 0;
    for (std::size_t i = 1; i < corners.size(); i += 3) {
        config.bmin[1] = std::min(config.bmin[1], corners[i] - 1);
        config.bmax[1] = std::max(config.bmax[1], corners[i] + 3);
    }
    config.bmin[2] = static_cast<float>(bounds.low.y);
    config.bmax[0] = static_cast<float>(bounds.high.x);
    config.bmax[2] = static_cast<float>(bounds.high.y);
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

void rasterize(rcContext& context, const rcConfig& config, const std::vector<float>& corners, bool is_level,
               rcHeightfield& solid) {
    for (std::size_t i = 0; i < corners.size(); i += 9) {
        const float* corner = corners.data() + i;
        const int order[] = {0, 1, 2};
        unsigned char area = RC_NULL_AREA;
        rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, corner, 3, order, 1, &area);
        rcRasterizeTriangle(&context, corner, corner + 3, corner + 6, area, solid, config.walkableClimb);
    }
    if (!is_level) return;
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, solid);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, solid);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, solid);
}

PolyMesh polygons_of(const rcConfig& config, const std::vector<float>& corners, bool is_level,
                     const std::vector<Ring>& obstacles) {
    rcContext context(false);
    Heightfield solid(rcAllocHeightfield());
    require(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax,
                                config.cs, config.ch),
            "create the heightfield");
    rasterize(context, config, corners, is_level, *solid);
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
    level::Triangles ground;
    for (const Vec2 p : rectangle(bounds)) ground.points.push_back({p.x, p.y, 0});
    ground.corners = {{0, 1, 2}, {0, 2, 3}};
    const Source source{bounds, ground, obstacles, false, radius, cell_size};
    parts_->building_seconds = processor_seconds([&] { load(source); });
}

DetourPeer::DetourPeer(const Box2& bounds, const level::Triangles& floor, const std::vector<Ring>& obstacles,
                       double radius, double cell_size)
    : parts_(std::make_unique<Parts>()) {
    const Source source{bounds, floor, obstacles, false, radius, cell_size};
    parts_->building_seconds = processor_seconds([&] { load(source); });
}

DetourPeer::DetourPeer(const Box2& bounds, const level::Triangles& floor, bool is_level, double radius,
                       double cell_size)
    : parts_(std::make_unique<Parts>()) {
    const std::vector<Ring> none;
    const Source source{bounds, floor, none, is_level, radius, cell_size};
    parts_->building_seconds = processor_seconds([&] { load(source); });
}

void DetourPeer::load(const Source& source) {
    const std::vector<float> corners = y_up(source.floor);
    const rcConfig config =
        config_for(source.bounds, corners, source.radius, source.cell_size, source.is_level);
    const PolyMesh polygons = polygons_of(config, corners, source.is_level, source.obstacles);
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
    params.walkableRadius = static_cast<float>(source.radius);
    params.walkableClimb = static_cast<float>(config.walkableClimb) * config.ch;
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

void DetourPeer::forget() {
    parts_->query.reset(dtAllocNavMeshQuery());
    require(dtStatusSucceed(parts_->query->init(parts_->mesh.get(), most_nodes)), "prepare queries");
}

DetourPeer::Place DetourPeer::place(Vec2 point, double height) const {
    const float center[] = {static_cast<float>(point.x), static_cast<float>(height),
                            static_cast<float>(point.y)};
    const float reach[] = {1, 1, 1};
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
