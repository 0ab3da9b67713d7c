// Inputs that broke other constrained Delaunay code, and polygons with known areas.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "checker.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::mesh::test {
namespace {

/// Rings in a JSON file of nested arrays: lists of pairs of numbers.
std::vector<Ring> rings_of(const std::string& text) {
    std::vector<Ring> rings;
    Ring ring;
    std::vector<double> pair;
    for (const char* c = text.c_str(); *c != 0;) {
        char* end = nullptr;
        const double value = std::strtod(c, &end);
        if (end != c) {
            pair.push_back(value);
            c = end;
            continue;
        }
        if (*c == ']' && pair.size() == 2)
            ring.push_back({pair[0], pair[1]});
        else if (*c == ']' && !ring.empty())
            rings.push_back(std::exchange(ring, {}));
        if (*c == ']') pair.clear();
        ++c;
    }
    return rings;
}

/// Scaled into a box of 50 m with its lower left corner at (1, 1).
class Fit {
  public:
    explicit Fit(const std::vector<Vec2>& points) {
        for (const Vec2 p : points) box_.add(p);
        const double span = std::max({box_.high.x - box_.low.x, box_.high.y - box_.low.y, 1e-300});
        scale_ = 50 / span;
    }
    Vec2 operator()(Vec2 p) const { return Vec2{1, 1} + (p - box_.low) * scale_; }
    [[nodiscard]] double scale() const { return scale_; }

  private:
    Box2 box_;
    double scale_ = 1;
};

struct Input {
    std::vector<Vec2> points;
    std::vector<Ring> walls;  ///< two points each
};

Input read_input(const std::filesystem::path& path) {
    std::istringstream in(wend::test::read_text(path));
    std::size_t points = 0, edges = 0;
    in >> points >> edges;
    Input input;
    for (std::size_t k = 0; k < points; ++k) {
        Vec2 p;
        in >> p.x >> p.y;
        input.points.push_back(p);
    }
    for (std::size_t k = 0; k < edges; ++k) {
        std::size_t a = 0, b = 0;
        in >> a >> b;
        if (in && a < points && b < points) input.walls.push_back({input.points[a], input.points[b]});
    }
    return input;
}

/// Everything in, checked; half of it out, checked; all of it out: as at first.
void run(const std::vector<Ring>& rings, bool clearance, const std::string& name) {
    SCOPED_TRACE(name);
    Settings settings;
    settings.clearance = clearance;
    Triangulation mesh = Triangulation::create({{0, 0}, {52, 52}}, settings).value();
    const std::uint32_t vertices = mesh.vertex_count(), triangles = mesh.triangle_count();
    Expected expected;
    const auto check = [&] { ASSERT_EQ(find_fault(mesh, expected), ""); };
    for (const Ring& ring : rings) {
        const auto id = mesh.insert(ring);
        ASSERT_TRUE(id.is_ok()) << id.status().message;
        expected.regions.push_back({id.value(), {}, {on_lattice(settings.lattice, ring)}});
    }
    check();
    Rng rng(rings.size());
    while (!expected.regions.empty()) {
        const std::size_t k = rng.below(expected.regions.size());
        ASSERT_TRUE(mesh.remove(expected.regions[k].id).is_ok());
        expected.regions.erase(expected.regions.begin() + static_cast<std::ptrdiff_t>(k));
        if (expected.regions.size() == rings.size() / 2) check();
    }
    check();
    EXPECT_EQ(mesh.vertex_count(), vertices);
    EXPECT_EQ(mesh.triangle_count(), triangles);
}

TEST(SharedData, InputsOfOtherConstrainedDelaunayCode) {
    WEND_NEEDS_DATA("cdt");
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(wend::test::data_dir() / "cdt" / "inputs")) {
        const Input input = read_input(file.path());
        if (input.points.size() > 1000) continue;
        const Fit fit(input.points);
        std::vector<Ring> rings;
        for (const Vec2 p : input.points) rings.push_back({fit(p)});
        for (const Ring& wall : input.walls) rings.push_back({fit(wall[0]), fit(wall[1])});
        for (const bool clearance : {false, true}) run(rings, clearance, file.path().filename());
        ++files;
    }
    EXPECT_GT(files, 20);
}

/// Two thousand wall pieces in one go; the brute-force checker would take minutes here, so only what is
/// cheap.
TEST(SharedData, TheCoastOfSweden) {
    WEND_NEEDS_DATA("cdt");
    const Input input = read_input(wend::test::data_dir() / "cdt" / "inputs" / "Constrained Sweden.txt");
    ASSERT_EQ(input.walls.size(), 2619u);
    const Fit fit(input.points);
    std::vector<Polygon> walls;
    for (const Ring& wall : input.walls) walls.push_back({{fit(wall[0]), fit(wall[1])}, {}});
    Triangulation mesh = Triangulation::create({{0, 0}, {52, 52}}).value();
    const std::uint32_t vertices = mesh.vertex_count();
    const auto ids = mesh.insert_all(walls);
    ASSERT_TRUE(ids.is_ok());
    for (const Polygon& wall : walls)
        for (const Vec2 p : wall.outline)
            EXPECT_EQ(mesh.locate(mesh.settings().lattice.nearest(p)).on, Location::On::vertex);
    for (const RegionId id : ids.value()) ASSERT_TRUE(mesh.remove(id).is_ok());
    EXPECT_EQ(mesh.vertex_count(), vertices);
    EXPECT_EQ(find_fault(mesh, {}), "");
}

double blocked_area(const Triangulation& mesh) {
    double sum = 0;
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t)
        if (mesh.is_triangle(t) && !mesh.regions_over(t).empty()) {
            const auto at = [&](std::uint32_t k) {
                return mesh.position(mesh.vertex(Triangulation::half_edge(t, k)));
            };
            sum += 0.5 * cross(at(1) - at(0), at(2) - at(0));
        }
    return sum;
}

/// The area where the winding number of the directed rings is not zero, slab by slab between all ends and
/// crossings.
double winding_area(const std::vector<Ring>& rings) {
    struct Side {
        Vec2 low, high;
        int winding;
    };
    std::vector<Side> sides;
    std::vector<double> levels;
    for (const Ring& ring : rings)
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const Vec2 a = ring[k], b = ring[(k + 1) % ring.size()];
            levels.push_back(a.y);
            if (a.y < b.y) sides.push_back({a, b, 1});
            if (b.y < a.y) sides.push_back({b, a, -1});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) { return s.low.y < t.low.y; });
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (std::size_t j = i + 1; j < sides.size() && sides[j].low.y < sides[i].high.y; ++j) {
            const Vec2 along = sides[i].high - sides[i].low, other = sides[j].high - sides[j].low;
            const double both = cross(along, other);
            if (both == 0) continue;
            const double at = cross(sides[j].low - sides[i].low, other) / both;
            const double there = cross(sides[j].low - sides[i].low, along) / both;
            if (at > 0 && at < 1 && there > 0 && there < 1) levels.push_back(sides[i].low.y + at * along.y);
        }
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    double area = 0;
    for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
        const double middle = 0.5 * (levels[k] + levels[k + 1]);
        std::vector<std::pair<double, int>> met;
        for (const Side& side : sides)
            if (side.low.y < middle && middle < side.high.y)
                met.emplace_back(
                    lerp(side.low, side.high, (middle - side.low.y) / (side.high.y - side.low.y)).x,
                    side.winding);
        std::sort(met.begin(), met.end());
        int winding = 0;
        for (std::size_t i = 0; i + 1 < met.size(); ++i) {
            winding += met[i].second;
            if (winding != 0) area += (met[i + 1].first - met[i].first) * (levels[k + 1] - levels[k]);
        }
    }
    return area;
}

/// Every file, by the rule that the mesh documents: outline counter-clockwise, holes clockwise, inside is
/// where the winding number is not zero. For all polygons but one that is the outline's area without the
/// holes'.
TEST(SharedData, EarcutPolygonsHaveTheirAreas) {
    WEND_NEEDS_DATA("cdt");
    int files = 0;
    std::set<std::string> unusual;
    for (const auto& file : std::filesystem::directory_iterator(wend::test::data_dir() / "cdt" / "earcut")) {
        if (file.path().extension() != ".json" || file.path().stem() == "expected") continue;
        SCOPED_TRACE(file.path().filename());
        const std::vector<Ring> raw = rings_of(wend::test::read_text(file.path()));
        std::vector<Vec2> points;
        for (const Ring& ring : raw) points.insert(points.end(), ring.begin(), ring.end());
        ASSERT_FALSE(points.empty());
        const Fit fit(points);
        std::vector<Ring> rings;
        for (const Ring& ring : raw) {
            rings.emplace_back();
            for (const Vec2 p : ring) rings.back().push_back(fit(p));
        }
        if (points.size() < 400) run(rings, true, file.path().filename());
        Triangulation mesh = Triangulation::create({{0, 0}, {52, 52}}).value();
        ASSERT_TRUE(mesh.insert(Polygon{rings.front(), {rings.begin() + 1, rings.end()}}).is_ok());
        double plain_area = 0, boundary = 0;
        for (Ring& ring : rings) {
            const double area = signed_area(ring);
            const bool is_outline = &ring == &rings.front();
            plain_area += is_outline ? std::abs(area) : -std::abs(area);
            if (is_outline ? area < 0 : area > 0) std::reverse(ring.begin(), ring.end());
            for (std::size_t k = 0; k < ring.size(); ++k)
                boundary += distance(ring[k], ring[(k + 1) % ring.size()]);
        }
        const double tolerance = 0.001 * boundary + 1e-6;
        EXPECT_NEAR(blocked_area(mesh), winding_area(rings), tolerance);
        if (std::abs(blocked_area(mesh) - plain_area) > tolerance) unusual.insert(file.path().stem());
        ++files;
    }
    EXPECT_EQ(files, 30);
    // An outline without any area, and a hole beside it: its winding number is -1, which is inside.
    EXPECT_EQ(unusual, (std::set<std::string>{"issue107"}));
}

/// The whole file as separate points, and a part of it as one scribbled ring, with all its crossings, for the
/// checker; a longer part of that goes in and out again without it, which would take hours.
TEST(SharedData, RobustnessFilesAsPointsAndAsOneRing) {
    WEND_NEEDS_DATA("cdt");
    for (const char* name : {"robustness1.json", "robustness2.json"}) {
        std::vector<Vec2> points;
        for (const Ring& ring : rings_of(wend::test::read_text(wend::test::data_dir() / "cdt" / name)))
            points.insert(points.end(), ring.begin(), ring.end());
        ASSERT_GT(points.size(), 10u);
        const Fit fit(points);
        std::vector<Ring> pillars;
        Ring scribble;
        for (const Vec2 p : points) {
            pillars.push_back({fit(p)});
            scribble.push_back(fit(p));
        }
        const auto part = [&](int size) {
            return Ring(scribble.begin(),
                        scribble.begin() + std::min(std::ptrdiff_t{size}, std::ssize(scribble)));
        };
        for (const bool clearance : {false, true}) {
            run(pillars, clearance, name);
            run({part(wend::test::rounds(100, 250))}, clearance, name);
            Settings settings;
            settings.clearance = clearance;
            Triangulation mesh = Triangulation::create({{0, 0}, {52, 52}}, settings).value();
            const std::uint32_t vertices = mesh.vertex_count();
            const auto id = mesh.insert(part(wend::test::rounds(200, 1'000'000)));
            ASSERT_TRUE(id.is_ok());
            ASSERT_TRUE(mesh.remove(id.value()).is_ok());
            EXPECT_EQ(mesh.vertex_count(), vertices);
            EXPECT_EQ(find_fault(mesh, {}), "");
        }
    }
}

}  // namespace
}  // namespace wend::mesh::test
