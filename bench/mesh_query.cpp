// Path queries against Detour on the same walls: time, length, and what "unreachable" costs.

#include "mesh_query.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "wend/base/rng.hpp"

#include "box_world.hpp"
#include "mesh/path_oracle.hpp"
#include "mesh_parts.hpp"
#include "query_match.hpp"

namespace wend::bench {

namespace {

/// The boxes that a path no longer than `length` can come near: those whose corners or sides reach into the
/// ellipse around the ends, grown by the radius. Corners on the mesh's lattice.
std::vector<Ring> boxes_that_matter(const BoxWorld& world, Vec2 from, Vec2 to, double length, double unit) {
    const Vec2 middle = (from + to) / 2, axis = normalized(to - from);
    const double half = length / 2 + QueryMatch::radius;
    const double across = std::sqrt(length * length - squared_length(to - from)) / 2 + QueryMatch::radius;
    std::vector<Ring> near;
    for (const Ring& box : world.boxes) {
        Box2 frame;
        for (const Vec2 corner : box)
            frame.add(Vec2{dot(axis, corner - middle), cross(axis, corner - middle)});
        if (frame.low.x > half || frame.high.x < -half || frame.low.y > across || frame.high.y < -across)
            continue;
        near.push_back(box);
        for (Vec2& corner : near.back())
            corner = {std::round(corner.x / unit) * unit, std::round(corner.y / unit) * unit};
    }
    return near;
}

/// Our lengths against the visibility graph of the inflated walls, which shares no code with the mesh. It is
/// cubic in the number of walls, so it gets ends that are not far apart.
void compare_with_oracle(const Options& options, const BoxWorld& world, QueryMatch& match, Rng& rng,
                         nlohmann::json& result) {
    constexpr double farthest = 80;
    std::vector<QueryPair> pairs;
    while (pairs.size() < (options.quick ? 4u : 40u))
        for (const QueryPair& pair : match.random_pairs(rng, 10))
            if (distance(pair.from, pair.to) < farthest) pairs.push_back(pair);
    const QueryMatch::Times times = match.race(pairs, 1, true);
    std::vector<double> ratio;
    for (std::size_t i = 0; i < times.length.size(); ++i) {
        const Vec2 from = pairs[i].from, to = pairs[i].to;
        const double unit = match.mesh().settings().lattice.unit;
        const test::PathOracle oracle(world.bounds,
                                      boxes_that_matter(world, from, to, times.length[i] + 0.01, unit));
        const auto optimum = oracle.shortest(from, to, QueryMatch::radius);
        if (!optimum) throw std::runtime_error("the oracle finds no path");
        ratio.push_back(times.length[i] / *optimum);
    }
    result["length_ratio"] = mean(ratio);
    result["length_ratio_worst"] = *std::max_element(ratio.begin(), ratio.end());
    result["length_ratio_least"] = *std::min_element(ratio.begin(), ratio.end());
    result["oracle_queries"] = ratio.size();
}

}  // namespace

nlohmann::json measure_mesh_queries(const Options& options) {
    const BoxWorld world = make_box_world(7, 400, 2000, 6);
    QueryMatch match(mesh_of(world, true),
                     DetourPeer(world.bounds, world.boxes, QueryMatch::radius, QueryMatch::cell_size));
    Rng rng(11);
    const std::vector<QueryPair> pairs = match.random_pairs(rng, options.quick ? 40 : 400);
    const int repeats = options.quick ? 2 : 5;
    const QueryMatch::Times times = match.race(pairs, repeats, true);

    nlohmann::json result;
    report_times(times, result);
    match.report_preparation(result);
    result["detour_length_ratio_worst"] =
        *std::max_element(times.detour_ratio.begin(), times.detour_ratio.end());
    result["detour_polygons"] = match.detour_polygons();
    result["triangles"] = match.mesh().triangle_count();

    std::vector<QueryPair> shut = match.random_pairs(rng, static_cast<int>(world.pens.size()));
    for (std::size_t i = 0; i < shut.size(); ++i) {
        shut[i].to = world.pens[i];
        shut[i].triangle_to = match.mesh().locate(shut[i].to).triangle;
        if (!match.place(shut[i].to, shut[i].detour_to)) throw std::runtime_error("a pen has no room");
    }
    const QueryMatch::Times lost = match.race(shut, repeats, false);
    result["unreachable_us"] = mean(lost.shortest);
    result["detour_unreachable_us"] = mean(lost.detour);
    result["unreachable_ratio_detour"] = mean(lost.detour) / mean(lost.shortest);
    compare_with_oracle(options, world, match, rng, result);
    measure_dungeon(options, result);
    measure_connectivity(options, result);
    measure_roadmap(options, result);
    measure_medial_axis(options, result);
    return result;
}

static const Benchmark registered{"mesh-query", "path queries against Detour on the same walls",
                                  measure_mesh_queries};

}  // namespace wend::bench
