// What a WindowMap forgets and finds again: sources, edits.

#include <algorithm>

#include "mesh/structures/window_map.hpp"

namespace wend::mesh {

void WindowMap::resize(const Triangulation& mesh) {
    windows_on_.resize(mesh.half_edge_bound(), none);
    corner_in_.resize(mesh.half_edge_bound(), none);
    corners_at_.resize(mesh.vertex_bound(), none);
    measured_.resize(mesh.vertex_bound());
    sources_in_.resize(mesh.triangle_bound());
    refreshed_.resize(mesh.triangle_bound());
}

void WindowMap::forget_all(const Triangulation& mesh) {
    generators_.clear();
    windows_.clear();
    free_generators_.clear();
    free_windows_.clear();
    windows_on_.assign(mesh.half_edge_bound(), none);
    corner_in_.assign(mesh.half_edge_bound(), none);
    corners_at_.assign(mesh.vertex_bound(), none);
    measured_.assign(mesh.vertex_bound(), {});
    sources_in_.assign(mesh.triangle_bound(), {});
    refreshed_.resize(mesh.triangle_bound());
    dirty_edges_.clear();
    dirty_vertices_.clear();
    dirty_triangles_.clear();
    dirty_sources_.clear();
    open_.clear();
}

void WindowMap::update(const Triangulation& mesh, const std::vector<MapSource>& sources) {
    if (is_about(mesh) && dirty_sources_.empty()) return;
    const MeshView view(mesh);
    corners_.begin(mesh, 0);
    if (has_missed_edits_ || noted_content_ != mesh.content()) {
        forget_all(mesh);
        for (std::uint32_t i = 0; i < sources.size(); ++i) dirty_sources_.push_back(i);
    }
    resize(mesh);
    has_missed_edits_ = false;
    content_ = noted_content_ = mesh.content();
    noted_version_ = mesh.version();
    std::sort(dirty_sources_.begin(), dirty_sources_.end());
    dirty_sources_.erase(std::unique(dirty_sources_.begin(), dirty_sources_.end()), dirty_sources_.end());
    for (const std::uint32_t i : dirty_sources_) {
        for (std::uint32_t g = 0; g < generators_.size(); ++g)
            if (generators_[g].is_alive && generators_[g].vertex == none && generators_[g].source == i)
                forget_corner(g, true);
        add_source(mesh, sources[i], i);
    }
    dirty_sources_.clear();
    refresh_dirty(view);
    run(view);
}

void WindowMap::add_source(const Triangulation& mesh, const MapSource& source, std::uint32_t index) {
    const MeshView view(mesh);
    if (source.beyond)
        add_slit(view, source, index);
    else if (source.is_point())
        add_point(view, source, index, view.to_lattice(source.from), none);
    else
        add_segment(view, source, index);
    run(view);
}

/// In all free triangles that have the point, or that are joined to the given one where it is.
void WindowMap::add_point(const MeshView& view, const MapSource& source, std::uint32_t index, Vec2 at,
                          TriangleIndex in) {
    const Triangulation& mesh = view.mesh();
    const std::uint32_t id = new_generator();
    Generator& made = generators_[id];
    made.center = at;
    made.length = source.length / view.unit();
    made.source = index;
    made.is_waiting = true;
    if (in == none) {
        const Location where = mesh.locate(view.to_metres(at));
        view.for_each_touching(where, [&](TriangleIndex t) { made.triangles.push_back(t); });
        // Under an obstacle it waits there for the obstacle to go.
        if (made.triangles.empty() && where.triangle != none) made.triangles.push_back(where.triangle);
    } else {
        made.triangles.push_back(in);
        for (std::size_t k = 0; k < made.triangles.size(); ++k)
            for (std::uint32_t i = 0; i < 3; ++i) {
                const HalfEdge h = Triangulation::half_edge(made.triangles[k], i);
                if (mesh.is_wall(h)) continue;
                const TriangleIndex beyond = Triangulation::triangle_of(mesh.twin(h));
                if (distance(nearest_point(view.origin(h), view.target(h), at), at) < 1e-6 &&
                    std::find(made.triangles.begin(), made.triangles.end(), beyond) == made.triangles.end())
                    made.triangles.push_back(beyond);
            }
    }
    for (const TriangleIndex t : made.triangles) sources_in_[t].push_back(id);
    open_.push(made.length, id | generator_flag);
}

/// All triangles that the exit goes through or touches, blocked ones as well: obstacles may go. What of it is
/// free begins and ends at the exit's ends and at walls; those are points like others.
void WindowMap::add_segment(const MeshView& view, const MapSource& source, std::uint32_t index) {
    const Vec2 from = view.to_lattice(source.from), to = view.to_lattice(source.to);
    const std::uint32_t id = new_generator();
    {
        Generator& made = generators_[id];
        made.center = from;
        made.span = distance(from, to);
        made.along = (to - from) / made.span;
        made.length = source.length / view.unit();
        made.source = index;
        made.is_waiting = true;
        find_triangles_along(view, made.line(), refreshed_, made.triangles);
    }
    const Generator exit = generators_[id];
    for (const TriangleIndex t : exit.triangles) {
        sources_in_[t].push_back(id);
        if (view.mesh().is_blocked(t)) continue;
        const std::optional<EdgePart> part = part_within(view, exit.line(), t);
        if (!part) continue;
        for (const double end : {part->low, part->high}) {
            const Vec2 at = from + exit.along * end;
            if (end <= 0 || end >= exit.span || is_on_wall(view, t, at))
                add_point(view, source, index, at, t);
        }
    }
    open_.push(exit.length, id | generator_flag);
}

bool WindowMap::is_on_wall(const MeshView& view, TriangleIndex t, Vec2 at) {
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (view.mesh().is_wall(h) && distance(nearest_point(view.origin(h), view.target(h), at), at) < 1e-6)
            return true;
    }
    return false;
}

void WindowMap::note_edit(const Triangulation& mesh) {
    const bool is_next = mesh.version() == noted_version_ + 1 && mesh.remembers(noted_content_);
    has_missed_edits_ = has_missed_edits_ || !is_next;
    noted_content_ = mesh.content();
    noted_version_ = mesh.version();
    if (has_missed_edits_) return;
    resize(mesh);
    const AffectedRegion& changed = mesh.affected();
    const auto forget_in = [&](TriangleIndex t) {
        for (const std::uint32_t g : sources_in_[t])
            if (generators_[g].is_alive) dirty_sources_.push_back(generators_[g].source);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            while (windows_on_[h] != none) forget_window(windows_on_[h], true);
            if (corner_in_[h] != none) forget_corner(corner_in_[h], true);
        }
    };
    const auto forget_at = [&](VertexIndex v) {
        while (corners_at_[v] != none) forget_corner(corners_at_[v], true);
        measured_[v] = {};
        dirty_vertices_.push_back(v);
    };
    for (const TriangleIndex t : changed.triangles_gone) forget_in(t);
    for (const VertexIndex v : changed.vertices_gone) forget_at(v);
    for (const TriangleIndex t : changed.triangles_new) {
        forget_in(t);
        dirty_triangles_.push_back(t);
        for (std::uint32_t i = 0; i < 3; ++i) forget_at(mesh.vertex(Triangulation::half_edge(t, i)));
    }
}

std::uint32_t WindowMap::new_generator() {
    std::uint32_t id = static_cast<std::uint32_t>(generators_.size());
    if (free_generators_.empty()) {
        generators_.emplace_back();
    } else {
        id = free_generators_.back();
        free_generators_.pop_back();
        generators_[id] = {};
    }
    generators_[id].is_alive = true;
    return id;
}

void WindowMap::unlink_from_parent(std::uint32_t id) {
    const Window& window = windows_[id];
    if (window.parent == none) {
        std::erase(generators_[window.generator].windows, id);
        return;
    }
    std::uint32_t* link = &windows_[window.parent].first_child;
    while (*link != id) link = &windows_[*link].next_sibling;
    *link = window.next_sibling;
}

void WindowMap::forget_window(std::uint32_t id, bool is_edit) {
    unlink_from_parent(id);
    stack_.push_back(id);
    forget_stacked(is_edit);
}

void WindowMap::forget_corner(std::uint32_t id, bool is_edit) {
    const Generator& gone = generators_[id];
    if (gone.window != none)
        windows_[gone.window].corner = none;
    else if (gone.parent != none)
        std::erase(generators_[gone.parent].reached, id);
    stack_.push_back(id | generator_flag);
    forget_stacked(is_edit);
}

void WindowMap::forget_stacked(bool is_edit) {
    while (!stack_.empty()) {
        const std::uint32_t id = stack_.back();
        stack_.pop_back();
        if ((id & generator_flag) != 0)
            drop_generator(id ^ generator_flag, is_edit);
        else
            drop_window(id, is_edit);
    }
}

void WindowMap::drop_window(std::uint32_t id, bool is_edit) {
    Window& window = windows_[id];
    std::uint32_t* link = &windows_on_[window.enters];
    while (*link != id) link = &windows_[*link].next_there;
    *link = window.next_there;
    for (std::uint32_t i = window.first_child; i != none; i = windows_[i].next_sibling) stack_.push_back(i);
    if (window.corner != none) stack_.push_back(window.corner | generator_flag);
    if (window.apex != none) forget_measure(window.apex, id, is_edit);
    if (is_edit) dirty_edges_.push_back(window.enters);
    window.is_alive = false;
    window.first_child = none;
    free_windows_.push_back(id);
}

void WindowMap::drop_generator(std::uint32_t id, bool is_edit) {
    Generator& gone = generators_[id];
    for (const std::uint32_t window : gone.windows) stack_.push_back(window);
    for (const std::uint32_t corner : gone.reached) stack_.push_back(corner | generator_flag);
    for (const VertexIndex v : gone.measured) forget_measure(v, id | generator_flag, is_edit);
    for (const TriangleIndex t : gone.triangles) std::erase(sources_in_[t], id);
    if (gone.vertex != none) {
        std::uint32_t* link = &corners_at_[gone.vertex];
        while (*link != id) link = &generators_[*link].next;
        *link = gone.next;
        if (is_edit) dirty_vertices_.push_back(gone.vertex);
    }
    for (const HalfEdge spoke : gone.looks)
        if (corner_in_[spoke] == id) corner_in_[spoke] = none;
    gone = {};
    free_generators_.push_back(id);
}

void WindowMap::forget_measure(VertexIndex v, std::uint32_t by, bool is_edit) {
    if (measured_[v].by != by) return;
    measured_[v] = {};
    if (is_edit) dirty_vertices_.push_back(v);
}

void WindowMap::refresh_dirty(const MeshView& view) {
    const Triangulation& mesh = view.mesh();
    refreshed_.clear();
    const auto refresh_beside = [&](HalfEdge h) {
        refresh(mesh, Triangulation::triangle_of(h));
        if (mesh.twin(h) != none) refresh(mesh, Triangulation::triangle_of(mesh.twin(h)));
    };
    for (const HalfEdge h : dirty_edges_)
        if (mesh.is_triangle(Triangulation::triangle_of(h))) refresh_beside(h);
    for (const TriangleIndex t : dirty_triangles_)
        for (std::uint32_t i = 0; i < 3 && mesh.is_triangle(t); ++i)
            refresh_beside(Triangulation::half_edge(t, i));
    for (const VertexIndex v : dirty_vertices_) {
        if (!mesh.is_vertex(v)) continue;
        const HalfEdge first = view.first_spoke(mesh.half_edge_from(v));
        HalfEdge spoke = first;
        do {
            refresh(mesh, Triangulation::triangle_of(spoke));
            spoke = view.turn_left(spoke);
        } while (spoke != none && spoke != first);
    }
    dirty_edges_.clear();
    dirty_triangles_.clear();
    dirty_vertices_.clear();
}

/// All that goes through the triangle is carried on once more.
void WindowMap::refresh(const Triangulation& mesh, TriangleIndex t) {
    if (mesh.is_blocked(t) || !refreshed_.insert(t)) return;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        for (std::uint32_t w = windows_on_[h]; w != none; w = windows_[w].next_there) {
            if (windows_[w].is_waiting) continue;
            windows_[w].is_waiting = true;
            open_.push(windows_[w].near, w);
        }
        if (corner_in_[h] != none) send_again(corner_in_[h]);
    }
    for (const std::uint32_t g : sources_in_[t]) send_again(g);
}

void WindowMap::send_again(std::uint32_t id) {
    Generator& from = generators_[id];
    if (from.is_waiting) return;
    from.is_waiting = true;
    open_.push(from.length, id | generator_flag);
}

}  // namespace wend::mesh
