// The nearest point where a disc fits. Free points next to where it does not fit lie on the walls' outlines
// at distance r: straight offsets, circles around vertices and the crossings of two of those. All candidates
// from the walls around the point are made and the nearest that is free wins; the surroundings grow until it
// is certain that no wall outside them matters. Walls are kept by place (WallGrid), so that each is compared
// only with the few near it. Where very many walls lie about one place that is still a cube of their number,
// so the search ends after so many looks, with the nearest place found until then.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "wend/mesh/query.hpp"

#include "mesh/scratch.hpp"

namespace wend::mesh {

namespace {

class Surroundings {
  public:
    Surroundings(const MeshView& view, WallGrid& grid, Vec2 point, double radius)
        : view_(view), grid_(grid), point_(point), radius_(radius) {}

    /// Gathers the walls within `reach`, whatever is between them and the point.
    void gather(FloodScratch& flood, double reach) {
        const Triangulation& mesh = view_.mesh();
        grid_.walls.clear();
        flood.seen.resize(mesh.triangle_bound());
        flood.seen.clear();
        flood.stack.clear();
        const Box2& box = mesh.bounds();
        const Vec2 metres = view_.to_metres(point_);
        const Vec2 inside{std::clamp(metres.x, box.low.x, box.high.x),
                          std::clamp(metres.y, box.low.y, box.high.y)};
        visit(flood, mesh.locate(inside).triangle);
        while (!flood.stack.empty()) {
            const TriangleIndex t = flood.stack.back();
            flood.stack.pop_back();
            for (std::uint32_t i = 0; i < 3; ++i) {
                const HalfEdge h = Triangulation::half_edge(t, i);
                const NearWall edge{view_.origin(h), view_.target(h)};
                if (edge.distance_to(point_) > reach) continue;
                if (mesh.is_wall(h)) grid_.walls.push_back(edge);
                // The walls that meet a vertex stand for it.
                if (!mesh.is_blocked(t) && is_lone(h)) grid_.walls.push_back({edge.a, edge.a});
                if (mesh.twin(h) != none) visit(flood, Triangulation::triangle_of(mesh.twin(h)));
            }
        }
        grid_.build(point_, reach, radius_);
    }

    /// The nearest free candidate, given that walls out to `reach` were gathered.
    [[nodiscard]] std::optional<Vec2> nearest(double reach) {
        best_ = reach - radius_;
        found_.reset();
        offer(point_);
        for (const NearWall& wall : grid_.walls) offer_outline(wall);
        // A crossing of two outlines lies in a cell that lists both walls. What is found near by saves
        // looking far away.
        std::vector<std::pair<double, std::uint32_t>> cells;
        for (std::uint32_t cell = 0; cell < grid_.cell_count(); ++cell)
            if (const double away = grid_.distance_to(cell, point_); away < best_)
                cells.push_back({away, cell});
        std::sort(cells.begin(), cells.end());
        for (const auto& [away, cell] : cells) {
            if (away >= best_ || is_tired()) break;
            const auto listed = grid_.in_cell(cell);
            for (std::size_t i = 0; i < listed.size() && !is_tired(); ++i)
                for (std::size_t j = 0; j < i; ++j, ++looks_)
                    if (may_meet(grid_.walls[listed[i]], grid_.walls[listed[j]]))
                        offer_crossings(grid_.walls[listed[i]], grid_.walls[listed[j]]);
        }
        return found_;
    }

    /// It has looked at more walls than a frame has time for.
    [[nodiscard]] bool is_tired() const noexcept { return looks_ > most_looks; }

  private:
    static constexpr std::uint64_t most_looks = 100'000;

    /// No wall meets the vertex where h starts.
    [[nodiscard]] bool is_lone(HalfEdge h) const {
        HalfEdge spoke = h;
        do {
            if (view_.mesh().is_wall(spoke)) return false;
            spoke = view_.turn_left(spoke);
        } while (spoke != none && spoke != h);
        return spoke != none;
    }

    void visit(FloodScratch& flood, TriangleIndex t) const {
        if (t != none && flood.seen.insert(t)) flood.stack.push_back(t);
    }

    void offer(Vec2 p) {
        const double away = distance(p, point_);
        if (away >= best_) return;
        for (const std::uint32_t i : grid_.in_cell(grid_.cell_of(p))) {
            ++looks_;
            if (is_in_the_way(grid_.walls[i], p)) return;
        }
        const Vec2 metres = view_.to_metres(p);
        if (view_.free_triangle(view_.mesh().locate(metres)) == none) return;
        best_ = away;
        found_ = p;
    }

    [[nodiscard]] bool is_in_the_way(const NearWall& wall, Vec2 p) const {
        return wall.distance_to(p) < radius_ - touch_tolerance;
    }

    /// The outlines of walls that are farther apart than two radii do not cross.
    [[nodiscard]] bool may_meet(const NearWall& v, const NearWall& w) const {
        return box_of(v).grown(2 * radius_).overlaps(box_of(w));
    }
    static Box2 box_of(const NearWall& wall) {
        Box2 box;
        box.add(wall.a);
        box.add(wall.b);
        return box;
    }

    void offer_outline(const NearWall& wall) {
        const Vec2 near = nearest_point(wall.a, wall.b, point_);
        const Vec2 across =
            wall.a == wall.b ? normalized(point_ - wall.a) : normalized(perpendicular(wall.b - wall.a));
        for (const double side : {-radius_, radius_}) offer(near + across * side);
        for (const Vec2 end : {wall.a, wall.b}) offer(end + normalized(point_ - end) * radius_);
    }

    struct Line {
        Vec2 from;
        Vec2 along;
    };
    [[nodiscard]] std::array<Line, 2> offsets(const NearWall& wall) const {
        const Vec2 across = normalized(perpendicular(wall.b - wall.a)) * radius_;
        return {Line{wall.a + across, wall.b - wall.a}, Line{wall.a - across, wall.b - wall.a}};
    }

    void offer_crossings(const NearWall& v, const NearWall& w) {
        offer_circles(v.a, w.a);
        if (!(v.a == v.b) && !(w.a == w.b))
            for (const Line& line : offsets(v))
                for (const Line& other : offsets(w)) offer_lines(line, other);
        if (!(v.a == v.b))
            for (const Line& line : offsets(v)) offer_line_circle(line, w.a);
        if (!(w.a == w.b))
            for (const Line& line : offsets(w)) offer_line_circle(line, v.a);
    }
    void offer_lines(const Line& v, const Line& w) {
        const double facing = cross(v.along, w.along);
        if (facing != 0) offer(v.from + v.along * (cross(w.from - v.from, w.along) / facing));
    }
    void offer_line_circle(const Line& line, Vec2 center) {
        const Vec2 along = normalized(line.along);
        const Vec2 foot = line.from + along * dot(center - line.from, along);
        const double rest = radius_ * radius_ - squared_length(center - foot);
        if (rest < 0) return;
        for (const double side : {-std::sqrt(rest), std::sqrt(rest)}) offer(foot + along * side);
    }
    void offer_circles(Vec2 a, Vec2 b) {
        const Vec2 middle = (a + b) / 2;
        const double rest = radius_ * radius_ - squared_length(a - middle);
        if (rest < 0 || a == b) return;
        const Vec2 across = normalized(perpendicular(b - a)) * std::sqrt(rest);
        offer(middle + across);
        offer(middle - across);
    }

    const MeshView& view_;
    WallGrid& grid_;
    Vec2 point_;
    double radius_;
    double best_ = 0;
    std::uint64_t looks_ = 0;
    std::optional<Vec2> found_;
};

}  // namespace

std::optional<Vec2> nearest_free_point(const Triangulation& mesh, Vec2 point, double radius,
                                       QueryContext& context, double limit) {
    const MeshView view(mesh);
    const Box2& box = mesh.bounds();
    const double farthest = length(Vec2{std::max(box.high.x - point.x, point.x - box.low.x),
                                        std::max(box.high.y - point.y, point.y - box.low.y)});
    const double everything = std::min(limit, farthest) + radius;
    Surroundings around(view, context.scratch().near_walls, view.to_lattice(point), radius / view.unit());
    for (double reach = std::min(everything, 3 * radius + 1);; reach *= 2) {
        reach = std::min(reach, everything + radius);
        around.gather(context.scratch().flood, (reach + radius) / view.unit());
        if (const auto found = around.nearest((reach + radius) / view.unit())) {
            const Vec2 metres = view.to_metres(*found);
            return distance(metres, point) <= limit ? std::optional(metres) : std::nullopt;
        }
        if (reach >= everything || around.is_tired()) return std::nullopt;
    }
}

}  // namespace wend::mesh
