#include "view/mesh_tiles.hpp"

#include <algorithm>

namespace wend::view {
namespace {

constexpr double seconds_a_number = 1e-6;

using mesh::HalfEdge;
using mesh::Triangulation;

/// What fits between this edge and either of the triangle's others.
double radius_beside(const Triangulation& mesh, HalfEdge h) noexcept {
    const double widest = std::max(mesh.corner_clearance(h), mesh.corner_clearance(Triangulation::next(h)));
    if (widest > 0) return widest;
    const Vec2 a = mesh.position(mesh.vertex(h)), b = mesh.position(mesh.vertex(Triangulation::next(h)));
    return distance(a, b) / 2;
}

bool is_open(const Triangulation& mesh, HalfEdge h) noexcept {
    return h != mesh::none && !mesh.is_blocked(Triangulation::triangle_of(h));
}

/// Each edge once: by its half-edge of the lower number, or the only one.
template <class Visit>
void for_each_edge(const Triangulation& mesh, Visit&& visit) {
    for (mesh::TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t)) continue;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const HalfEdge h = Triangulation::half_edge(t, corner), twin = mesh.twin(h);
            if (twin != mesh::none && twin < h) continue;
            if (is_open(mesh, h) || is_open(mesh, twin)) visit(h);
        }
    }
}

std::uint32_t cell_of(double value, double low, double high) {
    const double share = high > low ? (value - low) / (high - low) : 0;
    constexpr double most = MeshTiles::tiles_a_side - 1;
    return static_cast<std::uint32_t>(std::clamp(share * MeshTiles::tiles_a_side, 0.0, most));
}

/// The mesh's own bounds may reach far beyond the ground.
Box2 box_of(const Triangulation& mesh) {
    Box2 box;
    for_each_edge(mesh, [&](HalfEdge h) { box.add(mesh.position(mesh.vertex(h))); });
    return box;
}

void collect(const mesh::NavMesh& nav, std::uint32_t layer, const Box2& box,
             std::map<std::uint32_t, std::vector<float>>& tiles) {
    const Triangulation& mesh = nav.layer(layer);
    for_each_edge(mesh, [&](HalfEdge h) {
        const Vec2 a = mesh.position(mesh.vertex(h)), b = mesh.position(mesh.vertex(Triangulation::next(h)));
        const Vec2 middle = lerp(a, b, 0.5);
        const std::uint32_t column = cell_of(middle.x, box.low.x, box.high.x),
                            row = cell_of(middle.y, box.low.y, box.high.y);
        std::vector<float>& tile =
            tiles[(layer * MeshTiles::tiles_a_side + row) * MeshTiles::tiles_a_side + column];
        const double radius = mesh.is_wall(h) ? -1 : crossing_radius(mesh, h);
        const double height = nav.lift({middle, layer}).z;
        for (const Vec2 end : {a, b})
            for (const double value : {end.x, end.y, height, radius})
                tile.push_back(static_cast<float>(value));
    });
}

}  // namespace

double crossing_radius(const Triangulation& mesh, HalfEdge h) noexcept {
    const HalfEdge twin = mesh.twin(h);
    if (mesh.is_wall(h) || !is_open(mesh, h) || !is_open(mesh, twin)) return 0;
    return std::min(radius_beside(mesh, h), radius_beside(mesh, twin));
}

std::vector<ChannelSample> MeshTiles::update(const mesh::NavMesh& mesh, std::uint32_t frame, double time) {
    std::vector<ChannelSample> news;
    if (has_told_ && (mesh.version() == version_ || time < next_time_)) return news;
    version_ = mesh.version();
    has_told_ = true;
    std::map<std::uint32_t, std::vector<float>> tiles;
    for (auto& [number, values] : told_) tiles[number];
    for (std::uint32_t layer = 0; layer < mesh.layer_count(); ++layer) {
        if (boxes_.size() <= layer) boxes_.push_back(box_of(mesh.layer(layer)));
        collect(mesh, layer, boxes_[layer], tiles);
    }
    std::size_t numbers = 0;
    for (const auto& [number, values] : tiles) numbers += values.size();
    next_time_ = time + static_cast<double>(numbers) * seconds_a_number;
    for (auto& [number, values] : tiles) {
        std::vector<float>& before = told_[number];
        if (before == values) continue;
        before = values;
        news.push_back({"mesh", frame, number, {}, {{DrawingKind::line, 0, 4, std::move(values)}}});
    }
    return news;
}

}  // namespace wend::view
