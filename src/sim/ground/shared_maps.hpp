#pragma once

// Ways to places that many have in common, from one exact shortest path map instead of a search each
// (mesh/structures/goal_map.hpp; [COURSE §2.2.4]). The rule: a map is made in a frame in which
//   - at least `many` agents, and no fewer than half as many as the ground has vertices (from there on making
//     the map costs less than their searches), want a way to the same place for the same radius, and
//   - the map is exact: no links with opening times, no areas with factors, no portals whose two lines differ
//     in length, and
//   - no layer has more than `most_vertices`, so that making it fits into a frame.
// From then on whoever asks for that place and radius is answered by it. After an edit it is repaired in the
// first frame in which the first condition holds again, and until then it is not used. Lengths are those of
// single searches; where two ways are equally long either may be taken.
//
// Who wants a way is counted by one thread before agents plan: what is answered does not depend on threads.

#include <cstdint>
#include <list>
#include <span>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/structures/goal_map.hpp"
#include "wend/sim/route.hpp"

namespace wend {

/// An agent wants a way there.
struct RouteWish {
    RoutePoint to;
    double radius = 0;
};

class SharedMaps {
  public:
    static constexpr std::size_t many = 64;
    static constexpr std::size_t most_vertices = 4000;
    static constexpr std::size_t most_maps = 8;

    /// To be told of every edit, and of everybody who wants a way in the coming frame. One thread, nobody
    /// asking.
    void note_edit(const mesh::NavMesh& mesh);
    void expect(const mesh::NavMesh& mesh, mesh::FilterIndex filter, std::span<const RouteWish> wishes);

    /// False: not by a map. Safe to call from several threads.
    [[nodiscard]] bool find_path(const mesh::NavMesh& mesh, const RoutePoint& from, const RouteWish& wish,
                                 mesh::QueryContext& context, mesh::Path& path) const;
    [[nodiscard]] std::size_t size() const noexcept { return maps_.size(); }

  private:
    struct Shared {
        RouteWish wish;
        mesh::GoalMap map;
    };
    void serve(const mesh::NavMesh& mesh, mesh::FilterIndex filter, const RouteWish& wish);

    std::list<Shared> maps_;  ///< the last that was wanted first
};

}  // namespace wend
