#pragma once

// The parts of `wend-bench mesh-edits`. Each adds its fields to the one object that the benchmark prints;
// ratios are the peer's time divided by ours, measured in turns so that a slow moment of the machine hits
// both.

#include "wend/base/rng.hpp"
#include "wend/mesh/triangulation.hpp"

#include "benchmark.hpp"
#include "box_world.hpp"

namespace wend::bench {

/// The world with `scale` times the area and the boxes of the 400 x 400 m one.
[[nodiscard]] BoxWorld scaled_box_world(double scale);
/// Our mesh of it.
[[nodiscard]] mesh::Triangulation mesh_of(const BoxWorld& world, bool clearance);
/// An upright square of 2 x 2 m somewhere in the world.
[[nodiscard]] Ring draw_square(Rng& rng, const BoxWorld& world);

void measure_build(const Options& options, nlohmann::json& out);
void measure_edits(const Options& options, nlohmann::json& out);
void measure_growth(const Options& options, nlohmann::json& out);
/// What keeping connectivity up costs after an edit, and the first question after it.
void measure_connectivity(const Options& options, nlohmann::json& out);
/// What keeping the roads of one radius up costs after an edit.
void measure_roadmap(const Options& options, nlohmann::json& out);
/// Building the axis and queries on it.
void measure_medial_axis(const Options& options, nlohmann::json& out);

}  // namespace wend::bench
