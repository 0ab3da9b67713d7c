#include "sim/ground/exit_maps.hpp"

#include <algorithm>
#include <limits>

#include "wend/mesh/query.hpp"

#include "sim/ground/box_clip.hpp"
#include "sim/ground/goals.hpp"
#include "sim/ground/shared_maps.hpp"

namespace wend {
namespace {

double disc_radius(const Goal& place) {
    const auto* disc = std::get_if<DiscRegion>(&place.region);
    return disc ? disc->radius : 0;
}

/// Sources of a map whose lengths are those to the edges of the places, plus one length for all.
class Sources {
  public:
    Sources(const mesh::NavMesh& mesh, mesh::FilterIndex filter, const Goal& goal)
        : mesh_(mesh), filter_(filter) {
        double widest = 0;
        for (std::size_t i = 0; i < place_count(goal); ++i)
            widest = std::max(widest, disc_radius(place_of(goal, i)));
        for (std::size_t i = 0; i < place_count(goal); ++i) add_place(place_of(goal, i), i, widest);
    }
    std::vector<mesh::NavGoal> goals;
    std::vector<std::size_t> places;  ///< of each goal

  private:
    void add_place(const Goal& place, std::size_t index, double widest) {
        const Box2 box = bounds_of(place.region);
        add(place.layer, {lerp(box.low, box.high, 0.5), lerp(box.low, box.high, 0.5)}, index,
            widest - disc_radius(place));
        const auto* polygon = std::get_if<Polygon>(&place.region);
        if (!polygon) return;
        const Ring& ring = polygon->outline;
        const Box2 bounds = mesh_.layer(place.layer, filter_).bounds();
        for (std::size_t i = 0; i < ring.size(); ++i)
            if (const auto edge = part_in(bounds, ring[i], ring[(i + 1) % ring.size()]))
                add(place.layer, *edge, index, widest);
    }
    void add(std::uint32_t layer, const Segment& where, std::size_t place, double length) {
        const mesh::Triangulation& ground = mesh_.layer(layer, filter_);
        for (const Vec2 end : {where.from, where.to})
            if (ground.locate(end).triangle == mesh::none) return;
        goals.push_back({{where.from, layer}, where.to, length});
        places.push_back(place);
    }

    const mesh::NavMesh& mesh_;
    mesh::FilterIndex filter_;
};

std::size_t vertices_of(const mesh::NavMesh& mesh, mesh::FilterIndex filter, bool& is_small) {
    std::size_t sum = 0;
    for (std::uint32_t i = 0; i < mesh.layer_count(); ++i) {
        const std::size_t here = mesh.layer(i, filter).vertex_count();
        is_small = is_small && here <= SharedMaps::most_vertices;
        sum += here;
    }
    return sum;
}

}  // namespace

bool are_same_places(const Goal& a, const Goal& b) {
    if (place_count(a) != place_count(b)) return false;
    for (std::size_t i = 0; i < place_count(a); ++i)
        if (place_of(a, i).layer != place_of(b, i).layer || place_of(a, i).region != place_of(b, i).region)
            return false;
    return true;
}

Goal with_place(const Goal& goal, std::size_t index) {
    Goal chosen = goal;
    if (index == 0) return chosen;
    std::swap(chosen.layer, chosen.others[index - 1].layer);
    std::swap(chosen.region, chosen.others[index - 1].region);
    return chosen;
}

void ExitMaps::note_edit(const mesh::NavMesh& mesh) {
    for (Map& known : maps_) known.map.note_edit(mesh);
}

std::list<ExitMaps::Map>::iterator ExitMaps::find(const Goal& goal, double radius) {
    return std::find_if(maps_.begin(), maps_.end(), [&](const Map& known) {
        return known.radius == radius && are_same_places(known.goal, goal);
    });
}

bool ExitMaps::expect(const mesh::NavMesh& mesh, mesh::FilterIndex filter, const Goal& goal, double radius,
                      std::size_t asking) {
    if (const auto known = find(goal, radius); known != maps_.end()) {
        maps_.splice(maps_.begin(), maps_, known);
        if (maps_.front().map.update(mesh).is_ok()) return true;
        maps_.pop_front();
        return false;
    }
    bool is_small = true;
    const std::size_t least = std::max(SharedMaps::many, vertices_of(mesh, filter, is_small) / 2);
    if (!is_small || asking * place_count(goal) < least) return false;
    Sources sources(mesh, filter, goal);
    if (sources.goals.empty()) return false;
    auto made = mesh::GoalMap::create(mesh, radius, std::move(sources.goals), filter);
    if (!made) return false;
    maps_.push_front({goal, radius, std::move(sources.places), std::move(made).value()});
    if (maps_.size() > most_maps) maps_.pop_back();
    return true;
}

std::optional<std::size_t> ExitMaps::nearest(const mesh::NavMesh& mesh, mesh::FilterIndex filter,
                                             const Walls& walls, const Goal& goal, double radius,
                                             const RoutePoint& from, Budget& budget) {
    const mesh::MeshPoint start{from.position, from.layer};
    if (const auto known = find(goal, radius); known != maps_.end() && known->map.is_about(mesh)) {
        budget.charge(1);
        mesh::GoalAnswer answer = known->map.find(mesh, start, context_.query);
        if (answer.status == StatusCode::invalid_input) {  // it touches something: from beside it
            const auto beside = mesh::nearest_free_point(mesh.layer(from.layer, filter), from.position,
                                                         radius, context_.query, 2 * radius);
            if (beside) answer = known->map.find(mesh, {*beside, from.layer}, context_.query);
        }
        if (answer.status != StatusCode::ok) return std::nullopt;
        return known->places[answer.goal];
    }
    std::optional<std::size_t> best;
    double least = std::numeric_limits<double>::infinity();
    mesh::Path path;
    for (std::size_t i = 0; i < place_count(goal); ++i) {
        const RoutePoint to = choose_target(place_of(goal, i), radius, walls, {}, 0);
        mesh::NavQuery query{start, {to.position, to.layer}, radius};
        query.filter = filter;
        mesh.find_path(query, context_, budget, path);
        if (!path.has_route() || !(path.cost < least)) continue;
        least = path.cost;
        best = i;
    }
    return best;
}

}  // namespace wend
