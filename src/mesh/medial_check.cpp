#include <algorithm>
#include <string>

#include "wend/geometry/predicates.hpp"

#include "mesh/medial_data.hpp"

namespace wend::mesh {
namespace {

std::string to_text(LatticePoint p) {
    std::string text = "(";
    return text.append(std::to_string(p.x)).append(", ").append(std::to_string(p.y)).append(")");
}

/// Whether two walls share more than a common end.
bool clash(const MedialWall& a, const MedialWall& b) {
    const auto inside = [](LatticePoint p, const MedialWall& wall) {
        return p != wall.from && p != wall.to && on_segment(wall.from, wall.to, p);
    };
    if (inside(a.from, b) || inside(a.to, b) || inside(b.from, a) || inside(b.to, a)) return true;
    if ((a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from)) return true;
    return meeting(a.from, a.to, b.from, b.to) == Meeting::crossing;
}

}  // namespace

/// Sweeps by x, so that only walls whose spans overlap are compared.
Status check_medial_walls(std::span<const MedialWall> walls) {
    if (walls.empty()) return Status::invalid_input("no walls: the free space has no medial axis");
    std::vector<std::uint32_t> order(walls.size()), open;
    for (std::uint32_t i = 0; i < walls.size(); ++i) {
        order[i] = i;
        for (const LatticePoint p : {walls[i].from, walls[i].to})
            if (!in_lattice_range(p))
                return Status::invalid_input("wall " + std::to_string(i) + ": found " + to_text(p) +
                                             ", expected coordinates within " +
                                             std::to_string(lattice_limit));
    }
    const auto left = [&](std::uint32_t i) { return std::min(walls[i].from.x, walls[i].to.x); };
    const auto right = [&](std::uint32_t i) { return std::max(walls[i].from.x, walls[i].to.x); };
    std::ranges::stable_sort(order, {}, left);
    for (const std::uint32_t i : order) {
        std::erase_if(open, [&](std::uint32_t j) { return right(j) < left(i); });
        for (const std::uint32_t j : open)
            if (clash(walls[i], walls[j]))
                return Status::invalid_input("walls " + std::to_string(j) + " " + to_text(walls[j].from) +
                                             " to " + to_text(walls[j].to) + " and " + std::to_string(i) +
                                             " " + to_text(walls[i].from) + " to " + to_text(walls[i].to) +
                                             ": they cross or touch, expected common ends only");
        open.push_back(i);
    }
    return Status::ok();
}

}  // namespace wend::mesh
