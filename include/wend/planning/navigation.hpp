#pragma once

// The four domains of MD 4.1 under the names that chains use: "static_mesh", "density_mesh", "grid" and
// "space_time"; "hybrid", a grid with highways [COURSE 3.2.1], to be used in place of the grid; the two
// chains of Fig. 4; "footsteps" (MD 7.4) with a chain that ends in it; and "ride" [ST], over platforms that
// pass, which is a chain of its own or stands at the end of one.

#include "wend/domains/density_mesh_domain.hpp"
#include "wend/domains/space_time_domain.hpp"
#include "wend/planning/chain.hpp"

namespace wend::planning {

/// What all agents share. Everything pointed to must outlive the domains made from it.
struct Ground {
    const Scene* scene = nullptr;
    const Walls* walls = nullptr;
    const mesh::NavMesh* mesh = nullptr;
    mesh::FilterIndex filter = 0;
    std::span<const mesh::LinkSpec> ferries = {};  ///< links besides the mesh's own, for those who can ride
    /// Kept up to date by its owner before a frame plans; null: the density mesh counts nobody.
    const domains::DensityField* density = nullptr;

    double grid_cell = 0.8;     ///< metres
    double grid_sight = 15;     ///< metres within which the grid sees bodies
    double grid_refresh = 0.5;  ///< seconds after which it looks again
    domains::LatticeSettings lattice = {};
    domains::Fovea fovea = {};
    /// How much later than expected a space-time plan may arrive when no window is demanded: a share of the
    /// time expected, and seconds.
    double late_share = 0.5;
    double late_seconds = 15;
};

[[nodiscard]] DomainSet navigation_domains(const Ground& ground);

/// Fig. 4 (a): tunnels through all four domains to the goal.
[[nodiscard]] Chain tunnel_chain();
/// The same, and footsteps in a tunnel around the plan in space and time.
[[nodiscard]] Chain footstep_chain();
/// Over platforms that pass, from landmark to landmark: no other domain sees those ways.
[[nodiscard]] Chain ride_chain();
/// For a chain that ends in footsteps: those above plan for a body as thin as it can turn, and no faster than
/// its legs.
void make_room_for_footsteps(Chain& chain);
/// Fig. 4 (b): waypoints of the density mesh as problems of their own for grid and space-time.
[[nodiscard]] Chain waypoint_chain(double spacing = 10);

}  // namespace wend::planning
