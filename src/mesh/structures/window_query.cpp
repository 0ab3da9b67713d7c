#include <algorithm>

#include "mesh/structures/window_map.hpp"

namespace wend::mesh {

namespace {

/// Lattice units beside a ray that still count as between the rays.
constexpr double between_tolerance = 1e-6;

bool is_beside(double side, Vec2 direction) noexcept {
    return side > 0 && side * side > between_tolerance * between_tolerance * squared_length(direction);
}

}  // namespace

WindowMap::Found WindowMap::find(const MeshView& view, const Location& at, Vec2 p) const {
    Found best;
    const auto offer_length = [&](std::uint32_t id) {
        const double length = length_to(generators_[id], p);
        if (length < best.length) best = {length, id};
    };
    view.for_each_touching(at, [&](TriangleIndex t) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (corner_in_[h] != none) offer_length(corner_in_[h]);
            for (std::uint32_t w = windows_on_[h]; w != none; w = windows_[w].next_there) {
                const Window& window = windows_[w];
                if (window.near >= best.length) continue;
                const Ray left = ray(window, window.left), right = ray(window, window.right);
                if (is_beside(cross(left.direction, p - left.through), left.direction) ||
                    is_beside(-cross(right.direction, p - right.through), right.direction))
                    continue;
                offer_length(window.generator);
            }
        }
        for (const std::uint32_t id : sources_in_[t]) {
            const Generator& from = generators_[id];
            const bool is_point = !from.is_straight() && !from.is_behind_slit();
            if (is_point || is_seen_within(view, from, t, p)) offer_length(id);
        }
    });
    return best;
}

void WindowMap::list_generators(TriangleIndex t, std::vector<std::uint32_t>& list) const {
    list.assign(sources_in_[t].begin(), sources_in_[t].end());
    for (std::uint32_t i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (corner_in_[h] != none) list.push_back(corner_in_[h]);
        for (std::uint32_t w = windows_on_[h]; w != none; w = windows_[w].next_there)
            list.push_back(windows_[w].generator);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::size_t WindowMap::memory() const noexcept {
    std::size_t bytes = generators_.capacity() * sizeof(Generator) + windows_.capacity() * sizeof(Window) +
                        (windows_on_.capacity() + corner_in_.capacity() + corners_at_.capacity()) * 4 +
                        measured_.capacity() * sizeof(Measured) +
                        sources_in_.capacity() * sizeof(sources_in_[0]);
    for (const Generator& from : generators_)
        bytes += (from.windows.capacity() + from.reached.capacity() + from.measured.capacity() +
                  from.triangles.capacity() + from.looks.capacity()) *
                 4;
    return bytes;
}

}  // namespace wend::mesh
