#pragma once

// Ways through the static world: the mesh of the scene with the obstacles that stand still cut out of it.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/domains/mesh_edits.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/sim/route.hpp"
#include "wend/sim/wall_gap.hpp"
#include "wend/world/body_id.hpp"
#include "wend/world/world.hpp"

#include "sim/ground/exit_maps.hpp"
#include "sim/ground/live_constraints.hpp"
#include "sim/ground/shared_maps.hpp"

namespace wend {

class Router {
  public:
    static Result<Router> create(const Scene& scene);
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;
    ~Router();

    /// Goal fields are computed on an OpenCL device from now on; not_available when there is none.
    Status use_open_cl();

    /// Cuts something that stands out of the mesh, and puts the ground back. One thread, nobody searching.
    Status block(BodyId who, std::uint32_t layer, const Shape& shape, const Pose& pose);
    void unblock(BodyId who);
    /// Finds what paths of that radius are made of beforehand, all of it. One thread, nobody searching.
    Status prepare_for_queries(double radius);
    Result<std::uint32_t> add_link(const mesh::LinkSpec& link);
    Status set_open(std::uint32_t link, bool is_open);
    /// Ways of bodies of that radius will be re-planned often: what old ways are compared with is found
    /// beforehand (mesh/roadmap.hpp), in update(). Only in worlds in which that serves.
    void prepare(double radius);
    /// Must follow them before the next search. The budget is for what is prepared; what it does not suffice
    /// for is done by later calls.
    void update(Budget& budget);
    /// Everybody who is about to ask for a way, so that those who want the same are served by one map
    /// (sim/ground/shared_maps.hpp says when). One thread, nobody searching, after update().
    void expect(std::span<const RouteWish> wishes);
    /// Of a goal's places the one that the shortest way leads to (sim/ground/exit_maps.hpp), told beforehand
    /// how many will ask; false: single searches will answer. One thread, nobody searching, after update().
    bool expect_exits(const Goal& goal, double radius, std::size_t asking);
    [[nodiscard]] std::optional<std::size_t> nearest_exit(const Walls& walls, const Goal& goal, double radius,
                                                          const RoutePoint& from, Budget& budget);

    [[nodiscard]] const mesh::NavMesh& mesh() const noexcept;
    /// What cutting and putting back has done to it.
    [[nodiscard]] const domains::MeshEdits& edits() const noexcept;
    /// What areas cost whoever walks.
    [[nodiscard]] mesh::FilterIndex filter() const noexcept;

    /// For a body of this radius that sets out at `time`; arcs are replaced by chords that leave them by no
    /// more than `tolerance` metres.
    struct Query {
        RoutePoint from, to;
        double radius = 0;
        double tolerance = 0.01;
        double time = 0;
        double speed = 0;
        const mesh::NavMesh* world = nullptr;  ///< as somebody knows it; null: as it is
        BindingIndex binding = 0;              ///< the constraints that are for it
    };
    /// What is left of a way that was the shortest until these events.
    struct OldWay {
        mesh::Path rest;
        std::vector<mesh::LayerEvent> events;
    };
    struct Answer {
        Status status;  ///< ok, out of budget (points may still lead there), unreachable, invalid input
        std::vector<RoutePoint> points;
        std::optional<Vec2> nearest_start;           ///< where the way could begin, when it cannot at `from`
        std::shared_ptr<const mesh::Path> shortest;  ///< the same way, if it is known to be the shortest
        bool is_pruned = false;                      ///< found from the old way, without a search of its own
    };
    /// The shortest way; found from an old one where there is one. Who is bound keeps off ground that must
    /// not be entered, or has no way. Safe to call from several threads.
    [[nodiscard]] Answer plan(const Query& query, const OldWay* old, Budget& budget) const;

    [[nodiscard]] LiveConstraints& constraints() noexcept;
    [[nodiscard]] const LiveConstraints& constraints() const noexcept;
    /// Takes in where constraints are now, if it is time to; appends the bindings for which there may be
    /// other ways than before. One thread, nobody searching.
    void look(World& world, std::vector<BindingIndex>& changed);

  private:
    struct State;
    explicit Router(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace wend
