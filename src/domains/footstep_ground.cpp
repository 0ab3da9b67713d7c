#include "wend/domains/footstep_ground.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

constexpr double sole_reach = Foot::half_spine + Foot::radius;

Region region_of(const Scene& scene, std::uint32_t layer, const std::vector<Polygon>& walkable,
                 const std::vector<Polygon>& blocked) {
    Scene part;
    part.bounds = scene.bounds;
    part.layers = {scene.layers[layer]};
    part.layers[0].walkable = walkable;
    part.layers[0].blocked = blocked;
    return Walls(part).ground(0);
}

/// What is left of the layer's floor beside gaps and footholds.
Region plain_ground(const Scene& scene, std::uint32_t layer) {
    std::vector<Polygon> blocked = scene.layers[layer].blocked;
    for (const Gap& gap : scene.gaps)
        if (gap.layer == layer) blocked.push_back(gap.polygon);
    for (const Foothold& hold : scene.footholds)
        if (hold.layer == layer) blocked.push_back(hold.polygon);
    return region_of(scene, layer, scene.layers[layer].walkable, blocked);
}

double highest_of(const Foothold& hold) {
    double most = hold.height;
    for (const Vec2 p : hold.polygon.outline)
        most = std::max(most, hold.height + dot(hold.slope, p - hold.polygon.outline.front()));
    return most;
}

bool sole_fits(const Region& region, Vec2 at, double angle) {
    const Vec2 spine = Foot::half_spine * unit_vector(angle);
    return region.fits_along(at - spine, at + spine, Foot::radius);
}

}  // namespace

Feet feet_beside(Vec2 middle, double heading) noexcept {
    constexpr double half_way_between = 0.1;  // metres
    const Vec2 aside = half_way_between * perpendicular(unit_vector(heading));
    return {Side::left, {middle + aside, heading}, 0, FootPlace{middle - aside, heading}};
}

Ring FootstepBody::outline() const {
    constexpr int corners = 8;  // of half a turn around each shoulder
    constexpr double room = 2e-3;
    constexpr double step = 3.141592653589793 / corners;
    const double reach = part_radius() / std::cos(step / 2) + room;
    Ring ring;
    for (int i = 0; i < 2 * corners; ++i) {
        const double side = i < corners ? shoulder() : -shoulder();
        ring.push_back(Vec2{0, side} + reach * unit_vector((i + 0.5) * step));
    }
    return ring;
}

FootstepGround::FootstepGround(const Scene& scene) {
    for (const Foothold& hold : scene.footholds)
        footholds_.push_back({hold.layer, bounds_of(hold.polygon.outline),
                              region_of(scene, hold.layer, {hold.polygon}, scene.layers[hold.layer].blocked),
                              hold});
    std::stable_sort(footholds_.begin(), footholds_.end(), [](const Surface& a, const Surface& b) {
        return highest_of(a.spec) > highest_of(b.spec);
    });
    for (std::uint32_t number = 0; number < footholds_.size(); ++number) {
        const Surface& surface = footholds_[number];
        for (double y = std::floor(surface.box.low.y); y <= surface.box.high.y; y += cell)
            for (double x = std::floor(surface.box.low.x); x <= surface.box.high.x; x += cell)
                near_[cell_key(surface.layer, {x, y})].push_back(number);
    }
    for (std::uint32_t layer = 0; layer < scene.layers.size(); ++layer)
        ground_.push_back(plain_ground(scene, layer));
}

std::uint64_t FootstepGround::cell_key(std::uint32_t layer, Vec2 at) noexcept {
    const auto part = [](double x) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(x / cell)) + (1 << 20));
    };
    return part(at.x) | part(at.y) << 24 | std::uint64_t{layer} << 48;
}

const FootstepGround::Surface* FootstepGround::foothold_at(std::uint32_t layer, Vec2 at) const {
    const auto near = near_.find(cell_key(layer, at));
    if (near == near_.end()) return nullptr;
    for (const std::uint32_t number : near->second)
        if (footholds_[number].box.contains(at) && footholds_[number].region.contains(at))
            return &footholds_[number];
    return nullptr;
}

const Region* FootstepGround::surface_at(std::uint32_t layer, Vec2 at) const {
    if (const Surface* hold = foothold_at(layer, at)) return &hold->region;
    return ground_[layer].contains(at) ? &ground_[layer] : nullptr;
}

std::uint32_t FootstepGround::holding(std::uint32_t layer, Vec2 at, double heading, int most) const {
    const Region* surface = surface_at(layer, at);
    if (!surface || !surface->fits(at, Foot::radius)) return 0;
    const auto all = (1U << (2 * most + 1)) - 1;
    if (surface->fits(at, sole_reach)) return all;
    std::uint32_t bits = 0;
    for (int turn = -most; turn <= most; ++turn)
        if (sole_fits(*surface, at, heading + turn * FootTurns::unit)) bits |= 1U << (turn + most);
    return bits;
}

bool FootstepGround::holds(std::uint32_t layer, const FootPlace& foot) const {
    const Region* surface = surface_at(layer, foot.at);
    return surface && sole_fits(*surface, foot.at, foot.angle);
}

double FootstepGround::height(std::uint32_t layer, Vec2 at) const {
    const Surface* hold = foothold_at(layer, at);
    return hold ? hold->spec.height + dot(hold->spec.slope, at - hold->spec.polygon.outline.front()) : 0;
}

}  // namespace wend::domains
