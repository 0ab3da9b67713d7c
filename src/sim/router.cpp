#include "sim/router.hpp"

#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "wend/mesh/query.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend {
namespace {

/// Metres by which a polyline may leave a path's arcs.
constexpr double arc_tolerance = 0.002;

/// A polygon around the disc, for the mesh.
Ring ring_around(double radius) {
    constexpr int corners = 24;
    const double reach = radius / std::cos(std::numbers::pi / corners);
    Ring ring;
    for (int i = 0; i < corners; ++i) ring.push_back(unit_vector(2 * std::numbers::pi * i / corners) * reach);
    return ring;
}

Ring ring_of(const Shape& shape, const Pose& pose) {
    Ring ring = std::holds_alternative<DiscShape>(shape) ? ring_around(std::get<DiscShape>(shape).radius)
                                                         : std::get<PolygonShape>(shape).outline;
    for (Vec2& point : ring) point = pose.position + rotated(point, pose.angle);
    return ring;
}

Result<mesh::Triangulation> mesh_of(const Layer& layer, const Box2& bounds) {
    mesh::Settings settings;
    settings.floor_everywhere = layer.walkable.empty();
    auto made = mesh::Triangulation::create(bounds, settings);
    if (!made) return made.status();
    mesh::RegionOptions walkable, blocked;
    walkable.kind = mesh::RegionKind::walkable;
    blocked.kind = mesh::RegionKind::obstacle;
    for (const auto& [polygons, options] :
         {std::pair(&layer.walkable, walkable), std::pair(&layer.blocked, blocked)}) {
        if (polygons->empty()) continue;
        const auto inserted = made.value().insert_all(*polygons, options);
        if (!inserted) return inserted.status();
    }
    return made;
}

Status status_of(const mesh::Path& path, double radius) {
    switch (path.status) {
        case StatusCode::ok:
            return Status::ok();
        case StatusCode::partial:
            return {path.status, "has a way, not proven to be the shortest"};
        case StatusCode::unreachable:
            return {path.status, fmt::format("no way for a body of radius {} m", radius)};
        case StatusCode::invalid_input:
            return {path.status, "stands, or wants to, too close to a wall"};
        default:
            return {path.status, "the frame's budget was too small to find a way"};
    }
}

}  // namespace

struct Router::State {
    struct Cut {
        std::uint32_t layer = 0;
        mesh::RegionId region;
    };
    struct Scratch {
        mesh::QueryContext context;
        mesh::Path path;
    };

    std::vector<mesh::Triangulation> layers;
    std::map<BodyId, Cut> cuts;
    tbb::enumerable_thread_specific<Scratch> scratch;
};

Result<Router> Router::create(const Scene& scene) {
    auto state = std::make_unique<State>();
    for (const Layer& layer : scene.layers) {
        auto made = mesh_of(layer, scene.bounds);
        if (!made)
            return Status{made.status().code,
                          fmt::format("layer '{}': {}", layer.name, made.status().message)};
        state->layers.push_back(std::move(made).value());
    }
    return Router(std::move(state));
}

Status Router::block(BodyId who, std::uint32_t layer, const Shape& shape, const Pose& pose) {
    const auto region = state_->layers[layer].insert(ring_of(shape, pose), {});
    if (!region) return region.status();
    state_->cuts[who] = {layer, region.value()};
    return Status::ok();
}

void Router::unblock(BodyId who) {
    const auto cut = state_->cuts.find(who);
    if (cut == state_->cuts.end()) return;
    state_->layers[cut->second.layer].remove(cut->second.region);
    state_->cuts.erase(cut);
}

Router::Answer Router::plan(const RoutePoint& from, const RoutePoint& to, double radius,
                            Budget& budget) const {
    State::Scratch& scratch = state_->scratch.local();
    mesh::PathQuery query{from.position, to.position, radius};
    mesh::find_path(state_->layers[from.layer], query, scratch.context, budget, scratch.path);
    Answer answer;
    answer.status = status_of(scratch.path, radius);
    if (scratch.path.has_route())
        for (const Vec2 point : mesh::polyline(scratch.path, arc_tolerance))
            answer.points.push_back({point, from.layer});
    return answer;
}

Router::Router(std::unique_ptr<State> state) : state_(std::move(state)) {}
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;
Router::~Router() = default;

}  // namespace wend
