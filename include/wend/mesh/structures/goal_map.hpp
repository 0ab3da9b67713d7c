#pragma once

// The shortest path map of a world of storeys: one ShortestPathMap a layer, joined by links and portals. A
// link that leads nearer to a goal makes its entrance a source of its layer's map, in order of length
// (Dijkstra over links). Links are exact. Portals are crossed at samples, so with portals lengths are upper
// bounds (`is_exact` says so); a path crosses each where what is before and after it is shortest, as those of
// single queries do. Ground whose areas cost more than its length is refused: bisectors would no
// longer be lines and hyperbolas. Areas that are excluded are walls, exactly.

#include <optional>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

namespace wend::mesh {

/// A point, or a straight exit, on one layer.
struct NavGoal {
    MeshPoint from;
    Vec2 to;            ///< equal to from.at: a point
    double length = 0;  ///< metres that are still to go from there
};

struct GoalAnswer {
    StatusCode status = StatusCode::unreachable;
    double distance = std::numeric_limits<double>::infinity();  ///< metres, links included
    std::uint32_t goal = none;                                  ///< the nearest
};

class GoalMap {
  public:
    /// invalid_input for goals and radii that ShortestPathMap refuses, for layers that do not exist and for
    /// links with opening times; not_available where areas have factors.
    static Result<GoalMap> create(const NavMesh& mesh, double radius, std::vector<NavGoal> goals,
                                  FilterIndex filter = 0);

    /// To be told of every edit, then update() before the next question. Layers are repaired; only where that
    /// changes how far it is from a link or portal that leads nearer, all is made anew.
    void note_edit(const NavMesh& mesh);
    Status update(const NavMesh& mesh);
    [[nodiscard]] bool is_about(const NavMesh& mesh) const noexcept;

    [[nodiscard]] GoalAnswer find(const NavMesh& mesh, const MeshPoint& place, QueryContext& context) const;
    GoalAnswer find_path(const NavMesh& mesh, const MeshPoint& place, QueryContext& context,
                         Path& path) const;

    [[nodiscard]] bool is_exact() const noexcept { return is_exact_; }
    [[nodiscard]] const std::vector<NavGoal>& goals() const noexcept { return goals_; }
    [[nodiscard]] double radius() const noexcept { return radius_; }
    /// Null where no goal and no link leads to the layer.
    [[nodiscard]] const ShortestPathMap* layer(std::uint32_t index) const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    /// A way from layer to layer.
    struct Hop {
        MeshPoint from;
        MeshPoint to;
        double cost = 0;
        PieceKind kind = PieceKind::link;
        std::uint32_t index = 0;
        double share = 0;  ///< of a portal's line
        bool is_forward = true;
        bool is_taken = false;
        double length = 0;  ///< when it is taken: from where it begins to a goal
    };
    struct Layer {
        std::optional<ShortestPathMap> map;
        std::vector<MapSource> sources;
        std::vector<std::uint32_t> origins;  ///< of each source: goal, or hop beyond the goals
    };

    Status build(const NavMesh& mesh);
    [[nodiscard]] std::vector<Hop> list_hops(const NavMesh& mesh) const;
    [[nodiscard]] bool make_crossing(const NavMesh& mesh, std::uint32_t portal, double share, bool is_forward,
                                     QueryContext& context, Hop& hop) const;
    [[nodiscard]] bool are_hops_right(const NavMesh& mesh) const;
    [[nodiscard]] Hop best_crossing(const NavMesh& mesh, const MeshPoint& before, const Hop& hop,
                                    QueryContext& context) const;
    Status add_source(const NavMesh& mesh, std::uint32_t layer, const MapSource& source,
                      std::uint32_t origin);
    [[nodiscard]] std::uint32_t goal_of(const NavMesh& mesh, std::uint32_t layer, std::uint32_t source,
                                        QueryContext& context) const;

    double radius_ = 0;
    FilterIndex filter_ = 0;
    bool is_exact_ = true;
    std::uint64_t version_ = 0;
    std::vector<NavGoal> goals_;
    std::vector<Hop> hops_;
    std::vector<Layer> layers_;
};

}  // namespace wend::mesh
