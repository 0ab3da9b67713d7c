#include "query_match.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "mesh_parts.hpp"

namespace wend::bench {

namespace {

/// Microseconds.
void keep_best(double& best, const std::function<void()>& work) {
    best = std::min(best, 1e6 * processor_seconds(work));
}

}  // namespace

double mean(const std::vector<double>& sample) {
    double sum = 0;
    for (const double value : sample) sum += value;
    return sample.empty() ? 0 : sum / static_cast<double>(sample.size());
}

QueryMatch::QueryMatch(mesh::Triangulation mesh, DetourPeer peer)
    : mesh_(std::move(mesh)), connectivity_(mesh_), context_(mesh_), peer_(std::move(peer)) {}

bool QueryMatch::place(Vec2 point, DetourPeer::Place& found) {
    if (mesh::clearance_at(mesh_, point, 1.0, context_) < radius + 0.3) return false;
    found = peer_.place(point);
    return found.polygon != 0;
}

std::vector<QueryPair> QueryMatch::random_pairs(Rng& rng, int count) {
    const Box2& box = mesh_.bounds();
    const auto draw = [&] {
        const double x = rng.uniform(box.low.x, box.high.x);
        return Vec2{x, rng.uniform(box.low.y, box.high.y)};
    };
    std::vector<QueryPair> pairs;
    mesh::Path path;
    while (static_cast<int>(pairs.size()) < count) {
        QueryPair pair;
        pair.from = draw();
        pair.to = draw();
        if (!place(pair.from, pair.detour_from) || !place(pair.to, pair.detour_to)) continue;
        ask(pair, mesh::PathMode::corridor, context_, path);
        if (path.has_route()) pairs.push_back(pair);
    }
    return pairs;
}

QueryMatch::Times QueryMatch::race(const std::vector<QueryPair>& pairs, int repeats, bool reachable) {
    Times times;
    mesh::Path path;
    for (const QueryPair& pair : pairs) {
        double cold = 1e30, fast_cold = 1e30, first = 1e30, best[3] = {1e30, 1e30, 1e30}, length[3] = {};
        keep_best(first, [&] { ask(pair, mesh::PathMode::shortest, context_, path); });
        for (int i = 0; i < repeats; ++i) {
            mesh::QueryContext fresh(mesh_);
            keep_best(cold, [&] { ask(pair, mesh::PathMode::shortest, fresh, path); });
            mesh::QueryContext other(mesh_);
            keep_best(fast_cold, [&] { ask(pair, mesh::PathMode::corridor, other, path); });
        }
        for (int i = 0; i < repeats; ++i) {
            keep_best(best[0], [&] { ask(pair, mesh::PathMode::shortest, context_, path); });
            length[0] = path.length;
            if (path.has_route() != reachable) throw std::runtime_error("wend: unexpected answer");
            keep_best(best[1], [&] { ask(pair, mesh::PathMode::corridor, context_, path); });
            length[1] = path.length;
            keep_best(best[2], [&] { length[2] = peer_.find_path(pair.detour_from, pair.detour_to); });
        }
        if (reachable && length[2] < 0) continue;
        times.cold.push_back(cold);
        times.corridor_cold.push_back(fast_cold);
        times.first.push_back(first);
        times.shortest.push_back(best[0]);
        times.corridor.push_back(best[1]);
        times.detour.push_back(best[2]);
        times.length.push_back(length[0]);
        times.corridor_ratio.push_back(length[1] / length[0]);
        times.detour_ratio.push_back(length[2] / length[0]);
    }
    return times;
}

void QueryMatch::ask(const QueryPair& pair, mesh::PathMode mode, mesh::QueryContext& context,
                     mesh::Path& path) const {
    Budget budget = Budget::unlimited();
    mesh::find_path(mesh_, {pair.from, pair.to, radius, mode}, context, budget, path, &connectivity_);
}

void report_times(const QueryMatch::Times& times, nlohmann::json& out) {
    const double detour = mean(times.detour);
    out["detour_us"] = detour;
    const std::pair<const char*, const std::vector<double>*> ours[] = {{"query", &times.shortest},
                                                                       {"query_first", &times.first},
                                                                       {"query_cold", &times.cold},
                                                                       {"fast", &times.corridor},
                                                                       {"fast_cold", &times.corridor_cold}};
    for (const auto& [name, sample] : ours) {
        out[std::string(name) + "_us"] = mean(*sample);
        out[std::string(name) + "_ratio_detour"] = detour / mean(*sample);
    }
    out["fast_length_ratio"] = mean(times.corridor_ratio);
    out["detour_length_ratio"] = mean(times.detour_ratio);
    out["queries"] = times.shortest.size();
}

}  // namespace wend::bench
