#include "mesh/journal.hpp"

namespace wend::mesh {

void Journal::touch_first(Arrays& arrays, TriangleIndex t) {
    if (arrays.stamp(t) < first_stage_) region_.triangles_gone.push_back(t);
    enter(arrays, t);
}

void Journal::enter(Arrays& arrays, TriangleIndex t) {
    if (arrays.stamp(t) < first_stage_) touched_.push_back(t);
    arrays.set_stamp(t, stage_);
    stage_touched_.push_back(t);
}

void Journal::restart(Arrays& arrays) {
    stage_ = 0;
    for (TriangleIndex t = 0; t < arrays.triangle_bound(); ++t) arrays.set_stamp(t, 0);
}

}  // namespace wend::mesh
