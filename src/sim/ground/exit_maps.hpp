#pragma once

// To the nearest of several places that would do, exits for one (Goal::others): nearest by the shortest way
// around walls and whatever stands, over links and portals. All places of a goal are the sources of one
// shortest path map (mesh/structures/goal_map.hpp; [COURSE §2.2.4]): polygons by their edges, discs by their
// middles. The rule: a map is made for a goal and a radius when
//   - no layer has more than SharedMaps::most_vertices, and
//   - those who ask in this frame would need no fewer searches, one for each place, than the ground has half
//     as many vertices, or than SharedMaps::many;
// from then on it is repaired after edits and serves whoever asks. Without a map, and where areas have
// factors or links opening times, each place's middle is searched for and the one with the cheapest way is
// taken.
//
// Who has yet to arrive is asked again when it hears of something that was put down or taken away. The answer
// is about the world as it is, also where agents know only what they have seen.

#include <cstdint>
#include <list>
#include <optional>

#include "wend/base/budget.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/structures/goal_map.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/walls.hpp"

namespace wend {

/// Number of the places that the goal has, its own first, then the others.
[[nodiscard]] inline std::size_t place_count(const Goal& goal) {
    return 1 + goal.others.size();
}
[[nodiscard]] inline const Goal& place_of(const Goal& goal, std::size_t index) {
    return index == 0 ? goal : goal.others[index - 1];
}
/// The same goal with that place as its own.
[[nodiscard]] Goal with_place(const Goal& goal, std::size_t index);

/// The same places, in the same order?
[[nodiscard]] bool are_same_places(const Goal& a, const Goal& b);

class ExitMaps {
  public:
    static constexpr std::size_t most_maps = 8;

    void note_edit(const mesh::NavMesh& mesh);
    /// So many are about to ask for that goal; false when they will be answered by single searches.
    bool expect(const mesh::NavMesh& mesh, mesh::FilterIndex filter, const Goal& goal, double radius,
                std::size_t asking);
    /// The place that the shortest way leads to; nothing when there is no way to any. After `expect`.
    [[nodiscard]] std::optional<std::size_t> nearest(const mesh::NavMesh& mesh, mesh::FilterIndex filter,
                                                     const Walls& walls, const Goal& goal, double radius,
                                                     const RoutePoint& from, Budget& budget);
    [[nodiscard]] std::size_t size() const noexcept { return maps_.size(); }

  private:
    struct Map {
        Goal goal;
        double radius = 0;
        std::vector<std::size_t> places;  ///< by source
        mesh::GoalMap map;
    };
    [[nodiscard]] std::list<Map>::iterator find(const Goal& goal, double radius);

    std::list<Map> maps_;  ///< the last that was wanted first
    mesh::NavContext context_;
};

}  // namespace wend
