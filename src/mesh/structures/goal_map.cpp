#include "wend/mesh/structures/goal_map.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "wend/mesh/query.hpp"

namespace wend::mesh {

namespace {

constexpr int door_samples = 33;       ///< of a portal, each way
constexpr int crossing_steps = 24;     ///< of a golden section between two of them
constexpr double same_length = 1e-11;  ///< metres

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
    hops_ = list_hops(mesh);
    is_exact_ = mesh.portals().empty();
    for (std::uint32_t i = 0; i < goals_.size(); ++i) {
        const NavGoal& goal = goals_[i];
        if (goal.from.layer >= layers_.size())
            return Status::invalid_input("goal " + std::to_string(i) + ": layer " +
                                         std::to_string(goal.from.layer) + ", there are " +
                                         std::to_string(layers_.size()));
        layers_[goal.from.layer].sources.push_back({goal.from.at, goal.to, goal.length});
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
        hops_[next].length = least;
        const Vec2 at = hops_[next].from.at;
        const Status added = add_source(mesh, hops_[next].from.layer, {at, at, least},
                                        static_cast<std::uint32_t>(goals_.size()) + next);
        if (!added.is_ok()) return added;
    }
    version_ = mesh.version();
    return Status::ok();
}

std::vector<GoalMap::Hop> GoalMap::list_hops(const NavMesh& mesh) const {
    std::vector<Hop> hops;
    for (std::uint32_t i = 0; i < mesh.links().size(); ++i) {
        const LinkSpec& link = mesh.links()[i];
        if (radius_ > link.max_radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        hops.push_back({link.from, link.to, cost, PieceKind::link, i});
        if (link.two_way) hops.push_back({link.to, link.from, cost, PieceKind::link, i, 0, false});
    }
    QueryContext context;
    for (std::uint32_t i = 0; i < mesh.portals().size(); ++i)
        for (int k = 0; k < door_samples; ++k)
            for (const bool is_forward : {true, false})
                if (Hop hop; make_crossing(mesh, i, (k + 0.5) / door_samples, is_forward, context, hop))
                    hops.push_back(hop);
    return hops;
}

/// At a share of the part of its line that leaves room on both sides; the line may lie along a wall, then
/// where a disc can stand beside it. False where it is too narrow.
bool GoalMap::make_crossing(const NavMesh& mesh, std::uint32_t index, double share, bool is_forward,
                            QueryContext& context, Hop& hop) const {
    const PortalSpec& portal = mesh.portals()[index];
    const double width = std::min(distance(portal.a_from, portal.a_to), distance(portal.b_from, portal.b_to));
    if (width <= 0 || width < 2 * radius_) return false;
    const double margin = radius_ / width, at = margin + (1 - 2 * margin) * share;
    hop = {{lerp(portal.a_from, portal.a_to, at), portal.layer_a},
           {lerp(portal.b_from, portal.b_to, at), portal.layer_b},
           portal.length,
           PieceKind::portal,
           index,
           share,
           is_forward};
    if (!is_forward) std::swap(hop.from, hop.to);
    for (MeshPoint* end : {&hop.from, &hop.to}) {
        const auto footing = nearest_free_point(mesh.layer(end->layer, filter_), end->at, radius_, context,
                                                1.5 * radius_ + 0.1);
        if (!footing) return false;
        hop.cost += distance(*footing, end->at);
        end->at = *footing;
    }
    return true;
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
    if (mesh.layer_count() != layers_.size()) return build(mesh);
    for (std::uint32_t i = 0; i < layers_.size(); ++i)
        if (layers_[i].map) layers_[i].map->update(mesh.layer(i, filter_));
    if (!are_hops_right(mesh)) return build(mesh);
    version_ = mesh.version();
    return Status::ok();
}

/// Does every hop that is taken still begin as far from a goal, and does none that is not lead nearer? As
/// hops cost something, no lengths but the right ones agree with each other.
bool GoalMap::are_hops_right(const NavMesh& mesh) const {
    const std::vector<Hop> now = list_hops(mesh);
    if (now.size() != hops_.size()) return false;
    QueryContext context;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Hop& hop = hops_[i];
        if (!(now[i].from.at == hop.from.at) || !(now[i].to.at == hop.to.at) || now[i].cost != hop.cost ||
            now[i].from.layer != hop.from.layer || now[i].to.layer != hop.to.layer)
            return false;
        const double length = find(mesh, hop.to, context).distance + hop.cost;
        if (hop.is_taken && !(std::abs(length - hop.length) <= same_length)) return false;
        if (!hop.is_taken && length < find(mesh, hop.from, context).distance - same_length) return false;
    }
    return true;
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
    GoalAnswer answer = find(mesh, place, context);
    path.clear();
    path.status = answer.status;
    if (answer.status != StatusCode::ok) return answer;
    MeshPoint at = place;
    Path part;
    bool has_moved = false;
    for (;;) {
        const Triangulation& ground = mesh.layer(at.layer, filter_);
        const MapAnswer found = layers_[at.layer].map->find_path(ground, at.at, context, part);
        const std::uint32_t origin = layers_[at.layer].origins[found.source];
        Hop hop;
        if (origin >= goals_.size()) hop = hops_[origin - goals_.size()];
        if (hop.kind == PieceKind::portal) {
            hop = best_crossing(mesh, at, hop, context);
            part = mesh::find_path(ground, {at.at, hop.from.at, radius_, PathMode::shortest}, context);
            has_moved = true;
        }
        for (PathPiece piece : part.pieces) {
            piece.layer = at.layer;
            path.pieces.push_back(piece);
            path.length += piece.length;
        }
        if (origin < goals_.size()) break;
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
    if (has_moved) answer.distance = path.length + goals_[answer.goal].length;
    return answer;
}

/// Beside the sample, where the way to the crossing and on from it is shortest (golden section).
GoalMap::Hop GoalMap::best_crossing(const NavMesh& mesh, const MeshPoint& before, const Hop& hop,
                                    QueryContext& context) const {
    Hop best = hop;
    double least = std::numeric_limits<double>::infinity();
    const auto total = [&](double share) {
        Hop tried;
        if (!make_crossing(mesh, hop.index, share, hop.is_forward, context, tried)) return least;
        const Path there = mesh::find_path(mesh.layer(before.layer, filter_),
                                           {before.at, tried.from.at, radius_, PathMode::shortest}, context);
        const double on = find(mesh, tried.to, context).distance;
        const double length =
            there.has_route() ? there.length + tried.cost + on : std::numeric_limits<double>::infinity();
        if (length < least) {
            least = length;
            best = tried;
        }
        return length;
    };
    total(hop.share);
    constexpr double step = 1.0 / door_samples, golden = 0.6180339887498949;
    double low = std::max(0.0, hop.share - step), high = std::min(1.0, hop.share + step);
    double inner_low = high - golden * (high - low), inner_high = low + golden * (high - low);
    double at_low = total(inner_low), at_high = total(inner_high);
    for (int k = 0; k < crossing_steps; ++k) {
        if (at_low <= at_high) {
            high = std::exchange(inner_high, inner_low);
            at_high = at_low;
            at_low = total(inner_low = high - golden * (high - low));
        } else {
            low = std::exchange(inner_low, inner_high);
            at_low = at_high;
            at_high = total(inner_high = low + golden * (high - low));
        }
    }
    return best;
}

std::size_t GoalMap::memory() const noexcept {
    std::size_t bytes = hops_.capacity() * sizeof(Hop) + layers_.capacity() * sizeof(Layer);
    for (const Layer& layer : layers_)
        if (layer.map) bytes += layer.map->memory();
    return bytes;
}

}  // namespace wend::mesh
