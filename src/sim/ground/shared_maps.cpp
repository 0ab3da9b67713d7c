#include "sim/ground/shared_maps.hpp"

#include <algorithm>
#include <tuple>

namespace wend {
namespace {

auto wish_key(const RouteWish& wish) {
    return std::tuple(wish.to.layer, wish.to.position.x, wish.to.position.y, wish.radius);
}

/// How many must want a map for it to pay; absent where it would take too long.
std::optional<std::size_t> least_wishes(const mesh::NavMesh& mesh, mesh::FilterIndex filter) {
    std::size_t vertices = 0;
    for (std::uint32_t i = 0; i < mesh.layer_count(); ++i) {
        const std::size_t here = mesh.layer(i, filter).vertex_count();
        if (here > SharedMaps::most_vertices) return std::nullopt;
        vertices += here;
    }
    return std::max(SharedMaps::many, vertices / 2);
}

}  // namespace

void SharedMaps::note_edit(const mesh::NavMesh& mesh) {
    for (Shared& shared : maps_) shared.map.note_edit(mesh);
}

void SharedMaps::expect(const mesh::NavMesh& mesh, mesh::FilterIndex filter,
                        std::span<const RouteWish> wishes) {
    if (wishes.size() < many) return;
    const auto least = least_wishes(mesh, filter);
    if (!least || wishes.size() < *least) return;
    std::vector<RouteWish> sorted(wishes.begin(), wishes.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const RouteWish& a, const RouteWish& b) { return wish_key(a) < wish_key(b); });
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto last = std::find_if(
            first, sorted.end(), [&](const RouteWish& wish) { return wish_key(wish) != wish_key(*first); });
        if (static_cast<std::size_t>(last - first) >= *least) serve(mesh, filter, *first);
        first = last;
    }
}

void SharedMaps::serve(const mesh::NavMesh& mesh, mesh::FilterIndex filter, const RouteWish& wish) {
    const auto known = std::find_if(maps_.begin(), maps_.end(), [&](const Shared& shared) {
        return wish_key(shared.wish) == wish_key(wish);
    });
    if (known != maps_.end()) {
        maps_.splice(maps_.begin(), maps_, known);
        if (!maps_.front().map.update(mesh).is_ok()) maps_.pop_front();
        return;
    }
    const mesh::NavGoal goal{{wish.to.position, wish.to.layer}, wish.to.position};
    auto made = mesh::GoalMap::create(mesh, wish.radius, {goal}, filter);
    if (!made || !made.value().is_exact()) return;
    maps_.push_front({wish, std::move(made).value()});
    if (maps_.size() > most_maps) maps_.pop_back();
}

bool SharedMaps::find_path(const mesh::NavMesh& mesh, const RoutePoint& from, const RouteWish& wish,
                           mesh::QueryContext& context, mesh::Path& path) const {
    for (const Shared& shared : maps_) {
        if (wish_key(shared.wish) != wish_key(wish)) continue;
        if (!shared.map.is_about(mesh)) return false;
        return shared.map.find_path(mesh, {from.position, from.layer}, context, path).status ==
               StatusCode::ok;
    }
    return false;
}

}  // namespace wend
