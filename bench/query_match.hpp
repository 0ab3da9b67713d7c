#pragma once

// The same path queries put to our mesh and to Detour, in turn, so that a slow moment of the machine hits
// both.

#include <vector>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"

#include "benchmark.hpp"
#include "detour_peer.hpp"

namespace wend::bench {

struct QueryPair {
    Vec2 from;
    Vec2 to;
    DetourPeer::Place detour_from;
    DetourPeer::Place detour_to;
};

class QueryMatch {
  public:
    static constexpr double radius = 0.6;
    static constexpr double cell_size = 0.2;  ///< of Detour's voxels

    QueryMatch(mesh::Triangulation mesh, DetourPeer peer);

    /// Far enough from walls for both.
    [[nodiscard]] bool place(Vec2 point, DetourPeer::Place& found);
    /// Each can be reached from the other.
    [[nodiscard]] std::vector<QueryPair> random_pairs(Rng& rng, int count);

    /// Microseconds of processor time a query, and lengths; one entry a pair. What a query finds out stays in
    /// its context, so shortest paths are measured three times: `cold` in a context that knows nothing,
    /// `first` when the pair is new but other pairs have been asked for before, `shortest` when the pair
    /// itself has been, too. Paths of corridors are measured cold and asked again.
    struct Times {
        std::vector<double> cold, first, shortest, corridor, corridor_cold, detour;
        std::vector<double> length, corridor_ratio, detour_ratio;
    };
    /// All on every pair, in turn, the best of `repeats`; `first` happens once.
    [[nodiscard]] Times race(const std::vector<QueryPair>& pairs, int repeats, bool reachable);

    [[nodiscard]] int detour_polygons() const { return peer_.polygon_count(); }
    [[nodiscard]] const mesh::Triangulation& mesh() const { return mesh_; }

  private:
    void ask(const QueryPair& pair, mesh::PathMode mode, mesh::QueryContext& context, mesh::Path& path) const;

    mesh::Triangulation mesh_;
    mesh::Connectivity connectivity_;
    mesh::QueryContext context_;
    DetourPeer peer_;
};

/// Mean times and how they compare with Detour's: query_ratio_detour is that of `shortest`.
void report_times(const QueryMatch::Times& times, nlohmann::json& out);

[[nodiscard]] double mean(const std::vector<double>& sample);

}  // namespace wend::bench
