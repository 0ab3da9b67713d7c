#include "peer_tile_cache.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourTileCache.h>
#include <recastnavigation/DetourTileCacheBuilder.h>
#include <recastnavigation/Recast.h>

namespace wend::bench {
namespace {

constexpr float cell = 0.3f;
constexpr int tile_cells = 48;
constexpr int border = 5;  ///< radius of 0.6 m in cells, plus three
constexpr float tile_size = cell * tile_cells;

void require(bool is_fine, const char* what) {
    if (!is_fine) throw std::runtime_error(std::string("TileCache: cannot ") + what);
}

/// Stores layers as they are: compression would only slow the peer down.
struct Plain : dtTileCacheCompressor {
    int maxCompressedSize(const int size) override { return size; }
    dtStatus compress(const unsigned char* from, const int size, unsigned char* to, const int,
                      int* written) override {
        std::memcpy(to, from, static_cast<std::size_t>(size));
        *written = size;
        return DT_SUCCESS;
    }
    dtStatus decompress(const unsigned char* from, const int size, unsigned char* to, const int,
                        int* written) override {
        return compress(from, size, to, 0, written);
    }
};

/// One block, handed out from the front and reset for every tile.
struct Arena : dtTileCacheAlloc {
    std::vector<unsigned char> block = std::vector<unsigned char>(1 << 20);
    std::size_t used = 0;
    void reset() override { used = 0; }
    void* alloc(const std::size_t size) override {
        const std::size_t start = used;
        used += (size + 15) / 16 * 16;
        return used <= block.size() ? block.data() + start : nullptr;
    }
    void free(void*) override {}
};

struct MarkWalkable : dtTileCacheMeshProcess {
    void process(dtNavMeshCreateParams* params, unsigned char* areas, unsigned short* flags) override {
        for (int i = 0; i < params->polyCount; ++i) {
            areas[i] = 0;
            flags[i] = 1;
        }
    }
};

}  // namespace

struct TileCachePeer::Parts {
    Plain compressor;
    Arena arena;
    MarkWalkable process;
    dtTileCache cache;
    dtNavMesh mesh;

    void update() {
        bool done = false;
        while (!done) require(dtStatusSucceed(cache.update(0, &mesh, &done)), "update");
    }
    void add_tile(const BoxWorld& world, int tx, int ty);
    void add_layer(const rcHeightfieldLayer& layer, int tx, int ty, int index);
};

TileCachePeer::TileCachePeer(const BoxWorld& world) : parts_(std::make_unique<Parts>()) {
    const int tiles = static_cast<int>(std::ceil(world.bounds.high.x / double{tile_size}));
    dtTileCacheParams params{};
    params.cs = cell;
    params.ch = 0.2f;
    params.width = params.height = tile_cells;
    params.walkableHeight = 2;
    params.walkableRadius = 0.6f;
    params.walkableClimb = 0.4f;
    params.maxSimplificationError = 1.3f;
    params.maxTiles = tiles * tiles * 4;
    params.maxObstacles = 128;
    auto& p = *parts_;
    require(dtStatusSucceed(p.cache.init(&params, &p.arena, &p.compressor, &p.process)), "start the cache");
    dtNavMeshParams mesh_params{};
    mesh_params.tileWidth = mesh_params.tileHeight = tile_size;
    mesh_params.maxTiles = 4096;
    mesh_params.maxPolys = 1024;
    require(dtStatusSucceed(p.mesh.init(&mesh_params)), "start the mesh");
    for (int ty = 0; ty < tiles; ++ty)
        for (int tx = 0; tx < tiles; ++tx) {
            p.add_tile(world, tx, ty);
            require(dtStatusSucceed(p.cache.buildNavMeshTilesAt(tx, ty, &p.mesh)), "build a tile");
        }
}

TileCachePeer::~TileCachePeer() = default;

void TileCachePeer::Parts::add_tile(const BoxWorld& world, int tx, int ty) {
    rcContext context(false);
    const float margin = border * cell;
    const float low[] = {static_cast<float>(tx) * tile_size - margin, -1,
                         static_cast<float>(ty) * tile_size - margin};
    const float high[] = {low[0] + tile_size + 2 * margin, 3, low[2] + tile_size + 2 * margin};
    rcHeightfield solid;
    require(rcCreateHeightfield(&context, solid, tile_cells + 2 * border, tile_cells + 2 * border, low, high,
                                cell, 0.2f),
            "create the heightfield");
    const float x = static_cast<float>(world.bounds.high.x), y = static_cast<float>(world.bounds.high.y);
    const float ground[] = {0, 0, 0, x, 0, 0, x, 0, y, 0, 0, y};
    const int triangles[] = {0, 2, 1, 0, 3, 2};
    const unsigned char areas[] = {RC_WALKABLE_AREA, RC_WALKABLE_AREA};
    rcRasterizeTriangles(&context, ground, 4, triangles, areas, 2, solid, 2);
    rcCompactHeightfield compact;
    require(rcBuildCompactHeightfield(&context, 10, 2, solid, compact), "compact the heightfield");
    for (const Ring& ring : world.boxes) {
        const Box2 box = bounds_of(ring);
        if (box.high.x < double{low[0]} || box.low.x > double{high[0]} || box.high.y < double{low[2]} ||
            box.low.y > double{high[2]})
            continue;
        std::vector<float> outline;
        for (const Vec2 p : ring)
            outline.insert(outline.end(), {static_cast<float>(p.x), 0.f, static_cast<float>(p.y)});
        rcMarkConvexPolyArea(&context, outline.data(), static_cast<int>(ring.size()), -1, 2, RC_NULL_AREA,
                             compact);
    }
    require(rcErodeWalkableArea(&context, 2, compact), "erode");
    rcHeightfieldLayerSet layers;
    require(rcBuildHeightfieldLayers(&context, compact, border, 10, layers), "build layers");
    for (int i = 0; i < layers.nlayers; ++i) add_layer(layers.layers[i], tx, ty, i);
}

void TileCachePeer::Parts::add_layer(const rcHeightfieldLayer& layer, int tx, int ty, int index) {
    dtTileCacheLayerHeader header{};
    header.magic = DT_TILECACHE_MAGIC;
    header.version = DT_TILECACHE_VERSION;
    header.tx = tx;
    header.ty = ty;
    header.tlayer = index;
    std::copy_n(layer.bmin, 3, header.bmin);
    std::copy_n(layer.bmax, 3, header.bmax);
    header.width = static_cast<unsigned char>(layer.width);
    header.height = static_cast<unsigned char>(layer.height);
    header.minx = static_cast<unsigned char>(layer.minx);
    header.maxx = static_cast<unsigned char>(layer.maxx);
    header.miny = static_cast<unsigned char>(layer.miny);
    header.maxy = static_cast<unsigned char>(layer.maxy);
    header.hmin = static_cast<unsigned short>(layer.hmin);
    header.hmax = static_cast<unsigned short>(layer.hmax);
    unsigned char* data = nullptr;
    int size = 0;
    require(dtStatusSucceed(dtBuildTileCacheLayer(&compressor, &header, layer.heights, layer.areas,
                                                  layer.cons, &data, &size)),
            "store a layer");
    require(dtStatusSucceed(cache.addTile(data, size, DT_COMPRESSEDTILE_FREE_DATA, nullptr)), "add a tile");
}

void TileCachePeer::insert_and_remove(const Ring& square) {
    const Box2 box = bounds_of(square);
    const float low[] = {static_cast<float>(box.low.x), -1, static_cast<float>(box.low.y)};
    const float high[] = {static_cast<float>(box.high.x), 2, static_cast<float>(box.high.y)};
    dtObstacleRef obstacle = 0;
    require(dtStatusSucceed(parts_->cache.addBoxObstacle(low, high, &obstacle)), "add an obstacle");
    parts_->update();
    require(dtStatusSucceed(parts_->cache.removeObstacle(obstacle)), "remove an obstacle");
    parts_->update();
}

}  // namespace wend::bench
