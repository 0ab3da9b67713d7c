// Passage of discs by corner clearances against an oracle that knows no mesh.

#include "wend/mesh/passage.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "checker.hpp"
#include "support/effort.hpp"

namespace wend::mesh::test {
namespace {

constexpr double unit = 0.001;

struct Wall {
    Vec2 a, b;
};

double distance_to(const Wall& wall, Vec2 p) {
    return distance(p, nearest_point(wall.a, wall.b, p));
}

/// Nearest points of two walls: they cross, or one of the four ends is nearest.
std::pair<Vec2, Vec2> nearest_pair(const Wall& s, const Wall& t) {
    const double den = cross(s.b - s.a, t.b - t.a);
    if (den != 0) {
        const double u = cross(t.a - s.a, t.b - t.a) / den, v = cross(t.a - s.a, s.b - s.a) / den;
        if (u >= 0 && u <= 1 && v >= 0 && v <= 1) return {lerp(s.a, s.b, u), lerp(t.a, t.b, v)};
    }
    const std::array<std::pair<Vec2, Vec2>, 4> options{{{s.a, nearest_point(t.a, t.b, s.a)},
                                                        {s.b, nearest_point(t.a, t.b, s.b)},
                                                        {nearest_point(s.a, s.b, t.a), t.a},
                                                        {nearest_point(s.a, s.b, t.b), t.b}}};
    return *std::min_element(options.begin(), options.end(), [](const auto& p, const auto& q) {
        return distance(p.first, p.second) < distance(q.first, q.second);
    });
}

/// Two free points are apart if and only if some closed chain of walls, each closer to the next than the disc
/// is wide, winds around one of them only (the union of inflated walls is a union of convex sets, so its
/// loops are those of its nerve). Parity of crossings with the straight line between the points tells.
/// Nothing if too close to call.
class Oracle {
  public:
    Oracle(const std::vector<Wall>& walls, double radius) : walls_(walls) {
        for (std::size_t i = 0; i < walls.size(); ++i)
            for (std::size_t j = i + 1; j < walls.size(); ++j) {
                const auto [p, q] = nearest_pair(walls[i], walls[j]);
                const double gap = distance(p, q) - 2 * radius;
                if (gap < 3 * unit) links_.push_back({i, j, p, q, gap > -3 * unit});
            }
    }

    std::optional<bool> connected(Vec2 from, Vec2 to) const {
        const std::optional<bool> tight = search(from, to, true), loose = search(from, to, false);
        return tight == loose ? tight : std::nullopt;
    }

  private:
    struct Link {
        std::size_t i, j;
        Vec2 p, q;
        bool doubtful;
    };
    static bool crosses(Vec2 a, Vec2 b, Vec2 from, Vec2 to) {
        return (cross(to - from, a - from) > 0) != (cross(to - from, b - from) > 0) &&
               (cross(b - a, from - a) > 0) != (cross(b - a, to - a) > 0);
    }
    std::optional<bool> search(Vec2 from, Vec2 to, bool with_doubtful) const {
        std::vector<std::size_t> parent(walls_.size());
        std::vector<bool> odd(walls_.size(), false);
        std::iota(parent.begin(), parent.end(), std::size_t{0});
        const auto root = [&](std::size_t k) {
            bool parity = false;
            for (; parent[k] != k; k = parent[k]) parity = parity != odd[k];
            return std::pair{k, parity};
        };
        for (const Link& link : links_) {
            if (link.doubtful && !with_doubtful) continue;
            const Vec2 stops[] = {lerp(walls_[link.i].a, walls_[link.i].b, 0.5), link.p, link.q,
                                  lerp(walls_[link.j].a, walls_[link.j].b, 0.5)};
            bool parity = false;
            for (int k = 0; k < 3; ++k) parity = parity != crosses(stops[k], stops[k + 1], from, to);
            const auto [ri, pi] = root(link.i);
            const auto [rj, pj] = root(link.j);
            if (ri != rj) {
                parent[ri] = rj;
                odd[ri] = (pi != pj) != parity;
            } else if ((pi != pj) != parity) {
                return false;
            }
        }
        return true;
    }

    const std::vector<Wall>& walls_;
    std::vector<Link> links_;
};

/// Breadth-first over half-edges entered.
bool reaches(const Triangulation& mesh, Vec2 from, Vec2 to, double radius) {
    const TriangleIndex start = mesh.locate(from).triangle, goal = mesh.locate(to).triangle;
    if (start == goal && can_move_within(mesh, start, from, to, radius)) return true;
    std::vector<bool> seen(mesh.half_edge_bound(), false);
    std::vector<HalfEdge> queue;
    const auto enter = [&](HalfEdge leaving) {
        const HalfEdge entered = mesh.twin(leaving);
        if (!seen[entered]) queue.push_back(entered);
        seen[entered] = true;
    };
    for (std::uint32_t k = 0; k < 3; ++k)
        if (const HalfEdge h = Triangulation::half_edge(start, k); can_leave(mesh, from, h, radius)) enter(h);
    while (!queue.empty()) {
        const HalfEdge h = queue.back();
        queue.pop_back();
        if (Triangulation::triangle_of(h) == goal && can_leave(mesh, to, h, radius)) return true;
        if (double(mesh.clearance(h, Side::left)) >= radius) enter(Triangulation::previous(h));
        if (double(mesh.clearance(h, Side::right)) >= radius) enter(Triangulation::next(h));
    }
    return false;
}

struct Trial {
    Triangulation mesh;
    std::vector<Wall> walls;
    std::vector<Wall> doubtful;  ///< of gaps between floors that may be too small for the lattice
};

void add_walls(const Ring& ring, std::vector<Wall>& walls) {
    for (std::size_t k = 0; k < ring.size(); ++k) walls.push_back({ring[k], ring[(k + 1) % ring.size()]});
}

Ring random_ring(Rng& rng, double size) {
    const Vec2 centre{rng.uniform(0, size), rng.uniform(0, size)};
    const double reach = rng.uniform(0.02, 0.35) * size;
    const auto corners = static_cast<int>(1 + rng.below(6));
    Ring ring;
    const double turn = rng.uniform(0, 6.28);
    for (int k = 0; k < corners; ++k) {
        const double flat = rng.below(3) == 0 ? 0.05 : 1.0;
        const Vec2 p = centre + rotated({reach * std::cos(6.28318 * k / corners),
                                         flat * reach * std::sin(6.28318 * k / corners)},
                                        turn);
        ring.push_back({std::clamp(p.x, 0.0, size), std::clamp(p.y, 0.0, size)});
    }
    return ring;
}

Trial make_trial(Rng& rng, double size, std::size_t obstacles) {
    Trial trial{Triangulation::create({{0, 0}, {size, size}}).value(), {}, {}};
    add_walls({{0, 0}, {size, 0}, {size, size}, {0, size}}, trial.walls);
    std::vector<RegionId> passing;
    for (std::size_t k = 0; k < obstacles; ++k) {
        const Ring ring = random_ring(rng, size);
        const RegionId id = trial.mesh.insert(ring).value();
        if (rng.below(3) == 0) {
            passing.push_back(id);
            continue;
        }
        add_walls(ring, trial.walls);
    }
    for (const RegionId id : passing) EXPECT_TRUE(trial.mesh.remove(id).is_ok());
    return trial;
}

/// How deep inside a convex ring a point is, metres; negative outside.
double depth_in(const Ring& ring, Vec2 p) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < ring.size(); ++k)
        least = std::min(least, cross(normalized(ring[(k + 1) % ring.size()] - ring[k]), p - ring[k]));
    return least;
}

/// Adds where along the segment, between 0 and 1, it gets so deep into a convex ring and out again.
void cut_along(Vec2 a, Vec2 b, const Ring& ring, double depth, std::vector<double>& cuts) {
    double low = 0, high = 1;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const Vec2 along = normalized(ring[(k + 1) % ring.size()] - ring[k]);
        const double from = cross(along, a - ring[k]) - depth, to = cross(along, b - ring[k]) - depth;
        if (from < 0 && to < 0) return;
        if (from < 0) low = std::max(low, from / (from - to));
        if (to < 0) high = std::min(high, from / (from - to));
    }
    if (low < high) cuts.insert(cuts.end(), {low, high});
}

/// Adds the pieces of the outlines that are inside no other floor. Doubtful are those of gaps that may be too
/// narrow for the lattice, and those so little inside that a gap may open when corners move to the lattice.
void add_boundary_of_union(const std::vector<Ring>& floors, Trial& trial) {
    constexpr double surely_inside = 2 * unit;
    for (const Ring& ring : floors)
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const Vec2 a = ring[k], b = ring[(k + 1) % ring.size()];
            const auto depth_in_others = [&](Vec2 p) {
                double most = -std::numeric_limits<double>::infinity();
                for (const Ring& other : floors)
                    if (&other != &ring) most = std::max(most, depth_in(other, p));
                return most;
            };
            const Vec2 outwards = -perpendicular(normalized(b - a)) * (2 * unit);
            std::vector<double> cuts{0, 1};
            for (const Ring& other : floors) {
                if (&other == &ring) continue;
                cut_along(a, b, other, 0, cuts);
                cut_along(a, b, other, surely_inside, cuts);
                cut_along(a + outwards, b + outwards, other, 0, cuts);
            }
            std::sort(cuts.begin(), cuts.end());
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
                const Vec2 middle = lerp(a, b, (cuts[i] + cuts[i + 1]) / 2);
                const Wall wall{lerp(a, b, cuts[i]), lerp(a, b, cuts[i + 1])};
                const double depth = depth_in_others(middle);
                if (depth >= surely_inside || wall.a == wall.b) continue;
                const bool is_doubtful = depth > 0 || depth_in_others(middle + outwards) > 0 ||
                                         distance(wall.a, wall.b) < 3 * unit;
                (is_doubtful ? trial.doubtful : trial.walls).push_back(wall);
            }
        }
}

Ring random_floor(Rng& rng, double size) {
    const Vec2 centre{rng.uniform(0.2, 0.8) * size, rng.uniform(0.2, 0.8) * size};
    const double reach = rng.uniform(0.05, 0.2) * size, turn = rng.uniform(0, 6.28);
    const auto corners = static_cast<int>(3 + rng.below(5));
    Ring ring;
    for (int k = 0; k < corners; ++k)
        ring.push_back(centre + unit_vector(turn + 6.28318 * k / corners) * reach);
    return ring;
}

/// Floors that overlap, some of which go again, and obstacles on them.
Trial make_trial_on_floors(Rng& rng, double size, std::size_t floors) {
    Settings settings;
    settings.floor_everywhere = false;
    Trial trial{Triangulation::create({{0, 0}, {size, size}}, settings).value(), {}, {}};
    std::vector<Ring> staying;
    std::vector<RegionId> passing;
    for (std::size_t k = 0; k < floors; ++k) {
        const bool is_floor = rng.below(4) != 0, passes = rng.below(3) == 0;
        const Ring ring = is_floor ? random_floor(rng, size) : random_ring(rng, size);
        const RegionOptions options{is_floor ? RegionKind::walkable : RegionKind::obstacle, 0};
        const RegionId id = trial.mesh.insert(ring, options).value();
        if (passes)
            passing.push_back(id);
        else if (is_floor)
            staying.push_back(ring);
        else
            add_walls(ring, trial.walls);
    }
    for (const RegionId id : passing) EXPECT_TRUE(trial.mesh.remove(id).is_ok());
    add_boundary_of_union(staying, trial);
    return trial;
}

bool is_free(const Trial& trial, Vec2 p, double radius) {
    for (const auto* walls : {&trial.walls, &trial.doubtful})
        for (const Wall& wall : *walls)
            if (distance_to(wall, p) < radius + 2 * unit) return false;
    return !trial.mesh.is_blocked(trial.mesh.locate(p).triangle);
}

struct Tally {
    int connected = 0;
    int apart = 0;
};

void compare(const Trial& trial, Rng& rng, double size, std::uint64_t seed, Tally& tally) {
    const double radius = rng.uniform(0.005, 0.12) * size;
    const Oracle oracle(trial.walls, radius);
    std::vector<Wall> all_walls = trial.walls;
    all_walls.insert(all_walls.end(), trial.doubtful.begin(), trial.doubtful.end());
    const Oracle strict(all_walls, radius);
    std::vector<Vec2> points;
    for (int k = 0; k < 400 && points.size() < 12; ++k) {
        const Vec2 p{rng.uniform(0, size), rng.uniform(0, size)};
        if (is_free(trial, p, radius)) points.push_back(p);
    }
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            const auto expected = oracle.connected(points[i], points[j]);
            if (!expected || expected != strict.connected(points[i], points[j])) continue;
            ++(*expected ? tally.connected : tally.apart);
            ASSERT_EQ(reaches(trial.mesh, points[i], points[j], radius), *expected)
                << "seed " << seed << " radius " << radius << " from " << points[i].x << "," << points[i].y
                << " to " << points[j].x << "," << points[j].y;
        }
}

/// In many worlds, each of which `make` draws.
template <class Make>
void compare_many(Make&& make) {
    Tally tally;
    for (int seed = 0; seed < wend::test::rounds(400, 20'000); ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        const double size = rng.below(2) == 0 ? 10 : 1;
        const Trial trial = make(rng, size);
        for (int k = 0; k < 4; ++k)
            ASSERT_NO_FATAL_FAILURE(compare(trial, rng, size, static_cast<std::uint64_t>(seed), tally));
    }
    EXPECT_GT(tally.connected, 1000);
    EXPECT_GT(tally.apart, 1000);
}

TEST(Passage, DiscsReachWhatTheOracleSays) {
    compare_many([](Rng& rng, double size) { return make_trial(rng, size, 2 + rng.below(14)); });
}

TEST(Passage, OutlinesOfFloorsInsideOthersAreNoWalls) {
    compare_many([](Rng& rng, double size) { return make_trial_on_floors(rng, size, 6 + rng.below(20)); });
}

TEST(Passage, AFloorOfManyPiecesIsAsWideAsAFloorOfOne) {
    Settings settings;
    settings.floor_everywhere = false;
    Triangulation mesh = Triangulation::create({{0, 0}, {20, 20}}, settings).value();
    // A corridor one metre wide, of pieces that overlap, with the corner of one in its middle.
    for (const Box2& box : {Box2{{1, 9.5}, {8, 10.5}}, Box2{{7, 9.5}, {13, 10.5}},
                            Box2{{9.9, 9.6}, {10.1, 10}}, Box2{{12.5, 9.5}, {19, 10.5}}})
        ASSERT_TRUE(mesh.insert(rectangle(box), {RegionKind::walkable, 0}).is_ok());
    EXPECT_TRUE(reaches(mesh, {2, 10}, {18, 10}, 0.499));
    EXPECT_FALSE(reaches(mesh, {2, 10}, {18, 10}, 0.502));
}

}  // namespace
}  // namespace wend::mesh::test
