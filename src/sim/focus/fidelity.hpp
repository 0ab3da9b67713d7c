#pragma once

// How deep an agent's planning goes follows from its situation (MD 4 and 5): a simple domain where that is
// enough, a richer one where it is not, and for no longer than it takes. deepest_domain() decides it for
// everybody, in every frame; docs/architecture.md has the rules as a table.
//
// Whatever the domain, what comes out is a promise as steering.hpp has it, so what argues that nobody
// overlaps and nobody locks need not know the table.

#include <cstdint>

namespace wend {

struct Crowd;
struct Walker;

/// By number as everywhere: the simplest first.
enum class Depth : std::uint8_t { static_mesh, density_mesh, grid, space_time, footsteps };

[[nodiscard]] Depth deepest_domain(const Crowd& crowd, const Walker& walker);

/// What it walks of a plan in space and time it walks to its end, with a window until then: the planner that
/// made it will be gone, and another one minds it.
void leave_plan(Walker& walker, double now, double time_step);

/// Is it planned for in space and time now, for good or in a window?
[[nodiscard]] bool is_planned_in_time(const Walker& walker, double now);

/// Is it in a queue, where nobody looks for ways around the others? Who is on a crossing is not: there it is
/// in everybody's way.
[[nodiscard]] bool is_in_line(const Walker& walker, double queued_until, double now);

/// Does it stand in front of others, for so long that a way between them is worth looking for?
[[nodiscard]] bool gets_no_further(const Walker& walker, bool is_in_line, double now);

/// Opens windows for those whose situation asks for one, and closes those that are over.
void keep_windows(Crowd& crowd);

}  // namespace wend
