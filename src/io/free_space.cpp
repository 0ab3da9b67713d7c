#include "io/free_space.hpp"

#include <locale>
#include <span>
#include <sstream>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 misjudges Boost's rescale policy
#endif
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>

namespace wend::io {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Surface = bg::model::polygon<Point>;
using Surfaces = bg::model::multi_polygon<Surface>;

constexpr int disc_corners = 64;

template <class Out>
void copy_ring(const Ring& ring, Out& out) {
    for (const Vec2 p : ring) bg::append(out, Point(p.x, p.y));
    if (!ring.empty()) bg::append(out, Point(ring.front().x, ring.front().y));
}

Surface to_area(const Polygon& polygon) {
    Surface area;
    copy_ring(polygon.outline, area.outer());
    area.inners().resize(polygon.holes.size());
    for (std::size_t i = 0; i < polygon.holes.size(); ++i) copy_ring(polygon.holes[i], area.inners()[i]);
    bg::correct(area);
    return area;
}

/// The overlay may refuse self-intersecting input; what cannot be joined or cut is left as it was.
template <class Operation>
Surfaces overlay(const Surfaces& a, const Surfaces& b, Operation operation) {
    try {
        Surfaces result;
        operation(a, b, result);
        return result;
    } catch (const bg::exception&) {
        return a;
    }
}

Surfaces join(const Surfaces& a, const Surfaces& b) {
    return overlay(a, b, [](const Surfaces& x, const Surfaces& y, Surfaces& out) { bg::union_(x, y, out); });
}

Surfaces cut(const Surfaces& a, const Surfaces& b) {
    return overlay(a, b,
                   [](const Surfaces& x, const Surfaces& y, Surfaces& out) { bg::difference(x, y, out); });
}

/// Joined in halves, so that thousands of polygons do not each pass over all before them.
Surfaces join_all(std::span<const Polygon> polygons) {
    if (polygons.empty()) return {};
    if (polygons.size() == 1) return {to_area(polygons.front())};
    const std::size_t half = polygons.size() / 2;
    return join(join_all(polygons.first(half)), join_all(polygons.subspan(half)));
}

Surfaces layer_area(const Scene& scene, const Layer& layer) {
    std::vector<Polygon> walkable = layer.walkable;
    if (walkable.empty() && !scene.bounds.is_empty()) walkable.push_back({rectangle(scene.bounds), {}});
    return cut(join_all(walkable), join_all(layer.blocked));
}

}  // namespace

Ring placed_outline(const Shape& shape, const Pose& pose) {
    Ring ring;
    if (const auto* disc = std::get_if<DiscShape>(&shape)) {
        for (int i = 0; i < disc_corners; ++i)
            ring.push_back(disc->radius * unit_vector(2 * 3.141592653589793 * i / disc_corners));
    } else {
        ring = std::get<PolygonShape>(shape).outline;
    }
    for (Vec2& corner : ring) corner = pose.position + rotated(corner, pose.angle);
    return ring;
}

struct FreeSpace::Layers {
    std::vector<Surfaces> areas;
};

FreeSpace::FreeSpace(const Scene& scene) : layers_(std::make_unique<Layers>()) {
    for (const Layer& layer : scene.layers) layers_->areas.push_back(layer_area(scene, layer));
}
FreeSpace::~FreeSpace() = default;

std::string FreeSpace::wkt(const std::vector<StandingObstacle>& standing) const {
    Surfaces all;
    for (std::size_t l = 0; l < layers_->areas.size(); ++l) {
        std::vector<Polygon> here;
        for (const StandingObstacle& obstacle : standing)
            if (obstacle.layer == l) here.push_back({obstacle.outline, {}});
        const Surfaces& area = layers_->areas[l];
        all = join(all, here.empty() ? area : cut(area, join_all(here)));
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(17);
    if (all.size() == 1)
        text << bg::wkt(all.front());
    else
        text << bg::wkt(all);
    return text.str();
}

}  // namespace wend::io
