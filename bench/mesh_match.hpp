#pragma once

// The same path queries put to our mesh and to Detour, in turn, so that a slow moment of the machine hits
// both.

#include <optional>
#include <vector>

#include "detour_peer.hpp"
#include "ground.hpp"
#include "memory_use.hpp"

namespace wend::bench {

struct QueryPair {
    mesh::NavQuery query;  ///< Detour is told the polygons of the ends, so this has their triangles
    DetourPeer::Place detour_from;
    DetourPeer::Place detour_to;
};

/// Microseconds of processor time a query, one entry a pair: the first time that the pair is asked about,
/// when others have been before; once more, the best of some; and in a context that has not been used.
struct Times {
    std::vector<double> once, again, cold;
    std::vector<double> length;
    std::vector<double> bound;  ///< that no way is shorter than
};

class MeshMatch {
  public:
    static constexpr double cell_size = 0.2;  ///< of Detour's voxels

    MeshMatch(const Ground& ground, double radius, const Options& options);

    /// All figures.
    [[nodiscard]] nlohmann::json run();

  private:
    enum Who : std::size_t { detour, fast, shortest, prepared_fast, prepared_shortest, whos };
    [[nodiscard]] std::optional<QueryPair> make_pair(mesh::MeshPoint from, mesh::MeshPoint to);
    [[nodiscard]] std::optional<mesh::MeshPoint> draw_point();
    [[nodiscard]] bool place(const mesh::MeshPoint& point, DetourPeer::Place& found) const;
    void draw_pairs(std::size_t count);
    void draw_shut_pairs();

    /// Length, or -1 when there is no path.
    double ask(Who who, const QueryPair& pair, mesh::NavContext& context);
    void race(const std::vector<QueryPair>& pairs, std::vector<Times>& times);
    void report_times(const std::vector<Times>& times, nlohmann::json& out) const;
    void report_lengths(const std::vector<Times>& times, nlohmann::json& out) const;
    void report_proofs(const std::vector<Times>& times, nlohmann::json& out) const;
    void report_preparation(nlohmann::json& out) const;

    const Ground& ground_;
    double radius_;
    bool is_quick_;
    Rng rng_;
    MemoryUse our_memory_, detour_memory_;
    double preparing_seconds_ = 0;
    std::optional<mesh::NavMesh> prepared_;
    std::optional<DetourPeer> peer_;
    mesh::QueryContext placing_;
    std::vector<mesh::NavContext> contexts_ = std::vector<mesh::NavContext>(whos);
    mesh::Path path_;
    std::vector<QueryPair> pairs_, shut_;
    int disagreements_ = 0;
};

}  // namespace wend::bench
