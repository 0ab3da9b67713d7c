#pragma once

// The same path queries put to our mesh and to Detour, in turn, so that a slow moment of the machine hits
// both.

#include <vector>

#include "wend/base/rng.hpp"
#include "wend/mesh/query.hpp"

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

    /// Microseconds of processor time a query, and lengths; one entry a pair.
    struct Times {
        std::vector<double> shortest, corridor, detour;
        std::vector<double> length, corridor_ratio, detour_ratio;
    };
    /// All three on every pair, in turn, the best of `repeats`.
    [[nodiscard]] Times race(const std::vector<QueryPair>& pairs, int repeats, bool reachable);

    [[nodiscard]] int detour_polygons() const { return peer_.polygon_count(); }
    [[nodiscard]] const mesh::Triangulation& mesh() const { return mesh_; }

  private:
    void ask(const QueryPair& pair, mesh::PathMode mode, mesh::Path& path);

    mesh::Triangulation mesh_;
    mesh::Connectivity connectivity_;
    mesh::QueryContext context_;
    DetourPeer peer_;
};

[[nodiscard]] double mean(const std::vector<double>& sample);

}  // namespace wend::bench
