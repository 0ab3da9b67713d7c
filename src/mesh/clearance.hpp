#pragma once

#include "wend/mesh/triangulation.hpp"

#include "mesh/journal.hpp"
#include "mesh/labels.hpp"
#include "mesh/regions.hpp"
#include "mesh/segments.hpp"

namespace wend::mesh {

/// Blocked and wall flags and corner clearances of every touched triangle, from its label and its edges
/// alone.
void refresh_touched(Arrays& arrays, const Journal& journal, const Segments& segments, const Regions& regions,
                     const Labels& labels, const Settings& settings);

}  // namespace wend::mesh
