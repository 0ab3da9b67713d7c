#pragma once

// The shortest path map of a world of storeys: one ShortestPathMap a layer, joined by links and portals. A
// link that leads nearer to a goal makes its entrance a source of its layer's map, in order of length
// (Dijkstra over links). A portal lets the one layer's map see the other: what its far line is reached from
// straight on is laid out beyond its near line, so that paths cross it as they cross any edge. Where a disc
// may cross ends, paths may bend; those places are like links. So lengths are exact, if both lines of every
// portal are equally long: others, which stretch what is beyond, are crossed at samples (`is_exact` is
// false then), and beside those a path crosses where what is before and after it is shortest.
//
// A disc crosses a portal where it can stand on both of its lines, or, if a line lies along a wall, where it
// touches that at right angles to the line. Ground whose areas cost more than its length is refused:
// bisectors would no longer be lines and hyperbolas. Areas that are excluded are walls, exactly.

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
    /// A way from layer to layer at one place.
    struct Hop {
        MeshPoint from;
        MeshPoint to;
        double cost = 0;
        PieceKind kind = PieceKind::link;
        std::uint32_t index = 0;
        double share = -1;  ///< of a portal's line that is crossed at samples; else negative
        bool is_forward = true;
        double length = std::numeric_limits<double>::infinity();  ///< from where it begins to a goal
    };
    /// A stretch of a portal, to be crossed anywhere in one direction.
    struct Crossing {
        struct Side {
            std::uint32_t layer = 0;
            Vec2 from;
            Vec2 to;
        };
        Side here;
        Side there;  ///< nearer to a goal
        double cost = 0;
        std::uint32_t portal = 0;
        bool is_taken = false;
        std::vector<MapSource> seen;  ///< over there, if it leads nearer or has
    };
    /// A source of the near layer's map.
    struct SeenOver {
        MapSource source;
        std::uint32_t goal = none;
    };
    struct Layer {
        std::optional<ShortestPathMap> map;
        std::vector<MapSource> sources;
        std::vector<std::uint32_t>
            origins;  ///< of each source: goal, hop beyond the goals, crossing beyond them
        std::vector<std::uint32_t> goals;  ///< of each source: where it leads
        std::uint32_t changes = 0;
    };
    /// What is to be added next: the least of what leads nearer.
    struct Offer {
        double length = std::numeric_limits<double>::infinity();
        std::uint32_t there_changes = ~0u;  ///< of the layers it was found with
        std::uint32_t here_changes = ~0u;
        std::vector<SeenOver> sources;  ///< of a crossing
    };

    Status build(const NavMesh& mesh);
    Status spread(const NavMesh& mesh);
    void offer_hop(const NavMesh& mesh, const Hop& hop, QueryContext& context, Offer& offer) const;
    [[nodiscard]] bool is_over(std::uint32_t layer, std::uint32_t source, const Hop& hop) const;
    void offer_crossing(const NavMesh& mesh, std::uint32_t index, QueryContext& context, Offer& offer);
    [[nodiscard]] std::vector<MapSource> see_over(const NavMesh& mesh, const Crossing& crossing,
                                                  QueryContext& context) const;
    void keep_new(const NavMesh& mesh, const Crossing& crossing, std::uint32_t origin, const MapSource& seen,
                  QueryContext& context, std::vector<SeenOver>& found) const;
    [[nodiscard]] MeshPoint beyond(const NavMesh& mesh, const Crossing& crossing, const MeshPoint& at,
                                   Vec2 ahead, double rest, QueryContext& context) const;
    /// Stretches of the line at which it may lead nearer, in equal parts of it.
    [[nodiscard]] std::vector<bool> find_gains(const NavMesh& mesh, const Crossing& crossing,
                                               QueryContext& context, double& least) const;
    void list_ways(const NavMesh& mesh, std::vector<Hop>& hops, std::vector<Crossing>& crossings) const;
    void add_portal(const NavMesh& mesh, std::uint32_t portal, QueryContext& context, std::vector<Hop>& hops,
                    std::vector<Crossing>& crossings) const;
    [[nodiscard]] Crossing::Side stand_at(const NavMesh& mesh, std::uint32_t layer, Vec2 from, Vec2 to,
                                          QueryContext& context, double& beside) const;
    [[nodiscard]] bool make_sample(const NavMesh& mesh, std::uint32_t portal, double share, bool is_forward,
                                   QueryContext& context, Hop& hop) const;
    [[nodiscard]] bool are_ways_right(const NavMesh& mesh) const;
    [[nodiscard]] Hop best_crossing(const NavMesh& mesh, const MeshPoint& before, const Hop& hop,
                                    QueryContext& context) const;
    [[nodiscard]] Hop crossing_at(const Crossing& crossing, Vec2 place) const;
    Status add_source(const NavMesh& mesh, std::uint32_t layer, const MapSource& source, std::uint32_t origin,
                      std::uint32_t goal);
    [[nodiscard]] MapAnswer ask(const NavMesh& mesh, const MeshPoint& place, QueryContext& context) const;

    static constexpr int samples = 33;  ///< of a portal whose lines differ in length, each way

    double radius_ = 0;
    FilterIndex filter_ = 0;
    bool is_exact_ = true;
    std::uint64_t version_ = 0;
    std::vector<NavGoal> goals_;
    std::vector<Hop> hops_;
    std::vector<Crossing> crossings_;
    std::vector<Layer> layers_;
};

}  // namespace wend::mesh
