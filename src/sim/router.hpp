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
#include "wend/world/body_id.hpp"
#include "wend/world/world.hpp"

#include "sim/exits.hpp"
#include "sim/live_constraints.hpp"
#include "sim/shared_maps.hpp"

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
    /// Must follow them before the next search.
    void update();
    /// Everybody who is about to ask for a way, so that those who want the same are served by one map
    /// (sim/shared_maps.hpp says when). One thread, nobody searching, after update().
    void expect(std::span<const RouteWish> wishes);
    /// Of a goal's places the one that the shortest way leads to (sim/exits.hpp), told beforehand how many
    /// will ask; false: single searches will answer. One thread, nobody searching, after update().
    bool expect_exits(const Goal& goal, double radius, std::size_t asking);
    [[nodiscard]] std::optional<std::size_t> nearest_exit(const Walls& walls, const Goal& goal, double radius,
                                                          const RoutePoint& from, Budget& budget);

    [[nodiscard]] const mesh::NavMesh& mesh() const noexcept;
    /// What cutting and putting back has done to it.
    [[nodiscard]] const domains::MeshEdits& edits() const noexcept;
    /// What areas cost whoever walks.
    [[nodiscard]] mesh::FilterIndex filter() const noexcept;

    struct Answer {
        Status status;  ///< ok, out of budget (points may still lead there), unreachable, invalid input
        std::vector<RoutePoint> points;
        std::optional<Vec2> nearest_start;  ///< where the way could begin, when it cannot at `from`
    };
    /// The shortest way for a body of this radius that sets out at `time`, arcs replaced by chords that leave
    /// them by no more than `tolerance` metres. Safe to call from several threads.
    /// Who is bound keeps off ground that must not be entered, or has no way.
    [[nodiscard]] Answer plan(const RoutePoint& from, const RoutePoint& to, double radius, double tolerance,
                              double time, double speed, Budget& budget, BindingIndex binding = 0) const;

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
