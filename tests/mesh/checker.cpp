#include "checker.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "checker_arithmetic.hpp"
#include "checker_arrangement.hpp"

namespace wend::mesh::test {
namespace {

using Edge = std::pair<LatticePoint, LatticePoint>;  ///< smaller end first

Edge edge_between(LatticePoint a, LatticePoint b) {
    return {std::min(a, b), std::max(a, b)};
}

std::string show(LatticePoint p) {
    std::ostringstream text;
    text << "(" << p.x << "," << p.y << ")";
    return text.str();
}

class Checker {
  public:
    Checker(const Triangulation& mesh, const Expected& expected) : mesh_(mesh), expected_(expected) {}

    std::string run() {
        for (const auto step :
             {&Checker::topology, &Checker::areas, &Checker::delaunay, &Checker::constraints,
              &Checker::labels, &Checker::walls, &Checker::clearances})
            if (std::string fault = (this->*step)(); !fault.empty()) return fault;
        return {};
    }

  private:
    [[nodiscard]] LatticePoint corner(TriangleIndex t, std::uint32_t k) const {
        return mesh_.lattice_position(mesh_.vertex(Triangulation::half_edge(t, k)));
    }
    template <class Visit>
    std::string each_triangle(Visit&& visit) const {
        for (TriangleIndex t = 0; t < mesh_.triangle_bound(); ++t)
            if (mesh_.is_triangle(t))
                if (std::string fault = visit(t); !fault.empty()) return fault;
        return {};
    }

    std::string topology() {
        std::uint32_t triangles = 0, vertices = 0;
        std::set<LatticePoint> seen;
        for (VertexIndex v = 0; v < mesh_.vertex_bound(); ++v) {
            if (!mesh_.is_vertex(v)) continue;
            ++vertices;
            if (mesh_.vertex(mesh_.half_edge_from(v)) != v) return "spoke of a vertex does not start there";
            if (!mesh_.is_triangle(Triangulation::triangle_of(mesh_.half_edge_from(v))))
                return "spoke is dead";
            if (!seen.insert(mesh_.lattice_position(v)).second) return "two vertices at one place";
        }
        const std::string fault = each_triangle([&](TriangleIndex t) -> std::string {
            ++triangles;
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k), twin = mesh_.twin(h);
                if (!mesh_.is_vertex(mesh_.vertex(h))) return "triangle with a dead vertex";
                if (twin == none) continue;
                if (!mesh_.is_triangle(Triangulation::triangle_of(twin))) return "twin in a dead triangle";
                if (mesh_.twin(twin) != h) return "twin of the twin is another half-edge";
                if (mesh_.vertex(twin) != mesh_.vertex(Triangulation::next(h)) ||
                    mesh_.vertex(h) != mesh_.vertex(Triangulation::next(twin)))
                    return "twins join different vertices";
                if (mesh_.is_constrained(twin) != mesh_.is_constrained(h))
                    return "twins differ in being constrained";
            }
            return turn(corner(t, 0), corner(t, 1), corner(t, 2)) > 0 ? ""
                                                                      : "triangle is not counter-clockwise";
        });
        if (!fault.empty()) return fault;
        if (vertices != mesh_.vertex_count() || triangles != mesh_.triangle_count())
            return "counts are wrong";
        return triangles == 2 * vertices - 6 ? "" : "Euler's formula does not hold for a box";
    }

    std::string areas() {
        Wide sum = 0;
        LatticePoint low{lattice_limit, lattice_limit}, high{-lattice_limit, -lattice_limit};
        each_triangle([&](TriangleIndex t) -> std::string {
            sum += turn(corner(t, 0), corner(t, 1), corner(t, 2));
            for (std::uint32_t k = 0; k < 3; ++k) {
                const LatticePoint p = corner(t, k);
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
            return {};
        });
        return sum == 2 * Wide{high.x - low.x} * (high.y - low.y) ? "" : "triangles do not add up to the box";
    }

    std::string delaunay() {
        return each_triangle([&](TriangleIndex t) -> std::string {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k);
                if (mesh_.is_constrained(h)) continue;
                const LatticePoint a = corner(t, k), b = corner(t, (k + 1) % 3), c = corner(t, (k + 2) % 3);
                const LatticePoint d =
                    mesh_.lattice_position(mesh_.vertex(Triangulation::previous(mesh_.twin(h))));
                const int sign = lifted_sign(a, b, c, d);
                if (sign > 0) return "edge " + show(a) + show(b) + " is not Delaunay";
                if (sign == 0 && std::min(c, d) < std::min(a, b)) return "tie broken the wrong way";
            }
            return {};
        });
    }

    /// A mesh with clearance has the boundary of the union of all walkable regions, not their outlines.
    [[nodiscard]] bool is_merged(const Expected::Entry& entry) const {
        return mesh_.settings().clearance && entry.options.kind == RegionKind::walkable;
    }

    void collect_paths() {
        const Lattice& lattice = mesh_.settings().lattice;
        const LatticePoint low = lattice.nearest(mesh_.bounds().low),
                           high = lattice.nearest(mesh_.bounds().high);
        const std::vector<LatticePoint> frame{low, {high.x, low.y}, high, {low.x, high.y}};
        Arrangement arrangement, walkable;
        arrangement.add(frame, the_frame);
        walkable.add(frame, the_frame);
        for (std::size_t r = 0; r < expected_.regions.size(); ++r)
            for (const auto& ring : expected_.regions[r].rings)
                (is_merged(expected_.regions[r]) ? walkable : arrangement).add(ring, static_cast<int>(r));
        if (!mesh_.settings().floor_everywhere)
            for (const auto& [from, to] : boundary_of_union(walkable)) {
                arrangement.hot.insert(from);
                arrangement.hot.insert(to);
                arrangement.paths.push_back({from, to, the_ground, {}});
            }
        arrangement.add_crossings();
        hot_ = std::move(arrangement.hot);
        paths_ = std::move(arrangement.paths);
    }

    std::string constraints() {
        collect_paths();
        const Lattice& lattice = mesh_.settings().lattice;
        const LatticePoint low = lattice.nearest(mesh_.bounds().low),
                           high = lattice.nearest(mesh_.bounds().high);
        std::vector<LatticePoint> vertices;
        for (VertexIndex v = 0; v < mesh_.vertex_bound(); ++v) {
            if (!mesh_.is_vertex(v)) continue;
            const LatticePoint p = mesh_.lattice_position(v);
            vertices.push_back(p);
            const bool outer = p.x < low.x || p.y < low.y || p.x > high.x || p.y > high.y;
            if (!outer && !hot_.contains(p) && !mesh_.settings().clearance)
                return "left-over vertex " + show(p);
        }
        for (const LatticePoint p : hot_)
            if (std::find(vertices.begin(), vertices.end(), p) == vertices.end())
                return "no vertex at " + show(p);
        std::set<Edge> wanted;
        for (Path& path : paths_) {
            find_stops(path, vertices);
            for (std::size_t k = 0; k + 1 < path.stops.size(); ++k)
                wanted.insert(edge_between(path.stops[k], path.stops[k + 1]));
        }
        std::set<Edge> found;
        each_triangle([&](TriangleIndex t) -> std::string {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k);
                if (mesh_.is_constrained(h) && mesh_.twin(h) != none)
                    found.insert(edge_between(corner(t, k), corner(t, (k + 1) % 3)));
            }
            return {};
        });
        for (const Edge& e : wanted)
            if (!found.contains(e)) return "constraint " + show(e.first) + show(e.second) + " is missing";
        for (const Edge& e : found)
            if (!wanted.contains(e))
                return "edge " + show(e.first) + show(e.second) + " is constrained by nothing";
        return {};
    }

    /// Winding of every region around the centre of gravity. Coordinates times 3.
    [[nodiscard]] std::map<int, int> windings(TriangleIndex t) const {
        const std::int64_t x = std::int64_t{corner(t, 0).x} + corner(t, 1).x + corner(t, 2).x;
        const std::int64_t y = std::int64_t{corner(t, 0).y} + corner(t, 1).y + corner(t, 2).y;
        std::map<int, int> result;
        for (const Path& path : paths_)
            for (std::size_t k = 0; k + 1 < path.stops.size(); ++k)
                result[path.region] += crossing_of_ray(path.stops[k], path.stops[k + 1], {x, y, 3});
        return result;
    }

    std::string labels() {
        return each_triangle([&](TriangleIndex t) -> std::string {
            bool framed = false, floor = mesh_.settings().floor_everywhere, obstructed = false;
            std::uint16_t area = 0;
            std::vector<RegionId> over;
            for (const auto& [region, winding] : windings(t)) {
                if (winding == 0) continue;
                framed |= region == the_frame;
                floor |= region == the_ground;
                if (region < 0) continue;
                const auto& entry = expected_.regions[static_cast<std::size_t>(region)];
                over.push_back(entry.id);
                floor |= entry.options.kind == RegionKind::walkable;
                obstructed |= entry.options.kind == RegionKind::obstacle;
                if (entry.options.kind == RegionKind::area) area = std::max(area, entry.options.area);
            }
            std::sort(over.begin(), over.end());
            auto told = mesh_.regions_over(t);
            std::sort(told.begin(), told.end());
            if (told != over) return "wrong regions over the triangle at " + show(corner(t, 0));
            if (mesh_.area_type(t) != area) return "wrong area type";
            if (mesh_.is_blocked(t) != (!framed || !floor || obstructed)) return "wrong blocked status";
            return {};
        });
    }

    std::string walls() {
        std::set<Edge> obstacles;
        for (const Path& path : paths_)
            if (path.region == the_ground ||
                (path.region >= 0 && expected_.regions[static_cast<std::size_t>(path.region)].options.kind ==
                                         RegionKind::obstacle))
                for (std::size_t k = 0; k + 1 < path.stops.size(); ++k)
                    obstacles.insert(edge_between(path.stops[k], path.stops[k + 1]));
        return each_triangle([&](TriangleIndex t) -> std::string {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k), twin = mesh_.twin(h);
                const bool wall = twin == none ||
                                  obstacles.contains(edge_between(corner(t, k), corner(t, (k + 1) % 3))) ||
                                  mesh_.is_blocked(t) != mesh_.is_blocked(Triangulation::triangle_of(twin));
                if (mesh_.is_wall(h) != wall) return "wrong wall flag at " + show(corner(t, k));
            }
            return {};
        });
    }

    /// The stored value against the distances inside the triangle; that these suffice is for the passage
    /// tests.
    std::string clearances() {
        const double unit = mesh_.settings().lattice.unit;
        return each_triangle([&](TriangleIndex t) -> std::string {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge h = Triangulation::half_edge(t, k);
                const double told = static_cast<double>(mesh_.corner_clearance(h));
                if (mesh_.is_blocked(t) || mesh_.is_wall(h) || mesh_.is_wall(Triangulation::previous(h))) {
                    if (told != 0) return "clearance through a wall";
                    continue;
                }
                if (!mesh_.settings().clearance) {
                    if (!std::isinf(told)) return "clearance although it is off";
                    continue;
                }
                const auto at = [&](std::uint32_t i) {
                    return Vec2{double(corner(t, i % 3).x), double(corner(t, i % 3).y)};
                };
                double width = std::min(distance(at(k), at(k + 1)), distance(at(k), at(k + 2)));
                if (mesh_.is_wall(Triangulation::next(h)))
                    width = std::min(width, distance(at(k), nearest_point(at(k + 1), at(k + 2), at(k))));
                const double radius = 0.5 * unit * width;
                if (told > radius * (1 + 1e-12) || told < radius * (1 - 2e-7))
                    return "wrong clearance at " + show(corner(t, k));
            }
            return {};
        });
    }

    const Triangulation& mesh_;
    const Expected& expected_;
    std::set<LatticePoint> hot_;
    std::vector<Path> paths_;
};

}  // namespace

std::vector<LatticePoint> on_lattice(const Lattice& lattice, const Ring& ring) {
    std::vector<LatticePoint> points;
    for (const Vec2 p : ring) {
        const LatticePoint q = lattice.nearest(p);
        if (points.empty() || !(points.back() == q)) points.push_back(q);
    }
    while (points.size() > 1 && points.front() == points.back()) points.pop_back();
    return points;
}

std::string find_fault(const Triangulation& mesh, const Expected& expected) {
    return Checker(mesh, expected).run();
}

}  // namespace wend::mesh::test
