#include "wend/domains/grid_domain.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {

GridDomain::GridDomain(std::shared_ptr<const Snapshot> world,
                       std::shared_ptr<const std::vector<Crossing>> crossings, const Place& agent,
                       const GridSettings& settings)
    : world_(std::move(world)),
      crossings_(std::move(crossings)),
      settings_(settings),
      straight_(static_cast<Cost>(std::max(2.0, std::ceil(settings.cell / cost_unit)))),
      diagonal_(static_cast<Cost>(std::max(3.0, std::ceil(std::sqrt(2.0) * settings.cell / cost_unit)))) {
    join_cells();
    bodies_.gather(*world_, agent, settings_.sight, settings_.self);
}

void GridDomain::refresh(std::shared_ptr<const Snapshot> world, const Place& agent,
                         std::vector<StillRegion>& regions) {
    world_ = std::move(world);
    StillBodies now;
    now.gather(*world_, agent, settings_.sight, settings_.self);
    now.append_differences(bodies_, regions);
    bodies_ = std::move(now);
}

/// The ends of a crossing are the cells nearest to it that are free when nobody is there; who stands on them
/// today is a matter of `is_free`.
void GridDomain::join_cells() {
    if (!crossings_) return;
    for (const Crossing& crossing : *crossings_) {
        const Place from{crossing.from_layer, crossing.from, 0}, to{crossing.to_layer, crossing.to, 0};
        const Key a = free_cell_near(from, 3), b = free_cell_near(to, 3);
        if (a == no_cell || b == no_cell) continue;
        const double effort = distance(place(a).position, from.position) + crossing.effort +
                              distance(to.position, place(b).position);
        const auto cost = static_cast<Cost>(std::ceil(effort / cost_unit));
        joins_.push_back({a, b, std::max({cost, lower_bound(a, b), Cost{1}})});
    }
}

GridDomain::Cell GridDomain::unpack(Key key) noexcept {
    constexpr Key mask = (Key{1} << side_bits) - 1;
    return {key >> (2 * side_bits), static_cast<int>(key & mask) - half,
            static_cast<int>(key >> side_bits & mask) - half};
}

GridDomain::Key GridDomain::pack(const Cell& cell) noexcept {
    return cell.layer << (2 * side_bits) | static_cast<Key>(cell.y + half) << side_bits |
           static_cast<Key>(cell.x + half);
}

Place GridDomain::place(Key key) const noexcept {
    const Cell cell = unpack(key);
    return {cell.layer, center(cell.x, cell.y), 0};
}

GridDomain::Key GridDomain::cell_at(const Place& place) const noexcept {
    const Vec2 at = (place.position - settings_.origin) / settings_.cell;
    constexpr double farthest = half - 2;
    if (!(std::abs(at.x) < farthest && std::abs(at.y) < farthest)) return no_cell;
    return pack({place.layer, static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))});
}

GridDomain::Key GridDomain::free_cell_near(const Place& wanted, int most) const {
    const Key own = cell_at(wanted);
    if (own == no_cell || wanted.layer >= world_->walls().layers()) return no_cell;
    if (is_free(own)) return own;
    const Cell middle = unpack(own);
    Key best = no_cell;
    double best_rank = std::numeric_limits<double>::infinity();
    const double blind_penalty = 2 * most * settings_.cell;
    for (int y = -most; y <= most; ++y)
        for (int x = -most; x <= most; ++x) {
            const Cell cell{middle.layer, middle.x + x, middle.y + y};
            if (std::abs(cell.x) >= half - 1 || std::abs(cell.y) >= half - 1) continue;
            const Vec2 at = center(cell.x, cell.y);
            const double away = distance(at, wanted.position);
            if (away >= best_rank || !is_free(pack(cell))) continue;
            const bool seen = world_->walls().ground(cell.layer).free_share(at, wanted.position, 0) >= 1;
            const double rank = seen ? away : away + blind_penalty;
            if (rank >= best_rank) continue;
            best = pack(cell);
            best_rank = rank;
        }
    return best;
}

bool GridDomain::is_free(const Cell& cell, const StillBodies& bodies) const noexcept {
    const Vec2 at = center(cell.x, cell.y);
    return world_->walls().ground(cell.layer).fits(at, settings_.radius) &&
           !bodies.block(cell.layer, at, at, settings_.radius);
}

bool GridDomain::sees(std::uint32_t layer, Vec2 from, Vec2 to, const StillBodies& bodies) const noexcept {
    return !bodies.block(layer, from, to, settings_.radius) &&
           world_->walls().ground(layer).fits_along(from, to, settings_.radius);
}

unsigned GridDomain::legal_moves(const Cell& cell, const StillBodies& bodies) const noexcept {
    const Vec2 at = center(cell.x, cell.y);
    if (std::abs(cell.x) >= half - 2 || std::abs(cell.y) >= half - 2) return 0;
    if (!is_free(cell, bodies)) return 0;
    unsigned legal = 0, free_beside = 0;
    for (unsigned move = 0; move < 4; ++move) {
        const Cell beside{cell.layer, cell.x + step_x[move], cell.y + step_y[move]};
        if (sees(cell.layer, at, center(beside.x, beside.y), bodies))
            legal |= 1u << move, free_beside |= 1u << move;
        else if (is_free(beside, bodies))
            free_beside |= 1u << move;
    }
    for (unsigned move = 4; move < 8; ++move) {
        const unsigned corner = 1u << (move - 4) | 1u << ((move - 3) & 3u);
        if ((free_beside & corner) != corner) continue;
        const Vec2 to = center(cell.x + step_x[move], cell.y + step_y[move]);
        if (sees(cell.layer, at, to, bodies)) legal |= 1u << move;
    }
    return legal;
}

Place GridDomain::spread(EndFloods& floods) const {
    const auto neighbours = [&](EndFloods::Key key, search::Direction, auto&& visit) {
        const Cell cell = unpack(static_cast<Key>(key));
        const unsigned legal = legal_moves(cell, {});
        for (unsigned move = 0; move < 8; ++move)
            if ((legal >> move & 1u) != 0)
                visit(pack({cell.layer, cell.x + step_x[move], cell.y + step_y[move]}));
        for (const Join& join : joins_)
            if (join.from == key) visit(join.to);
    };
    return place(static_cast<Key>(floods.spread(neighbours)));
}

bool GridDomain::touches(const StillRegion& region, Key key) const noexcept {
    const Place at = place(key);
    return at.layer == region.layer && region.box.grown(reach()).contains(at.position);
}

search::Cost GridDomain::lower_bound(Key from, Key to) const noexcept {
    const Cell a = unpack(from), b = unpack(to);
    const auto w = static_cast<Cost>(std::abs(a.x - b.x)), h = static_cast<Cost>(std::abs(a.y - b.y));
    return straight_ * (w + h) - (2 * straight_ - diagonal_) * std::min(w, h);
}

std::size_t GridDomain::bytes() const noexcept {
    return sizeof(*this) + bodies_.bytes() + joins_.capacity() * sizeof(Join);
}

}  // namespace wend::domains
