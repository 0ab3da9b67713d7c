#pragma once

#include "wend/mesh/triangulation.hpp"

#include "mesh/journal.hpp"
#include "mesh/labels.hpp"
#include "mesh/regions.hpp"
#include "mesh/segments.hpp"

namespace wend::mesh {

/// Blocked and wall flags of every triangle touched in this stage, from its label and its edges alone.
void refresh_walls(Arrays& arrays, const Journal& journal, const Segments& segments, const Regions& regions,
                   const Labels& labels);
/// Corner clearances of these triangles, whose walls are known.
void refresh_clearances(Arrays& arrays, const std::vector<TriangleIndex>& triangles,
                        const Settings& settings);

}  // namespace wend::mesh
