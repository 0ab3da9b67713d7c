#include "dpa_world.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::bench {
namespace {

/// Shapes with 0, 1, 2 and 4 corners that point inwards, in a square of side 2.
Ring shape(int corners) {
    switch (corners) {
        case 0:
            return {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        case 1:
            return {{-1, -1}, {1, -1}, {1, -0.2}, {-0.2, -0.2}, {-0.2, 1}, {-1, 1}};
        case 2:
            return {{-1, -1},  {1, -1},    {1, -0.3},     {0.35, -0.3},
                    {0.35, 1}, {-0.35, 1}, {-0.35, -0.3}, {-1, -0.3}};
        default:
            return {{-0.35, -1}, {0.35, -1}, {0.35, -0.35}, {1, -0.35}, {1, 0.35},   {0.35, 0.35},
                    {0.35, 1},   {-0.35, 1}, {-0.35, 0.35}, {-1, 0.35}, {-1, -0.35}, {-0.35, -0.35}};
    }
}

/// How many inward corners each obstacle has, so that all of them have `total`.
std::vector<int> share_corners(int obstacles, int total, Rng& rng) {
    std::vector<int> corners(static_cast<std::size_t>(obstacles), 0);
    for (int left = total; left > 0;) {
        int& one = corners[rng.below(corners.size())];
        const int more = one == 0 ? 1 : one == 1 ? 1 : one == 2 ? 2 : 0;
        if (more == 0 || more > left) {
            if (more > left && std::count(corners.begin(), corners.end(), 0) +
                                       std::count(corners.begin(), corners.end(), 1) ==
                                   0)
                break;
            continue;
        }
        one += more;
        left -= more;
    }
    return corners;
}

}  // namespace

const std::vector<PaperWorld>& paper_worlds() {
    static const std::vector<PaperWorld> worlds{
        {"military", 200, 56, 70, 17, 1, {{-13.35, -17.79, -17.49}, {-4.64, -18.45, -19.15}}},
        {"city", 500, 1451, 1631, 70, 1, {{-10.17, 40.52, 0.82}, {16.87, 34.92, 7.27}}},
        {"zelda", 100, 288, 343, 24, 1, {{-6.86, 17.67, -7.57}, {11.19, 10.79, -5.06}}},
        {"zelda2x2", 200, 1144, 1368, 106, 2, {{-2.39, 41.25, 2.56}, {25.46, 22.39, 8.67}}},
        {"zelda4x4", 400, 4560, 5464, 235, 4, {{2.62, 62.55, 14.84}, {46.35, 46.90, 23.41}}},
    };
    return worlds;
}

namespace {

/// A room of that size with obstacles, which have so many inward corners together.
std::vector<Ring> make_room(double side, int obstacles, int inward, Rng& rng) {
    const std::vector<int> corners = share_corners(obstacles, inward, rng);
    const int columns = static_cast<int>(std::ceil(std::sqrt(obstacles)));
    const double cell = side / columns;
    std::vector<int> places(static_cast<std::size_t>(columns) * static_cast<std::size_t>(columns));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i);
    for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[rng.below(i)]);
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        // Round about within its cell, and 0.7 m at least from its border.
        const double reach = (cell / 2 - 0.9) / std::numbers::sqrt2, size = reach * rng.uniform(0.6, 0.95);
        const double room = (reach - size) * 0.9, angle = rng.uniform(0, 2 * std::numbers::pi);
        const Vec2 centre{(places[i] % columns + 0.5) * cell + rng.uniform(-room, room),
                          (places[i] / columns + 0.5) * cell + rng.uniform(-room, room)};
        Ring ring;
        for (const Vec2 p : shape(corners[i])) ring.push_back(centre + rotated(p * size, angle));
        rings.push_back(std::move(ring));
    }
    return rings;
}

/// Walls between the rooms, with one door in each.
void add_walls(int tiles, double side, Rng& rng, std::vector<Ring>& rings) {
    constexpr double thickness = 0.2, door = 3;  // metres
    const double room = side / tiles;
    for (int line = 1; line < tiles; ++line) {
        double from = 0;
        double from_other = 0;
        for (int along = 0; along < tiles; ++along) {
            const double gap = room * along + rng.uniform(0.2, 0.8) * room;
            const double gap_other = room * along + rng.uniform(0.2, 0.8) * room;
            const double at = line * room - thickness / 2;
            rings.push_back(rectangle(Box2{{at, from}, {at + thickness, gap}}));
            rings.push_back(rectangle(Box2{{from_other, at}, {gap_other, at + thickness}}));
            from = gap + door;
            from_other = gap_other + door;
        }
        const double at = line * room - thickness / 2;
        rings.push_back(rectangle(Box2{{at, from}, {at + thickness, side}}));
        rings.push_back(rectangle(Box2{{from_other, at}, {side, at + thickness}}));
    }
}

}  // namespace

std::vector<Ring> make_paper_world(const PaperWorld& world, std::uint64_t seed) {
    Rng rng(seed);
    const int rooms = world.tiles * world.tiles, crossings = (world.tiles - 1) * (world.tiles - 1);
    const int loops = world.edges - world.vertices + 1;
    const int dead_ends = (world.vertices - 2 * (loops - 1)) / 2;
    const double room = world.side / world.tiles;
    const std::vector<Ring> one = make_room(room, (loops - crossings) / rooms, dead_ends / rooms - 4, rng);
    std::vector<Ring> rings;
    for (int i = 0; i < rooms; ++i)
        for (Ring ring : one) {
            for (Vec2& p : ring) p = p + Vec2{(i % world.tiles) * room, (i / world.tiles) * room};
            rings.push_back(std::move(ring));
        }
    add_walls(world.tiles, world.side, rng, rings);
    return rings;
}

AxisSize size_of(const mesh::MedialAxis& axis) {
    AxisSize size;
    int ends = 0;
    for (std::uint32_t v = 0; v < axis.vertices().size(); ++v) {
        const std::size_t degree = axis.edges_at(v).size();
        if (degree == 0 || degree == 2) continue;
        ++size.vertices;
        ends += static_cast<int>(degree);
    }
    size.edges = ends / 2;
    return size;
}

}  // namespace wend::bench
