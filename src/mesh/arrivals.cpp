#include "mesh/arrivals.hpp"

#include <algorithm>

namespace wend::mesh {

namespace {

/// From a corner of the triangle, and so perhaps from somewhere in it.
bool may_lead_on(const MeshView& view, TriangleIndex t, const Approach& approach) {
    const HalfEdge first = Triangulation::half_edge(t, 0);
    return approach.may_lead_on(view.origin(first)) || approach.may_lead_on(view.origin(first + 1)) ||
           approach.may_lead_on(view.origin(first + 2));
}

}  // namespace

void Arrivals::make(const MeshView& view, const Roadmap::Roads& roads) {
    ends_.clear();
    begins_.clear();
    for (TriangleIndex t = 0; t < roads.watchers.size(); ++t) {
        const std::size_t begin = ends_.size();
        // Paths that leave a corner are, backwards, those that arrive there with it on the other side.
        for (const std::uint32_t watcher : roads.watchers[t]) ends_.push_back(watcher ^ 1);
        const auto other = std::stable_partition(
            ends_.begin() + static_cast<std::ptrdiff_t>(begin), ends_.end(),
            [&](std::uint32_t end) { return may_lead_on(view, t, roads.approaches[end]); });
        begins_.push_back(static_cast<std::uint32_t>(begin));
        begins_.push_back(static_cast<std::uint32_t>(other - ends_.begin()));
    }
    begins_.push_back(static_cast<std::uint32_t>(ends_.size()));
    ends_.shrink_to_fit();
}

}  // namespace wend::mesh
