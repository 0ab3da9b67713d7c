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
    /// Detour is told the polygons of the ends, so we are told their triangles.
    mesh::TriangleIndex triangle_from = mesh::none;
    mesh::TriangleIndex triangle_to = mesh::none;
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

    /// Microseconds of processor time a query, and lengths; one entry a pair. `shortest` and `corridor` have
    /// the radius prepared, as Detour has by its mesh, and remember nothing of other queries. Without a map
    /// queries are measured `cold`, in a context that knows nothing, `first`, when the pair is new but others
    /// have been asked for before, and `again`, when the pair itself has been, too.
    struct Times {
        std::vector<double> shortest, cold, first, again;
        std::vector<double> corridor, corridor_cold, corridor_again, detour;
        std::vector<double> length, corridor_ratio, corridor_cold_ratio, detour_ratio;
    };
    /// All on every pair, in turn, the best of `repeats`; `first` happens once.
    [[nodiscard]] Times race(const std::vector<QueryPair>& pairs, int repeats, bool reachable);

    [[nodiscard]] int detour_polygons() const { return peer_.polygon_count(); }
    [[nodiscard]] const mesh::Triangulation& mesh() const { return mesh_; }
    /// What preparing takes, ours and all that Detour's mesh takes.
    void report_preparation(nlohmann::json& out) const;

  private:
    void ask(const QueryPair& pair, mesh::PathMode mode, mesh::QueryContext& context, mesh::Path& path,
             const mesh::Roadmap* roadmap = nullptr) const;

    mesh::Triangulation mesh_;
    mesh::Connectivity connectivity_;
    mesh::QueryContext context_;
    double preparing_seconds_ = 0;
    mesh::Roadmap roadmap_;
    DetourPeer peer_;
};

/// Mean times and how they compare with Detour's: query_ratio_detour is that of `shortest`.
void report_times(const QueryMatch::Times& times, nlohmann::json& out);

[[nodiscard]] double mean(const std::vector<double>& sample);

}  // namespace wend::bench
