
#include "mesh_parts.hpp"
#include "peer_cgal.hpp"

namespace wend::bench {
void measure_build(const Options& options, nlohmann::json& out) {
    const BoxWorld world = scaled_box_world(1);
    std::vector<double> peer, plain, full, ratio, ratio_full;
    for (int round = 0; round < (options.quick ? 5 : 25); ++round) {
        peer.push_back(processor_seconds([&] { cgal_bulk_build(world); }));
        plain.push_back(processor_seconds([&] { (void)mesh_of(world, false); }));
        full.push_back(processor_seconds([&] { (void)mesh_of(world, true); }));
        ratio.push_back(peer.back() / plain.back());
        ratio_full.push_back(peer.back() / full.back());
    }
    const mesh::Triangulation mesh = mesh_of(world, true);
    out["build_ratio"] = spread_of(ratio).median;
    out["build_ratio_clearance"] = spread_of(ratio_full).median;
    out["bytes_per_triangle"] = static_cast<double>(mesh.memory()) / mesh.triangle_count();
    out["build_ms"] = {{"cgal", 1e3 * spread_of(peer).median},
                       {"wend", 1e3 * spread_of(plain).median},
                       {"wend_clearance", 1e3 * spread_of(full).median}};
    out["triangle_counts"] = {{"cgal", cgal_bulk_build(world)},
                              {"wend", mesh_of(world, false).triangle_count()},
                              {"wend_clearance", mesh.triangle_count()}};
}

}  // namespace wend::bench
