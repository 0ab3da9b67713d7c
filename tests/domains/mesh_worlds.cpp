#include "mesh_worlds.hpp"

#include <numbers>

#include "wend/mesh/query.hpp"

namespace wend::test {
namespace {

Vec2 random_point(Rng& rng, double size, double margin = 0) {
    return {rng.uniform(margin, size - margin), rng.uniform(margin, size - margin)};
}

mesh::Triangulation random_floor(Rng& rng, const MeshWorldOptions& options) {
    auto made = mesh::Triangulation::create({{0, 0}, {options.size, options.size}}).value();
    std::vector<Polygon> obstacles(rng.below(options.most_obstacles + 1));
    for (Polygon& obstacle : obstacles) obstacle = random_obstacle(rng, options);
    (void)made.insert_all(obstacles);
    return made;
}

void add_portal(Rng& rng, mesh::NavMesh& mesh, const MeshWorldOptions& options) {
    const auto layers = mesh.layer_count();
    mesh::PortalSpec portal;
    portal.layer_a = static_cast<std::uint32_t>(rng.below(layers));
    portal.layer_b = static_cast<std::uint32_t>(rng.below(layers));
    portal.a_from = random_point(rng, options.size, 3);
    portal.a_to = portal.a_from + unit_vector(rng.uniform(0, 6)) * rng.uniform(0.5, 3);
    const Vec2 shift = rng.below(2) == 0 ? Vec2{} : random_point(rng, options.size, 3) - portal.a_from;
    portal.b_from = portal.a_from + shift;
    portal.b_to = portal.a_to + shift;
    portal.length = rng.below(3) == 0 ? 0 : rng.uniform(0, 12);
    (void)mesh.add_portal(portal);
}

void add_link(Rng& rng, mesh::NavMesh& mesh, const MeshWorldOptions& options) {
    const auto layers = mesh.layer_count();
    mesh::LinkSpec link;
    link.from = {random_point(rng, options.size), static_cast<std::uint32_t>(rng.below(layers))};
    link.to = {random_point(rng, options.size), static_cast<std::uint32_t>(rng.below(layers))};
    link.two_way = rng.below(2) == 0;
    link.cost = rng.below(2) == 0 ? 0 : rng.uniform(0.1, 15);
    if (rng.below(4) == 0) link.max_radius = 0.3;
    (void)mesh.add_link(link);
}

}  // namespace

Polygon random_obstacle(Rng& rng, const MeshWorldOptions& options) {
    const double reach = rng.uniform(options.least_reach, options.most_reach);
    const Vec2 center = random_point(rng, options.size, reach + 0.01);
    const double turn = rng.uniform(0, 6);
    const auto corners = 3 + rng.below(4);
    Polygon made;
    for (std::uint64_t i = 0; i < corners; ++i)
        made.outline.push_back(center + unit_vector(turn + 2 * std::numbers::pi * static_cast<double>(i) /
                                                               static_cast<double>(corners)) *
                                            reach);
    return made;
}

mesh::NavMesh random_mesh(Rng& rng, const MeshWorldOptions& options) {
    mesh::NavMesh mesh;
    const auto layers = 1 + rng.below(options.most_layers);
    for (std::uint64_t i = 0; i < layers; ++i)
        mesh.add_layer(random_floor(rng, options), 3.0 * static_cast<double>(i));
    const bool is_joined = layers > 1 || rng.below(3) == 0;
    for (std::uint64_t i = is_joined ? 1 + rng.below(3) : 0; i > 0; --i) add_portal(rng, mesh, options);
    for (std::uint64_t i = is_joined ? rng.below(4) : 0; i > 0; --i) add_link(rng, mesh, options);
    mesh.update();
    return mesh;
}

domains::Place random_free_place(Rng& rng, const mesh::NavMesh& mesh, double radius,
                                 const MeshWorldOptions& options) {
    mesh::QueryContext query;
    domains::Place place;
    for (int i = 0; i < 500; ++i) {
        place.layer = static_cast<std::uint32_t>(rng.below(mesh.layer_count()));
        place.position = random_point(rng, options.size, radius);
        if (is_free(mesh.layer(place.layer), place.position, radius, query)) break;
    }
    return place;
}

std::uint32_t MeshEditor::edit(Rng& rng) {
    if (!cuts_.empty() && rng.below(2) == 0) {
        const std::size_t chosen = rng.below(cuts_.size());
        const Cut cut = cuts_[chosen];
        cuts_.erase(cuts_.begin() + static_cast<std::ptrdiff_t>(chosen));
        (void)mesh_.remove(cut.layer, cut.region);
        mesh_.update();
        return cut.layer;
    }
    const auto layer = static_cast<std::uint32_t>(rng.below(mesh_.layer_count()));
    cuts_.push_back({layer, mesh_.insert(layer, random_obstacle(rng, options_)).value()});
    mesh_.update();
    return layer;
}

}  // namespace wend::test
