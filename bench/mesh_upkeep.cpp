// What stands beside the mesh: connectivity kept up after edits, and the medial axis.

#include <optional>
#include <stdexcept>

#include "wend/mesh/connectivity.hpp"
#include "wend/mesh/medial_axis.hpp"
#include "wend/mesh/query.hpp"

#include "mesh_parts.hpp"

namespace wend::bench {

void measure_connectivity(const Options& options, nlohmann::json& out) {
    const BoxWorld world = scaled_box_world(1);
    mesh::Triangulation mesh = mesh_of(world, true);
    mesh::Connectivity connectivity(mesh);
    Rng rng(3);
    std::vector<double> edits, updates, whole;
    for (int i = 0; i < (options.quick ? 50 : 1000); ++i) {
        const Ring square = draw_square(rng, world);
        mesh::RegionId region;
        edits.push_back(1e6 * seconds([&] {
                            const auto inserted = mesh.insert(square);
                            if (!inserted) throw std::runtime_error(inserted.status().message);
                            region = inserted.value();
                        }));
        updates.push_back(1e6 * seconds([&] {
                              connectivity.note_edit(mesh);
                              connectivity.update(mesh);
                          }));
        if (!mesh.remove(region).is_ok()) throw std::runtime_error("edit failed");
        connectivity.note_edit(mesh);
        connectivity.update(mesh);
    }
    for (int i = 0; i < (options.quick ? 2 : 10); ++i)
        whole.push_back(1e6 * seconds([&] { mesh::Connectivity anew(mesh); }));
    out["connectivity_update_us"] = spread_of(updates).median;
    out["connectivity_update_share_of_edit"] = spread_of(updates).median / spread_of(edits).median;
    out["connectivity_whole_us"] = spread_of(whole).median;
}

void measure_roadmap(const Options& options, nlohmann::json& out) {
    const BoxWorld world = scaled_box_world(1);
    mesh::Triangulation mesh = mesh_of(world, true);
    mesh::Roadmap roadmap(mesh, 0.6);
    Rng rng(3);
    std::vector<double> updates;
    const auto follow = [&] {
        updates.push_back(1e6 * seconds([&] {
                              roadmap.note_edit(mesh);
                              roadmap.update(mesh);
                          }));
    };
    for (int i = 0; i < (options.quick ? 10 : 100); ++i) {
        const auto inserted = mesh.insert(draw_square(rng, world));
        if (!inserted) throw std::runtime_error(inserted.status().message);
        follow();
        if (!mesh.remove(inserted.value()).is_ok()) throw std::runtime_error("edit failed");
        follow();
    }
    out["prepared_update_us"] = to_json(spread_of(updates));
}

void measure_medial_axis(const Options& options, nlohmann::json& out) {
    const BoxWorld world = make_box_world(3, 100, 125);
    const mesh::Triangulation mesh = mesh_of(world, true);
    std::optional<mesh::MedialAxis> axis;
    const double build = seconds([&] {
        auto made = mesh::MedialAxis::create(mesh::walls_of(mesh));
        if (!made) throw std::runtime_error(made.status().message);
        axis.emplace(std::move(made).value());
    });
    mesh::QueryContext context(mesh);
    Rng rng(9);
    std::vector<double> times, shortest;
    mesh::Path path;
    while (times.size() < (options.quick ? 10u : 100u)) {
        const Vec2 from{rng.uniform(1, 99), rng.uniform(1, 99)}, to{rng.uniform(1, 99), rng.uniform(1, 99)};
        if (mesh::clearance_at(mesh, from, 1, context) < 0.7 ||
            mesh::clearance_at(mesh, to, 1, context) < 0.7)
            continue;
        mesh::MedialQuery query;
        query.from = from;
        query.to = to;
        query.radius = 0.6;
        bool found = false;
        const double time = seconds([&] {
            Budget budget = Budget::unlimited();
            found = axis->find_path(query, budget).status.is_ok();
        });
        if (!found) continue;
        times.push_back(1e6 * time);
        shortest.push_back(1e6 * seconds([&] { path = mesh::find_path(mesh, {from, to, 0.6}, context); }));
    }
    out["medial_build_ms"] = 1e3 * build;
    out["medial_query_us"] = spread_of(times).median;
    out["medial_query_over_shortest"] = spread_of(times).median / spread_of(shortest).median;
}

}  // namespace wend::bench
