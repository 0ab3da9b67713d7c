#include "city.hpp"

#include <algorithm>
#include <cmath>

#include "wend/base/rng.hpp"

namespace wend::bench {
namespace {

constexpr double block = 40;          ///< metres
constexpr double ground_of_one = 10;  ///< square metres of street for every agent
constexpr std::uint32_t group_size = 10;

/// How wide streets around `blocks` by `blocks` must be: the side of the city squared, less the blocks.
double street_for(std::uint32_t agents, int blocks) {
    const double built = blocks * block;
    return (std::sqrt(ground_of_one * agents + built * built) - built) / (blocks + 1);
}

Polygon box(Vec2 low, Vec2 high) {
    return {{low, {high.x, low.y}, high, {low.x, high.y}}, {}};
}

struct Crossing {
    int x = 0, y = 0;
};

}  // namespace

Scene make_city(std::uint32_t agents, std::uint32_t draw) {
    const int blocks = std::max(1, static_cast<int>(std::lround(std::sqrt(agents / 100.0))));
    const double street = street_for(agents, blocks), pitch = block + street;
    const auto low_of = [&](Crossing crossing) { return Vec2{pitch * crossing.x, pitch * crossing.y}; };
    Rng rng(agents + std::uint64_t{20'011} * draw);
    Scene scene;
    scene.name = "city";
    scene.time_step = 0.1;
    scene.duration = 600;
    scene.bounds = {{0, 0}, {pitch * blocks + street, pitch * blocks + street}};
    scene.layers.resize(1);
    for (int x = 0; x < blocks; ++x)
        for (int y = 0; y < blocks; ++y) {
            const Vec2 low{pitch * x + street, pitch * y + street};
            scene.layers[0].blocked.push_back(box(low, low + Vec2{block, block}));
        }
    const auto any = [&](int from, int to) {
        from = std::max(from, 0);
        to = std::min(to, blocks);
        return from + static_cast<int>(rng.below(static_cast<std::uint64_t>(to - from + 1)));
    };
    for (std::uint32_t i = 0; i * group_size < agents; ++i) {
        const Crossing from{any(0, blocks), any(0, blocks)};
        Crossing to = from;
        while (to.x == from.x && to.y == from.y)
            to = {any(from.x - 3, from.x + 3), any(from.y - 3, from.y + 3)};
        GroupSpec group;
        group.name = "group-" + std::to_string(i);
        group.count = std::min(group_size, agents - i * group_size);
        // Along the street to the east or to the north of the crossing, whichever is there.
        const bool goes_east = from.x < blocks && (from.y == blocks || rng.below(2) == 0);
        const Vec2 reach = goes_east ? Vec2{pitch, street - 1} : Vec2{street - 1, pitch};
        const Vec2 high = low_of(from) + reach;
        group.placement = RectanglePlacement{
            low_of(from) + Vec2{1, 1},
            {std::min(high.x, scene.bounds.high.x - 1), std::min(high.y, scene.bounds.high.y - 1)}};
        group.goal.region = box(low_of(to) + Vec2{1, 1}, low_of(to) + Vec2{street - 1, street - 1});
        group.goal.leaves = true;
        scene.groups.push_back(std::move(group));
    }
    return scene;
}

}  // namespace wend::bench
