#include "wend/mesh/structures/goal_map.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "wend/mesh/query.hpp"

#include "mesh/gate_piece.hpp"

namespace wend::mesh {

namespace {

constexpr int crossing_steps = 24;  ///< of a golden section between two samples

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
    list_ways(mesh, hops_, crossings_);
    is_exact_ = std::none_of(hops_.begin(), hops_.end(), [](const Hop& hop) { return hop.share >= 0; });
    for (std::uint32_t i = 0; i < goals_.size(); ++i) {
        const NavGoal& goal = goals_[i];
        if (goal.from.layer >= layers_.size())
            return Status::invalid_input("goal " + std::to_string(i) + ": layer " +
                                         std::to_string(goal.from.layer) + ", there are " +
                                         std::to_string(layers_.size()));
        Layer& layer = layers_[goal.from.layer];
        layer.sources.push_back({goal.from.at, goal.to, goal.length});
        layer.origins.push_back(i);
        layer.goals.push_back(i);
    }
    for (std::uint32_t i = 0; i < layers_.size(); ++i) {
        if (layers_[i].sources.empty()) continue;
        auto made = ShortestPathMap::create(mesh.layer(i, filter_), radius_, layers_[i].sources);
        if (!made) return made.status();
        layers_[i].map.emplace(std::move(made).value());
    }
    if (Status spread_out = spread(mesh); !spread_out.is_ok()) return spread_out;
    version_ = mesh.version();
    return Status::ok();
}

/// Takes the hop or crossing that leads to a goal soonest, as long as one leads nearer than what there is.
Status GoalMap::spread(const NavMesh& mesh) {
    QueryContext context;
    const std::size_t hops = hops_.size();
    std::vector<Offer> offers(hops + crossings_.size());
    for (;;) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < offers.size(); ++i) {
            const std::uint32_t here = i < hops ? hops_[i].from.layer : crossings_[i - hops].here.layer;
            const std::uint32_t there = i < hops ? hops_[i].to.layer : crossings_[i - hops].there.layer;
            Offer& offer = offers[i];
            const bool is_old =
                offer.there_changes == layers_[there].changes && offer.here_changes == layers_[here].changes;
            if (layers_[there].map && !is_old) {
                if (i < hops)
                    offer_hop(mesh, hops_[i], context, offer);
                else
                    offer_crossing(mesh, static_cast<std::uint32_t>(i - hops), context, offer);
                offer.there_changes = layers_[there].changes;
                offer.here_changes = layers_[here].changes;
            }
            if (offer.length < offers[next].length) next = i;
        }
        if (offers.empty() || std::isinf(offers[next].length)) return Status::ok();
        Offer& best = offers[next];
        const auto origin = static_cast<std::uint32_t>(goals_.size() + next);
        if (next < hops) {
            Hop& hop = hops_[next];
            const std::uint32_t source = ask(mesh, hop.to, context).source;
            hop.length = best.length;
            const Status added = add_source(mesh, hop.from.layer, {hop.from.at, hop.from.at, best.length},
                                            origin, layers_[hop.to.layer].goals[source]);
            if (!added.is_ok()) return added;
        } else {
            crossings_[next - hops].is_taken = true;
            for (const SeenOver& one : best.sources) {
                const Status added =
                    add_source(mesh, crossings_[next - hops].here.layer, one.source, origin, one.goal);
                if (!added.is_ok()) return added;
            }
        }
        best.length = std::numeric_limits<double>::infinity();
    }
}

Status GoalMap::add_source(const NavMesh& mesh, std::uint32_t index, const MapSource& source,
                           std::uint32_t origin, std::uint32_t goal) {
    Layer& layer = layers_[index];
    layer.sources.push_back(source);
    layer.origins.push_back(origin);
    layer.goals.push_back(goal);
    ++layer.changes;
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
    if (!are_ways_right(mesh)) return build(mesh);
    version_ = mesh.version();
    return Status::ok();
}

bool GoalMap::is_about(const NavMesh& mesh) const noexcept {
    return version_ == mesh.version();
}

const ShortestPathMap* GoalMap::layer(std::uint32_t index) const noexcept {
    return index < layers_.size() && layers_[index].map ? &*layers_[index].map : nullptr;
}

MapAnswer GoalMap::ask(const NavMesh& mesh, const MeshPoint& place, QueryContext& context) const {
    const ShortestPathMap* map = layer(place.layer);
    return map == nullptr ? MapAnswer{} : map->find(mesh.layer(place.layer, filter_), place.at, context);
}

GoalAnswer GoalMap::find(const NavMesh& mesh, const MeshPoint& place, QueryContext& context) const {
    const MapAnswer found = ask(mesh, place, context);
    GoalAnswer answer;
    answer.status = found.status;
    answer.distance = found.distance;
    if (found.status == StatusCode::ok) answer.goal = layers_[place.layer].goals[found.source];
    return answer;
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
    for (std::size_t crossed = 0;; ++crossed) {
        const Triangulation& ground = mesh.layer(at.layer, filter_);
        const MapAnswer found = layers_[at.layer].map->find_path(ground, at.at, context, part);
        if (found.status != StatusCode::ok || crossed > hops_.size() + crossings_.size()) {
            path.status = answer.status = StatusCode::unreachable;
            return answer;
        }
        const std::uint32_t origin = layers_[at.layer].origins[found.source];
        const bool is_goal = origin < goals_.size();
        Hop hop;
        if (!is_goal && origin - goals_.size() < hops_.size())
            hop = hops_[origin - goals_.size()];
        else if (!is_goal)
            hop = crossing_at(crossings_[origin - goals_.size() - hops_.size()], part.pieces.back().to);
        if (hop.share >= 0) {
            hop = best_crossing(mesh, at, hop, context);
            part = mesh::find_path(ground, {at.at, hop.from.at, radius_, PathMode::shortest}, context);
            has_moved = true;
        }
        for (PathPiece piece : part.pieces) {
            piece.layer = at.layer;
            path.pieces.push_back(piece);
            path.length += piece.length;
        }
        if (is_goal) break;
        append_gate(hop.kind, hop.index, hop.from, hop.to.at, hop.cost, path);
        at = hop.to;
        if (origin < goals_.size() + hops_.size()) continue;
        const Vec2 ahead = part.pieces.back().to - part.pieces.back().from;
        const double rest = answer.distance - path.length;
        at = beyond(mesh, crossings_[origin - goals_.size() - hops_.size()], hop.to, ahead, rest, context);
        if (at.at == hop.to.at) continue;
        PathPiece piece;
        piece.layer = at.layer;
        piece.from = hop.to.at;
        piece.to = at.at;
        piece.length = distance(piece.from, piece.to);
        path.pieces.push_back(piece);
        path.length += piece.length;
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
        if (!make_sample(mesh, hop.index, share, hop.is_forward, context, tried)) return least;
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
    constexpr double step = 1.0 / samples, golden = 0.6180339887498949;
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
    std::size_t bytes = hops_.capacity() * sizeof(Hop) + layers_.capacity() * sizeof(Layer) +
                        crossings_.capacity() * sizeof(Crossing);
    for (const Crossing& crossing : crossings_) bytes += crossing.seen.capacity() * sizeof(MapSource);
    for (const Layer& layer : layers_)
        bytes += layer.sources.capacity() * sizeof(MapSource) + (layer.map ? layer.map->memory() : 0);
    return bytes;
}

}  // namespace wend::mesh
