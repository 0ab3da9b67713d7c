#include "wend/mesh/arrays.hpp"

#include "mesh/growth.hpp"

namespace wend::mesh {

VertexIndex Arrays::add_vertex(LatticePoint point) {
    ++vertex_count_;
    if (!free_vertices_.empty()) {
        const VertexIndex v = free_vertices_.back();
        free_vertices_.pop_back();
        vertices_[v] = {point, none};
        return v;
    }
    make_room(vertices_);
    vertices_.push_back({point, none});
    return vertex_bound() - 1;
}

void Arrays::free_vertex(VertexIndex v) {
    --vertex_count_;
    vertices_[v].spoke = none;
    free_vertices_.push_back(v);
}

TriangleIndex Arrays::add_triangle() {
    ++triangle_count_;
    if (!free_triangles_.empty()) {
        const TriangleIndex t = free_triangles_.back();
        free_triangles_.pop_back();
        return t;
    }
    make_room(slots_, 4);
    for (int k = 0; k < 3; ++k) slots_.push_back({.side = {}});
    slots_.push_back({.whole = {}});
    return triangle_bound() - 1;
}

void Arrays::free_triangle(TriangleIndex t) {
    --triangle_count_;
    set_origins(t, none, none, none);
    free_triangles_.push_back(t);
}

void Arrays::reserve(std::size_t vertices) {
    vertices_.reserve(vertices);
    slots_.reserve(4 * 2 * vertices);
}

std::size_t Arrays::memory() const noexcept {
    return slots_.capacity() * sizeof(Slot) + vertices_.capacity() * sizeof(Vertex) +
           (free_vertices_.capacity() + free_triangles_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace wend::mesh
