#include "wend/mesh/structures/near_convex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "wend/mesh/query.hpp"

namespace wend::mesh {

namespace {

using Outline = std::vector<VertexIndex>;

std::vector<Vec2> hull_of(std::vector<Vec2> points) {
    std::sort(points.begin(), points.end(),
              [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<Vec2> hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t base = hull.size();
        for (const Vec2 p : points) {
            while (hull.size() >= base + 2 &&
                   cross(hull.back() - hull[hull.size() - 2], p - hull[hull.size() - 2]) <= 0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// How far the deepest corner lies inside the hull.
double notch_of(const Triangulation& mesh, const Outline& outline) {
    std::vector<Vec2> points;
    for (const VertexIndex v : outline) points.push_back(mesh.position(v));
    const std::vector<Vec2> hull = hull_of(points);
    double deepest = 0;
    for (const Vec2 p : points) {
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < hull.size(); ++i) {
            const Vec2 q = nearest_point(hull[i], hull[(i + 1) % hull.size()], p);
            nearest = std::min(nearest, distance(q, p));
        }
        deepest = std::max(deepest, nearest);
    }
    return deepest;
}

/// Two outlines joined along the edge that runs from a to b in the first; empty where they share more than
/// one chain, which would enclose a hole.
Outline joined(const Outline& one, const Outline& two, VertexIndex a, VertexIndex b) {
    const auto at = [](const Outline& ring, std::size_t i) { return ring[i % ring.size()]; };
    const std::size_t n = one.size(), m = two.size();
    std::size_t i = 0, k = 0;
    while (i < n && !(one[i] == a && at(one, i + 1) == b)) ++i;
    while (k < m && !(two[k] == b && at(two, k + 1) == a)) ++k;
    if (i == n || k == m) return {};
    // Longer shared chains: further back in one, further on in two.
    std::size_t shared = 1;
    while (shared < n && shared < m && at(one, i + 1 + shared) == at(two, k + m - shared)) ++shared;
    std::size_t before = 0;
    while (shared + before < n && shared + before < m &&
           at(one, i + n - 1 - before) == at(two, k + 2 + before))
        ++before;
    Outline made;
    for (std::size_t s = shared; s < n - before; ++s) made.push_back(at(one, i + 1 + s - 1));
    for (std::size_t s = 1 + before; s <= m - shared; ++s) made.push_back(at(two, k + s));
    std::unordered_set<VertexIndex> once(made.begin(), made.end());
    return once.size() == made.size() ? made : Outline{};
}

}  // namespace

NearConvexCells::NearConvexCells(const Triangulation& mesh, double deepest)
    : content_(mesh.content()), cell_of_(mesh.triangle_bound(), none) {
    join(mesh, deepest);
    collect(mesh);
}

void NearConvexCells::join(const Triangulation& mesh, double deepest) {
    std::vector<HalfEdge> edges;
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        cell_of_[t] = static_cast<std::uint32_t>(cells_.size());
        cells_.emplace_back();
        ++triangle_count_;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            cells_.back().outline.push_back(mesh.vertex(h));
            if (!mesh.is_wall(h) && mesh.twin(h) < h) edges.push_back(h);
        }
    }
    const auto size = [&](HalfEdge h) {
        return squared_length(mesh.position(mesh.vertex(Triangulation::next(h))) -
                              mesh.position(mesh.vertex(h)));
    };
    std::sort(edges.begin(), edges.end(),
              [&](HalfEdge a, HalfEdge b) { return size(a) != size(b) ? size(a) > size(b) : a < b; });
    std::vector<std::uint32_t> leader(cells_.size());
    for (std::uint32_t i = 0; i < leader.size(); ++i) leader[i] = i;
    const auto find = [&](std::uint32_t cell) {
        while (leader[cell] != cell) cell = leader[cell] = leader[leader[cell]];
        return cell;
    };
    for (const HalfEdge h : edges) {
        const std::uint32_t one = find(cell_of_[Triangulation::triangle_of(h)]);
        const std::uint32_t two = find(cell_of_[Triangulation::triangle_of(mesh.twin(h))]);
        if (one == two) continue;
        Outline made = joined(cells_[one].outline, cells_[two].outline, mesh.vertex(h),
                              mesh.vertex(Triangulation::next(h)));
        if (made.size() < 3 || notch_of(mesh, made) > deepest) continue;
        cells_[one].outline = std::move(made);
        cells_[two].outline.clear();
        leader[two] = one;
    }
    std::vector<std::uint32_t> number(cells_.size(), none);
    std::vector<Cell> kept;
    for (std::uint32_t i = 0; i < cells_.size(); ++i)
        if (find(i) == i) {
            number[i] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(std::move(cells_[i]));
        }
    for (std::uint32_t& cell : cell_of_)
        if (cell != none) cell = number[find(cell)];
    cells_ = std::move(kept);
}

void NearConvexCells::collect(const Triangulation& mesh) {
    for (const Cell& cell : cells_) deepest_found_ = std::max(deepest_found_, notch_of(mesh, cell.outline));
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (cell_of_[t] == none) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (mesh.is_wall(h)) continue;
            const std::uint32_t beyond = cell_of_[Triangulation::triangle_of(mesh.twin(h))];
            if (beyond == cell_of_[t]) continue;
            const Vec2 a = mesh.position(mesh.vertex(h));
            const Vec2 b = mesh.position(mesh.vertex(Triangulation::next(h)));
            cells_[cell_of_[t]].gates.push_back({h, beyond, (a + b) / 2, distance(a, b)});
        }
    }
}

/// A* whose nodes are cells, entered at the middle of a gate.
std::vector<std::uint32_t> NearConvexCells::cells_between(std::uint32_t from, std::uint32_t to, Vec2 start,
                                                          Vec2 goal, double radius) const {
    struct Node {
        double length = std::numeric_limits<double>::infinity();
        Vec2 at;
        std::uint32_t parent = none;
        bool is_closed = false;
    };
    std::vector<Node> nodes(cells_.size());
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    nodes[from] = {0, start, none, false};
    open.emplace(distance(start, goal), from);
    while (!open.empty()) {
        const std::uint32_t id = open.top().second;
        open.pop();
        if (nodes[id].is_closed) continue;
        nodes[id].is_closed = true;
        if (id == to) break;
        for (const Gate& gate : cells_[id].gates) {
            Node& next = nodes[gate.to];
            const double length = nodes[id].length + distance(nodes[id].at, gate.middle);
            if (gate.width < 2 * radius || next.is_closed || length >= next.length) continue;
            next = {length, gate.middle, id, false};
            open.emplace(length + distance(gate.middle, goal), gate.to);
        }
    }
    std::vector<std::uint32_t> cells;
    if (!nodes[to].is_closed) return cells;
    for (std::uint32_t id = to; id != none; id = nodes[id].parent) cells.push_back(id);
    return cells;
}

/// From triangle to triangle within the cells, towards the goal; half-edges entered.
bool NearConvexCells::list_corridor(const Triangulation& mesh, TriangleIndex from, TriangleIndex to,
                                    const std::vector<std::uint32_t>& cells, Vec2 goal, double radius,
                                    std::vector<HalfEdge>& corridor) const {
    const std::unordered_set<std::uint32_t> allowed(cells.begin(), cells.end());
    struct Step {
        double priority;
        HalfEdge enters;
        bool operator<(const Step& other) const noexcept {
            return priority != other.priority ? priority > other.priority : enters > other.enters;
        }
    };
    std::unordered_map<HalfEdge, HalfEdge> came;  // entered edge: the one before
    std::priority_queue<Step> open;
    const auto push = [&](HalfEdge exit, HalfEdge before) {
        if (mesh.is_wall(exit)) return;
        const HalfEdge enters = mesh.twin(exit);
        if (!allowed.contains(cell_of_[Triangulation::triangle_of(enters)]) ||
            !came.emplace(enters, before).second)
            return;
        const Vec2 middle =
            (mesh.position(mesh.vertex(enters)) + mesh.position(mesh.vertex(Triangulation::next(enters)))) /
            2;
        open.push({distance(middle, goal), enters});
    };
    corridor.clear();
    if (from == to) return true;
    for (std::uint32_t i = 0; i < 3; ++i) push(Triangulation::half_edge(from, i), none);
    while (!open.empty()) {
        const HalfEdge h = open.top().enters;
        open.pop();
        if (Triangulation::triangle_of(h) == to) {
            for (HalfEdge at = h; at != none; at = came[at]) corridor.push_back(at);
            std::reverse(corridor.begin(), corridor.end());
            return true;
        }
        if (radius <= mesh.clearance(h, Side::left)) push(Triangulation::previous(h), h);
        if (radius <= mesh.clearance(h, Side::right)) push(Triangulation::next(h), h);
    }
    return false;
}

StatusCode NearConvexCells::find_route(const Triangulation& mesh, Vec2 from, Vec2 to, double radius,
                                       QueryContext& context, Path& path) const {
    path.clear();
    path.status = StatusCode::invalid_input;
    if (!is_about(mesh) || !is_free(mesh, from, radius, context) || !is_free(mesh, to, radius, context))
        return path.status;
    path.status = StatusCode::unreachable;
    const TriangleIndex first = mesh.locate(from).triangle, last = mesh.locate(to).triangle;
    if (cell_of_[first] == none || cell_of_[last] == none) return path.status;
    const auto cells = cells_between(cell_of_[first], cell_of_[last], from, to, radius);
    std::vector<HalfEdge> corridor;
    if (cells.empty() || !list_corridor(mesh, first, last, cells, to, radius, corridor)) return path.status;
    follow_corridor(mesh, corridor, from, to, radius, context, path);
    return path.status;
}

}  // namespace wend::mesh
