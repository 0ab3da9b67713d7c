#include "query_match.hpp"

#include <algorithm>
#include <optional>
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

mesh::Roadmap prepare(const mesh::Triangulation& mesh, double& seconds) {
    std::optional<mesh::Roadmap> made;
    seconds = processor_seconds([&] {
        Budget unlimited = Budget::unlimited();
        made.emplace(mesh, QueryMatch::radius);
        made->tabulate(mesh, unlimited);  // too large worlds do without
    });
    return std::move(*made);
}

}  // namespace

double mean(const std::vector<double>& sample) {
    double sum = 0;
    for (const double value : sample) sum += value;
    return sample.empty() ? 0 : sum / static_cast<double>(sample.size());
}

QueryMatch::QueryMatch(mesh::Triangulation mesh, DetourPeer peer)
    : mesh_(std::move(mesh)),
      connectivity_(mesh_),
      context_(mesh_),
      roadmap_(prepare(mesh_, preparing_seconds_)),
      peer_(std::move(peer)) {}

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
        if (!path.has_route()) continue;
        pair.triangle_from = mesh_.locate(pair.from).triangle;
        pair.triangle_to = mesh_.locate(pair.to).triangle;
        pairs.push_back(pair);
    }
    return pairs;
}

QueryMatch::Times QueryMatch::race(const std::vector<QueryPair>& pairs, int repeats, bool reachable) {
    using enum mesh::PathMode;
    constexpr double never = 1e30;
    Times times;
    mesh::Path path;
    mesh::QueryContext prepared(mesh_);
    for (const QueryPair& pair : pairs) {
        double best = never, first = never, cold = never, again = never, length = 0;
        double fast = never, fast_cold = never, fast_again = never, fast_length = 0, fast_cold_length = 0;
        double detour = never, detour_length = 0;
        keep_best(first, [&] { ask(pair, shortest, context_, path); });
        for (int i = 0; i < repeats; ++i) {
            mesh::QueryContext fresh(mesh_);
            keep_best(cold, [&] { ask(pair, shortest, fresh, path); });
            mesh::QueryContext other(mesh_);
            keep_best(fast_cold, [&] { ask(pair, corridor, other, path); });
            fast_cold_length = path.length;
        }
        for (int i = 0; i < repeats; ++i) {
            keep_best(again, [&] { ask(pair, shortest, context_, path); });
            keep_best(fast_again, [&] { ask(pair, corridor, context_, path); });
            keep_best(best, [&] { ask(pair, shortest, prepared, path, &roadmap_); });
            length = path.length;
            if (path.has_route() != reachable) throw std::runtime_error("wend: unexpected answer");
            keep_best(fast, [&] { ask(pair, corridor, prepared, path, &roadmap_); });
            fast_length = path.length;
            keep_best(detour, [&] { detour_length = peer_.find_path(pair.detour_from, pair.detour_to); });
        }
        if (reachable && detour_length < 0) continue;
        times.shortest.push_back(best);
        times.cold.push_back(cold);
        times.first.push_back(first);
        times.again.push_back(again);
        times.corridor.push_back(fast);
        times.corridor_cold.push_back(fast_cold);
        times.corridor_again.push_back(fast_again);
        times.detour.push_back(detour);
        times.length.push_back(length);
        times.corridor_ratio.push_back(fast_length / length);
        times.corridor_cold_ratio.push_back(fast_cold_length / length);
        times.detour_ratio.push_back(detour_length / length);
    }
    return times;
}

void QueryMatch::ask(const QueryPair& pair, mesh::PathMode mode, mesh::QueryContext& context,
                     mesh::Path& path, const mesh::Roadmap* roadmap) const {
    Budget budget = Budget::unlimited();
    const mesh::PathQuery query{pair.from,          pair.to,         radius, mode, nullptr,
                                pair.triangle_from, pair.triangle_to};
    mesh::find_path(mesh_, query, context, budget, path, &connectivity_, roadmap);
}

void QueryMatch::report_preparation(nlohmann::json& out) const {
    out["prepare_ms"] = 1e3 * preparing_seconds_;
    out["prepare_detour_ms"] = 1e3 * peer_.building_seconds();
    out["prepared_bytes"] = roadmap_.memory();
    out["prepared_roads"] = roadmap_.road_count();
    out["is_tabulated"] = roadmap_.is_tabulated();
}

void report_times(const QueryMatch::Times& times, nlohmann::json& out) {
    const double detour = mean(times.detour);
    out["detour_us"] = detour;
    const std::pair<const char*, const std::vector<double>*> ours[] = {{"query", &times.shortest},
                                                                       {"query_cold", &times.cold},
                                                                       {"query_first", &times.first},
                                                                       {"query_again", &times.again},
                                                                       {"fast", &times.corridor},
                                                                       {"fast_cold", &times.corridor_cold},
                                                                       {"fast_again", &times.corridor_again}};
    for (const auto& [name, sample] : ours) {
        out[std::string(name) + "_us"] = mean(*sample);
        out[std::string(name) + "_ratio_detour"] = detour / mean(*sample);
    }
    out["fast_length_ratio"] = mean(times.corridor_ratio);
    out["fast_cold_length_ratio"] = mean(times.corridor_cold_ratio);
    out["detour_length_ratio"] = mean(times.detour_ratio);
    out["queries"] = times.shortest.size();
}

}  // namespace wend::bench
