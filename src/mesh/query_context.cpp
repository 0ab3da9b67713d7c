#include "wend/mesh/query_context.hpp"

#include "mesh/scratch.hpp"

namespace wend::mesh {

QueryContext::QueryContext() : scratch_(std::make_unique<Scratch>()) {}

QueryContext::QueryContext(const Triangulation& mesh) : QueryContext() {
    constexpr std::size_t usual_search = 4096;
    scratch_->flood.seen.resize(mesh.triangle_bound());
    scratch_->flood.stack.reserve(usual_search);
    scratch_->corridor.node_at.resize(mesh.half_edge_bound());
    scratch_->corridor.goal_triangles.resize(mesh.triangle_bound());
    scratch_->corridor.portals.reserve(usual_search);
    scratch_->tangents.labels.reserve(usual_search);
    scratch_->tangents.candidates.reserve(usual_search);
    scratch_->tangents.labels_at.resize(2 * std::size_t{mesh.vertex_bound()});
    scratch_->tangents.goal_triangles.resize(mesh.triangle_bound());
}

QueryContext::QueryContext(QueryContext&&) noexcept = default;
QueryContext& QueryContext::operator=(QueryContext&&) noexcept = default;
QueryContext::~QueryContext() = default;

}  // namespace wend::mesh
