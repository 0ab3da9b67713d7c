#include "wend/mesh/structures/goal_map.hpp"

#include <string>

namespace wend::mesh {

namespace {

/// Where a portal is crossed, each way: samples, as the mesh's own queries begin with.
constexpr int door_samples = 33;

}  // namespace

Result<GoalMap> GoalMap::create(const NavMesh& mesh, double radius, std::vector<NavGoal> goals,
                                FilterIndex filter) {
    GoalMap map;
    map.radius_ = radius;
    map.filter_ = filter;
    map.goals_ = std::move(goals);
    if (map.goals_.empty()) return Status::invalid_input("no goals: at least one expected");
    for (std::uint32_t i = 0; i < mesh.layer_count(); ++i)
        if (mesh.area_costs(i, filter))
            return Status{StatusCode::not_available,
                          "layer " + std::to_string(i) +
                              " has areas whose factor is not 1: an exact map knows lengths only; exclude "
                              "the areas or plan single paths"};
    for (const LinkSpec& link : mesh.links())
        if (!link.open.empty())
            return Status::invalid_input("a link has opening times: distances would change with the time");
    if (Status made = map.build(mesh); !made.is_ok()) return made;
    return map;
}

Status GoalMap::build(const NavMesh& mesh) {
    layers_.clear();
    layers_.resize(mesh.layer_count());
    list_hops(mesh);
    for (std::uint32_t i = 0; i < goals_.size(); ++i) {
        const NavGoal& goal = goals_[i];
        if (goal.from.layer >= layers_.size())
            return Status::invalid_input("goal " + std::to_string(i) + ": layer " +
                                         std::to_string(goal.from.layer) + ", there are " +
                                         std::to_string(layers_.size()));
        layers_[goal.from.layer].sources.push_back({goal.from.at, goal.to, 0});
        layers_[goal.from.layer].origins.push_back(i);
    }
    for (std::uint32_t i = 0; i < layers_.size(); ++i) {
        if (layers_[i].sources.empty()) continue;
        auto made = ShortestPathMap::create(mesh.layer(i, filter_), radius_, layers_[i].sources);
        if (!made) return made.status();
        layers_[i].map.emplace(std::move(made).value());
    }
    QueryContext context;
    for (;;) {
        std::uint32_t next = none;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < hops_.size(); ++i) {
            const Hop& hop = hops_[i];
            if (hop.is_taken || !layers_[hop.to.layer].map) continue;
            const double length = find(mesh, hop.to, context).distance + hop.cost;
            if (!(length < least) || length >= find(mesh, hop.from, context).distance) continue;
            least = length;
            next = i;
        }
        if (next == none) break;
        hops_[next].is_taken = true;
        const Vec2 at = hops_[next].from.at;
        const Status added = add_source(mesh, hops_[next].from.layer, {at, at, least},
                                        static_cast<std::uint32_t>(goals_.size()) + next);
        if (!added.is_ok()) return added;
    }
    version_ = mesh.version();
    return Status::ok();
}

void GoalMap::list_hops(const NavMesh& mesh) {
    hops_.clear();
    const auto add = [&](const MeshPoint& from, const MeshPoint& to, double cost, PieceKind kind,
                         std::uint32_t index, bool two_way) {
        hops_.push_back({from, to, cost, kind, index, false});
        if (two_way) hops_.push_back({to, from, cost, kind, index, false});
    };
    for (std::uint32_t i = 0; i < mesh.links().size(); ++i) {
        const LinkSpec& link = mesh.links()[i];
        if (radius_ > link.max_radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        add(link.from, link.to, cost, PieceKind::link, i, link.two_way);
    }
    is_exact_ = mesh.portals().empty();
    for (std::uint32_t i = 0; i < mesh.portals().size(); ++i) {
        const PortalSpec& portal = mesh.portals()[i];
        for (int k = 0; k < door_samples; ++k) {
            const double share = (k + 0.5) / door_samples;
            add({lerp(portal.a_from, portal.a_to, share), portal.layer_a},
                {lerp(portal.b_from, portal.b_to, share), portal.layer_b}, portal.length, PieceKind::portal,
                i, true);
        }
    }
}

Status GoalMap::add_source(const NavMesh& mesh, std::uint32_t index, const MapSource& source,
                           std::uint32_t origin) {
    Layer& layer = layers_[index];
    layer.sources.push_back(source);
    layer.origins.push_back(origin);
    const Triangulation& ground = mesh.layer(index, filter_);
    if (layer.map) {
        layer.map->add_source(ground, source);
        return Status::ok();
    }
    auto made = ShortestPathMap::create(ground, radius_, layer.sources);
    if (!made) return made.status();
    layer.map.emplace(std::move(made).value());
    return Status::ok();
}

void GoalMap::note_edit(const NavMesh& mesh) {
    for (std::uint32_t i = 0; i < layers_.size() && i < mesh.layer_count(); ++i)
        if (layers_[i].map && !layers_[i].map->is_about(mesh.layer(i, filter_)))
            layers_[i].map->note_edit(mesh.layer(i, filter_));
}

Status GoalMap::update(const NavMesh& mesh) {
    if (is_about(mesh)) return Status::ok();
    if (!hops_.empty() || mesh.layer_count() != layers_.size() || !mesh.links().empty() ||
        !mesh.portals().empty())
        return build(mesh);
    for (std::uint32_t i = 0; i < layers_.size(); ++i)
        if (layers_[i].map) layers_[i].map->update(mesh.layer(i, filter_));
    version_ = mesh.version();
    return Status::ok();
}

bool GoalMap::is_about(const NavMesh& mesh) const noexcept {
    return version_ == mesh.version();
}

const ShortestPathMap* GoalMap::layer(std::uint32_t index) const noexcept {
    return index < layers_.size() && layers_[index].map ? &*layers_[index].map : nullptr;
}

GoalAnswer GoalMap::find(const NavMesh& mesh, const MeshPoint& place, QueryContext& context) const {
    GoalAnswer answer;
    const ShortestPathMap* map = layer(place.layer);
    if (map == nullptr) return answer;
    const MapAnswer found = map->find(mesh.layer(place.layer, filter_), place.at, context);
    answer.status = found.status;
    answer.distance = found.distance;
    if (found.status == StatusCode::ok) answer.goal = goal_of(mesh, place.layer, found.source, context);
    return answer;
}

/// Where the hops that begin with a source lead in the end: lengths fall with every hop.
std::uint32_t GoalMap::goal_of(const NavMesh& mesh, std::uint32_t index, std::uint32_t source,
                               QueryContext& context) const {
    for (;;) {
        const std::uint32_t origin = layers_[index].origins[source];
        if (origin < goals_.size()) return origin;
        const Hop& hop = hops_[origin - goals_.size()];
        index = hop.to.layer;
        source = layers_[index].map->find(mesh.layer(index, filter_), hop.to.at, context).source;
        if (source == none) return none;
    }
}

GoalAnswer GoalMap::find_path(const NavMesh& mesh, const MeshPoint& place, QueryContext& context,
                              Path& path) const {
    const GoalAnswer answer = find(mesh, place, context);
    path.clear();
    path.status = answer.status;
    if (answer.status != StatusCode::ok) return answer;
    MeshPoint at = place;
    Path part;
    for (;;) {
        const MapAnswer found =
            layers_[at.layer].map->find_path(mesh.layer(at.layer, filter_), at.at, context, part);
        for (PathPiece piece : part.pieces) {
            piece.layer = at.layer;
            path.pieces.push_back(piece);
            path.length += piece.length;
        }
        const std::uint32_t origin = layers_[at.layer].origins[found.source];
        if (origin < goals_.size()) break;
        const Hop& hop = hops_[origin - goals_.size()];
        PathPiece piece;
        piece.kind = hop.kind;
        piece.layer = hop.from.layer;
        piece.index = hop.index;
        piece.from = hop.from.at;
        piece.to = hop.to.at;
        piece.length = hop.cost;
        path.pieces.push_back(piece);
        path.length += hop.cost;
        at = hop.to;
    }
    path.cost = path.length;
    path.lower_bound = is_exact_ ? path.length : 0;
    return answer;
}

std::size_t GoalMap::memory() const noexcept {
    std::size_t bytes = hops_.capacity() * sizeof(Hop) + layers_.capacity() * sizeof(Layer);
    for (const Layer& layer : layers_)
        if (layer.map) bytes += layer.map->memory();
    return bytes;
}

}  // namespace wend::mesh
