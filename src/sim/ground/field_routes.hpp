#pragma once

// Ways from goal fields instead of the mesh. The rule: a way comes from a field
//   - when at least `many` agents of the scene have the same goal region: one field serves them all; or
//   - when constraints bind the agent: the mesh knows no multipliers.
// Otherwise, and where no field leads, the router asks the mesh as ever.
//
// Fields are grown no farther than to those who ask, and repaired where constraints have moved or something
// was put down or taken away. What a field says depends on the ground as it was last told, and on nothing
// else: whichever thread asks first, the answer is the same.

#include <memory>
#include <optional>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/body_id.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/walls.hpp"

#include "sim/ground/live_constraints.hpp"

namespace wend {

class FieldRoutes {
  public:
    static constexpr std::uint32_t many = 1000;

    explicit FieldRoutes(const Scene& scene);
    FieldRoutes(FieldRoutes&&) noexcept;
    FieldRoutes& operator=(FieldRoutes&&) noexcept;
    ~FieldRoutes();

    /// Fields need to know the walls. One thread, nobody asking; so for the two below.
    void set_walls(const Walls& walls);
    [[nodiscard]] bool has_walls() const noexcept;
    /// Fields are computed on an OpenCL device from now on; not_available when there is none.
    Status use_open_cl();
    /// What stands still is in the way of fields too.
    void block(BodyId who, std::uint32_t layer, const Ring& outline);
    void unblock(BodyId who);

    /// The points from `from` to `to`, both included; nothing where the rule leaves it to the mesh. Safe to
    /// call from several threads.
    [[nodiscard]] std::optional<std::vector<RoutePoint>> route(const RoutePoint& from, const RoutePoint& to,
                                                               double radius, BindingIndex binding,
                                                               const LiveConstraints& constraints) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend
