#include "view/distance_maps.hpp"

#include <set>

#include "wend/mesh/structures/goal_map.hpp"
#include "wend/mesh/structures/map_pieces.hpp"

#include "view/heights.hpp"

namespace wend::view {
namespace {

constexpr double parts_a_side = 150;  ///< that borders of cells are followed to

void append_piece(const mesh::MapPiece& piece, float z, std::vector<float>& values) {
    for (const Vec2 corner : piece.corners)
        for (const double value : {corner.x, corner.y}) values.push_back(static_cast<float>(value));
    for (const double metres : piece.distances) values.push_back(static_cast<float>(metres));
    values.push_back(z);
}

/// Cells that differ in colour lie beside each other as often as seven colours allow.
std::uint8_t colour_of_cell(std::uint32_t generator) {
    return static_cast<std::uint8_t>(generator * 2654435761u % DistanceMaps::colours);
}

ChannelSample draw_distance_map(std::uint32_t frame, std::uint32_t agent, double radius,
                                const RoutePoint& goal, const mesh::NavMesh& mesh,
                                std::span<const Layer> layers) {
    ChannelSample sample{"map", frame, agent, "", {}};
    const mesh::Triangulation& ground = mesh.layer(goal.layer);
    if (ground.vertex_count() > DistanceMaps::most_vertices) {
        sample.note = "too many corners";
        return sample;
    }
    const auto map = mesh::GoalMap::create(mesh, radius, {{{goal.position, goal.layer}, goal.position}});
    const mesh::ShortestPathMap* here = map ? map.value().layer(goal.layer) : nullptr;
    if (here == nullptr) {
        sample.note = map ? "no way leads there" : map.status().message;
        return sample;
    }
    const Box2& bounds = ground.bounds();
    const double finest = std::max(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y) / parts_a_side;
    mesh::QueryContext context;
    std::set<std::uint32_t> cells;
    for (std::uint8_t colour = 0; colour < DistanceMaps::colours; ++colour)
        sample.drawings.push_back({DrawingKind::points, colour, 10, {}});
    const auto z = static_cast<float>(height_of(goal.layer, layers));
    for (const mesh::MapPiece& piece : cut_into_pieces(ground, *here, finest, context)) {
        cells.insert(piece.generator);
        append_piece(piece, z, sample.drawings[colour_of_cell(piece.generator)].values);
    }
    sample.note = std::to_string(cells.size()) + " cells";
    return sample;
}

}  // namespace

const ChannelSample& DistanceMaps::sample(std::uint32_t frame, std::uint32_t agent, double radius,
                                          std::span<const RoutePoint> route, const mesh::NavMesh& mesh,
                                          std::span<const Layer> layers) {
    Told& told = told_[agent];
    if (route.empty()) {
        told.sample = {"map", frame, agent, "no way yet", {}};
        told.mesh_version = ~std::uint64_t{0};
        return told.sample;
    }
    const RoutePoint& goal = route.back();
    const bool is_same = !told.sample.channel.empty() && told.mesh_version == mesh.version() &&
                         told.goal.layer == goal.layer && told.goal.position == goal.position;
    if (!is_same) told = {goal, mesh.version(), draw_distance_map(frame, agent, radius, goal, mesh, layers)};
    told.sample.frame = frame;
    return told.sample;
}

}  // namespace wend::view
