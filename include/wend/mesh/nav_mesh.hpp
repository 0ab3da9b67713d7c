#pragma once

// A world of storeys: planar layers, each a Triangulation with its connectivity, joined by portals (stairs,
// ramps) and links (jumps, drops, ladders, doors).
//
// Guarantees. On one layer and through links `shortest` is the true Euclidean optimum. Where portals are
// crossed is sampled and refined, so that over them `Path::lower_bound` says how short a way could be;
// find_proven_path (proof.hpp) proves it. Area factors other than 1 make a path's cost more than its length;
// the corridor search minimises it, with no bound. Excluded areas are walls for those who exclude them,
// exactly.

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/areas.hpp"
#include "wend/mesh/connectivity.hpp"
#include "wend/mesh/path.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/replan.hpp"
#include "wend/mesh/roadmap.hpp"

namespace wend::mesh {

struct MeshPoint {
    Vec2 at;
    std::uint32_t layer = 0;
};

/// Whoever crosses segment a of layer_a appears on segment b of layer_b at the same parameter.
struct PortalSpec {
    std::uint32_t layer_a = 0;
    std::uint32_t layer_b = 0;
    Vec2 a_from, a_to;
    Vec2 b_from, b_to;
    double length = 0;  ///< metres of walking beyond the crossing itself
};

struct LinkSpec {
    MeshPoint from;
    MeshPoint to;
    bool two_way = false;
    double cost = 0;  ///< metres of walking it is worth; 0: its length
    double max_radius = std::numeric_limits<double>::infinity();
    std::vector<Interval> open;  ///< when it may be entered, seconds; empty: always
};

/// An obstacle that came or went on a layer.
struct LayerEvent {
    std::uint32_t layer = 0;
    ObstacleEvent obstacle;
};

/// What is found beforehand for a radius (mesh/roadmap.hpp).
enum class Preparation : std::uint8_t {
    roads,  ///< from corner to corner, for worlds that change
    ways,   ///< all of them measured, too, on layers that are small enough: for indoor levels
};

/// A set of area factors registered with a NavMesh; 0: none.
using FilterIndex = std::uint32_t;

struct NavQuery {
    MeshPoint from;
    MeshPoint to;
    double radius = 0;
    PathMode mode = PathMode::shortest;
    FilterIndex filter = 0;
    double time = 0;     ///< of departure, for links with opening times
    double speed = 1.4;  ///< m/s; waiting for a link costs what walking for that time would
    double snap = 0;     ///< metres by which an end that is not free may be moved to where the disc can be
    /// Where to begin looking for the ends: who keeps the triangles of what moves saves a walk to them.
    TriangleIndex from_hint = none;
    TriangleIndex to_hint = none;
};

/// A place to change layers, for one radius: where the disc's centre leaves and where it appears.
struct Gate {
    MeshPoint from;
    MeshPoint to;
    double cost = 0;
    double parameter = 0;  ///< on a portal
    PieceKind kind = PieceKind::link;
    std::uint32_t index = 0;
    bool is_forward = true;
};

/// One way of a search over gates.
struct GateStep {
    std::uint32_t from;  ///< the start, or the gate whose exit it begins at
    std::uint32_t to;    ///< the goal or a gate
    double length;       ///< of the whole way up to there, waiting included
    bool is_measured;
};

/// Scratch memory of queries, one per thread; after the first few it does not allocate.
struct NavContext {
    QueryContext query;
    Path leg;
    Path detour;
    std::vector<GateStep> steps;
    std::vector<std::pair<double, std::uint32_t>> open;
    std::vector<std::uint32_t> reached_by;  ///< by gate: the step that settled it
    std::vector<double> settled;            ///< by gate: the length of the way there
    std::vector<Gate> route;
    std::vector<Gate> gates;  ///< for the radius, filter and version below
    double radius = -1;
    FilterIndex filter = 0;
    std::uint64_t version = 0;
    std::shared_ptr<struct StoreySearchMemory> storeys;  ///< of the fast mode in worlds with portals
};

class NavMesh {
  public:
    /// Returns the layer's index.
    std::uint32_t add_layer(Triangulation mesh, double height = 0);
    /// Their indices, or invalid_input for a layer that does not exist.
    Result<std::uint32_t> add_portal(const PortalSpec& portal);
    Result<std::uint32_t> add_link(const LinkSpec& link);
    /// A link that is shut cannot be entered at any time; one that is opened, always.
    Status set_open(std::uint32_t link, bool is_open);
    /// Type at least 1.
    Status add_area(std::uint32_t layer, const Polygon& polygon, std::uint16_t type);
    /// Factors must be at least 1; infinity excludes a type. Keeps one or two copies of each layer.
    Result<FilterIndex> add_filter(AreaFilter filter);

    /// Finds the roads of that radius (metres) on every layer beforehand, and after every edit those that it
    /// changed: queries about that radius are answered sooner. Those about 0 by roads of a nanometre.
    Status prepare(double radius, Preparation how = Preparation::roads);
    /// The same within a budget; update() goes on where it did not suffice.
    Status prepare(double radius, Preparation how, Budget& budget);

    /// Obstacles come and go; call update() before the next query. What reaches over the edge of the world is
    /// cut off there; what lies wholly outside is invalid_input.
    Result<RegionId> insert(std::uint32_t layer, const Polygon& polygon);
    Status remove(std::uint32_t layer, RegionId region);
    /// It keeps its id: cheaper than to remove and insert it.
    Status move(std::uint32_t layer, RegionId region, const Polygon& polygon);
    void update();
    /// The same with a budget for the roads and ways that edits changed (mesh/roadmap.hpp); false when it did
    /// not suffice: queries do without them, where they are not up to date, until another call has finished.
    /// On layers that are edited before every call, roads step aside: they are found again by the first call
    /// without an edit before it.
    bool update(Budget& budget);

    [[nodiscard]] std::size_t layer_count() const noexcept { return layers_.size(); }
    [[nodiscard]] const Triangulation& layer(std::uint32_t layer, FilterIndex filter = 0) const;
    /// What the filter's areas make of lengths on a layer; absent where all of it costs its length.
    [[nodiscard]] std::optional<AreaCosts> area_costs(std::uint32_t layer, FilterIndex filter) const;
    [[nodiscard]] const std::vector<PortalSpec>& portals() const noexcept { return portals_; }
    [[nodiscard]] const std::vector<LinkSpec>& links() const noexcept { return links_; }
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    /// The layer under the point: the one nearest in height among those that have floor there.
    [[nodiscard]] MeshPoint place(Vec3 point) const;
    [[nodiscard]] Vec3 lift(const MeshPoint& point) const;

    /// Where an end was moved (NavQuery::snap), the path begins or ends there.
    void find_path(const NavQuery& query, NavContext& context, Budget& budget, Path& path) const;
    /// The same after events, from what is left of a path that was the shortest before them (replan.hpp). In
    /// worlds of one layer without filters the search is pruned; in others an old path that nothing was
    /// inserted into is kept, unless something was deleted, and the rest is planned anew.
    ReplanReport replan(const NavQuery& query, const Path& rest, std::span<const LayerEvent> events,
                        NavContext& context, Budget& budget, Path& path) const;

  private:
    friend class GateSearch;
    friend class StoreySearch;

    struct Prepared {
        double radius;
        Preparation how;
    };
    struct Surface {
        Triangulation mesh;
        Connectivity connectivity;
        std::vector<Roadmap> roadmaps;       ///< by prepared radius, those of the last update
        std::map<RegionId, RegionId> twins;  ///< of a copy: its region for each of the original's
        bool was_edited = false;             ///< since the last update
        bool is_moving = false;              ///< was edited before the last update, too
        explicit Surface(Triangulation made) : mesh(std::move(made)), connectivity(mesh) {}

        void note_edit();
        bool update(const std::vector<Prepared>& prepared, Budget& budget);
        [[nodiscard]] const Roadmap* roadmap(double radius) const noexcept;
    };
    struct Layer {
        double height;
        Surface surface;
        std::vector<Triangulation> areas;  ///< none or one
        std::vector<std::pair<Polygon, std::uint16_t>> area_list;
        std::vector<Surface> copies;  ///< with some types of area as walls
    };
    struct Filter {
        AreaFilter factors;            ///< of the types that may be entered
        std::uint32_t copy = none;     ///< index into every layer's copies: excluded types are walls
        std::uint32_t detours = none;  ///< another one, where all dear types are walls
    };

    Result<std::uint32_t> add_copy(std::vector<bool> walls);
    Status exclude(Surface& surface, const Polygon& polygon);
    [[nodiscard]] const Surface& surface(std::uint32_t layer, FilterIndex filter) const;
    void find_path_between(const NavQuery& query, NavContext& context, Budget& budget, Path& path) const;

    std::vector<Layer> layers_;
    std::vector<PortalSpec> portals_;
    std::vector<LinkSpec> links_;
    std::vector<std::vector<bool>> copies_;  ///< by copy and area type: it is a wall there
    std::vector<Filter> filters_ = std::vector<Filter>(1);
    std::vector<Prepared> prepared_;
    std::uint64_t version_ = 1;
};

}  // namespace wend::mesh
