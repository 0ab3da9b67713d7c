#include "wend/mesh/passage.hpp"

namespace wend::mesh {
namespace {

/// The narrow place between the corner at which h starts and the edge opposite to it, if that is a wall and
/// the foot is inside it and a disc does not fit. Zero direction: none.
Vec2 narrow_cut(const Triangulation& mesh, HalfEdge h, double radius) noexcept {
    const HalfEdge opposite = Triangulation::next(h);
    if (!mesh.is_wall(opposite)) return {};
    const Vec2 x = mesh.position(mesh.vertex(h));
    const Vec2 a = mesh.position(mesh.vertex(opposite));
    const Vec2 b = mesh.position(mesh.vertex(Triangulation::next(opposite)));
    const double along = dot(x - a, b - a);
    if (along <= 0 || along >= squared_length(b - a)) return {};
    const Vec2 cut = lerp(a, b, along / squared_length(b - a)) - x;
    return squared_length(cut) < 4 * radius * radius ? cut : Vec2{};
}

/// Whether the cut from the corner of h keeps the points apart.
bool separates(const Triangulation& mesh, HalfEdge h, Vec2 p, Vec2 q, double radius) noexcept {
    const Vec2 cut = narrow_cut(mesh, h, radius);
    const Vec2 x = mesh.position(mesh.vertex(h));
    return cross(cut, p - x) * cross(cut, q - x) < 0;
}

}  // namespace

bool can_leave(const Triangulation& mesh, Vec2 from, HalfEdge through, double radius) noexcept {
    if (mesh.is_wall(through)) return false;
    const HalfEdge after = Triangulation::next(through);
    const Vec2 x = mesh.position(mesh.vertex(through)), y = mesh.position(mesh.vertex(after));
    if (squared_length(y - x) < 4 * radius * radius) return false;
    return !separates(mesh, through, from, y, radius) && !separates(mesh, after, from, x, radius);
}

bool can_move_within(const Triangulation& mesh, TriangleIndex t, Vec2 from, Vec2 to, double radius) noexcept {
    for (std::uint32_t k = 0; k < 3; ++k)
        if (separates(mesh, Triangulation::half_edge(t, k), from, to, radius)) return false;
    return true;
}

}  // namespace wend::mesh
