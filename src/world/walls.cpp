#include "wend/world/walls.hpp"

#include <algorithm>
#include <tuple>

#include "world/wall_cells.hpp"

namespace wend {
namespace {

/// Shared edges of two rings give the same piece twice.
void drop_repeats(std::vector<Segment>& walls) {
    const auto key = [](const Segment& s) { return std::tuple(s.from.x, s.from.y, s.to.x, s.to.y); };
    std::sort(walls.begin(), walls.end(),
              [&](const Segment& a, const Segment& b) { return key(a) < key(b); });
    walls.erase(std::unique(walls.begin(), walls.end()), walls.end());
}

Region make_region(std::vector<Segment> walls, bool inside_everywhere) {
    drop_repeats(walls);
    return Region(std::move(walls), inside_everywhere);
}

}  // namespace

Walls::Walls(const Scene& scene) {
    for (const Layer& layer : scene.layers) {
        std::vector<Segment> ground, not_solid;
        const auto add = [](std::vector<Segment>& walls, const Segment& piece, bool left, bool right) {
            if (left != right) walls.push_back(left ? piece : Segment{piece.to, piece.from});
        };
        const auto tangle =
            WallCells(layer, scene.bounds).pieces([&](const Segment& piece, Cover left, Cover right) {
                add(ground, piece, left.is_ground(), right.is_ground());
                add(not_solid, piece, !left.blocked, !right.blocked);
            });
        if (tangle) ground = not_solid = {{*tangle, *tangle}};
        ground_.push_back(make_region(std::move(ground), false));
        not_solid_.push_back(make_region(std::move(not_solid), true));
    }
}

}  // namespace wend
