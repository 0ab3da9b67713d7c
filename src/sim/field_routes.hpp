#pragma once

// Ways from goal fields instead of the mesh. The rule: a way comes from a field
//   - when at least `many` agents of the scene have the same goal region: one field serves them all; or
//   - when a constraint of the scene is for whoever goes there: the mesh knows no multipliers.
// Otherwise, across layers, and where no field leads (a start or goal too close to a wall for its cell), the
// router asks the mesh as ever. Constraints that move are looked at anew every `renewal` seconds.
//
// What a field says depends on the scene, the goal, what is cut out and the time's multiple of `renewal`, and
// on nothing else: whichever thread asks first, the answer is the same.

#include <memory>
#include <optional>
#include <vector>

#include "wend/geometry/polygon.hpp"
#include "wend/sim/route.hpp"
#include "wend/world/body_id.hpp"
#include "wend/world/scene.hpp"

namespace wend {

class FieldRoutes {
  public:
    static constexpr std::uint32_t many = 1000;
    static constexpr double renewal = 0.5;

    explicit FieldRoutes(const Scene& scene);
    FieldRoutes(FieldRoutes&&) noexcept;
    FieldRoutes& operator=(FieldRoutes&&) noexcept;
    ~FieldRoutes();

    /// Does the rule apply to anything in this scene?
    [[nodiscard]] bool is_used() const noexcept;
    [[nodiscard]] bool has_constraints() const noexcept;

    /// Has a constraint on whoever goes there been looked at anew since `before`?
    [[nodiscard]] bool is_renewed(const RoutePoint& to, double before, double now) const;

    /// What stands still is in the way of fields too. One thread, nobody asking.
    void block(BodyId who, std::uint32_t layer, const Ring& outline);
    void unblock(BodyId who);

    /// The points from `from` to `to`, both included; nothing where the rule leaves it to the mesh. Safe to
    /// call from several threads.
    [[nodiscard]] std::optional<std::vector<RoutePoint>> route(const RoutePoint& from, const RoutePoint& to,
                                                               double radius, double time) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend
