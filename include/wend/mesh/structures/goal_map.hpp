#pragma once

// The shortest path map of a world of storeys: one ShortestPathMap a layer, joined by links and portals. A
// link that leads nearer to a goal makes its entrance a source of its layer's map, in order of length
// (Dijkstra over links). Links are exact; portals are crossed at samples, so with portals lengths are upper
// bounds (`is_exact` says so). Ground whose areas cost more than its length is refused: bisectors would no
// longer be lines and hyperbolas. Areas that are excluded are walls, exactly.

#include <optional>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/structures/shortest_path_map.hpp"

namespace wend::mesh {

/// A point, or a straight exit, on one layer.
struct NavGoal {
    MeshPoint from;
    Vec2 to;  ///< equal to from.at: a point
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

    /// To be told of every edit, then update() before the next question. Layers without links and portals are
    /// repaired; with them all is made anew.
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
        bool is_taken = false;
    };
    struct Layer {
        std::optional<ShortestPathMap> map;
        std::vector<MapSource> sources;
        std::vector<std::uint32_t> origins;  ///< of each source: goal, or hop beyond the goals
    };

    Status build(const NavMesh& mesh);
    void list_hops(const NavMesh& mesh);
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
