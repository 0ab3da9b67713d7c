#include <algorithm>
#include <stdexcept>

#include "mesh_parts.hpp"
#include "peer_cgal.hpp"
#include "peer_tile_cache.hpp"

namespace wend::bench {
namespace {

void insert_and_remove(mesh::Triangulation& mesh, const Ring& square) {
    const auto id = mesh.insert(square);
    if (!id || !mesh.remove(id.value()).is_ok()) throw std::runtime_error("edit failed");
}

Ring shifted(Ring ring, Vec2 by) {
    for (Vec2& p : ring) p += by;
    return ring;
}

/// Time of a move by less than its own width, by that of removing and inserting.
double move_share(const Options& options, const BoxWorld& world) {
    mesh::Triangulation mesh = mesh_of(world, true);
    Rng rng(6);
    std::vector<double> share;
    for (int round = 0; round < (options.quick ? 5 : 30); ++round) {
        const Ring square = draw_square(rng, world);
        auto id = mesh.insert(square);
        if (!id) throw std::runtime_error(id.status().message);
        constexpr int steps = 50;
        const double moving = processor_seconds([&] {
            for (int k = 1; k <= steps; ++k)
                if (!mesh.move(id.value(), {shifted(square, {0.01 * k, 0}), {}}).is_ok())
                    throw std::runtime_error("move failed");
        });
        const double both = processor_seconds([&] {
            for (int k = 1; k <= steps; ++k) {
                if (!mesh.remove(id.value()).is_ok()) throw std::runtime_error("edit failed");
                id = mesh.insert(Polygon{shifted(square, {0.01 * k, 0}), {}});
            }
        });
        if (!mesh.remove(id.value()).is_ok()) throw std::runtime_error("edit failed");
        share.push_back(moving / both);
    }
    return spread_of(share).median;
}

}  // namespace

void measure_edits(const Options& options, nlohmann::json& out) {
    const BoxWorld world = scaled_box_world(1);
    mesh::Triangulation ours = mesh_of(world, true);
    CgalDynamic cgal(world);
    TileCachePeer tile_cache(world);
    Rng rng(2);
    constexpr int batch = 200;
    const std::uint32_t before = ours.vertex_count();
    const std::size_t cgal_before = cgal.vertices();
    std::vector<double> our_time, cgal_time, tile_time, cgal_ratio, tile_ratio;
    for (int round = 0; round < (options.quick ? 5 : 30); ++round) {
        std::vector<Ring> squares;
        for (int k = 0; k < batch; ++k) squares.push_back(draw_square(rng, world));
        const auto time = [&](auto&& edit) {
            return processor_seconds([&] {
                       for (const Ring& square : squares) edit(square);
                   }) /
                   batch;
        };
        our_time.push_back(time([&](const Ring& square) { insert_and_remove(ours, square); }));
        cgal_time.push_back(time([&](const Ring& square) { cgal.insert_and_remove(square); }));
        tile_time.push_back(time([&](const Ring& square) { tile_cache.insert_and_remove(square); }));
        cgal_ratio.push_back(cgal_time.back() / our_time.back());
        tile_ratio.push_back(tile_time.back() / our_time.back());
    }
    out["edit_ratio_cgal"] = spread_of(cgal_ratio).median;
    out["edit_ratio_tilecache"] = spread_of(tile_ratio).median;
    out["insert_and_remove_us"] = {{"wend", 1e6 * spread_of(our_time).median},
                                   {"cgal", 1e6 * spread_of(cgal_time).median},
                                   {"tilecache", 1e6 * spread_of(tile_time).median}};
    out["move_share_of_both"] = move_share(options, world);
    out["vertices_left_over"] = {{"wend", std::int64_t{ours.vertex_count()} - before},
                                 {"cgal", cgal.vertices() - cgal_before}};
}

void measure_growth(const Options& options, nlohmann::json& out) {
    const double scales[] = {1, 10, options.quick ? 20.0 : 100.0};
    std::vector<BoxWorld> worlds;
    std::vector<mesh::Triangulation> meshes;
    for (const double scale : scales) {
        worlds.push_back(scaled_box_world(scale));
        meshes.push_back(mesh_of(worlds.back(), true));
    }
    constexpr int batch = 500;
    // The last are edits of the largest mesh in a part as large as the smallest world: where memory that was
    // not used for long need not be fetched.
    std::vector<double> first, growth[4];
    for (int round = 0; round < (options.quick ? 3 : 15); ++round)
        for (std::size_t k = 0; k < 4; ++k) {
            Rng rng(static_cast<std::uint64_t>(round));
            mesh::Triangulation& mesh = meshes[std::min<std::size_t>(k, 2)];
            const BoxWorld& part = worlds[k < 3 ? k : 0];
            const double time = processor_seconds([&] {
                for (int i = 0; i < batch; ++i) insert_and_remove(mesh, draw_square(rng, part));
            });
            if (k == 0) first.push_back(time);
            growth[k].push_back(time / first.back());
        }
    out["edit_growth_10x"] = spread_of(growth[1]).median;
    out["edit_growth_100x"] = spread_of(growth[2]).median;
    out["edit_growth_100x_nearby"] = spread_of(growth[3]).median;
}

}  // namespace wend::bench
