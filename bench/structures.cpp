// Exact shortest path maps: made, asked, repaired, against CGAL's geodesics on the same triangles and against
// single queries. Processor time; medians, the worst beside them.

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/near_convex.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

#include "benchmark.hpp"
#include "structures/cgal_map.hpp"

namespace wend::bench {
namespace {

constexpr double world_side = 400;

/// Turned boxes in rows, each in a cell of its own.
mesh::Triangulation make_world(std::uint64_t seed, int boxes, double extent = world_side) {
    Rng rng(seed);
    mesh::Triangulation made = std::move(mesh::Triangulation::create({{0, 0}, {extent, extent}})).value();
    const int side = static_cast<int>(std::lround(std::sqrt(boxes)));
    const double cell = extent / side;
    std::vector<Polygon> polygons;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y) {
            const Vec2 middle{cell * (x + 0.5), cell * (y + 0.5)};
            const double turn = rng.uniform(0, 1.6), reach = cell * rng.uniform(0.15, 0.45);
            Ring ring;
            for (int k = 0; k < 4; ++k)
                ring.push_back(middle + unit_vector(turn + k * 1.5707963267948966) * reach);
            polygons.push_back({ring, {}});
        }
    if (!made.insert_all(polygons)) throw std::runtime_error("world could not be built");
    return made;
}

Vec2 draw_free(Rng& rng, const mesh::Triangulation& world, double radius, mesh::QueryContext& context) {
    for (;;) {
        const Vec2 at{rng.uniform(0, world_side), rng.uniform(0, world_side)};
        if (mesh::is_free(world, at, radius, context)) return at;
    }
}

mesh::ShortestPathMap make_map(const mesh::Triangulation& world, double radius,
                               const std::vector<mesh::MapSource>& sources) {
    return std::move(mesh::ShortestPathMap::create(world, radius, sources)).value();
}

template <class Work>
double seconds_of(Work&& work) {
    const double began = thread_seconds();
    work();
    return thread_seconds() - began;
}

nlohmann::json with_worst(std::vector<double> sample, double factor) {
    return {{"median", factor * spread_of(sample).median},
            {"worst", factor * *std::max_element(sample.begin(), sample.end())}};
}

nlohmann::json measure_repair(mesh::Triangulation world, mesh::ShortestPathMap& map, Rng& rng, int rounds,
                              double& median) {
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        const Vec2 low{rng.uniform(2, world_side - 4), rng.uniform(2, world_side - 4)};
        const Vec2 high = low + Vec2{1.5, 1.5};
        const auto id = world.insert(Ring{low, {high.x, low.y}, high, {low.x, high.y}});
        const auto repair = [&] {
            map.note_edit(world);
            map.update(world);
        };
        times.push_back(seconds_of(repair));
        if (!id || !world.remove(id.value()).is_ok()) throw std::runtime_error("edit failed");
        times.push_back(seconds_of(repair));
    }
    median = spread_of(times).median;
    return with_worst(times, 1e3);
}

struct SizeResult {
    double vertices = 0;
    double build = 0;
    double ratio = 0;
    double query = 0;
};

SizeResult measure_size(const Options& options, int boxes, double radius, bool has_peer,
                        nlohmann::json& out) {
    Rng rng(options.first + 11);
    mesh::Triangulation world = make_world(options.first + 5, boxes);
    mesh::QueryContext context(world);
    const int rounds = options.quick ? 2 : 7;
    std::vector<double> build, peer, ratios, query, path;
    double error = 0, mean_pieces = 0;
    for (int i = 0; i < rounds; ++i) {
        const Vec2 at = draw_free(rng, world, radius, context);
        std::optional<mesh::ShortestPathMap> map;
        build.push_back(seconds_of([&] { map.emplace(make_map(world, radius, {{at, at, 0}})); }));
        std::vector<Vec2> places;
        for (int k = 0; k < 2000; ++k) places.push_back(draw_free(rng, world, radius, context));
        double sum = 0;
        query.push_back(seconds_of([&] {
                            for (const Vec2 place : places) sum += map->find(world, place, context).distance;
                        }) /
                        2000);
        mesh::Path found;
        path.push_back(seconds_of([&] {
                           for (const Vec2 place : places) {
                               map->find_path(world, place, context, found);
                               mean_pieces += static_cast<double>(found.pieces.size()) / 2000 / rounds;
                           }
                       }) /
                       2000);
        if (!std::isfinite(sum)) throw std::runtime_error("a place of the world was not reached");
        if (!has_peer || (boxes > 2500 && i > 0)) continue;
        test::CgalMap cgal(world);
        peer.push_back(seconds_of([&] { cgal.build(at); }));
        ratios.push_back(peer.back() / build.back());
        for (int k = 0; k < 200; ++k)
            error = std::max(
                error, std::abs(cgal.distance_at(places[k]) - map->find(world, places[k], context).distance));
    }
    mesh::ShortestPathMap map = make_map(world, radius, {{{0.5, 0.5}, {0.5, 0.5}, 0}});
    double repair = 0;
    out["vertices"] = world.vertex_count();
    out["build_ms"] = with_worst(build, 1e3);
    out["pieces"] = map.piece_count();
    out["bytes_per_vertex"] = static_cast<double>(map.memory()) / world.vertex_count();
    out["query_us"] = with_worst(query, 1e6);
    out["path_us"] = with_worst(path, 1e6);
    out["path_pieces"] = mean_pieces;
    out["repair_ms"] = measure_repair(world, map, rng, options.quick ? 3 : 20, repair);
    out["repair_share_of_build"] = repair / spread_of(build).median;
    if (has_peer) {
        out["cgal_ms"] = with_worst(peer, 1e3);
        out["times_faster_than_cgal"] = spread_of(ratios).median;
        out["largest_difference_m"] = error;
    }
    return {static_cast<double>(world.vertex_count()), spread_of(build).median,
            has_peer ? spread_of(ratios).median : 0, spread_of(query).median};
}

/// Everybody to the nearest of four exits: one map, or four queries each.
nlohmann::json measure_exits(const Options& options, double radius) {
    Rng rng(options.first + 21);
    const mesh::Triangulation world = make_world(options.first + 6, 400);
    mesh::QueryContext context(world);
    std::vector<mesh::MapSource> exits;
    for (int i = 0; i < 4; ++i) {
        const Vec2 at = draw_free(rng, world, radius, context);
        exits.push_back({at, at, 0});
    }
    const int agents = options.quick ? 500 : 10'000;
    std::vector<Vec2> places;
    for (int i = 0; i < agents; ++i) places.push_back(draw_free(rng, world, radius, context));
    mesh::Path path;
    std::vector<double> by_map(places.size()), by_query(places.size());
    const double map_time = seconds_of([&] {
        const mesh::ShortestPathMap map = make_map(world, radius, exits);
        for (std::size_t i = 0; i < places.size(); ++i)
            by_map[i] = map.find_path(world, places[i], context, path).distance;
    });
    std::optional<mesh::Roadmap> roadmap;
    const double query_time = seconds_of([&] {
        if (radius > 0) roadmap.emplace(world, radius);
        for (std::size_t i = 0; i < places.size(); ++i) {
            by_query[i] = std::numeric_limits<double>::infinity();
            for (const mesh::MapSource& exit : exits) {
                Budget budget = Budget::unlimited();
                mesh::find_path(world, {places[i], exit.from, radius, mesh::PathMode::shortest}, context,
                                budget, path, nullptr, roadmap ? &*roadmap : nullptr);
                if (path.has_route()) by_query[i] = std::min(by_query[i], path.length);
            }
        }
    });
    double error = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (std::isfinite(by_map[i]) || std::isfinite(by_query[i]))
            error = std::max(error, std::abs(by_map[i] - by_query[i]));
    return {{"agents", agents},
            {"radius", radius},
            {"map_and_paths_ms", 1e3 * map_time},
            {"single_queries_ms", 1e3 * query_time},
            {"times_faster", query_time / map_time},
            {"largest_difference_m", error}};
}

/// The same small square comes and goes in the far corner of worlds that grow: what that costs should not.
nlohmann::json measure_local_edit(const Options& options, double radius) {
    nlohmann::json out;
    for (const int side : options.quick ? std::vector<int>{7, 14} : std::vector<int>{10, 20, 40, 80}) {
        const double extent = 9.0 * side, far = extent - 0.9;
        mesh::Triangulation world = make_world(options.first + 8, side * side, extent);
        std::optional<mesh::ShortestPathMap> map;
        const double build = seconds_of([&] { map.emplace(make_map(world, radius, {{{1, 1}, {1, 1}, 0}})); });
        std::vector<double> times;
        std::uint64_t work = 0;
        for (int i = 0; i < (options.quick ? 3 : 15); ++i) {
            const auto repair = [&] {
                map->note_edit(world);
                map->update(world);
            };
            const std::uint64_t before = map->work();
            const auto id =
                world.insert(Ring{{far, far}, {far + 0.2, far}, {far + 0.2, far + 0.2}, {far, far + 0.2}});
            times.push_back(seconds_of(repair));
            if (!id || !world.remove(id.value()).is_ok()) throw std::runtime_error("edit failed");
            times.push_back(seconds_of(repair));
            work = map->work() - before;
        }
        out[std::to_string(world.vertex_count())] = {{"build_ms", 1e3 * build},
                                                     {"repair_us", with_worst(times, 1e6)},
                                                     {"pieces_looked_at_both_times", work}};
    }
    return out;
}

nlohmann::json measure_cells(const Options& options) {
    Rng rng(options.first + 31);
    const mesh::Triangulation world = make_world(options.first + 7, 400);
    mesh::QueryContext context(world);
    const mesh::NearConvexCells cells(world, 0.25);
    std::vector<double> ours, corridors, excess;
    mesh::Path path;
    for (int i = 0; i < (options.quick ? 50 : 500); ++i) {
        const Vec2 from = draw_free(rng, world, 0, context), to = draw_free(rng, world, 0, context);
        mesh::Path best = mesh::find_path(world, {from, to, 0, mesh::PathMode::shortest}, context);
        ours.push_back(seconds_of([&] { cells.find_route(world, from, to, 0, context, path); }));
        if (path.has_route()) excess.push_back(path.length / best.length - 1);
        corridors.push_back(seconds_of([&] {
            path = mesh::find_path(world, {from, to, 0, mesh::PathMode::corridor}, context);
        }));
    }
    return {{"triangles", cells.triangle_count()},
            {"cells", cells.cell_count()},
            {"deepest_notch_m", cells.deepest_notch()},
            {"first_route_us", with_worst(ours, 1e6)},
            {"triangle_corridor_us", with_worst(corridors, 1e6)},
            {"routes_found", excess.size()},
            {"longer_than_shortest", with_worst(excess, 1)}};
}

nlohmann::json run(const Options& options) {
    nlohmann::json out;
    const std::vector<int> sizes =
        options.quick ? std::vector<int>{49, 196} : std::vector<int>{49, 196, 484, 1936, 7744};
    SizeResult first, last, at_8000;
    for (const int boxes : sizes) {
        const SizeResult result =
            measure_size(options, boxes, 0, true, out["points"][std::to_string(boxes * 4)]);
        if (boxes == sizes.front()) first = result;
        if (boxes <= 1936) at_8000 = result;
        last = result;
        measure_size(options, std::min(boxes, 1936), 0.3, false,
                     out["discs"][std::to_string(std::min(boxes, 1936) * 4)]);
    }
    const double growth = std::log(last.build / first.build) / std::log(last.vertices / first.vertices);
    out["growth_exponent"] = growth;
    out["exits"] = {measure_exits(options, 0), measure_exits(options, 0.3)};
    out["local_edit"] = {{"points", measure_local_edit(options, 0)},
                         {"discs", measure_local_edit(options, 0.3)}};
    out["near_convex_cells"] = measure_cells(options);
    const double error = out["points"][std::to_string(sizes.back() * 4)]["largest_difference_m"];
    const auto entry = [](const char* name, double measured, double limit, bool holds) {
        return nlohmann::json{{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
    };
    out["musts"] = {entry("difference from CGAL, m", error, 1e-9, error <= 1e-9)};
    out["aims"] = {entry("times faster than CGAL at 8,000 vertices", at_8000.ratio, 20, at_8000.ratio >= 20),
                   entry("build time grows with n to the power", growth, 1.1, growth <= 1.1),
                   entry("query at 8,000 vertices, us", 1e6 * at_8000.query, 1, 1e6 * at_8000.query <= 1)};
    return out;
}

const Benchmark registered{"structures", "exact shortest path maps against CGAL and single queries", run};

}  // namespace
}  // namespace wend::bench
