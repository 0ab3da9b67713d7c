// `wend graph SCENE`: the visibility graph of one storey, and how few near-convex cells its mesh falls into.

#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/mesh/structures/near_convex.hpp"
#include "wend/mesh/structures/visibility_graph.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"
#include "standing_obstacles.hpp"

namespace wend::cli {
namespace {

struct DrawnGraph {
    mesh::VisibilityGraph graph;
    double milliseconds = 0;
};

DrawnGraph graph_of(const mesh::Triangulation& ground, const GraphOptions& options) {
    DrawnGraph drawn;
    const auto began = std::chrono::steady_clock::now();
    drawn.graph = options.full ? mesh::full_visibility_graph(ground)
                               : mesh::visibility_graph(ground, mesh::Roadmap(ground, options.radius));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    drawn.milliseconds = took.count();
    return drawn;
}

}  // namespace

int graph(const GraphOptions& options) {
    if (options.full && options.radius > 0)
        return report(
            Status::invalid_input("--full: found a radius, expected none: it is a graph of points"));
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    auto made = mesh_of(loaded.value().scene);
    if (!made) return report(made.status());
    mesh::NavMesh& world = made.value().mesh;
    if (const Status cut = cut_standing_obstacles(loaded.value().scene, world); !cut.is_ok())
        return report(cut);
    if (options.layer >= world.layer_count())
        return report(Status::invalid_input(
            fmt::format("--layer: found {}, expected one below {}", options.layer, world.layer_count())));
    const mesh::Triangulation& ground = world.layer(options.layer, made.value().filter);
    const DrawnGraph drawn = graph_of(ground, options);
    if (!options.svg.empty())
        if (const Status written = write_file(options.svg, mesh::draw_svg(ground, drawn.graph));
            !written.is_ok())
            return report(written);
    if (!options.csv.empty())
        if (const Status written = write_file(options.csv, mesh::to_csv(drawn.graph)); !written.is_ok())
            return report(written);
    const mesh::NearConvexCells cells(ground, options.notch);
    if (options.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"graph", options.full ? "full" : "reduced"},
                                                  {"radius_m", options.radius},
                                                  {"corners", drawn.graph.corners.size()},
                                                  {"edges", drawn.graph.edges.size()},
                                                  {"milliseconds", drawn.milliseconds},
                                                  {"triangles", cells.triangle_count()},
                                                  {"cells", cells.cell_count()},
                                                  {"deepest_notch_m", cells.deepest_notch()}}
                               .dump(2));
    else
        fmt::print(
            "{} visibility graph: {} corners, {} edges, {:.2f} ms\n"
            "near-convex: {} triangles in {} cells, deepest notch {:.3f} m\n",
            options.full ? "full" : "reduced", drawn.graph.corners.size(), drawn.graph.edges.size(),
            drawn.milliseconds, cells.triangle_count(), cells.cell_count(), cells.deepest_notch());
    return done;
}

}  // namespace wend::cli
