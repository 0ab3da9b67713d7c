#include "mesh_match.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "wend/mesh/proof.hpp"
#include "wend/mesh/query.hpp"

#include "mesh_lengths.hpp"

namespace wend::bench {

namespace {

double mean(const std::vector<double>& sample) {
    return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

nlohmann::json described(std::vector<double> sample) {
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double share) {
        return sample[static_cast<std::size_t>(share * static_cast<double>(sample.size() - 1) + 0.5)];
    };
    return {{"median", at(0.5)}, {"mean", mean(sample)}, {"p99", at(0.99)}, {"worst", sample.back()}};
}

std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> found;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] > 0 && b[i] > 0) found.push_back(a[i] / b[i]);
    return found;
}

}  // namespace

MeshMatch::MeshMatch(const Ground& ground, double radius, const Options& options)
    : ground_(ground), radius_(radius), is_quick_(options.quick), rng_(options.seed + 1) {
    our_memory_ = memory_use([&] {
        prepared_ = ground_.mesh;
        preparing_seconds_ = processor_seconds([&] {
            const Status status = prepared_->prepare(radius_, mesh::Preparation::ways);
            if (!status.is_ok()) throw std::runtime_error(status.message);
        });
    });
    detour_memory_ = memory_use(
        [&] { peer_.emplace(ground_.bounds, ground_.floor, ground_.is_level, radius_, cell_size); });
}

bool MeshMatch::place(const mesh::MeshPoint& point, DetourPeer::Place& found) const {
    found = peer_->place(point.at, ground_.height_at(point));
    return found.polygon != 0;
}

std::optional<mesh::MeshPoint> MeshMatch::draw_point() {
    const Box2& box = ground_.bounds;
    mesh::MeshPoint point{{rng_.uniform(box.low.x, box.high.x), rng_.uniform(box.low.y, box.high.y)}, 0};
    point.layer = static_cast<std::uint32_t>(rng_.below(ground_.mesh.layer_count()));
    const mesh::Triangulation& layer = ground_.mesh.layer(point.layer);
    const mesh::Location at = layer.locate(point.at);
    if (at.triangle == mesh::none || layer.is_blocked(at.triangle)) return std::nullopt;
    if (mesh::clearance_at(layer, point.at, radius_ + 1, placing_) < radius_ + 0.3) return std::nullopt;
    return point;
}

std::optional<QueryPair> MeshMatch::make_pair(mesh::MeshPoint from, mesh::MeshPoint to) {
    QueryPair pair;
    if (!place(from, pair.detour_from) || !place(to, pair.detour_to)) return std::nullopt;
    pair.query.from = from;
    pair.query.to = to;
    pair.query.radius = radius_;
    pair.query.from_hint = ground_.mesh.layer(from.layer).locate(from.at).triangle;
    pair.query.to_hint = ground_.mesh.layer(to.layer).locate(to.at).triangle;
    return pair;
}

void MeshMatch::draw_pairs(std::size_t count) {
    mesh::NavContext context;
    for (int tries = 0; tries < 200'000 && pairs_.size() < count; ++tries) {
        const auto from = draw_point(), to = draw_point();
        if (!from || !to) continue;
        const auto pair = make_pair(*from, *to);
        if (!pair) continue;
        const bool is_way = ask(fast, *pair, context) >= 0, is_detour = ask(detour, *pair, context) >= 0;
        if (is_way && is_detour) pairs_.push_back(*pair);
        if (is_way != is_detour) ++disagreements_;
    }
}

void MeshMatch::draw_shut_pairs() {
    mesh::NavContext context;
    for (std::size_t i = 0; i < pairs_.size() && shut_.size() < 40; ++i)
        for (const Vec2 pen : ground_.pens) {
            mesh::MeshPoint inside{pen, 0};
            if (ground_.heights != nullptr) {
                const auto floor = ground_.heights->locate({pen.x, pen.y, 1e6});
                if (!floor) continue;
                inside.layer = floor->layer;
            }
            const auto pair = make_pair(pairs_[i].query.from, inside);
            if (!pair || !mesh::is_free(ground_.mesh.layer(inside.layer), pen, radius_, placing_)) continue;
            if (ask(shortest, *pair, context) >= 0 || ask(detour, *pair, context) >= 0) continue;
            shut_.push_back(*pair);
        }
}

double MeshMatch::ask(Who who, const QueryPair& pair, mesh::NavContext& context) {
    if (who == detour) return peer_->find_path(pair.detour_from, pair.detour_to);
    mesh::NavQuery query = pair.query;
    query.mode = who == fast || who == prepared_fast ? mesh::PathMode::corridor : mesh::PathMode::shortest;
    const mesh::NavMesh& mesh = who == fast || who == shortest ? ground_.mesh : *prepared_;
    Budget budget = Budget::unlimited();
    mesh::find_proven_path(mesh, query, context, budget, path_);
    return path_.has_route() ? path_.length : -1;
}

void MeshMatch::race(const std::vector<QueryPair>& pairs, std::vector<Times>& times) {
    const int repeats = is_quick_ ? 2 : 5;
    times.assign(whos, {});
    const auto time = [&](std::size_t who, const QueryPair& pair, mesh::NavContext& context) {
        return 1e6 * processor_seconds([&] { (void)ask(static_cast<Who>(who), pair, context); });
    };
    for (const QueryPair& pair : pairs)
        for (std::size_t who = 0; who < whos; ++who)
            times[who].once.push_back(time(who, pair, contexts_[who]));
    for (const QueryPair& pair : pairs)
        for (std::size_t who = 0; who < whos; ++who) {
            double best = 1e30;
            for (int i = 0; i < repeats; ++i) best = std::min(best, time(who, pair, contexts_[who]));
            times[who].again.push_back(best);
            times[who].length.push_back(ask(static_cast<Who>(who), pair, contexts_[who]));
            times[who].bound.push_back(who == detour ? 0 : path_.lower_bound);
            mesh::NavContext fresh;
            if (who == detour) peer_->forget();
            times[who].cold.push_back(time(who, pair, fresh));
        }
}

void MeshMatch::report_times(const std::vector<Times>& times, nlohmann::json& out) const {
    constexpr std::array<const char*, whos> names{"detour", "fast", "shortest", "prepared_fast",
                                                  "prepared_shortest"};
    for (std::size_t who = 0; who < whos; ++who)
        for (const auto& [kind, sample] : {std::pair("once", &Times::once), std::pair("again", &Times::again),
                                           std::pair("cold", &Times::cold)}) {
            nlohmann::json& entry = out[names[who]][kind];
            entry = described(times[who].*sample);
            entry["ratio"] = mean(times[detour].*sample) / mean(times[who].*sample);
        }
}

void MeshMatch::report_lengths(const std::vector<Times>& times, nlohmann::json& out) const {
    const std::vector<double>& optimum = times[shortest].length;
    out["fast"]["length"] = described(quotients(times[fast].length, optimum));
    out["prepared_fast"]["length"] = described(quotients(times[prepared_fast].length, optimum));
    out["prepared_shortest"]["length"] = described(quotients(times[prepared_shortest].length, optimum));
    out["detour"]["length"] = described(quotients(times[detour].length, optimum));
}

/// How much longer than their bound fast paths are at most, and which share of the shortest is proven.
void MeshMatch::report_proofs(const std::vector<Times>& times, nlohmann::json& out) const {
    out["fast"]["length_over_bound"] = described(quotients(times[fast].length, times[fast].bound));
    const Times& best = times[shortest];
    double proven = 0;
    for (std::size_t i = 0; i < best.length.size(); ++i) proven += best.bound[i] >= best.length[i];
    out["shortest"]["proven"] = proven / static_cast<double>(best.length.size());
}

void MeshMatch::report_preparation(nlohmann::json& out) const {
    out["making_ms"] = 1e3 * ground_.making_seconds;
    out["prepare_ms"] = 1e3 * preparing_seconds_;
    out["prepare_detour_ms"] = 1e3 * peer_->building_seconds();
    out["kept_bytes"] = {{"wend", our_memory_.kept}, {"detour", detour_memory_.kept}};
    out["peak_bytes"] = {{"wend", our_memory_.peak}, {"detour", detour_memory_.peak}};
}

nlohmann::json MeshMatch::run() {
    const std::size_t warm_up = is_quick_ ? 4 : 20, count = is_quick_ ? 20 : 200;
    draw_pairs(warm_up + count);
    if (pairs_.size() <= warm_up) throw std::runtime_error("no pair of points has a way");
    nlohmann::json out;
    out["radius"] = radius_;
    out["layers"] = ground_.mesh.layer_count();
    out["portals"] = ground_.mesh.portals().size();
    out["detour_polygons"] = peer_->polygon_count();
    out["detour_cell_size"] = cell_size;
    out["only_one_has_a_way"] = disagreements_;
    std::uint32_t triangles = 0;
    for (std::uint32_t i = 0; i < ground_.mesh.layer_count(); ++i)
        triangles += ground_.mesh.layer(i).triangle_count();
    out["triangles"] = triangles;
    report_preparation(out);

    const auto first = pairs_.end() - static_cast<std::ptrdiff_t>(std::min(warm_up, pairs_.size() - 1));
    const std::vector<QueryPair> others(first, pairs_.end());
    pairs_.erase(first, pairs_.end());
    std::vector<Times> times;
    race(others, times);
    race(pairs_, times);
    out["pairs"] = pairs_.size();
    report_times(times, out);
    report_lengths(times, out);
    report_proofs(times, out);
    out["check"] = compare_with_oracle(ground_, pairs_, is_quick_ ? 3 : 20);
    draw_shut_pairs();
    out["unreachable"]["pairs"] = shut_.size();
    if (shut_.empty()) return out;
    race(shut_, times);
    report_times(times, out["unreachable"]);
    return out;
}

}  // namespace wend::bench
