// Path queries against Detour on the same walls: time, length, and what "unreachable" costs.

#include "mesh_query.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"

#include "box_world.hpp"
#include "detour_peer.hpp"

namespace wend::bench {

namespace {

constexpr double radius = 0.6;
constexpr double cell_size = 0.2;

struct Pair {
    Vec2 from;
    Vec2 to;
    DetourPeer::Place detour_from;
    DetourPeer::Place detour_to;
};

double microseconds(const std::function<void()>& work) {
    return 1e6 * seconds(work);
}

double mean(const std::vector<double>& sample) {
    double sum = 0;
    for (const double value : sample) sum += value;
    return sample.empty() ? 0 : sum / static_cast<double>(sample.size());
}

class Match {
  public:
    Match(const BoxWorld& world, mesh::Triangulation mesh)
        : mesh_(std::move(mesh)),
          connectivity_(mesh_),
          context_(mesh_),
          peer_(world.bounds, world.boxes, radius, cell_size) {}

    [[nodiscard]] bool place(Vec2 point, DetourPeer::Place& found) {
        if (mesh::clearance_at(mesh_, point, 1.0, context_) < radius + 0.3) return false;
        found = peer_.place(point);
        return found.polygon != 0;
    }

    std::vector<Pair> random_pairs(const BoxWorld& world, Rng& rng, int count) {
        std::vector<Pair> pairs;
        while (static_cast<int>(pairs.size()) < count) {
            Pair pair;
            pair.from = {rng.uniform(0, world.bounds.high.x), rng.uniform(0, world.bounds.high.y)};
            pair.to = {rng.uniform(0, world.bounds.high.x), rng.uniform(0, world.bounds.high.y)};
            if (!place(pair.from, pair.detour_from) || !place(pair.to, pair.detour_to)) continue;
            pairs.push_back(pair);
        }
        return pairs;
    }

    struct Times {
        std::vector<double> shortest, corridor, detour;
        std::vector<double> length_ratio, detour_ratio, corridor_ratio;
    };

    /// All three on every pair, in turn, the best of `repeats`.
    Times race(const std::vector<Pair>& pairs, int repeats, bool reachable) {
        Times times;
        mesh::Path path;
        for (const Pair& pair : pairs) {
            double best[3] = {1e30, 1e30, 1e30}, length[3] = {}, proven = 0;
            for (int i = 0; i < repeats; ++i) {
                best[0] = std::min(best[0], microseconds([&] { ask(pair, mesh::PathMode::shortest, path); }));
                length[0] = path.length;
                proven = path.lower_bound;
                if (path.has_route() != reachable) throw std::runtime_error("wend: unexpected answer");
                best[1] = std::min(best[1], microseconds([&] { ask(pair, mesh::PathMode::corridor, path); }));
                length[1] = path.length;
                best[2] = std::min(best[2], microseconds([&] {
                                       length[2] = peer_.find_path(pair.detour_from, pair.detour_to);
                                   }));
            }
            if (reachable && length[2] < 0) continue;
            times.shortest.push_back(best[0]);
            times.corridor.push_back(best[1]);
            times.detour.push_back(best[2]);
            times.length_ratio.push_back(length[0] / proven);
            times.corridor_ratio.push_back(length[1] / length[0]);
            times.detour_ratio.push_back(length[2] / length[0]);
        }
        return times;
    }

    [[nodiscard]] int detour_polygons() const { return peer_.polygon_count(); }
    [[nodiscard]] const mesh::Triangulation& mesh() const { return mesh_; }

  private:
    void ask(const Pair& pair, mesh::PathMode mode, mesh::Path& path) {
        Budget budget = Budget::unlimited();
        mesh::find_path(mesh_, {pair.from, pair.to, radius, mode}, context_, budget, path, &connectivity_);
    }

    mesh::Triangulation mesh_;
    mesh::Connectivity connectivity_;
    mesh::QueryContext context_;
    DetourPeer peer_;
};

mesh::Triangulation build(const BoxWorld& world) {
    auto created = mesh::Triangulation::create(world.bounds);
    if (!created) throw std::runtime_error(created.status().message);
    std::vector<Polygon> polygons;
    for (const Ring& ring : world.boxes) polygons.push_back({ring, {}});
    const auto inserted = created.value().insert_all(polygons);
    if (!inserted) throw std::runtime_error(inserted.status().message);
    return std::move(created).value();
}

}  // namespace

nlohmann::json measure_mesh_queries(const Options& options) {
    const BoxWorld world = make_box_world(7, 400, 2000, 6);
    Match match(world, build(world));
    Rng rng(11);
    const std::vector<Pair> pairs = match.random_pairs(world, rng, options.quick ? 40 : 400);
    const Match::Times times = match.race(pairs, options.quick ? 2 : 5, true);

    nlohmann::json result;
    result["query_us"] = mean(times.shortest);
    result["fast_us"] = mean(times.corridor);
    result["detour_us"] = mean(times.detour);
    result["query_ratio_detour"] = mean(times.detour) / mean(times.shortest);
    result["fast_ratio_detour"] = mean(times.detour) / mean(times.corridor);
    // Against the bound that the search itself proved.
    result["length_ratio"] = mean(times.length_ratio);
    result["fast_length_ratio"] = mean(times.corridor_ratio);
    result["detour_length_ratio"] = mean(times.detour_ratio);
    result["detour_length_ratio_worst"] =
        *std::max_element(times.detour_ratio.begin(), times.detour_ratio.end());
    result["detour_polygons"] = match.detour_polygons();
    result["triangles"] = match.mesh().triangle_count();
    result["queries"] = times.shortest.size();

    std::vector<Pair> shut = match.random_pairs(world, rng, static_cast<int>(world.pens.size()));
    for (std::size_t i = 0; i < shut.size(); ++i) {
        shut[i].to = world.pens[i];
        if (!match.place(shut[i].to, shut[i].detour_to)) throw std::runtime_error("a pen has no room");
    }
    const Match::Times lost = match.race(shut, options.quick ? 2 : 5, false);
    result["unreachable_us"] = mean(lost.shortest);
    result["detour_unreachable_us"] = mean(lost.detour);
    result["unreachable_ratio_detour"] = mean(lost.detour) / mean(lost.shortest);
    return result;
}

static const Benchmark registered{"mesh-query", "path queries against Detour on the same walls",
                                  measure_mesh_queries};

}  // namespace wend::bench
